import type { Resource } from '../../api/resources.ts';

/** How discovery tells of one subresource. */
export interface ServedSubresource {
  readonly name: string;
  /** Kind of what is sent and answered. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

type Own = Omit<ServedSubresource, 'name'>;

const ON_OBJECT = ['get', 'patch', 'update'];
const STREAM: readonly string[] = ['create', 'get'];
const PROXY: readonly string[] = ['create', 'delete', 'get', 'patch', 'update'];

/** What is no part of the object itself. Models the storage of each subresource in pkg/registry (1.36). */
const OWN: Readonly<Record<string, Own>> = {
  attach: { group: '', version: 'v1', kind: 'PodAttachOptions', verbs: STREAM },
  binding: { group: '', version: 'v1', kind: 'Binding', verbs: ['create'] },
  eviction: { group: 'policy', version: 'v1', kind: 'Eviction', verbs: ['create'] },
  exec: { group: '', version: 'v1', kind: 'PodExecOptions', verbs: STREAM },
  finalize: { group: '', version: 'v1', kind: 'Namespace', verbs: ['update'] },
  portforward: { group: '', version: 'v1', kind: 'PodPortForwardOptions', verbs: STREAM },
  scale: { group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: ON_OBJECT },
  token: { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest', verbs: ['create'] },
};

/** The subresources of a resource, as discovery lists them. */
export function servedSubresources(resource: Resource): readonly ServedSubresource[] {
  const { group, version, kind } = resource;
  return resource.subresources.map((name) => {
    if (name === 'log') return { name, group, version, kind, verbs: ['get'] };
    if (name === 'proxy') return { name, group, version, kind: `${kind}ProxyOptions`, verbs: PROXY };
    return { name, ...(OWN[name] ?? { group, version, kind, verbs: ON_OBJECT }) };
  });
}
