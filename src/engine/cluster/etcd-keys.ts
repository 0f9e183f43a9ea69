import { type Resource, resourceByKey } from '../../api/resources.ts';

/** Where the API server keeps a resource, when it is not under its own name. Models the storage factories of pkg/registry. */
const FOLDERS: Readonly<Record<string, string>> = {
  nodes: 'minions',
  services: 'services/specs',
  endpoints: 'services/endpoints',
  replicationcontrollers: 'controllers',
  'ingresses.networking.k8s.io': 'ingress',
};

/** The key of an object in etcd: `/registry/pods/default/web`. Built-in groups have no folder of their own, added APIs do. */
export function etcdKey({ key, group, resource }: Resource, namespace: string, name: string): string {
  // What is not built in has a group that is a domain of somebody else's.
  const added = resourceByKey(key) === undefined;
  const own =
    added || group === 'apiregistration.k8s.io' || group === 'apiextensions.k8s.io'
      ? `${group}/${resource}`
      : resource;
  return ['/registry', FOLDERS[key] ?? own, ...(namespace === '' ? [] : [namespace]), name].join('/');
}
