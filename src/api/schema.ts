import { EXTENSION_TYPES } from './extension-types.ts';
import { KINDS, TYPES } from './generated/schema-data.ts';

export type ScalarType =
  | 'string'
  | 'bytes'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'float64'
  | 'quantity'
  | 'intOrString'
  | 'time'
  | 'microTime'
  /** any JSON: FieldsV1, RawExtension, JSON */
  | 'any';

/** The structural type of a value. */
export type TypeRef =
  | { readonly kind: 'scalar'; readonly scalar: ScalarType }
  | {
      readonly kind: 'struct';
      readonly name: string;
      /** Of what no document describes: a custom resource. */
      readonly struct?: StructSchema;
    }
  | { readonly kind: 'list'; readonly items: TypeRef }
  | { readonly kind: 'map'; readonly values: TypeRef };

export interface FieldSchema {
  readonly name: string;
  readonly type: TypeRef;
  readonly required: boolean;
  /** OpenAPI default; `{}` = a Go struct that is always written. */
  readonly default: unknown;
  /** For lists; undefined reads as atomic. */
  readonly listType: 'atomic' | 'set' | 'map' | undefined;
  readonly listMapKeys: readonly string[];
  /** atomic = server-side apply owns the whole mapping at once */
  readonly mapType: 'atomic' | 'granular' | undefined;
  readonly patchStrategies: readonly string[];
  readonly patchMergeKey: string | undefined;
  /** Go's type of a named string (or of the list's items): `v1.PullPolicy`. */
  readonly goType: string | undefined;
  /** The embedded Go struct the field stands in: `VolumeSource`. */
  readonly embedded: string | undefined;
}

export interface StructSchema {
  readonly name: string;
  /** `v1.PodSpec` */
  readonly goType: string;
  readonly atomic: boolean;
  readonly fields: ReadonlyMap<string, FieldSchema>;
}

const SCALARS: Readonly<Record<string, ScalarType>> = {
  s: 'string',
  y: 'bytes',
  b: 'bool',
  i: 'int32',
  l: 'int64',
  d: 'float64',
  q: 'quantity',
  x: 'intOrString',
  t: 'time',
  u: 'microTime',
  a: 'any',
};

function parseType(code: string): TypeRef {
  if (code.startsWith('#')) return { kind: 'struct', name: code.slice(1) };
  if (code.startsWith('[]')) return { kind: 'list', items: parseType(code.slice(2)) };
  if (code.startsWith('{}')) return { kind: 'map', values: parseType(code.slice(2)) };
  return { kind: 'scalar', scalar: SCALARS[code] ?? 'any' };
}

function parseField(text: string): FieldSchema {
  const [name = '', code = 'a', ...pairs] = text.split(' ');
  const attributes = new Map(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  const fallback = attributes.get('d');
  const list = attributes.get('l');
  const map = attributes.get('m');
  return {
    name,
    type: parseType(code.endsWith('!') ? code.slice(0, -1) : code),
    required: code.endsWith('!'),
    default: fallback === undefined ? undefined : (JSON.parse(fallback) as unknown),
    listType: list === undefined ? undefined : list === 'm' ? 'map' : list === 's' ? 'set' : 'atomic',
    listMapKeys: attributes.get('k')?.split(',') ?? [],
    mapType: map === undefined ? undefined : map === 'g' ? 'granular' : 'atomic',
    patchStrategies: attributes.get('p')?.split(',') ?? [],
    patchMergeKey: attributes.get('P'),
    goType: attributes.get('g'),
    embedded: attributes.get('e'),
  };
}

const lines = new Map<string, string>();
for (const line of `${TYPES.trim()}${EXTENSION_TYPES}`.trim().split('\n'))
  lines.set(line.slice(0, line.search(/[ ~]/)), line);

const structs = new Map<string, StructSchema>();

/** The fields of a struct by its type name (`PodSpec`). Unpacked on first use. */
export function structSchema(name: string): StructSchema | undefined {
  const known = structs.get(name);
  if (known !== undefined) return known;
  const line = lines.get(name);
  if (line === undefined) return undefined;
  const [head = '', ...fields] = line.split('|');
  const goType = head.slice(head.indexOf(' ') + 1);
  const parsed = fields.map(parseField);
  const schema: StructSchema = {
    name,
    goType,
    atomic: head.includes('~'),
    fields: new Map(parsed.map((field) => [field.name, field])),
  };
  structs.set(name, schema);
  return schema;
}

/** The struct of a type, wherever it is described. */
export function structOf(type: Extract<TypeRef, { kind: 'struct' }>): StructSchema | undefined {
  return type.struct ?? structSchema(type.name);
}

const kinds = new Map<string, string>();
for (const line of KINDS.trim().split('\n')) {
  const [apiVersion = '', kind = '', type = ''] = line.split(' ');
  kinds.set(`${apiVersion}/${kind}`, type);
}

/** The struct of a kind: (`apps/v1`, `Deployment`). */
export function kindSchema(apiVersion: string, kind: string): StructSchema | undefined {
  const type = kinds.get(`${apiVersion}/${kind}`);
  return type === undefined ? undefined : structSchema(type);
}

const GO_SCALARS: Readonly<Record<ScalarType, string>> = {
  string: 'string',
  bytes: '[]uint8',
  bool: 'bool',
  int32: 'int32',
  int64: 'int64',
  float64: 'float64',
  quantity: 'resource.Quantity',
  intOrString: 'intstr.IntOrString',
  time: 'v1.Time',
  microTime: 'v1.MicroTime',
  any: 'interface {}',
};

/** How Go prints the type in a decoding error: `[]v1.ContainerPort`, `map[string]string`, `int32`. */
export function goTypeOf(type: TypeRef, named?: string): string {
  switch (type.kind) {
    case 'scalar':
      return type.scalar === 'string' && named !== undefined ? named : GO_SCALARS[type.scalar];
    case 'struct':
      return structSchema(type.name)?.goType ?? type.name;
    case 'list':
      return `[]${goTypeOf(type.items, named)}`;
    case 'map':
      return `map[string]${goTypeOf(type.values, named)}`;
  }
}
