import type { NodeInfo } from '../../cache/node-info.ts';
import type { PodInfo } from '../../cache/pod-info.ts';
import { isScalarResource } from '../../cache/resources.ts';

/** How much of one resource a node has, and how much would be asked for with the incoming Pod on it. */
export interface Allocation {
  readonly allocatable: number;
  readonly requested: number;
}

/**
 * What the incoming Pod counts as for one resource. `nonZero`: containers without a request count as 100m and 200Mi.
 * Models noderesources calculatePodResourceRequest (1.36).
 */
export function podRequest(pod: PodInfo, resource: string, nonZero: boolean): number {
  switch (resource) {
    case 'cpu':
      return nonZero ? pod.nonZeroMilliCpu : pod.requests.milliCpu;
    case 'memory':
      return nonZero ? pod.nonZeroMemory : pod.requests.memory;
    case 'ephemeral-storage':
      return pod.requests.ephemeralStorage;
    default:
      return pod.requests.scalars?.get(resource) ?? 0;
  }
}

/** Room and requests of one resource on a node; allocatable 0 leaves the resource out. Models calculateResourceAllocatableRequest. */
export function allocationOf(
  node: NodeInfo,
  resource: string,
  request: number,
  nonZero: boolean,
): Allocation {
  const { allocatable, requested } = node;
  switch (resource) {
    case 'cpu':
      return {
        allocatable: allocatable.milliCpu,
        requested: (nonZero ? node.nonZeroMilliCpu : requested.milliCpu) + request,
      };
    case 'memory':
      return {
        allocatable: allocatable.memory,
        requested: (nonZero ? node.nonZeroMemory : requested.memory) + request,
      };
    case 'ephemeral-storage':
      return { allocatable: allocatable.ephemeralStorage, requested: requested.ephemeralStorage + request };
    default: {
      if (request === 0 && isScalarResource(resource)) return { allocatable: 0, requested: 0 };
      return {
        allocatable: allocatable.scalars?.get(resource) ?? 0,
        requested: (requested.scalars?.get(resource) ?? 0) + request,
      };
    }
  }
}
