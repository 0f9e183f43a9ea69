import type { Resource } from '../../api/resources.ts';
import { type ApiStatus, failure } from '../../api/status.ts';
import { type Result, err, ok } from '../../base/result.ts';
import { servedSubresources } from './served-subresources.ts';

// What the server answers on paths without a resource: version, health, and the lists of what it serves.

/** /version of the cluster simulated. */
export const VERSION = {
  major: '1',
  minor: '36',
  emulationMajor: '1',
  emulationMinor: '36',
  minCompatibilityMajor: '1',
  minCompatibilityMinor: '35',
  gitVersion: 'v1.36.2',
  gitCommit: '0000000000000000000000000000000000000000',
  gitTreeState: 'clean',
  buildDate: '2026-06-16T00:00:00Z',
  goVersion: 'go1.26.10',
  compiler: 'gc',
  platform: 'linux/amd64',
} as const;

const HEALTHY = new Set(['/healthz', '/livez', '/readyz', '/healthz/ping', '/livez/ping', '/readyz/ping']);

/** The body of GET on a path; text for health checks. */
export function pathBody(path: string, served: readonly Resource[]): Result<unknown, ApiStatus> {
  const groups = groupNames(served);
  const bare = path.split('?')[0] ?? path;
  if (bare === '/version' || bare === '/version/') return ok(VERSION);
  if (HEALTHY.has(bare)) return ok('ok');
  if (bare === '/api') return ok(coreVersions());
  if (bare === '/apis')
    return ok({
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: groups.map((name) => groupBody(served, name)),
    });
  const parts = bare.split('/').filter((part) => part !== '');
  if (parts[0] === 'api' && parts.length === 2) return resourceList(served, '', parts[1] ?? '');
  if (parts[0] === 'apis' && parts.length === 2 && groups.includes(parts[1] ?? '')) {
    return ok({ kind: 'APIGroup', apiVersion: 'v1', ...groupBody(served, parts[1] ?? '') });
  }
  if (parts[0] === 'apis' && parts.length === 3) return resourceList(served, parts[1] ?? '', parts[2] ?? '');
  return err(failure(404, 'NotFound', 'the server could not find the requested resource', {}));
}

function coreVersions(): object {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '10.99.0.1:6443' }],
  };
}

function groupNames(served: readonly Resource[]): readonly string[] {
  return [...new Set(served.map(({ group }) => group).filter((group) => group !== ''))];
}

function groupBody(served: readonly Resource[], name: string): object {
  const versions = [
    ...new Set(served.filter(({ group }) => group === name).map(({ version }) => version)),
  ].map((version) => ({
    groupVersion: `${name}/${version}`,
    version,
  }));
  return { name, versions, preferredVersion: versions[0] };
}

function resourceList(all: readonly Resource[], group: string, version: string): Result<unknown, ApiStatus> {
  const served = all.filter((resource) => resource.group === group && resource.version === version);
  if (served.length === 0)
    return err(failure(404, 'NotFound', 'the server could not find the requested resource', {}));
  const resources = served.flatMap((each) => [
    {
      name: each.resource,
      singularName: each.singular,
      namespaced: each.namespaced,
      kind: each.kind,
      verbs: each.verbs,
      ...(each.shortNames.length === 0 ? {} : { shortNames: each.shortNames }),
      ...(each.categories.length === 0 ? {} : { categories: each.categories }),
    },
    ...servedSubresources(each).map((sub) => ({
      name: `${each.resource}/${sub.name}`,
      singularName: '',
      namespaced: each.namespaced,
      ...(sub.group === each.group ? {} : { group: sub.group, version: sub.version }),
      kind: sub.kind,
      verbs: sub.verbs,
    })),
  ]);
  return ok({
    kind: 'APIResourceList',
    groupVersion: group === '' ? version : `${group}/${version}`,
    resources,
  });
}
