import type { Pod, ResourceRequirements } from '../../../../api/generated/types.ts';
import { podLimits, podRequests } from '../../../../api/pod-resources.ts';
import { resourceListOf } from '../../../../api/resource-list.ts';

type Texts = Readonly<Record<string, string>>;

/** What the whole Pod has, and what the node has set aside for it: status.resources and status.allocatedResources. */
export interface PodResources {
  readonly resources: ResourceRequirements;
  readonly allocatedResources?: Texts;
}

/**
 * Models convertToAPIPodLevelResourcesStatus (1.36): before a Pod runs its resources are what its spec adds up to,
 * afterwards those of its cgroup, which knows CPU and memory alone.
 */
export function podResources(pod: Pod): PodResources {
  const started = (pod.status?.phase ?? 'Pending') !== 'Pending';
  const requested = textsOf(resourceListOf(podRequests(pod, { skipPodLevelResources: false })));
  const limited = textsOf(resourceListOf(podLimits(pod)));
  const [limits, requests] = started ? [ofCgroup(limited), ofCgroup(requested)] : [limited, requested];
  return {
    resources: { ...(isEmpty(limits) ? {} : { limits }), ...(isEmpty(requests) ? {} : { requests }) },
    ...(isEmpty(requested) ? {} : { allocatedResources: requested }),
  };
}

const textsOf = (list: Readonly<Record<string, unknown>>): Texts =>
  Object.fromEntries(Object.entries(list).map(([name, value]) => [name, String(value)]));

const ofCgroup = (list: Texts): Texts =>
  Object.fromEntries(Object.entries(list).filter(([name]) => name === 'cpu' || name === 'memory'));

const isEmpty = (list: Texts): boolean => Object.keys(list).length === 0;
