import { type StructSchema, type TypeRef, structOf } from '../../../api/schema.ts';
import { elementText } from './field-set.ts';
import { isMapping } from '../../../base/mapping.ts';
import { type Shape, itemElement, memberShape, structShape } from './typed.ts';

// Models structured-merge-diff v6 typed/validate.go: why an applied object does not fit the schema.

/** Upstream's text of all errors, or undefined. */
export function typedErrors(struct: StructSchema, value: unknown): string | undefined {
  const errors: string[] = [];
  checkStruct(struct, value, '', errors);
  if (errors.length === 0) return undefined;
  return errors.length === 1 ? errors[0] : ['errors:', ...errors.map((error) => `  ${error}`)].join('\n');
}

function checkStruct(struct: StructSchema, value: unknown, path: string, errors: string[]): void {
  if (value === null) return;
  if (!isMapping(value)) {
    errors.push(`${path}: expected map, got ${goValueText(value)}`);
    return;
  }
  for (const key of Object.keys(value)) {
    const field = struct.fields.get(key);
    if (field === undefined) errors.push(`${path}.${key}: field not declared in schema`);
    else
      check(field.type, memberShape(structShape(struct), key), {
        value: value[key],
        path: `${path}.${key}`,
        errors,
      });
  }
}

interface Spot {
  readonly value: unknown;
  readonly path: string;
  readonly errors: string[];
}

function check(type: TypeRef, shape: Shape, { value, path, errors }: Spot): void {
  if (value === null || value === undefined) return;
  switch (type.kind) {
    case 'struct': {
      const struct = structOf(type);
      if (struct !== undefined) checkStruct(struct, value, path, errors);
      return;
    }
    case 'map':
      if (!isMapping(value)) errors.push(`${path}: expected map, got ${goValueText(value)}`);
      else {
        for (const key of Object.keys(value)) {
          const inner = shape.kind === 'map' ? shape.values : shape;
          check(type.values, inner, { value: value[key], path: `${path}.${key}`, errors });
        }
      }
      return;
    case 'list':
      checkList(type, shape, { value, path, errors });
      return;
    case 'scalar':
      checkScalar(type.scalar, { value, path, errors });
  }
}

function checkList(
  type: Extract<TypeRef, { kind: 'list' }>,
  shape: Shape,
  { value, path, errors }: Spot,
): void {
  if (!Array.isArray(value)) {
    errors.push(`${path}: expected list, got ${goValueText(value)}`);
    return;
  }
  const seen = new Set<string>();
  for (const [i, item] of value.entries()) {
    if (shape.kind !== 'list') {
      check(type.items, shape, { value: item, path: `${path}[${i}]`, errors });
      continue;
    }
    const missing = missingKey(shape, item);
    if (missing !== undefined) {
      const detail = `associative list with keys has an element that omits key field "${missing}" (and doesn't have default value)`;
      errors.push(`${path}: element ${i}: ${detail}`);
      continue;
    }
    const element = itemElement(shape, item);
    if (seen.has(element)) errors.push(`${path}: duplicate entries for key ${elementText(element)}`);
    seen.add(element);
    check(type.items, shape.items, { value: item, path: path + elementText(element), errors });
  }
}

function missingKey(shape: Extract<Shape, { kind: 'list' }>, item: unknown): string | undefined {
  if (shape.keys === undefined || !isMapping(item)) return undefined;
  return shape.keys.find(
    (key) => item[key] === undefined && (shape.struct?.fields.get(key)?.default ?? undefined) === undefined,
  );
}

const NUMERIC = new Set(['int32', 'int64', 'float64']);

function checkScalar(scalar: string, { value, path, errors }: Spot): void {
  if (scalar === 'any') return;
  if (NUMERIC.has(scalar)) {
    if (typeof value !== 'number')
      errors.push(`${path}: expected numeric (int or float), got ${goTypeText(value)}`);
  } else if (scalar === 'bool') {
    if (typeof value !== 'boolean') errors.push(`${path}: expected boolean, got ${goValueText(value)}`);
  } else if (scalar === 'quantity' || scalar === 'intOrString') {
    if (typeof value === 'object') errors.push(`${path}: expected any scalar, got ${goValueText(value)}`);
  } else if (typeof value !== 'string') {
    errors.push(`${path}: expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`);
  }
}

/** Go's %T of an unmarshalled value. */
function goTypeText(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : 'map[string]interface {}';
}

/** Go's %v of a value.Value. */
function goValueText(value: unknown): string {
  return `&{${plain(value)}}`;
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plain).join(' ')}]`;
  if (isMapping(value)) {
    const keys = Object.keys(value).sort();
    return `map[${keys.map((key) => `${key}:${plain(value[key])}`).join(' ')}]`;
  }
  return value === null ? '<nil>' : String(value);
}

/** Go's %#v of an unmarshalled value. */
function goSyntax(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isMapping(value)) return value === null ? 'interface {}(nil)' : String(value);
  const keys = Object.keys(value).sort();
  return `map[string]interface {}{${keys.map((key) => `${JSON.stringify(key)}:${goSyntax(value[key])}`).join(', ')}}`;
}
