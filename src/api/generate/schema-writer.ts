import {
  type OpenApiSchema,
  type Schemas,
  goTypeName,
  refOf,
  rootNames,
  shortName,
  typeName,
} from './document.ts';
import { NAMED_STRINGS, embeddedName } from './go-types.ts';

// The packed form, one line a type: `Name goName|field|field…`, a field being
// `name TYPE[!][ key=value]…`; TYPE is a scalar letter, `#Name` for a struct, `[]TYPE`, `{}TYPE`.
// schema.ts reads it back.

const SPECIAL: Readonly<Record<string, string>> = {
  Quantity: 'q',
  IntOrString: 'x',
  Time: 't',
  MicroTime: 'u',
  FieldsV1: 'a',
  RawExtension: 'a',
  Patch: 'a',
};

function letter(schema: OpenApiSchema): string {
  if (schema.type === 'string') return schema.format === 'byte' ? 'y' : 's';
  if (schema.type === 'boolean') return 'b';
  if (schema.type === 'integer') return schema.format === 'int32' ? 'i' : 'l';
  if (schema.type === 'number') return 'd';
  return 'a';
}

function typeCode(schema: OpenApiSchema): string {
  const ref = refOf(schema);
  if (ref !== undefined) return SPECIAL[shortName(ref)] ?? `#${typeName(ref)}`;
  if (schema.type === 'array') return `[]${typeCode(schema.items ?? {})}`;
  if (schema.type === 'object' && schema.additionalProperties !== undefined) {
    return `{}${typeCode(schema.additionalProperties)}`;
  }
  return letter(schema);
}

function mapTypeOf(schema: OpenApiSchema, schemas: Schemas): string | undefined {
  const ref = refOf(schema);
  return (
    schema['x-kubernetes-map-type'] ??
    (ref === undefined ? undefined : schemas[ref]?.['x-kubernetes-map-type'])
  );
}

function fieldCode(type: string, field: string, owner: OpenApiSchema, schemas: Schemas): string {
  const schema = owner.properties?.[field] ?? {};
  const required = (owner.required ?? []).includes(field) ? '!' : '';
  const parts = [`${field} ${typeCode(schema)}${required}`];
  const add = (key: string, value: string | undefined): void => {
    if (value !== undefined) parts.push(`${key}=${value}`);
  };
  const fallback = schema.default === undefined ? undefined : JSON.stringify(schema.default);
  add('d', fallback);
  add('l', schema['x-kubernetes-list-type']?.replace('atomic', 'a').replace('map', 'm').replace('set', 's'));
  add('k', schema['x-kubernetes-list-map-keys']?.join(','));
  add('m', mapTypeOf(schema, schemas)?.replace('atomic', 'a').replace('granular', 'g'));
  add('p', schema['x-kubernetes-patch-strategy']);
  add('P', schema['x-kubernetes-patch-merge-key']);
  add('g', NAMED_STRINGS[`${type}.${field}`]);
  add('e', embeddedName(type, field));
  return parts.join(' ');
}

function typeLine(name: string, schemas: Schemas): string {
  const schema = schemas[name] ?? {};
  const type = typeName(name);
  const fields = Object.keys(schema.properties ?? {})
    .sort()
    .map((field) => fieldCode(type, field, schema, schemas));
  const mapType = schema['x-kubernetes-map-type'] === 'atomic' ? '~' : '';
  return [`${type}${mapType} ${goTypeName(name)}`, ...fields].join('|');
}

function kindLine(root: string, schemas: Schemas): string {
  const gvk = schemas[root]?.['x-kubernetes-group-version-kind']?.[0];
  if (gvk === undefined) throw new Error(`${root} is no kind`);
  const apiVersion = gvk.group === '' ? gvk.version : `${gvk.group}/${gvk.version}`;
  return `${apiVersion} ${gvk.kind} ${typeName(root)}`;
}

/** Text of generated/schema-data.ts. */
export function writeSchema(schemas: Schemas): string {
  const names = Object.keys(schemas).filter((name) => SPECIAL[shortName(name)] === undefined);
  const types = names.map((name) => typeLine(name, schemas)).sort();
  const kinds = rootNames(schemas).map((root) => kindLine(root, schemas));
  for (const text of [...types, ...kinds]) {
    if (/[`\\]|\$\{/.test(text)) throw new Error(`cannot pack: ${text}`);
  }
  return `// Made by src/api/generate from src/api/openapi (Kubernetes 1.36). Do not edit. Read by schema.ts.

/** apiVersion, kind, type */
export const KINDS = \`
${kinds.join('\n')}
\`;

/** Types and their fields; the form is described in generate/schema-writer.ts. */
export const TYPES = \`
${types.join('\n')}
\`;
`;
}
