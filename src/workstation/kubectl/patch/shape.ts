import { type FieldSchema, type TypeRef, kindSchema, structSchema } from '../../../api/schema.ts';

/** What is known of a value's type while a patch is made; undefined where the schema says nothing. */
export type Shape = TypeRef | undefined;

/** How a field is patched. Models openapi.PatchMeta. */
export interface FieldRule {
  readonly shape: Shape;
  /** Of the list's items, for lists. */
  readonly items: Shape;
  /** `merge`, `replace` or '' */
  readonly strategy: string;
  readonly retainKeys: boolean;
  readonly mergeKey: string;
}

const UNKNOWN: FieldRule = {
  shape: undefined,
  items: undefined,
  strategy: '',
  retainKeys: false,
  mergeKey: '',
};

/** The shape of a kind's objects; undefined when the schema does not have it. */
export function shapeOfKind(apiVersion: string, kind: string): Shape {
  const schema = kindSchema(apiVersion, kind);
  return schema === undefined ? undefined : { kind: 'struct', name: schema.name };
}

export function ruleOf(shape: Shape, key: string): FieldRule {
  if (shape?.kind === 'map') return { ...UNKNOWN, shape: shape.values, items: itemsOf(shape.values) };
  if (shape?.kind !== 'struct') return UNKNOWN;
  const field = structSchema(shape.name)?.fields.get(key);
  return field === undefined ? UNKNOWN : ruleOfField(field);
}

function ruleOfField({ type, patchStrategies, patchMergeKey = '' }: FieldSchema): FieldRule {
  return {
    shape: type,
    items: itemsOf(type),
    strategy: patchStrategies.find((strategy) => strategy !== 'retainKeys') ?? '',
    retainKeys: patchStrategies.includes('retainKeys'),
    mergeKey: patchMergeKey,
  };
}

const itemsOf = (type: TypeRef): Shape => (type.kind === 'list' ? type.items : undefined);
