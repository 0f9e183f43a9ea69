import { type FieldSchema, type StructSchema, type TypeRef, structSchema } from '../../../api/schema.ts';

type Mapping = Record<string, unknown>;

/** How structured-merge-diff sees a value: what is owned as a whole, and what piece by piece. */
export type Shape =
  | { readonly kind: 'leaf' }
  | { readonly kind: 'struct'; readonly struct: StructSchema }
  | { readonly kind: 'map'; readonly values: Shape }
  | {
      readonly kind: 'list';
      readonly keys: readonly string[] | undefined;
      readonly items: Shape;
      readonly struct: StructSchema | undefined;
    };

const LEAF: Shape = { kind: 'leaf' };
const shapes = new WeakMap<FieldSchema, Shape>();
const typeShapes = new WeakMap<TypeRef, Shape>();

/** The shape of a field's value. */
function shapeOfField(field: FieldSchema): Shape {
  let shape = shapes.get(field);
  if (shape === undefined) {
    shape = makeShape(field);
    shapes.set(field, shape);
  }
  return shape;
}

function makeShape(field: FieldSchema): Shape {
  const { type } = field;
  if (field.mapType === 'atomic') return LEAF;
  if (type.kind !== 'list') return shapeOfType(type);
  if (field.listType !== 'map' && field.listType !== 'set') return LEAF;
  const struct = type.items.kind === 'struct' ? structSchema(type.items.name) : undefined;
  return {
    kind: 'list',
    keys: field.listType === 'map' ? [...field.listMapKeys].sort() : undefined,
    items: shapeOfType(type.items),
    struct,
  };
}

function shapeOfType(type: TypeRef): Shape {
  const known = typeShapes.get(type);
  if (known !== undefined) return known;
  const made = makeTypeShape(type);
  typeShapes.set(type, made);
  return made;
}

function makeTypeShape(type: TypeRef): Shape {
  switch (type.kind) {
    case 'struct': {
      const struct = structSchema(type.name);
      return struct === undefined || struct.atomic ? LEAF : { kind: 'struct', struct };
    }
    case 'map':
      return { kind: 'map', values: shapeOfType(type.values) };
    case 'list':
    case 'scalar':
      return LEAF;
  }
}

/** The shape of a member of a mapping; unknown fields are leaves. */
export function memberShape(shape: Extract<Shape, { kind: 'struct' | 'map' }>, name: string): Shape {
  if (shape.kind === 'map') return shape.values;
  const field = shape.struct.fields.get(name);
  return field === undefined ? LEAF : shapeOfField(field);
}

/** The path element of a list's item: by its keys (defaults stand in for absent ones), or by its value. */
export function itemElement(shape: Extract<Shape, { kind: 'list' }>, item: unknown): string {
  if (shape.keys === undefined) return `v:${JSON.stringify(item)}`;
  const given = (typeof item === 'object' && item !== null ? item : {}) as Mapping;
  const key: Mapping = {};
  for (const name of shape.keys) {
    const value = given[name] ?? shape.struct?.fields.get(name)?.default;
    if (value !== undefined) key[name] = value;
  }
  return `k:${JSON.stringify(key)}`;
}

export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const empties = new Map<string, Mapping>();

/** What Go writes of an empty struct: its structs by value, and null for what has no omitempty. */
export function emptyStruct(struct: StructSchema): Mapping {
  const known = empties.get(struct.name);
  if (known !== undefined) return known;
  const out: Mapping = {};
  empties.set(struct.name, out);
  for (const field of struct.fields.values()) {
    if (field.default !== undefined) {
      const inner = field.type.kind === 'struct' ? structSchema(field.type.name) : undefined;
      out[field.name] = inner === undefined ? field.default : emptyStruct(inner);
    } else if (field.required) out[field.name] = null;
  }
  return out;
}
