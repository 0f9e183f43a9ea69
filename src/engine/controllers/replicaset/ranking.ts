import type { Pod } from '../../../api/generated/types.ts';
import { isPodReady, podCondition } from '../../../api/pod.ts';
import { parseTime } from '../../../api/time.ts';

const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const PHASES: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

/** What the order of deletion looks at, read off a Pod once. */
interface Rank {
  readonly pod: Pod;
  readonly assigned: number;
  readonly phase: number;
  readonly ready: boolean;
  readonly cost: number;
  readonly related: number;
  readonly readyAt: number | undefined;
  readonly restarts: readonly [regular: number, sidecar: number];
  readonly createdAt: number | undefined;
}

/**
 * The Pods in the order they would be deleted, `related` being the active Pods of the same owner's owner.
 * Models pkg/controller ActivePodsWithRanks and getPodsToDelete (1.36).
 */
export function rankForDeletion(pods: readonly Pod[], related: readonly Pod[], nowUs: number): Pod[] {
  const onNode = new Map<string, number>();
  for (const { spec } of related) onNode.set(spec.nodeName ?? '', (onNode.get(spec.nodeName ?? '') ?? 0) + 1);
  const ranks = pods.map((pod) => rankOf(pod, onNode.get(pod.spec.nodeName ?? '') ?? 0));
  return ranks.sort((a, b) => compareRanks(a, b, nowUs)).map(({ pod }) => pod);
}

function rankOf(pod: Pod, related: number): Rank {
  const ready = isPodReady(pod);
  const readyAt = podCondition(pod.status, 'Ready')?.lastTransitionTime;
  return {
    pod,
    assigned: (pod.spec.nodeName ?? '') === '' ? 0 : 1,
    phase: PHASES[pod.status?.phase ?? 'Pending'] ?? 0,
    ready,
    cost: deletionCost(pod),
    related,
    readyAt: ready && readyAt !== undefined ? parseTime(readyAt) : undefined,
    restarts: restartsOf(pod),
    createdAt:
      pod.metadata.creationTimestamp === undefined ? undefined : parseTime(pod.metadata.creationTimestamp),
  };
}

/** An annotation that is no plain 32-bit number counts as none. */
function deletionCost(pod: Pod): number {
  const text = pod.metadata.annotations?.[DELETION_COST];
  return text !== undefined && /^(0|-?[1-9][0-9]*)$/.test(text) ? Number(text) : 0;
}

function restartsOf(pod: Pod): readonly [number, number] {
  const most = (counts: readonly number[]): number =>
    counts.reduce((high, count) => Math.max(high, count), 0);
  const sidecars = new Set(
    (pod.spec.initContainers ?? [])
      .filter(({ restartPolicy }) => restartPolicy === 'Always')
      .map(({ name }) => name),
  );
  const regular = (pod.status?.containerStatuses ?? []).map(({ restartCount }) => restartCount);
  const sidecar = (pod.status?.initContainerStatuses ?? [])
    .filter(({ name }) => sidecars.has(name))
    .map(({ restartCount }) => restartCount);
  return [most(regular), most(sidecar)];
}

function compareRanks(a: Rank, b: Rank, nowUs: number): number {
  if (a.assigned !== b.assigned) return a.assigned - b.assigned;
  if (a.phase !== b.phase) return a.phase - b.phase;
  if (a.ready !== b.ready) return a.ready ? 1 : -1;
  if (a.cost !== b.cost) return a.cost < b.cost ? -1 : 1;
  if (a.related !== b.related) return b.related - a.related;
  if (a.ready && b.ready && a.readyAt !== b.readyAt) return compareAges(a, b, { key: 'readyAt', nowUs });
  if (a.restarts[0] !== b.restarts[0]) return b.restarts[0] - a.restarts[0];
  if (a.restarts[1] !== b.restarts[1]) return b.restarts[1] - a.restarts[1];
  if (a.createdAt !== b.createdAt) return compareAges(a, b, { key: 'createdAt', nowUs });
  return 0;
}

/** Younger first, ages compared by the power of two of their nanoseconds; within one power the UID decides. */
function compareAges(
  a: Rank,
  b: Rank,
  { key, nowUs }: { readonly key: 'readyAt' | 'createdAt'; readonly nowUs: number },
): number {
  const [first, second] = [a[key], b[key]];
  if (first === undefined) return -1;
  if (second === undefined) return 1;
  const difference = powerOfTwo(nowUs - first) - powerOfTwo(nowUs - second);
  if (difference !== 0) return difference;
  return a.pod.metadata.uid < b.pod.metadata.uid ? -1 : 1;
}

function powerOfTwo(us: number): number {
  return Math.floor(Math.log2(Math.max(us, 0) * 1000));
}
