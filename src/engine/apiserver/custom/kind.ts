import { FieldPath, invalid } from '../../../api/field-error.ts';
import type { KubeObject } from '../../../api/object.ts';
import { type Resource, joinApiVersion, resourceKey } from '../../../api/resources.ts';
import type { JsonObject } from '../../../base/json.ts';
import { setOwn } from '../../../base/own.ts';
import type { Kind, ScaleStrategy } from '../kinds/kind.ts';
import { fieldOf } from '../registry/draft.ts';
import { cellsOf, columnsOf, valueAt } from './columns.ts';
import { type Definition, type Version, servedVersion } from './definition.ts';
import { hasRules, ruleErrors } from './rules.ts';
import { structOfKind } from './shape.ts';
import { fillDefaults, pruned } from './structure.ts';
import { schemaErrors } from './validate.ts';

// Models apiextensions-apiserver pkg/registry/customresource (1.36).

/** What the server needs to serve one custom kind. */
export interface Served {
  readonly resource: Resource;
  readonly kind: Kind;
  /** What its version says its objects look like. */
  readonly schema: JsonObject | undefined;
}

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];

/** The resource and the kind that a definition makes; undefined when none of its versions is served. */
export function servedBy(definition: Definition): Served | undefined {
  const version = servedVersion(definition);
  if (version === undefined) return undefined;
  const { group, names, scope } = definition.spec;
  const subresources = [
    ...(version.subresources?.scale === undefined ? [] : ['scale']),
    ...(version.subresources?.status === undefined ? [] : ['status']),
  ];
  const resource: Resource = {
    key: resourceKey(group, names.plural),
    group,
    version: version.name,
    apiVersion: joinApiVersion(group, version.name),
    resource: names.plural,
    singular: names.singular ?? names.kind.toLowerCase(),
    kind: names.kind,
    shortNames: names.shortNames ?? [],
    namespaced: scope === 'Namespaced',
    verbs: VERBS,
    categories: names.categories ?? [],
    subresources,
  };
  const schema = version.schema?.openAPIV3Schema as JsonObject | undefined;
  return { resource, kind: kindOf(resource, version), schema };
}

type Mapping = Readonly<Record<string, unknown>>;

/** After such an error rules are not asked. Models hasBlockingErr. */
const BLOCKING: ReadonlySet<string> = new Set([
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);
const UNCHECKED = invalid(
  new FieldPath(''),
  'null',
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
);

function kindOf(resource: Resource, version: Version): Kind {
  const schema = version.schema?.openAPIV3Schema;
  const { additionalPrinterColumns: columns, subresources } = version;
  const errorsOf = (object: KubeObject, old: KubeObject | undefined) => {
    const wrong = schemaErrors(schema, object as unknown as Mapping);
    if (!ruled) return wrong;
    // Rules may rely on the types and sizes that the schema has promised.
    if (wrong.some(({ type }) => BLOCKING.has(type))) return [...wrong, UNCHECKED];
    return [...wrong, ...ruleErrors(schema, object, old)];
  };
  const ruled = hasRules(schema);
  const hasStatus = subresources?.status !== undefined;
  return {
    resource: resource.key,
    kind: resource.kind,
    apiVersion: resource.apiVersion,
    namespaced: resource.namespaced,
    custom: {
      structure: structOfKind(resource.kind, schema),
      ...warningOf(resource, version),
      decode: (object) => {
        const unknown: string[] = [];
        const read = pruned(schema, object, unknown) as Record<string, unknown>;
        return { object: read, unknown };
      },
    },
    default: (draft) => fillDefaults(schema, draft),
    validateCreate: (object) => errorsOf(object, undefined),
    validateUpdate: (object, old) => errorsOf(object, old),
    generationOf: (object) =>
      Object.keys(object)
        .filter((key) => key !== 'metadata' && !(hasStatus && key === 'status'))
        .sort()
        .map((key) => fieldOf(object, key)),
    subresources: hasStatus ? { status: { validateUpdate: (object, old) => errorsOf(object, old) } } : {},
    ...scaleOf(subresources?.scale),
    selectableFields: Object.fromEntries(
      (version.selectableFields ?? []).map(({ jsonPath }) => [
        jsonPath.replace(/^\./, ''),
        (object: KubeObject) => textOf(valueAt(object, jsonPath)),
      ]),
    ),
    tableColumns: columnsOf(columns),
    row: (object, { nowUs }) => cellsOf(columns, object, nowUs),
  };
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

function warningOf({ apiVersion, kind }: Resource, version: Version): { readonly warning?: string } {
  if (version.deprecated !== true) return {};
  return { warning: version.deprecationWarning ?? `${apiVersion} ${kind} is deprecated` };
}

function scaleOf(paths: NonNullable<Version['subresources']>['scale']): { readonly scale?: ScaleStrategy } {
  if (paths === undefined) return {};
  const count = (object: KubeObject, path: string): number => Number(valueAt(object, path) ?? 0);
  return {
    scale: {
      replicas: (object) => count(object, paths.specReplicasPath),
      current: (object) => count(object, paths.statusReplicasPath),
      selector: (object) => textOf(valueAt(object, paths.labelSelectorPath ?? '.none')),
      withReplicas: (object, replicas) =>
        withValue(object, paths.specReplicasPath.split('.').filter(Boolean), replicas) as KubeObject,
    },
  };
}

/** The object with another value at a path of names; everything else is shared. */
function withValue(object: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const out: Record<string, unknown> = { ...(object as Mapping | undefined) };
  setOwn(out, key, withValue(out[key], rest, value));
  return out;
}
