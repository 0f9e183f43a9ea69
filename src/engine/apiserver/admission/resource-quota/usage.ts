import type {
  Container,
  PersistentVolumeClaim,
  Pod,
  ResourceRequirements,
  Service,
} from '../../../../api/generated/types.ts';
import type { KubeObject, ResourceName } from '../../../../api/object.ts';
import { podLimits, podRequests } from '../../../../api/pod-resources.ts';
import { resourceListOf } from '../../../../api/resource-list.ts';

// Models pkg/quota/v1/evaluator/core and apiserver/pkg/quota/v1/generic/evaluator.go (1.36): what an object counts for.

/** Quota names → amounts. */
export type Usage = Record<string, string>;

/** Kinds that also count under their bare plural. */
const BARE = new Set([
  'configmaps',
  'secrets',
  'services',
  'persistentvolumeclaims',
  'pods',
  'replicationcontrollers',
  'resourcequotas',
]);

/** What an object takes out of a quota. */
export function usageOf(resource: ResourceName, object: KubeObject): Usage {
  const usage: Usage = { [`count/${resource}`]: '1' };
  if (BARE.has(resource)) usage[resource] = '1';
  switch (resource) {
    case 'pods':
      return { ...usage, ...podUsage(object as Pod) };
    case 'services':
      return { ...usage, ...serviceUsage(object as Service) };
    case 'persistentvolumeclaims':
      return { ...usage, ...claimUsage(object as PersistentVolumeClaim) };
    default:
      return usage;
  }
}

function podUsage(pod: Pod): Usage {
  return computeUsage(resourceListOf(podRequests(pod)), resourceListOf(podLimits(pod)));
}

/** Models podComputeUsageHelper. */
export function computeUsage(
  requests: Usage | ResourceRequirements['requests'],
  limits: Usage | ResourceRequirements['limits'],
): Usage {
  const usage: Usage = {};
  for (const [name, amount] of Object.entries(requests ?? {})) {
    usage[`requests.${name}`] = amount;
    if (name === 'cpu' || name === 'memory' || name === 'ephemeral-storage' || name.startsWith('hugepages-'))
      usage[name] = amount;
  }
  for (const name of ['cpu', 'memory', 'ephemeral-storage']) {
    const amount = limits?.[name];
    if (amount !== undefined) usage[`limits.${name}`] = amount;
  }
  return usage;
}

/** What one container says for itself. */
export function containerUsage({ resources }: Container): Usage {
  return computeUsage(resources?.requests, resources?.limits);
}

function serviceUsage({ spec }: Service): Usage {
  const ports = spec?.ports ?? [];
  if (spec?.type === 'NodePort')
    return { 'services.nodeports': String(ports.length), 'services.loadbalancers': '0' };
  if (spec?.type !== 'LoadBalancer') return { 'services.nodeports': '0', 'services.loadbalancers': '0' };
  const nodePorts =
    spec.allocateLoadBalancerNodePorts === false
      ? ports.filter(({ nodePort = 0 }) => nodePort !== 0).length
      : ports.length;
  return { 'services.nodeports': String(nodePorts), 'services.loadbalancers': '1' };
}

function claimUsage({ spec }: PersistentVolumeClaim): Usage {
  const storage = spec?.resources?.requests?.['storage'];
  const prefix =
    spec?.storageClassName === undefined ? undefined : `${spec.storageClassName}.storageclass.storage.k8s.io`;
  return {
    ...(storage === undefined ? {} : { 'requests.storage': storage }),
    ...(prefix === undefined ? {} : { [`${prefix}/persistentvolumeclaims`]: '1' }),
    ...(prefix === undefined || storage === undefined ? {} : { [`${prefix}/requests.storage`]: storage }),
  };
}
