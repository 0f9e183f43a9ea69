import {
  type OpenApiSchema,
  type Schemas,
  reachable,
  refOf,
  rootNames,
  shortName,
  typeName,
} from './document.ts';

// The editor's schema is JSON Schema with Kubernetes' own descriptions: one file for
// completion, hover and `kubectl explain`.

type Json = Record<string, unknown>;

/** Kinds nobody writes as a manifest. */
const NOT_WRITTEN = new Set([
  'Binding',
  'DeleteOptions',
  'Eviction',
  'LocalSubjectAccessReview',
  'Scale',
  'SelfSubjectAccessReview',
  'SelfSubjectReview',
  'SelfSubjectRulesReview',
  'Status',
  'SubjectAccessReview',
  'TokenRequest',
  'TokenReview',
  'EventsEvent',
]);

function plainType(schema: OpenApiSchema): Json {
  const out: Json = {};
  if (schema.type !== undefined) out['type'] = schema.type;
  if (schema.format !== undefined && schema.format !== 'int-or-string') out['format'] = schema.format;
  if (schema.enum !== undefined) out['enum'] = schema.enum;
  if (schema.items !== undefined) out['items'] = property(schema.items);
  if (schema.additionalProperties !== undefined)
    out['additionalProperties'] = property(schema.additionalProperties);
  return out;
}

function property(schema: OpenApiSchema): Json {
  const ref = refOf(schema);
  const out: Json = ref === undefined ? plainType(schema) : { $ref: `#/definitions/${typeName(ref)}` };
  if (schema.description !== undefined) out['description'] = schema.description;
  const isEmpty =
    schema.default === undefined || ['{}', '""', '0', 'null'].includes(JSON.stringify(schema.default));
  if (!isEmpty) out['default'] = schema.default;
  return out;
}

function special(name: string, schema: OpenApiSchema): Json | undefined {
  const base = { title: typeName(name), description: schema.description };
  switch (shortName(name)) {
    case 'IntOrString':
      return { ...base, type: ['string', 'integer'] };
    case 'Quantity':
      return { ...base, type: ['string', 'number'] };
    default:
      return schema.properties === undefined ? { ...base, ...plainType(schema) } : undefined;
  }
}

function definition(name: string, schema: OpenApiSchema): Json {
  const known = special(name, schema);
  if (known !== undefined) return known;
  const properties: Json = {};
  for (const [field, value] of Object.entries(schema.properties ?? {})) properties[field] = property(value);
  const out: Json = { title: typeName(name), description: schema.description, type: 'object', properties };
  if (schema.required !== undefined) out['required'] = schema.required;
  out['additionalProperties'] = false;
  return out;
}

function rootDefinition(name: string, schema: OpenApiSchema): Json {
  const gvk = schema['x-kubernetes-group-version-kind']?.[0];
  if (gvk === undefined) throw new Error(`${name} is no kind`);
  const out = definition(name, schema);
  const properties = out['properties'] as Record<string, Json>;
  const apiVersion = gvk.group === '' ? gvk.version : `${gvk.group}/${gvk.version}`;
  properties['apiVersion'] = { ...properties['apiVersion'], enum: [apiVersion] };
  properties['kind'] = { ...properties['kind'], enum: [gvk.kind] };
  if (properties['status'] !== undefined) {
    // Nobody writes a status, but `kubectl explain` reads it: kept under a keyword editors skip.
    out['x-status'] = properties['status'];
    delete properties['status'];
  }
  out['required'] = [
    ...new Set(['apiVersion', 'kind', ...((out['required'] as string[] | undefined) ?? [])]),
  ];
  out['x-group-version-kind'] = gvk;
  return out;
}

/** Text of public/k8s-schema-1.36.json. */
export function writeEditorSchema(schemas: Schemas): string {
  const roots = rootNames(schemas).filter((name) => !NOT_WRITTEN.has(typeName(name)));
  const definitions: Json = {};
  for (const name of [...reachable(schemas, roots)].sort()) {
    const schema = schemas[name] ?? {};
    definitions[typeName(name)] = roots.includes(name)
      ? rootDefinition(name, schema)
      : definition(name, schema);
  }
  const oneOf = roots.map((name) => ({ $ref: `#/definitions/${typeName(name)}` }));
  return `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', oneOf, definitions })}\n`;
}
