import type { Draft } from '../../../../base/brand.ts';
import type { Pod, PodSpec, ResourceRequirements } from '../../../../api/generated/types.ts';
import { podRequests } from '../../../../api/pod-resources.ts';
import { amountOf, formatAmount, roundUp } from '../../../../api/quantity.ts';
import { type ResourceList, resourceListOf } from '../../../../api/resource-list.ts';

const MILLI = -3;

/** Rounds every amount up to a thousandth. Models SetDefaults_ResourceList. */
export function defaultResourceList(list: Record<string, string> | undefined): void {
  if (list === undefined) return;
  for (const name of Object.keys(list)) {
    const text = list[name] ?? '0';
    const last = text.charCodeAt(text.length - 1);
    if (last === 0x6e || last === 0x75) list[name] = formatAmount(roundUp(amountOf(text), MILLI));
  }
}

/** Limits and requests of a container or Pod. */
export function defaultRequirements(resources: Draft<ResourceRequirements> | undefined): void {
  if (resources === undefined) return;
  defaultResourceList(resources.limits);
  defaultResourceList(resources.requests);
}

/** Requests that are not given are the limits. Models the loop of SetDefaults_Pod. */
export function requestsFromLimits(resources: Draft<ResourceRequirements> | undefined): void {
  if (resources?.limits === undefined) return;
  const requests = (resources.requests ??= {});
  for (const [name, amount] of Object.entries(resources.limits)) requests[name] ??= amount;
}

/**
 * What all containers of a Pod ask for together: the sum of app containers and sidecars, or more where an init
 * container needs more while it runs. Models component-helpers/resource AggregateContainerRequests.
 */
export function aggregateRequests(spec: PodSpec): ResourceList {
  return resourceListOf(podRequests({ spec } as Pod, { excludeOverhead: true, skipPodLevelResources: true }));
}

const POD_LEVEL = new Set(['cpu', 'memory']);

/** Whether spec.resources of a Pod may name it. Models IsSupportedPodLevelResource. */
export function isPodLevelResource(name: string): boolean {
  return POD_LEVEL.has(name) || name.startsWith('hugepages-');
}

/** No prefix, or kubernetes.io's. Models helper.IsNativeResource. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** Models helper.IsHugePageResourceName. */
export function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}

/** Models helper.IsOvercommitAllowed. */
export function isOvercommitAllowed(name: string): boolean {
  return isNativeResource(name) && !isHugePages(name);
}
