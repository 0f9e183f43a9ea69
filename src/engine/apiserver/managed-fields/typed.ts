import type { Mapping } from '../../../base/mapping.ts';
import { type FieldSchema, type StructSchema, type TypeRef, structOf } from '../../../api/schema.ts';

/** How structured-merge-diff sees a value: what is owned as a whole, and what piece by piece. */
export type Shape =
  | { readonly kind: 'leaf' }
  | {
      readonly kind: 'struct';
      readonly struct: StructSchema;
      /** Its fields, as far as they were asked for. */
      readonly members: Map<string, Member>;
    }
  | { readonly kind: 'map'; readonly values: Shape }
  | {
      readonly kind: 'list';
      readonly keys: readonly string[] | undefined;
      readonly items: Shape;
      readonly struct: StructSchema | undefined;
    };

/** A member of a mapping: its path element, and how its value is seen. */
export interface Member {
  /** `f:NAME` */
  readonly element: string;
  readonly shape: Shape;
}

const LEAF: Shape = { kind: 'leaf' };
const structShapes = new Map<StructSchema, Extract<Shape, { kind: 'struct' }>>();

/** The shape of a struct that is owned field by field. */
export function structShape(struct: StructSchema): Extract<Shape, { kind: 'struct' }> {
  let shape = structShapes.get(struct);
  if (shape === undefined) {
    shape = { kind: 'struct', struct, members: new Map() };
    structShapes.set(struct, shape);
  }
  return shape;
}

function makeShape(field: FieldSchema): Shape {
  const { type } = field;
  if (field.mapType === 'atomic') return LEAF;
  if (type.kind !== 'list') return shapeOfType(type);
  if (field.listType !== 'map' && field.listType !== 'set') return LEAF;
  const struct = type.items.kind === 'struct' ? structOf(type.items) : undefined;
  return {
    kind: 'list',
    keys: field.listType === 'map' ? [...field.listMapKeys].sort() : undefined,
    items: shapeOfType(type.items),
    struct,
  };
}

function shapeOfType(type: TypeRef): Shape {
  switch (type.kind) {
    case 'struct': {
      const struct = structOf(type);
      return struct === undefined || struct.atomic ? LEAF : structShape(struct);
    }
    case 'map':
      return { kind: 'map', values: shapeOfType(type.values) };
    case 'list':
    case 'scalar':
      return LEAF;
  }
}

/** A member of a mapping by its name; unknown fields are leaves. */
export function memberOf(shape: Extract<Shape, { kind: 'struct' | 'map' }>, name: string): Member {
  if (shape.kind === 'map') return { element: `f:${name}`, shape: shape.values };
  const known = shape.members.get(name);
  if (known !== undefined) return known;
  const element = `f:${name}`;
  const field = shape.struct.fields.get(name);
  if (field === undefined) return { element, shape: LEAF };
  const made = { element, shape: makeShape(field) };
  shape.members.set(name, made);
  return made;
}

/** The shape of a member of a mapping. */
export function memberShape(shape: Extract<Shape, { kind: 'struct' | 'map' }>, name: string): Shape {
  return memberOf(shape, name).shape;
}

/** The path element of a list's item: by its keys (defaults stand in for absent ones), or by its value. */
export function itemElement(shape: Extract<Shape, { kind: 'list' }>, item: unknown): string {
  if (shape.keys === undefined) return `v:${JSON.stringify(item)}`;
  const given = (typeof item === 'object' && item !== null ? item : {}) as Mapping;
  let text = '';
  for (const name of shape.keys) {
    const value = given[name] ?? shape.struct?.fields.get(name)?.default;
    if (value === undefined) continue;
    text += `${text === '' ? '' : ','}"${name}":${JSON.stringify(value)}`;
  }
  return `k:{${text}}`;
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
      const inner = field.type.kind === 'struct' ? structOf(field.type) : undefined;
      out[field.name] = inner === undefined ? field.default : emptyStruct(inner);
    } else if (field.required) out[field.name] = null;
  }
  return out;
}
