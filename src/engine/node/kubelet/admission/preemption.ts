import type { Pod } from '../../../../api/generated/types.ts';
import { podQos } from '../status/qos.ts';
import { isCriticalPod } from '../pod.ts';
import { type Shortage, requestOf } from './predicates.ts';

// Models pkg/kubelet/preemption/preemption.go (1.36): room for a critical Pod at the cost of others.

/** Whether one Pod may make room at the cost of another. Models pkg/kubelet/types/pod_update.go Preemptable. */
function preemptable(preemptor: Pod, other: Pod): boolean {
  if (isCriticalPod(preemptor) && !isCriticalPod(other)) return true;
  const [mine, theirs] = [preemptor.spec.priority, other.spec.priority];
  return mine !== undefined && theirs !== undefined && mine > theirs;
}

/** The Pods to end so that the shortages are met: as few guaranteed ones as can be, then burstable, then best-effort. */
export function podsToPreempt(
  preemptor: Pod,
  others: readonly Pod[],
  shortages: readonly Shortage[],
): readonly Pod[] | undefined {
  const victims = others.filter((other) => preemptable(preemptor, other));
  const of = (qos: ReturnType<typeof podQos>): Pod[] => victims.filter((pod) => podQos(pod) === qos);
  const [bestEffort, burstable, guaranteed] = [of('BestEffort'), of('Burstable'), of('Guaranteed')];
  if (less(shortages, victims).length > 0) return undefined;
  const first = byDistance(guaranteed, less(shortages, [...bestEffort, ...burstable]));
  const second = byDistance(burstable, less(shortages, [...bestEffort, ...first]));
  const third = byDistance(bestEffort, less(shortages, [...second, ...first]));
  return [...third, ...second, ...first];
}

/** What is still short when these Pods are gone. */
function less(shortages: readonly Shortage[], gone: readonly Pod[]): Shortage[] {
  return shortages
    .map(({ name, amount }) => ({
      name,
      amount: amount - gone.reduce((sum, pod) => sum + freedBy(pod, name), 0),
    }))
    .filter(({ amount }) => amount > 0);
}

function freedBy(pod: Pod, name: string): number {
  return name === 'pods' ? 1 : requestOf(pod, name);
}

/** Takes the Pod that leaves least to be met, again and again. */
function byDistance(pods: readonly Pod[], shortages: readonly Shortage[]): Pod[] {
  const left = [...pods];
  const taken: Pod[] = [];
  let open = [...shortages];
  while (open.length > 0 && left.length > 0) {
    const distances = left.map((pod) => distance(pod, open));
    let best = 0;
    for (let i = 1; i < left.length; i++) {
      const [here, there] = [distances[i] as number, distances[best] as number];
      if (here < there || (here === there && isSmaller(left[i] as Pod, left[best] as Pod))) best = i;
    }
    const [pod] = left.splice(best, 1);
    taken.push(pod as Pod);
    open = less(open, [pod as Pod]);
  }
  return taken;
}

function distance(pod: Pod, shortages: readonly Shortage[]): number {
  let sum = 0;
  for (const { name, amount } of shortages) {
    const remaining = amount - freedBy(pod, name);
    if (remaining > 0) sum += (remaining / amount) ** 2;
  }
  return sum;
}

function isSmaller(a: Pod, b: Pod): boolean {
  for (const name of ['memory', 'cpu']) {
    const [mine, theirs] = [requestOf(a, name), requestOf(b, name)];
    if (mine !== theirs) return mine < theirs;
  }
  return true;
}
