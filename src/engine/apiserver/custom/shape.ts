import type { FieldSchema, StructSchema, TypeRef } from '../../../api/schema.ts';
import type { Structure } from './definition.ts';

// A definition's schema as server-side apply sees it. Models managedfields.NewTypeConverter over a structural schema.

const ANY: TypeRef = { kind: 'scalar', scalar: 'any' };
const TEXT: TypeRef = { kind: 'scalar', scalar: 'string' };
const META: TypeRef = { kind: 'struct', name: 'ObjectMeta' };

/** The struct of a custom kind. */
export function structOfKind(kind: string, schema: Structure | undefined): StructSchema {
  const fields = new Map(fieldsOf(kind, schema));
  fields.set('apiVersion', field('apiVersion', TEXT));
  fields.set('kind', field('kind', TEXT));
  fields.set('metadata', { ...field('metadata', META), default: {} });
  return { name: kind, goType: kind, atomic: false, fields };
}

function fieldsOf(name: string, schema: Structure | undefined): [string, FieldSchema][] {
  return Object.entries(schema?.properties ?? {}).map(([key, property]) => {
    const map = property['x-kubernetes-map-type'];
    const made = field(key, typeOf(`${name}.${key}`, property));
    return [
      key,
      {
        ...made,
        listType: property['x-kubernetes-list-type'],
        listMapKeys: property['x-kubernetes-list-map-keys'] ?? [],
        mapType: map,
      },
    ];
  });
}

function field(name: string, type: TypeRef): FieldSchema {
  return {
    name,
    type,
    required: false,
    default: undefined,
    listType: undefined,
    listMapKeys: [],
    mapType: undefined,
    patchStrategies: [],
    patchMergeKey: undefined,
    goType: undefined,
    embedded: undefined,
  };
}

const SCALARS: Readonly<Record<string, TypeRef>> = {
  string: TEXT,
  boolean: { kind: 'scalar', scalar: 'bool' },
  integer: { kind: 'scalar', scalar: 'int64' },
  number: { kind: 'scalar', scalar: 'float64' },
};

function typeOf(name: string, schema: Structure): TypeRef {
  if (schema['x-kubernetes-int-or-string'] === true) return { kind: 'scalar', scalar: 'intOrString' };
  if (schema.type === 'array')
    return { kind: 'list', items: schema.items === undefined ? ANY : typeOf(`${name}[]`, schema.items) };
  if (schema.type !== 'object') return SCALARS[schema.type ?? ''] ?? ANY;
  if (typeof schema.additionalProperties === 'object')
    return { kind: 'map', values: typeOf(`${name}{}`, schema.additionalProperties) };
  if (schema.properties === undefined || schema['x-kubernetes-preserve-unknown-fields'] === true)
    return { kind: 'map', values: ANY };
  const struct = {
    name,
    goType: name,
    atomic: schema['x-kubernetes-map-type'] === 'atomic',
    fields: new Map(fieldsOf(name, schema)),
  };
  return { kind: 'struct', name, struct };
}
