import { goQuote } from '../../../api/go-text.ts';
import { parseTime } from '../../../api/time.ts';
import { goTypeOf, structSchema, type TypeRef } from '../../../api/schema.ts';
import { type Json, type JsonObject, isObject } from '../../../base/json.ts';

// kubectl decodes the metadata of a manifest into Go's ObjectMeta before it sends anything.
// Models metadataValidatingDecoder of cli-runtime pkg/resource (1.36): the first wrong type is reported.

/** Go's words for metadata of a wrong type, or undefined. */
export function metadataProblem(object: JsonObject): string | undefined {
  const metadata = object['metadata'];
  if (metadata === undefined || metadata === null) return undefined;
  return problemOf(
    metadata,
    { kind: 'struct', name: 'ObjectMeta' },
    { struct: 'metadataOnlyObject', path: 'metadata' },
  );
}

interface Place {
  /** The Go struct whose field is decoded. */
  readonly struct: string;
  readonly path: string;
}

function problemOf(value: Json, type: TypeRef, place: Place): string | undefined {
  if (value === null) return undefined;
  switch (type.kind) {
    case 'scalar':
      return scalarFits(value, type.scalar) ? timeProblem(value, type.scalar) : mismatch(value, type, place);
    case 'list': {
      if (!Array.isArray(value)) return mismatch(value, type, place);
      return first((value as readonly Json[]).map((item) => problemOf(item, type.items, place)));
    }
    case 'map': {
      if (!isObject(value)) return mismatch(value, type, place);
      return first(
        Object.values(value).map((item) =>
          item === undefined ? undefined : problemOf(item, type.values, place),
        ),
      );
    }
    case 'struct': {
      if (!isObject(value)) return mismatch(value, type, place);
      const schema = structSchema(type.name);
      return first(
        Object.entries(value).map(([key, item]) => {
          const field = schema?.fields.get(key);
          if (field === undefined || item === undefined) return undefined;
          return problemOf(item, field.type, { struct: type.name, path: `${place.path}.${key}` });
        }),
      );
    }
  }
}

const LAYOUTS: Readonly<Record<string, string>> = {
  time: '2006-01-02T15:04:05Z07:00',
  microTime: '2006-01-02T15:04:05.000000Z07:00',
};

function timeProblem(value: Json, scalar: string): string | undefined {
  const layout = LAYOUTS[scalar];
  if (layout === undefined || parseTime(String(value)) !== undefined) return undefined;
  const text = goQuote(String(value));
  return `parsing time ${text} as "${layout}": cannot parse ${text} as "2006"`;
}

function first(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}

function scalarFits(value: Json, scalar: string): boolean {
  switch (scalar) {
    case 'string':
    case 'bytes':
    case 'time':
    case 'microTime':
      return typeof value === 'string';
    case 'bool':
      return typeof value === 'boolean';
    case 'int32':
    case 'int64':
      return typeof value === 'number' && Number.isInteger(value);
    default:
      return true;
  }
}

function mismatch(value: Json, type: TypeRef, { struct, path }: Place): string {
  const target =
    type.kind === 'scalar' && (type.scalar === 'time' || type.scalar === 'microTime')
      ? 'string'
      : goTypeOf(type);
  return `json: cannot unmarshal ${jsonWord(value)} into Go struct field ${struct}.${path} of type ${target}`;
}

function jsonWord(value: Json): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value;
}
