import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One OpenAPI v3 schema as Kubernetes writes them. */
export interface OpenApiSchema {
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: OpenApiSchema;
  readonly additionalProperties?: OpenApiSchema;
  readonly allOf?: readonly OpenApiSchema[];
  readonly oneOf?: readonly OpenApiSchema[];
  readonly $ref?: string;
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[];
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
  readonly 'x-kubernetes-patch-strategy'?: string;
}

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export type Schemas = Readonly<Record<string, OpenApiSchema>>;

const REF_PREFIX = '#/components/schemas/';

/** The schema name a property points at, through `$ref` or `allOf: [{$ref}]`. */
export function refOf(schema: OpenApiSchema): string | undefined {
  const ref = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return ref?.slice(REF_PREFIX.length);
}

/** `Container` of `io.k8s.api.core.v1.Container`. */
export function shortName(schemaName: string): string {
  return schemaName.slice(schemaName.lastIndexOf('.') + 1);
}

const COLLISIONS: Readonly<Record<string, string>> = {
  'io.k8s.api.storage.v1.TokenRequest': 'CSITokenRequest',
  'io.k8s.api.discovery.v1.EndpointPort': 'EndpointSlicePort',
  'io.k8s.api.events.v1.Event': 'EventsEvent',
  'io.k8s.api.events.v1.EventSeries': 'EventsEventSeries',
};

/** The name a schema has in our types: Kubernetes' own, except where two groups use one name. */
export function typeName(schemaName: string): string {
  return COLLISIONS[schemaName] ?? shortName(schemaName);
}

/** `v1.Container` of `io.k8s.api.core.v1.Container`: how Go prints the type in decoding errors. */
export function goTypeName(schemaName: string): string {
  return schemaName.split('.').slice(-2).join('.');
}

const NOT_ROOTS = new Set(['APIResourceList', 'ComponentStatus', 'WatchEvent']);

/** Schemas of kinds: everything with its own apiVersion and kind, lists left out. */
export function rootNames(schemas: Schemas): string[] {
  return Object.keys(schemas)
    .filter((name) => {
      const kinds = schemas[name]?.['x-kubernetes-group-version-kind'];
      const short = shortName(name);
      if (kinds === undefined || NOT_ROOTS.has(short)) return false;
      return !short.endsWith('List');
    })
    .sort();
}

/** All schemas reachable from the given ones. */
export function reachable(schemas: Schemas, from: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const queue = [...from];
  const visit = (schema: OpenApiSchema | undefined): void => {
    if (schema === undefined) return;
    const ref = refOf(schema);
    if (ref !== undefined) queue.push(ref);
    for (const property of Object.values(schema.properties ?? {})) visit(property);
    visit(schema.items);
    visit(schema.additionalProperties);
  };
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    visit(schemas[name]);
  }
  return seen;
}

/** Merges `components.schemas` of every OpenAPI v3 document of a directory; the first document wins. */
export function readDocuments(directory: string): Schemas {
  const merged: Record<string, OpenApiSchema> = {};
  for (const file of readdirSync(directory).sort()) {
    if (!file.endsWith('.json')) continue;
    const document = JSON.parse(readFileSync(join(directory, file), 'utf8')) as {
      components?: { schemas?: Schemas };
    };
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) merged[name] ??= schema;
  }
  return merged;
}

/** Writes schemas as JSON, one schema a line, so that a change of version reads as a diff. */
export function writeSchemas(file: string, schemas: Schemas): void {
  const lines = Object.keys(schemas)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${JSON.stringify(schemas[name])}`);
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}

export function readSchemas(file: string): Schemas {
  return JSON.parse(readFileSync(file, 'utf8')) as Schemas;
}
