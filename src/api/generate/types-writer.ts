import { type OpenApiSchema, type Schemas, refOf, rootNames, shortName, typeName } from './document.ts';
import { RESOURCES } from '../resources.ts';

const SCALARS: Readonly<Record<string, string>> = {
  Quantity: 'Quantity',
  IntOrString: 'IntOrString',
  Time: 'Time',
  MicroTime: 'MicroTime',
  FieldsV1: 'FieldsV1',
  RawExtension: 'RawExtension',
};

/** Enumerations too long to be worth a union. */
const OPEN_ENUMS = new Set(['stopSignal']);
/** Structs whose empty `spec` Go always writes; the same holds for every kind. */
const SPEC_ALWAYS = new Set(['PodTemplateSpec', 'JobTemplateSpec', 'PersistentVolumeClaimTemplate']);
/** Kinds whose apiVersion and kind are the request's business. */
const TYPELESS = new Set(['DeleteOptions']);
/** Kinds nested in another kind: what stands there has no identity of its own yet. */
const NESTED_ROOTS = new Set(['PersistentVolumeClaim']);

const HEADER = `// Made by src/api/generate from src/api/openapi (Kubernetes 1.36). Do not edit.

export type Quantity = string;
export type IntOrString = number | string;
/** RFC 3339 with seconds, UTC. */
export type Time = string;
/** RFC 3339 with microseconds, UTC. */
export type MicroTime = string;
export type FieldsV1 = { readonly [key: string]: unknown };
export type RawExtension = { readonly [key: string]: unknown };

export interface KubeList<T> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ListMeta;
  readonly items: readonly T[];
}

/** An object before the API server has given it an identity (name from generateName, uid). */
export type ToCreate<T extends { readonly metadata: ObjectMeta }> = Omit<T, 'metadata'> & {
  readonly metadata: Partial<ObjectMeta>;
};
`;

function isList(type: string): boolean {
  return type.endsWith('[]');
}

function scalarType(schema: OpenApiSchema, field: string): string {
  if (schema.enum !== undefined && !OPEN_ENUMS.has(field)) {
    return schema.enum.map((value) => `'${value}'`).join(' | ');
  }
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'number':
      return 'number';
    default:
      return 'unknown';
  }
}

function typeOf(schema: OpenApiSchema, field: string): string {
  const ref = refOf(schema);
  if (ref !== undefined) {
    const name = typeName(ref);
    if (name === 'ObjectMeta') return 'Partial<ObjectMeta>';
    if (NESTED_ROOTS.has(name)) return `ToCreate<${name}>`;
    return SCALARS[name] ?? (ref.endsWith('.meta.v1.Patch') ? 'unknown' : name);
  }
  if (schema.type === 'array') {
    const item = typeOf(schema.items ?? {}, field);
    return item.includes('|') || isList(item) ? `readonly (${item})[]` : `readonly ${item}[]`;
  }
  if (schema.type === 'object') {
    if (schema.additionalProperties === undefined) return 'Readonly<Record<string, unknown>>';
    return `Readonly<Record<string, ${typeOf(schema.additionalProperties, field)}>>`;
  }
  return scalarType(schema, field);
}

const IDENTITY = new Set(['name', 'uid']);

function rootField(type: string, name: string, root: OpenApiSchema): string | undefined {
  const gvk = root['x-kubernetes-group-version-kind']?.[0];
  const schema = root.properties?.[name] ?? {};
  const isEmptyStruct = JSON.stringify(schema.default) === '{}';
  if (gvk === undefined) return name === 'spec' && SPEC_ALWAYS.has(type) ? typeOf(schema, name) : undefined;
  if (TYPELESS.has(type)) return undefined;
  if (name === 'apiVersion') return `'${gvk.group === '' ? gvk.version : `${gvk.group}/${gvk.version}`}'`;
  if (name === 'kind') return `'${gvk.kind}'`;
  if (name === 'metadata') return refOf(schema)?.endsWith('ListMeta') === true ? 'ListMeta' : 'ObjectMeta';
  return name === 'spec' && isEmptyStruct ? typeOf(schema, name) : undefined;
}

function interfaceOf(schemaName: string, schema: OpenApiSchema): string {
  const name = typeName(schemaName);
  const lines = Object.keys(schema.properties ?? {})
    .sort()
    .map((field) => {
      const property = schema.properties?.[field] ?? {};
      const forced = rootField(name, field, schema);
      const required =
        forced !== undefined ||
        (schema.required ?? []).includes(field) ||
        (name === 'ObjectMeta' && IDENTITY.has(field));
      const key = /^[a-zA-Z_$][\w$]*$/.test(field) ? field : `'${field}'`;
      return `  readonly ${key}${required ? '' : '?'}: ${forced ?? typeOf(property, field)};`;
    });
  return `export interface ${name} {\n${lines.join('\n')}\n}\n`;
}

function objectByResource(schemas: Schemas): string {
  const typeByKind = new Map<string, string>();
  for (const root of rootNames(schemas)) {
    const gvk = schemas[root]?.['x-kubernetes-group-version-kind']?.[0];
    if (gvk !== undefined) typeByKind.set(`${gvk.group}/${gvk.version}/${gvk.kind}`, typeName(root));
  }
  const lines = RESOURCES.flatMap((resource) => {
    const type = typeByKind.get(`${resource.group}/${resource.version}/${resource.kind}`);
    if (type === undefined || !resource.verbs.includes('get')) return [];
    return [`  readonly '${resource.key}': ${type};`];
  });
  return `/** The type stored under each resource key. */\nexport interface ObjectByResource {\n${lines.join('\n')}\n}\n`;
}

/** Text of generated/types.ts. */
export function writeTypes(schemas: Schemas): string {
  const bodies = Object.keys(schemas)
    .filter((name) => SCALARS[shortName(name)] === undefined && schemas[name]?.properties !== undefined)
    .sort((a, b) => (typeName(a) < typeName(b) ? -1 : 1))
    .map((name) => interfaceOf(name, schemas[name] ?? {}));
  return [HEADER, ...bodies, objectByResource(schemas)].join('\n');
}
