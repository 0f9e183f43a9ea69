import { goQuote } from '../../../api/go-text.ts';
import { toPrettyJson, toStructJson } from '../../../api/json-text.ts';
import { toYaml } from '../../../api/yaml/writer.ts';
import { asList } from '../../../base/json.ts';
import { rareTools } from '../../rare/rare.ts';
import { CommandError } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { type Unstructured, metaOf, objectWord } from '../object.ts';
import type { ObjectPrinter } from './printer.ts';

/** `NAME operation`, or what `-o` asks for. Models genericclioptions.PrintFlags.ToPrinter (1.36). */
export function objectPrinter(kube: Kube, operation: string): ObjectPrinter {
  const { output } = outputOf(kube);
  if (output === '') return (object) => `${objectWord(object)} ${operation}\n`;
  const printer = formatPrinter(kube);
  if (printer === undefined) throw noPrinter(output, PRINT_FORMATS);
  return printer;
}

/** The same for an object kubectl has as a Go struct: its JSON keeps the order of the struct's fields. */
export function structPrinter(kube: Kube, operation: string): ObjectPrinter {
  if (outputOf(kube).format !== 'json') return objectPrinter(kube, operation);
  const { asStruct } = rareTools();
  return (object) => toStructJson(asStruct(withoutManagedFields(object)));
}

/** The same for an object read into its Go struct: what the struct always writes is there in YAML too. */
export function readPrinter(kube: Kube, operation: string): ObjectPrinter {
  const print = structPrinter(kube, operation);
  return outputOf(kube).output === '' ? print : (object) => print(rareTools().asStruct(object));
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

/** Formats that say what to print of an object in words of their own. */
const TEMPLATES = new Set([
  'go-template',
  'go-template-file',
  'jsonpath',
  'jsonpath-as-json',
  'jsonpath-file',
  'template',
  'templatefile',
]);

/** Formats that take no argument: `json=x` is none. */
const PLAIN_FORMATS = new Set(['json', 'kyaml', 'name', 'yaml']);

/** The printer of a format for programs; undefined when `-o` is none of these. */
export function formatPrinter(kube: Kube): ObjectPrinter | undefined {
  const { format, argument, output } = outputOf(kube);
  if (PLAIN_FORMATS.has(format) && output.includes('=')) return undefined;
  // With --template the format stands alone.
  const templated = kube.flags.has('template') && kube.flags.text('template') !== '';
  if (templated && TEMPLATES.has(format) && output.includes('=')) return undefined;
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
    case 'kyaml': {
      const { toKyaml } = rareTools();
      return (object) => toKyaml(shown(object));
    }
    default:
      return TEMPLATES.has(format) ? rareTools().templatePrinter(kube, format, argument) : undefined;
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
