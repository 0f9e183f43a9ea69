import { goQuote } from '../../../api/go-text.ts';
import { toPrettyJson, toStructJson } from '../../../api/json-text.ts';
import { toYaml } from '../../../api/yaml/writer.ts';
import { asList } from '../../../base/json.ts';
import { CommandError } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { type Unstructured, metaOf, objectWord } from '../object.ts';
import { CustomColumns } from './custom-columns.ts';
import { JsonPath, goSyntax, goValueText } from './jsonpath/evaluate.ts';
import { GoTemplate } from './template/execute.ts';

/** Prints one object (or List) as text. Made anew for each command: YAML documents after the first begin with `---`. */
export type ObjectPrinter = (object: Unstructured) => string;

/** `NAME operation`, or what `-o` asks for. Models genericclioptions.PrintFlags.ToPrinter (1.36). */
export function objectPrinter(kube: Kube, operation: string): ObjectPrinter {
  const { output } = outputOf(kube);
  if (output === '') return (object) => `${objectWord(object)} ${operation}\n`;
  const printer = formatPrinter(kube);
  if (printer === undefined) throw noPrinter(output, PRINT_FORMATS);
  return printer;
}

/** The same for an object made as a Go struct: its JSON keeps the order of the struct's fields. */
export function structPrinter(kube: Kube, operation: string): ObjectPrinter {
  if (outputOf(kube).format !== 'json') return objectPrinter(kube, operation);
  return (object) => toStructJson(withoutManagedFields(object));
}

export const PRINT_FORMATS = [
  'go-template',
  'go-template-file',
  'json',
  'jsonpath',
  'jsonpath-as-json',
  'jsonpath-file',
  'kyaml',
  'name',
  'template',
  'templatefile',
  'yaml',
];

/** Models genericclioptions.NoCompatiblePrinterError. */
export function noPrinter(output: string, formats: readonly string[]): CommandError {
  return new CommandError(
    `unable to match a printer suitable for the output format ${goQuote(output)}, allowed formats are: ${[...formats].sort().join(',')}`,
  );
}

/** -o as written, apart into its format and what stands behind `=`. --template alone means go-template. */
export function outputOf(kube: Kube): {
  readonly output: string;
  readonly format: string;
  readonly argument: string | undefined;
} {
  const { flags } = kube;
  const given = flags.text('output');
  const template = flags.has('template') && flags.changed('template') ? flags.text('template') : undefined;
  const output = given === '' && template !== undefined ? 'go-template' : given;
  const equals = output.indexOf('=');
  const format = (equals < 0 ? output : output.slice(0, equals)).toLowerCase();
  return { output, format, argument: equals < 0 ? template : output.slice(equals + 1) };
}

/** Formats that take no argument: `json=x` is none. */
const PLAIN_FORMATS = new Set(['json', 'kyaml', 'name', 'yaml']);

/** The printer of a format for programs; undefined when `-o` is none of these. */
export function formatPrinter(kube: Kube): ObjectPrinter | undefined {
  const { format, argument, output } = outputOf(kube);
  if (PLAIN_FORMATS.has(format) && output.includes('=')) return undefined;
  const managed = kube.flags.has('show-managed-fields') && kube.flags.bool('show-managed-fields');
  const shown = (object: Unstructured): Unstructured => (managed ? object : withoutManagedFields(object));
  switch (format) {
    case 'name':
      return (object) =>
        itemsOf(object)
          .map((item) => `${objectWord(item)}\n`)
          .join('');
    case 'json':
      return (object) => toPrettyJson(shown(object));
    case 'yaml': {
      let count = 0;
      return (object) => (count++ === 0 ? '' : '---\n') + toYaml(shown(object));
    }
    case 'jsonpath':
    case 'jsonpath-as-json':
    case 'jsonpath-file':
      return jsonPathPrinter(kube, format, argument);
    case 'go-template':
    case 'template':
    case 'go-template-file':
    case 'templatefile':
      return templatePrinter(kube, format, argument);
    default:
      return undefined;
  }
}

/** Formats only `get` has. Models get.CustomColumnsPrintFlags. */
export function columnsPrinter(kube: Kube): ObjectPrinter | undefined {
  const { format, argument } = outputOf(kube);
  const headers = !(kube.flags.has('no-headers') && kube.flags.bool('no-headers'));
  if (format === 'custom-columns') {
    const columns = CustomColumns.ofSpec(argument ?? '', headers);
    return (object) => columns.text(object);
  }
  if (format === 'custom-columns-file') {
    const columns = CustomColumns.ofTemplate(fileOf(kube, argument ?? '', 'error reading template'), headers);
    return (object) => columns.text(object);
  }
  return undefined;
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

function templatePrinter(kube: Kube, format: string, argument: string | undefined): ObjectPrinter {
  if (argument === undefined || argument === '')
    throw new CommandError('template format specified but no template given');
  const source = format.endsWith('file') ? fileOf(kube, argument, 'error reading --template') : argument;
  const template = parsed(() => new GoTemplate(source), `error parsing template ${source}, `);
  return (object) => {
    try {
      return template.text(object);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      throw new CommandError(
        `error executing template ${goQuote(source)}: template: output:1: ${error.message}\n\traw data was:\n\t\t${JSON.stringify(object)}\n\tobject given to template engine was:\n\t\t${goValueText(object)}\n`,
      );
    }
  };
}

function parsed<T>(parse: () => T, prefix: string): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof CommandError) throw new CommandError(prefix + error.message);
    throw error;
  }
}

/** The objects of a List, or the object itself. */
export function itemsOf(object: Unstructured): readonly Unstructured[] {
  return Array.isArray(object['items']) ? (asList(object['items']) as readonly Unstructured[]) : [object];
}

/** Models OmitManagedFieldsPrinter; a List's items as well. */
export function withoutManagedFields(object: Unstructured): Unstructured {
  const { items } = object;
  const own = stripped(object);
  return Array.isArray(items) ? { ...own, items: items.map((item) => stripped(item as Unstructured)) } : own;
}

function stripped(object: Unstructured): Unstructured {
  const metadata = metaOf(object);
  if (metadata['managedFields'] === undefined) return object;
  return {
    ...object,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([key]) => key !== 'managedFields')),
  };
}
