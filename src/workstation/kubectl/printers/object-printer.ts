import { goQuote } from '../../../api/go-text.ts';
import { toPrettyJson } from '../../../api/json-text.ts';
import { toYaml } from '../../../api/yaml/writer.ts';
import { CommandError } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { type Unstructured, metaOf, objectWord } from '../object.ts';

/** Prints one object (or List) as text. Made anew for each command: YAML documents after the first begin with `---`. */
export type ObjectPrinter = (object: Unstructured) => string;

/** `NAME operation`, or what `-o` asks for. Models genericclioptions.PrintFlags.ToPrinter. */
export function objectPrinter(kube: Kube, operation: string): ObjectPrinter {
  const output = kube.flags.text('output');
  if (output === '') return (object) => `${objectWord(object)} ${operation}\n`;
  return formatPrinter(kube, output);
}

const FORMATS = 'go-template, go-template-file, json, jsonpath, jsonpath-as-json, jsonpath-file, name, template, templatefile, yaml';

function formatPrinter(kube: Kube, output: string): ObjectPrinter {
  const managed = kube.flags.bool('show-managed-fields');
  const shown = (object: Unstructured): Unstructured => (managed ? object : withoutManagedFields(object));
  switch (output.toLowerCase()) {
    case 'name':
      return (object) => `${objectWord(object)}\n`;
    case 'json':
      return (object) => toPrettyJson(shown(object));
    case 'yaml': {
      let count = 0;
      return (object) => (count++ === 0 ? '' : '---\n') + toYaml(shown(object));
    }
  }
  throw new CommandError(`unable to match a printer suitable for the output format ${goQuote(output)}, allowed formats are: ${FORMATS}`);
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
  return { ...object, metadata: Object.fromEntries(Object.entries(metadata).filter(([key]) => key !== 'managedFields')) };
}
