import type { ResourceName } from './object.ts';
import { RESOURCE_TABLE } from './resource-table.ts';

/** One served resource. Models metav1.APIResource. */
export interface Resource {
  readonly key: ResourceName;
  readonly group: string;
  readonly version: string;
  /** `v1`, `apps/v1` */
  readonly apiVersion: string;
  /** plural */
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly shortNames: readonly string[];
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly string[];
}

const ALL_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

/** `deployments` + `apps` -> `deployments.apps`; core resources have no suffix. Models schema.GroupResource.String. */
export function resourceKey(group: string, resource: string): ResourceName {
  return group === '' ? resource : `${resource}.${group}`;
}

/** `apps/v1` -> group and version; `v1` is the core group. */
export function splitApiVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf('/');
  if (slash < 0) return { group: '', version: apiVersion };
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

export function joinApiVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

function listOf(text: string): readonly string[] {
  return text === '-' ? [] : text.split(',');
}

function parseLine(line: string): Resource {
  const [
    resource = '',
    short = '-',
    apiVersion = '',
    scope,
    kind = '',
    verbs = '',
    categories = '-',
    subs = '-',
  ] = line.split(' ');
  const { group, version } = splitApiVersion(apiVersion);
  return {
    key: resourceKey(group, resource),
    group,
    version,
    apiVersion,
    resource,
    singular: kind.toLowerCase(),
    kind,
    shortNames: listOf(short),
    namespaced: scope === 'N',
    verbs: verbs === '*' ? ALL_VERBS : listOf(verbs),
    categories: listOf(categories),
    subresources: listOf(subs),
  };
}

/** Every served resource in discovery order (core first, then groups by name). */
export const RESOURCES: readonly Resource[] = RESOURCE_TABLE.trim().split('\n').map(parseLine);

const byKey = new Map(RESOURCES.map((r) => [r.key, r]));
const byKind = new Map(RESOURCES.map((r) => [`${r.apiVersion}/${r.kind}`, r]));

/** By key: `pods`, `deployments.apps`. */
export function resourceByKey(key: ResourceName): Resource | undefined {
  return byKey.get(key);
}

/** By what a manifest says of itself. */
export function resourceByKind(apiVersion: string, kind: string): Resource | undefined {
  return byKind.get(`${apiVersion}/${kind}`);
}

/** By group, version and plural, as a URL names it. */
export function resourceByPath(group: string, version: string, resource: string): Resource | undefined {
  const found = byKey.get(resourceKey(group, resource));
  return found?.version === version ? found : undefined;
}

function hasName(resource: Resource, name: string): boolean {
  const lower = name.toLowerCase();
  return resource.resource === lower || resource.singular === lower || resource.shortNames.includes(name);
}

/**
 * By the word a user types: plural or singular name in any case, or a short name as it is, alone or with
 * `.group` or `.version.group`. Models restmapper shortcut expansion and DiscoveryRESTMapper.
 */
export function resourceByWord(word: string, among: readonly Resource[] = RESOURCES): Resource | undefined {
  const [name = '', ...rest] = word.split('.');
  const suffix = rest.join('.').toLowerCase();
  if (suffix === '') return among.find((r) => hasName(r, name));
  const named = among.filter((r) => hasName(r, name));
  return (
    named.find((r) => r.group === suffix || `${r.version}.${r.group}` === suffix) ??
    named.find((r) => r.group.startsWith(suffix))
  );
}

/** The members of a category such as `all`, in kubectl's order (core, then groups by name). */
export function resourcesInCategory(
  category: string,
  among: readonly Resource[] = RESOURCES,
): readonly Resource[] {
  return among.filter((r) => r.categories.includes(category));
}
