import type { Container, ContainerStatus, Pod } from './generated/types.ts';
import { isRestartableInitContainer } from './pod.ts';
import { addAmounts, amountOf } from './quantity.ts';
import { type Amounts, type ResourceList, addResources, amountsOf, maxResources } from './resource-list.ts';

// Models k8s.io/component-helpers/resource/helpers.go of 1.36: what a Pod asks of a node.

export interface PodResourcesOptions {
  /** Also count what the status says is allocated and actuated (in-place resize). */
  readonly useStatusResources?: boolean;
  readonly excludeOverhead?: boolean;
  /** Requests assumed for containers that name none, e.g. the scheduler's 100m and 200Mi when scoring. */
  readonly nonMissingContainerRequests?: ResourceList;
  readonly skipPodLevelResources?: boolean;
}

type Pick = (
  container: Container,
  status: ContainerStatus | undefined,
  infeasible: boolean,
) => ResourceList | undefined;

function isPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
}

function hasPodLevel(list: ResourceList | undefined): boolean {
  return list !== undefined && Object.keys(list).some(isPodLevelResource);
}

/** Whether spec.resources names anything that counts for the whole Pod. */
export function isPodLevelResourcesSet(pod: Pod): boolean {
  return hasPodLevel(pod.spec.resources?.requests) || hasPodLevel(pod.spec.resources?.limits);
}

export function isPodResizeInfeasible(pod: Pod): boolean {
  const pending = pod.status?.conditions?.find((condition) => condition.type === 'PodResizePending');
  return pending?.reason === 'Infeasible';
}

function statusOf(pod: Pod, name: string): ContainerStatus | undefined {
  const named = (status: ContainerStatus): boolean => status.name === name;
  return pod.status?.containerStatuses?.find(named) ?? pod.status?.initContainerStatuses?.find(named);
}

/**
 * App containers and sidecars add up; every plain init container, together with the sidecars begun
 * before it, is a floor.
 */
function aggregate(pod: Pod, options: PodResourcesOptions, pick: Pick): Amounts {
  const infeasible = options.useStatusResources === true && isPodResizeInfeasible(pod);
  const assumed = options.nonMissingContainerRequests;
  const resourcesOf = (container: Container): ResourceList | undefined => {
    const status = options.useStatusResources === true ? statusOf(pod, container.name) : undefined;
    const own = pick(container, status, infeasible);
    return assumed === undefined ? own : { ...assumed, ...own };
  };
  const total: Amounts = new Map();
  for (const container of pod.spec.containers) addResources(total, resourcesOf(container));
  const initContainers = pod.spec.initContainers;
  if (initContainers === undefined || initContainers.length === 0) return total;
  const sidecars: Amounts = new Map();
  const floor: Amounts = new Map();
  for (const container of initContainers) {
    const own = resourcesOf(container);
    if (isRestartableInitContainer(container)) {
      addResources(total, own);
      addResources(sidecars, own);
      maxResources(floor, sidecars);
    } else {
      const during = amountsOf(own);
      addResources(during, sidecars);
      maxResources(floor, during);
    }
  }
  maxResources(total, floor);
  return total;
}

const specRequests: Pick = (container) => container.resources?.requests;
const specLimits: Pick = (container) => container.resources?.limits;
const allocatedRequests: Pick = (container, status, infeasible) =>
  status?.allocatedResources ?? (infeasible ? undefined : container.resources?.requests);
const actuatedRequests: Pick = (container, status, infeasible) =>
  status?.resources?.requests ?? allocatedRequests(container, status, infeasible);
const actuatedLimits: Pick = (container, status, infeasible) =>
  status?.resources?.limits ?? (infeasible ? undefined : container.resources?.limits);

function containerRequests(pod: Pod, options: PodResourcesOptions): Amounts {
  if (options.useStatusResources !== true) return aggregate(pod, options, specRequests);
  const total = aggregate(pod, options, actuatedRequests);
  maxResources(total, aggregate(pod, options, allocatedRequests));
  if (!isPodResizeInfeasible(pod)) maxResources(total, aggregate(pod, options, specRequests));
  return total;
}

function containerLimits(pod: Pod, options: PodResourcesOptions): Amounts {
  if (options.useStatusResources !== true) return aggregate(pod, options, specLimits);
  const total = aggregate(pod, options, actuatedLimits);
  if (!isPodResizeInfeasible(pod)) maxResources(total, aggregate(pod, options, specLimits));
  return total;
}

function setPodLevel(total: Amounts, list: ResourceList | undefined): void {
  for (const [name, amount] of amountsOf(list)) if (isPodLevelResource(name)) total.set(name, amount);
}

/** What the scheduler, quotas and the kubelet count as the Pod's requests. Models PodRequests. */
export function podRequests(pod: Pod, options: PodResourcesOptions = {}): Amounts {
  const total = containerRequests(pod, options);
  if (options.skipPodLevelResources !== true) setPodLevel(total, pod.spec.resources?.requests);
  if (options.excludeOverhead !== true) addResources(total, pod.spec.overhead);
  return total;
}

/** The Pod's limits; overhead is added to those that are set. Models PodLimits. */
export function podLimits(pod: Pod, options: PodResourcesOptions = {}): Amounts {
  const total = containerLimits(pod, options);
  if (options.skipPodLevelResources !== true) setPodLevel(total, pod.spec.resources?.limits);
  if (options.excludeOverhead === true) return total;
  for (const [name, quantity] of Object.entries(pod.spec.overhead ?? {})) {
    const limit = total.get(name);
    if (limit !== undefined) total.set(name, addAmounts(limit, amountOf(quantity)));
  }
  return total;
}
