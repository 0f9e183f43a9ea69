import type { NodeInfo } from '../../cache/node-info.ts';
import type { ResourceVector } from '../../cache/resources.ts';

/** A resource of which a node has too little left. */
export interface InsufficientResource {
  readonly resource: string;
  readonly reason: string;
  readonly requested: number;
  readonly used: number;
  readonly capacity: number;
  /** More than the node could ever give. */
  readonly unresolvable: boolean;
}

/** Extended resources that the profile leaves to somebody else. */
export type IsIgnored = (resource: string) => boolean;

const NOTHING: readonly InsufficientResource[] = [];

/** Whether the Pod fits, without saying why: the hot loop's question. */
export function fits(requests: ResourceVector, node: NodeInfo, isIgnored: IsIgnored): boolean {
  const { allocatable, requested } = node;
  if (node.pods.length + 1 > allocatable.pods) return false;
  if (requests.milliCpu > 0 && requests.milliCpu > allocatable.milliCpu - requested.milliCpu) return false;
  if (requests.memory > 0 && requests.memory > allocatable.memory - requested.memory) return false;
  if (
    requests.ephemeralStorage > 0 &&
    requests.ephemeralStorage > allocatable.ephemeralStorage - requested.ephemeralStorage
  ) {
    return false;
  }
  return requests.scalars === undefined || scalarShortages(requests.scalars, node, isIgnored).length === 0;
}

/** Every resource that does not suffice, in upstream's order. Models noderesources/fit.go fitsRequest (1.36). */
export function insufficientResources(
  requests: ResourceVector,
  node: NodeInfo,
  isIgnored: IsIgnored,
): readonly InsufficientResource[] {
  const { allocatable, requested } = node;
  const found: InsufficientResource[] = [];
  if (node.pods.length + 1 > allocatable.pods) {
    const pods = { resource: 'pods', reason: 'Too many pods', requested: 1, used: node.pods.length };
    found.push({ ...pods, capacity: allocatable.pods, unresolvable: false });
  }
  const check = (resource: string, wanted: number, used: number, capacity: number): void => {
    if (wanted > 0 && wanted > capacity - used) found.push(shortage(resource, wanted, used, capacity));
  };
  check('cpu', requests.milliCpu, requested.milliCpu, allocatable.milliCpu);
  check('memory', requests.memory, requested.memory, allocatable.memory);
  check(
    'ephemeral-storage',
    requests.ephemeralStorage,
    requested.ephemeralStorage,
    allocatable.ephemeralStorage,
  );
  if (requests.scalars !== undefined) found.push(...scalarShortages(requests.scalars, node, isIgnored));
  return found;
}

function shortage(resource: string, wanted: number, used: number, capacity: number): InsufficientResource {
  return {
    resource,
    reason: `Insufficient ${resource}`,
    requested: wanted,
    used,
    capacity,
    unresolvable: wanted > capacity,
  };
}

function scalarShortages(
  scalars: ReadonlyMap<string, number>,
  node: NodeInfo,
  isIgnored: IsIgnored,
): readonly InsufficientResource[] {
  let found: InsufficientResource[] | undefined;
  for (const [name, wanted] of scalars) {
    if (wanted === 0 || isIgnored(name)) continue;
    const capacity = node.allocatable.scalars?.get(name) ?? 0;
    const used = node.requested.scalars?.get(name) ?? 0;
    if (wanted > capacity - used) (found ??= []).push(shortage(name, wanted, used, capacity));
  }
  return found ?? NOTHING;
}
