import { goQuote } from '../../../api/go-text.ts';
import { toCompactJson } from '../../../api/json-text.ts';
import { CommandError } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { CustomColumns } from './custom-columns.ts';
import { goValueText } from './go-value.ts';
import { JsonPath, goSyntax } from './jsonpath/evaluate.ts';
import { outputOf } from './object-printer.ts';
import { Interrupted, type ObjectPrinter } from './printer.ts';
import { GoTemplate } from './template/execute.ts';

/** The printer of a template of some kind, and of the argument behind its format. */
export function templatePrinter(kube: Kube, format: string, argument: string | undefined): ObjectPrinter {
  return format.startsWith('jsonpath')
    ? jsonPathPrinter(kube, format, argument)
    : goTemplatePrinter(kube, format, argument);
}

/** Formats only `get` has. Models get.CustomColumnsPrintFlags. */
export function columnsPrinter(kube: Kube): ObjectPrinter | undefined {
  const { format, argument } = outputOf(kube);
  const headers = !(kube.flags.has('no-headers') && kube.flags.bool('no-headers'));
  if (format === 'custom-columns') {
    const columns = CustomColumns.ofSpec(argument ?? '', headers);
    return printing(kube, (object) => columns.text(object));
  }
  if (format === 'custom-columns-file') {
    const columns = CustomColumns.ofTemplate(fileOf(kube, argument ?? '', 'error reading template'), headers);
    return printing(kube, (object) => columns.text(object));
  }
  return undefined;
}

/** What had been printed before an error stays printed. */
function printing(kube: Kube, print: ObjectPrinter): ObjectPrinter {
  return (object) => {
    try {
      return print(object);
    } catch (error) {
      if (error instanceof Interrupted) kube.out(error.printed);
      throw error;
    }
  };
}

function fileOf(kube: Kube, path: string, what: string): string {
  const file = kube.files.read(path);
  if (file.ok) return file.value;
  throw new CommandError(
    `${what} ${path}, ${file.error === 'missing' ? `open ${path}: no such file or directory` : `read ${path}: is a directory`}`,
  );
}

function missingKeysAllowed(kube: Kube): boolean {
  return !kube.flags.has('allow-missing-template-keys') || kube.flags.bool('allow-missing-template-keys');
}

function jsonPathPrinter(kube: Kube, format: string, argument: string | undefined): ObjectPrinter {
  if (argument === undefined || argument === '')
    throw new CommandError('template format specified but no template given');
  const template = format === 'jsonpath-file' ? fileOf(kube, argument, 'error reading --template') : argument;
  const path = parsed(
    () => new JsonPath(template, { allowMissing: missingKeysAllowed(kube) }),
    `error parsing jsonpath ${template}, `,
  );
  return (object) => {
    try {
      return format === 'jsonpath-as-json' ? path.json(object) : path.text(object);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      throw new CommandError(
        `error executing jsonpath ${goQuote(template)}: Error executing template: ${error.message}. Printing more information for debugging the template:\n` +
          `\ttemplate was:\n\t\t${template}\n\tobject given to jsonpath engine was:\n\t\t${goSyntax(object)}\n\n\n`,
      );
    }
  };
}

function goTemplatePrinter(kube: Kube, format: string, argument: string | undefined): ObjectPrinter {
  if (argument === undefined || argument === '')
    throw new CommandError('template format specified but no template given');
  const source = format.endsWith('file') ? fileOf(kube, argument, 'error reading --template') : argument;
  const template = parsed(
    () => new GoTemplate(source, { allowMissing: missingKeysAllowed(kube) }),
    `error parsing template ${source}, `,
  );
  return printing(kube, (object) => {
    try {
      return template.text(object);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      throw new Interrupted(
        `${error.printed}Error executing template: ${error.message}. Printing more information for debugging the template:\n` +
          `\ttemplate was:\n\t\t${source}\n\traw data was:\n\t\t${toCompactJson(object)}\n` +
          `\tobject given to template engine was:\n\t\t${goValueText(object)}\n\n`,
        `error executing template ${goQuote(source)}: ${error.message}`,
      );
    }
  });
}

function parsed<T>(parse: () => T, prefix: string): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof CommandError) throw new CommandError(prefix + error.message);
    throw error;
  }
}
