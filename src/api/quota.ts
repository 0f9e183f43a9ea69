import type {
  Container,
  PersistentVolumeClaim,
  Pod,
  ResourceQuota,
  ResourceRequirements,
  ScopedResourceSelectorRequirement,
  Service,
} from './generated/types.ts';
import type { KubeObject, ResourceName } from './object.ts';
import { podLimits, podRequests } from './pod-resources.ts';
import { computePodQos } from './qos.ts';
import { resourceListOf } from './resource-list.ts';

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

/** Whether a quota's scopes take the object in. Only Pods have scopes. */
export function matchesScopes({ spec }: ResourceQuota, resource: ResourceName, object: KubeObject): boolean {
  const scopes = [
    ...(spec?.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' as const })),
    ...(spec?.scopeSelector?.matchExpressions ?? []),
  ];
  if (scopes.length === 0) return true;
  return resource === 'pods' && scopes.every((scope) => inScope(object as Pod, scope));
}

function inScope(pod: Pod, { scopeName, operator, values = [] }: ScopedResourceSelectorRequirement): boolean {
  const { spec } = pod;
  switch (scopeName) {
    case 'Terminating':
      return spec?.activeDeadlineSeconds !== undefined;
    case 'NotTerminating':
      return spec?.activeDeadlineSeconds === undefined;
    case 'BestEffort':
      return computePodQos(pod) === 'BestEffort';
    case 'NotBestEffort':
      return computePodQos(pod) !== 'BestEffort';
    case 'PriorityClass':
      return priorityMatches(spec?.priorityClassName ?? '', operator ?? '', values);
    case 'CrossNamespacePodAffinity':
      return crossesNamespaces(pod);
    default:
      return false;
  }
}

function priorityMatches(name: string, operator: string, values: readonly string[]): boolean {
  switch (operator) {
    case 'Exists':
      return name !== '';
    case 'DoesNotExist':
      return name === '';
    case 'In':
      return values.includes(name);
    case 'NotIn':
      return !values.includes(name);
    default:
      return false;
  }
}

function crossesNamespaces({ spec }: Pod): boolean {
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {};
  return [podAffinity, podAntiAffinity].some((affinity) => {
    const terms = [
      ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
      ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(
        ({ podAffinityTerm }) => podAffinityTerm,
      ),
    ];
    return terms.some((term) => (term?.namespaces ?? []).length > 0 || term?.namespaceSelector !== undefined);
  });
}
