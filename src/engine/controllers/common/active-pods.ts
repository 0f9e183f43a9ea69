import type { Pod } from '../../../api/generated/types.ts';
import { isPodReady, maxContainerRestarts, podCondition } from '../../../api/pod.ts';

const PHASES: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

/** What has come least far first: the order in which surplus Pods are deleted. Models controller.ActivePods (1.36). */
export function compareActivePods(a: Pod, b: Pod): number {
  const assigned = ({ spec }: Pod): number => ((spec.nodeName ?? '') === '' ? 0 : 1);
  if (assigned(a) !== assigned(b)) return assigned(a) - assigned(b);
  const phase = ({ status }: Pod): number => PHASES[status?.phase ?? 'Pending'] ?? 0;
  if (phase(a) !== phase(b)) return phase(a) - phase(b);
  const [readyA, readyB] = [isPodReady(a), isPodReady(b)];
  if (readyA !== readyB) return readyA ? 1 : -1;
  const [sinceA, sinceB] = [readySince(a), readySince(b)];
  if (readyA && sinceA !== sinceB) return sinceA > sinceB ? -1 : 1;
  const [restartsA, restartsB] = [maxContainerRestarts(a), maxContainerRestarts(b)];
  if (restartsA !== restartsB) return restartsB - restartsA;
  const [madeA, madeB] = [a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? ''];
  return madeA === madeB ? 0 : madeA > madeB ? -1 : 1;
}

function readySince(pod: Pod): string {
  return podCondition(pod.status, 'Ready')?.lastTransitionTime ?? '';
}
