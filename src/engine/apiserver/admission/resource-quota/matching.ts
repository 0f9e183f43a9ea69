import type {
  Container,
  Pod,
  ResourceQuota,
  ScopedResourceSelectorRequirement,
} from '../../../../api/generated/types.ts';
import type { KubeObject, ResourceName } from '../../../../api/object.ts';
import { computePodQos } from '../../../../api/qos.ts';
import { containerUsage } from './usage.ts';

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

const MUST_BE_SAID = ['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'];

/** `must specify limits.cpu for: web; …` when a Pod's containers do not say what the quota counts. */
export function unspecified(names: readonly string[], pod: Pod): string | undefined {
  const required = names.filter((name) => MUST_BE_SAID.includes(name)).sort();
  const containers: readonly Container[] = [
    ...(pod.spec?.containers ?? []),
    ...(pod.spec?.initContainers ?? []),
  ];
  const missing = required.flatMap((name) => {
    const without = containers.filter((container) => containerUsage(container)[name] === undefined);
    const list = [...new Set(without.map((container) => container.name ?? ''))].sort();
    return list.length === 0 ? [] : [`${name} for: ${list.join(',')}`];
  });
  return missing.length === 0 ? undefined : `must specify ${missing.join('; ')}`;
}
