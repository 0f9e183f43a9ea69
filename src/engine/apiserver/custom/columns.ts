import type { KubeObject } from '../../../api/object.ts';
import { ageOf } from '../kinds/common/duration.ts';
import { NAME } from '../kinds/common/table.ts';
import type { TableCell, TableColumn } from '../kinds/kind.ts';
import { parseTime } from '../../../api/time.ts';
import type { PrinterColumn } from './definition.ts';

// Models apiextensions-apiserver pkg/registry/customresource/tableconvertor and client-go/util/jsonpath's simple paths (1.36).

const AGE_ONLY: readonly PrinterColumn[] = [
  {
    name: 'Age',
    type: 'date',
    jsonPath: '.metadata.creationTimestamp',
    description:
      'CreationTimestamp is a timestamp representing the server time when this object was created.',
  },
];

/** The columns of a Table: the name, then those of the definition. */
export function columnsOf(given: readonly PrinterColumn[] | undefined): readonly TableColumn[] {
  const own = (given ?? AGE_ONLY).map(({ name, type, format, description, priority, jsonPath }) => ({
    name,
    type,
    ...(format === undefined ? {} : { format }),
    description: description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    priority: (priority ?? 0) > 0 ? (1 as const) : (0 as const),
  }));
  return [NAME, ...own];
}

export function cellsOf(
  given: readonly PrinterColumn[] | undefined,
  object: KubeObject,
  nowUs: number,
): readonly TableCell[] {
  const cells = (given ?? AGE_ONLY).map(({ type, jsonPath }) =>
    cellOf(type, valueAt(object, jsonPath), nowUs),
  );
  return [object.metadata?.name ?? '', ...cells];
}

function cellOf(type: PrinterColumn['type'], value: unknown, nowUs: number): TableCell {
  if (value === undefined || value === null) return null;
  switch (type) {
    case 'string':
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      if (typeof value !== 'string') return null;
      return parseTime(value) === undefined ? '<invalid>' : ageOf(value, nowUs);
  }
}

const STEP =
  /\.([\w-]+(?:\\.[\w-]+)*)|\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]|\[\?\(@\.([\w.-]+)\s*==\s*["']([^"']*)["']\)\]|(\[\*\]|\.\*)/y;

/** The first value at a simple JSONPath: `.spec.replicas`, `.status.conditions[?(@.type=="Ready")].status`. */
export function valueAt(object: unknown, path: string): unknown {
  let value: unknown = object;
  // Its own place in the text: a filter reads a path of its own.
  const step = new RegExp(STEP);
  const text = path.startsWith('.') || path.startsWith('[') ? path : `.${path}`;
  for (let match = step.exec(text); match !== null; match = step.exec(text)) {
    const [, name, quoted, index, field, wanted, all] = match;
    const key = name ?? quoted;
    if (key !== undefined) value = memberAt(value, key.replaceAll('\\', ''));
    else if (index !== undefined)
      value = Array.isArray(value) ? (value[Number(index)] as unknown) : undefined;
    else if (all !== undefined) value = Object.values(value ?? {})[0];
    else
      value = Array.isArray(value)
        ? value.find((item) => String(valueAt(item, field ?? '')) === wanted)
        : undefined;
    if (step.lastIndex >= text.length) return value;
  }
  return undefined;
}

function memberAt(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
