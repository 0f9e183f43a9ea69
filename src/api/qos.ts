import type { Pod } from './generated/types.ts';
import { cmpAmounts, isZeroAmount } from './quantity.ts';
import { type Amounts, type ResourceList, addResources, amountsOf } from './resource-list.ts';

// Models pkg/apis/core/helper/qos of 1.36.

export type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

const NOTHING: Amounts = new Map();

/** cpu and memory above zero: nothing else decides the class. */
function counted(list: ResourceList | undefined): Amounts {
  if (list === undefined) return NOTHING;
  const amounts = amountsOf(list);
  for (const [name, amount] of amounts) {
    if ((name !== 'cpu' && name !== 'memory') || isZeroAmount(amount) || amount.nanos < 0n)
      amounts.delete(name);
  }
  return amounts;
}

/** The class of a Pod from its spec alone. Models ComputePodQOS. */
export function computePodQos(pod: Pod): QosClass {
  const requests: Amounts = new Map();
  const limits: Amounts = new Map();
  let guaranteed = true;
  const count = (
    resources: { readonly requests?: ResourceList; readonly limits?: ResourceList } | undefined,
  ): void => {
    addResources(requests, counted(resources?.requests));
    const own = counted(resources?.limits);
    addResources(limits, own);
    if (!own.has('cpu') || !own.has('memory')) guaranteed = false;
  };
  if (pod.spec.resources !== undefined) count(pod.spec.resources);
  else
    for (const container of [...pod.spec.containers, ...(pod.spec.initContainers ?? [])])
      count(container.resources);
  if (requests.size === 0 && limits.size === 0) return 'BestEffort';
  for (const [name, request] of requests) {
    const limit = limits.get(name);
    if (limit === undefined || cmpAmounts(limit, request) !== 0) guaranteed = false;
  }
  return guaranteed && requests.size === limits.size ? 'Guaranteed' : 'Burstable';
}

/** The class the API server recorded, or else what the spec says. Models GetPodQOS. */
export function podQos(pod: Pod): QosClass {
  return pod.status?.qosClass ?? computePodQos(pod);
}
