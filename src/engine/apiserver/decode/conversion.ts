import { type StructSchema, type TypeRef, goTypeOf, structSchema } from '../../../api/schema.ts';
import { normalizeQuantity } from '../../../api/quantity.ts';

// Models apimachinery/pkg/runtime/converter.go FromUnstructured (1.36): the errors a strategic merge patch meets.

type Mapping = Record<string, unknown>;

/** The first reason why a JSON value cannot be turned into the struct; undefined when it can. */
export function conversionError(struct: StructSchema | undefined, value: unknown): string | undefined {
  if (struct === undefined || value === null || value === undefined) return undefined;
  if (typeof value !== 'object' || Array.isArray(value))
    return `cannot restore struct from: ${goKind(value)}`;
  for (const field of struct.fields.values()) {
    const given = (value as Mapping)[field.name];
    if (given === null || given === undefined) continue;
    const found = typeError(field.type, given, field.goType);
    if (found !== undefined) return found;
  }
  return undefined;
}

function typeError(type: TypeRef, value: unknown, named?: string): string | undefined {
  switch (type.kind) {
    case 'struct':
      return conversionError(structSchema(type.name), value);
    case 'list':
      return listError(type, value, named);
    case 'map':
      return mapError(type, value, named);
    case 'scalar':
      return scalarError(type, value, named);
  }
}

function listError(
  type: Extract<TypeRef, { kind: 'list' }>,
  value: unknown,
  named?: string,
): string | undefined {
  if (!Array.isArray(value)) return `cannot restore slice from ${goKind(value)}`;
  for (const item of value) {
    const found = item === null ? undefined : typeError(type.items, item, named);
    if (found !== undefined) return found;
  }
  return undefined;
}

function mapError(
  type: Extract<TypeRef, { kind: 'map' }>,
  value: unknown,
  named?: string,
): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `cannot restore map from ${goKind(value)}`;
  for (const item of Object.values(value)) {
    const found = item === null ? undefined : typeError(type.values, item, named);
    if (found !== undefined) return found;
  }
  return undefined;
}

function scalarError(
  type: Extract<TypeRef, { kind: 'scalar' }>,
  value: unknown,
  named?: string,
): string | undefined {
  switch (type.scalar) {
    case 'string':
      return typeof value === 'string' ? undefined : mismatch(value, 'string', named ?? 'string');
    case 'bool':
      return typeof value === 'boolean' ? undefined : `unrecognized type: bool`;
    case 'int32':
    case 'int64':
      return typeof value === 'number' && Number.isInteger(value)
        ? undefined
        : mismatch(value, type.scalar, goTypeOf(type));
    case 'float64':
      return typeof value === 'number' ? undefined : 'unrecognized type: float64';
    case 'quantity': {
      const read = normalizeQuantity(typeof value === 'string' ? value : JSON.stringify(value));
      return read.ok ? undefined : read.error;
    }
    case 'bytes':
      return typeof value === 'string' ? undefined : `cannot restore slice from ${goKind(value)}`;
    case 'intOrString':
      return typeof value === 'string' || typeof value === 'number'
        ? undefined
        : `json: cannot unmarshal ${jsonWord(value)} into Go value of type int32`;
    case 'time':
    case 'microTime':
      return typeof value === 'string'
        ? undefined
        : `json: cannot unmarshal ${jsonWord(value)} into Go value of type string`;
    case 'any':
      return undefined;
  }
}

/** Go can convert a whole number to a string (as a rune), so that case reads differently. */
function mismatch(value: unknown, kind: string, goType: string): string {
  if (typeof value === 'number' && Number.isInteger(value) && kind === 'string')
    return `cannot convert int64 to ${goType}`;
  if (typeof value === 'number' && kind !== 'string') return `cannot convert float64 to ${goType}`;
  return `unrecognized type: ${kind}`;
}

function goKind(value: unknown): string {
  if (Array.isArray(value)) return 'slice';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'string' ? 'string' : 'map';
}

function jsonWord(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
