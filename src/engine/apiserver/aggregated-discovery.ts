import { RESOURCES, type Resource } from '../../api/resources.ts';
import { servedSubresources } from './served-subresources.ts';

/** `core` is what /api tells of, `groups` what /apis does. */
export type DiscoveryRoot = 'core' | 'groups';

/** Everything served, in one answer. Models pkg/endpoints/discovery/aggregated, apidiscovery.k8s.io/v2 (1.36). */
export function aggregatedDiscovery(root: DiscoveryRoot, custom: readonly Resource[] = []): object {
  const served = [...RESOURCES, ...custom].filter(({ group }) => (group === '') === (root === 'core'));
  const groups = [...new Set(served.map(({ group }) => group))];
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: groups.map((group) =>
      groupOf(
        group,
        served.filter((each) => each.group === group),
      ),
    ),
  };
}

function groupOf(group: string, resources: readonly Resource[]): object {
  const versions = [...new Set(resources.map(({ version }) => version))];
  return {
    metadata: { ...(group === '' ? {} : { name: group }), creationTimestamp: null },
    versions: versions.map((version) => ({
      version,
      resources: resources.filter((each) => each.version === version).map(resourceOf),
      freshness: 'Current',
    })),
  };
}

function resourceOf(resource: Resource): object {
  const { shortNames, categories } = resource;
  const subresources = servedSubresources(resource).map(({ name, verbs, ...responseKind }) => ({
    subresource: name,
    responseKind,
    verbs,
  }));
  return {
    resource: resource.resource,
    responseKind: { group: resource.group, version: resource.version, kind: resource.kind },
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.singular,
    verbs: resource.verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}
