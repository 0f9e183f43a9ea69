import type { NodeInfo } from '../../cache/node-info.ts';
import type { PodInfo } from '../../cache/pod-info.ts';
import { isScalarResource } from '../../cache/resources.ts';

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

/**
 * How much of a resource a node has for scoring; 0 leaves the resource out, as an extended one does that the Pod
 * does not ask for. Models calculateResourceAllocatableRequest, as does `requestedOn`.
 */
export function allocatableOn(node: NodeInfo, resource: string, request: number): number {
  switch (resource) {
    case 'cpu':
      return node.allocatable.milliCpu;
    case 'memory':
      return node.allocatable.memory;
    case 'ephemeral-storage':
      return node.allocatable.ephemeralStorage;
    default:
      if (request === 0 && isScalarResource(resource)) return 0;
      return node.allocatable.scalars?.get(resource) ?? 0;
  }
}

/** How much the Pods on a node ask for, the incoming one not counted. */
export function requestedOn(node: NodeInfo, resource: string, nonZero: boolean): number {
  switch (resource) {
    case 'cpu':
      return nonZero ? node.nonZeroMilliCpu : node.requested.milliCpu;
    case 'memory':
      return nonZero ? node.nonZeroMemory : node.requested.memory;
    case 'ephemeral-storage':
      return node.requested.ephemeralStorage;
    default:
      return node.requested.scalars?.get(resource) ?? 0;
  }
}
