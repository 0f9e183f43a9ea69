import { RESOURCES, type Resource } from '../../../api/resources.ts';
import { publishedSchema } from '../../../api/custom-schema.ts';
import type { JsonObject } from '../../../base/json.ts';

/** The API's schemas by name, with references as OpenAPI v3 has them (api/openapi). */
export type Schemas = Readonly<Record<string, JsonObject>>;

const GVK = 'x-kubernetes-group-version-kind';
const STRATEGIC = 'application/strategic-merge-patch+json';
const PATCHES = [
  'application/apply-patch+yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
  STRATEGIC,
];
const WRITE_PARAMETERS = ['dryRun', 'fieldManager', 'fieldValidation'];

const INFO = { title: 'Kubernetes', version: 'v1.36.2' };
const CUSTOM_INFO = { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' };
const V2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/**
 * /openapi/v2, which kubectl reads (as gnostic's Document) where v3 does not know a group: it names nothing, so that
 * kubectl leaves the object to the server.
 */
export function openapiV2(accept: string): {
  readonly headers: Record<string, string>;
  readonly body: object | string;
} {
  const protobuf = accept.includes('proto-openapi.spec.v2');
  const headers = { 'Content-Type': protobuf ? V2_PROTOBUF : 'application/json' };
  if (!protobuf) return { headers, body: { swagger: '2.0', info: INFO, paths: {} } };
  const field = (number: number, value: string): string =>
    String.fromCharCode(number * 8 + 2, value.length) + value;
  return { headers, body: field(1, '2.0') + field(2, field(1, INFO.title) + field(2, INFO.version)) };
}

/** A resource that a definition has added, and the openAPIV3Schema of it. */
export interface CustomSchema {
  readonly resource: Resource;
  readonly structure: JsonObject;
}

/** /openapi/v3: the documents there are, one a group and version. */
export function openapiIndex(custom: readonly CustomSchema[]): object {
  const all = [...RESOURCES, ...custom.map(({ resource }) => resource)];
  const paths = [...new Set(all.map(rootOf))].sort();
  return {
    paths: Object.fromEntries(paths.map((path) => [path, { serverRelativeURL: `/openapi/v3/${path}` }])),
  };
}

/** The document of `api/v1` or `apis/apps/v1`: enough to explain, to validate and to patch by. Undefined: not served. */
export function openapiDocument(
  root: string,
  builtIn: Schemas,
  custom: readonly CustomSchema[],
): object | undefined {
  const resources = RESOURCES.filter((resource) => rootOf(resource) === root);
  const own = custom.filter(({ resource }) => rootOf(resource) === root);
  const all = [...resources, ...own.map(({ resource }) => resource)];
  if (all.length === 0) return undefined;
  const schemas = { ...builtIn, ...Object.fromEntries(own.map((each) => published(each, builtIn))) };
  const isCustom = resources.length === 0;
  return {
    openapi: '3.0.0',
    info: isCustom ? CUSTOM_INFO : INFO,
    paths: Object.fromEntries(
      all.flatMap((resource) =>
        pathsOf(resource, schemas, isCustom ? PATCHES.filter((type) => type !== STRATEGIC) : PATCHES),
      ),
    ),
    components: { schemas: reached(all, schemas) },
  };
}

/** A custom kind's schema, named as ToRESTFriendlyName does: `com.example.stable.v1.CronTab`. */
function published({ resource, structure }: CustomSchema, builtIn: Schemas): readonly [string, JsonObject] {
  const { group, version, kind } = resource;
  const name = [...group.split('.').reverse(), version, kind].join('.');
  const schema = publishedSchema(structure, builtIn['io.k8s.api.core.v1.Pod'] ?? {});
  return [name, { ...schema, [GVK]: [{ group, version, kind }] }];
}

function rootOf({ group, version }: Resource): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

type Entry = readonly [string, object];

function pathsOf(resource: Resource, schemas: Schemas, patches: readonly string[]): readonly Entry[] {
  const { group, version, kind, verbs } = resource;
  const own = { [GVK]: { group, version, kind } };
  const name = schemaOf(resource, schemas);
  const schema = name === undefined ? { type: 'object' } : { $ref: `#/components/schemas/${name}` };
  const answer = { 200: { description: 'OK', content: { 'application/json': { schema } } } };
  const write = (types: readonly string[], parameters: readonly string[]): object => ({
    parameters: parameters.map((each) => ({
      name: each,
      in: 'query',
      schema: { type: 'string', uniqueItems: true },
    })),
    requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema }])) },
    responses: answer,
    ...own,
  });
  const read = (action: string): object => ({ 'x-kubernetes-action': action, responses: answer, ...own });
  const base = `/${rootOf(resource)}${resource.namespaced ? '/namespaces/{namespace}' : ''}/${resource.resource}`;
  const has = (verb: string): boolean => verbs.includes(verb);
  const collection = {
    ...(has('list') ? { get: read('list') } : {}),
    ...(has('create') ? { post: write(['*/*'], WRITE_PARAMETERS) } : {}),
  };
  const single = {
    ...(has('get') ? { get: read('get') } : {}),
    ...(has('update') ? { put: write(['*/*'], WRITE_PARAMETERS) } : {}),
    ...(has('patch') ? { patch: write(patches, [...WRITE_PARAMETERS, 'force']) } : {}),
    ...(has('delete') ? { delete: read('delete') } : {}),
  };
  return [
    [base, collection],
    [`${base}/{name}`, single],
  ];
}

/** The name of a kind's schema. */
function schemaOf({ group, version, kind }: Resource, schemas: Schemas): string | undefined {
  return Object.keys(schemas).find((name) => {
    const kinds = schemas[name]?.[GVK] as readonly JsonObject[] | undefined;
    return kinds?.some((own) => own['group'] === group && own['version'] === version && own['kind'] === kind);
  });
}

/** The schemas that these resources need. */
function reached(resources: readonly Resource[], schemas: Schemas): Schemas {
  const found = new Map<string, JsonObject>();
  const queue = resources.flatMap((resource) => schemaOf(resource, schemas) ?? []);
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const schema = schemas[name];
    if (schema === undefined || found.has(name)) continue;
    found.set(name, schema);
    for (const [, next = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      queue.push(next);
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
