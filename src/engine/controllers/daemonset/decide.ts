import type { DaemonSet, DaemonSetStatus, IntOrString, Node, Pod } from '../../../api/generated/types.ts';
import { scaledValue } from '../../../api/int-or-string.ts';
import { isPodAvailable, isPodReady } from '../../../api/pod.ts';
import { byAge, isDeleting } from '../common/objects.ts';
import { withoutZeros } from '../common/status.ts';
import { fitsNode, isUpdated } from './node-fit.ts';

/** What a DaemonSet is looked at with. */
export interface View {
  readonly set: DaemonSet;
  readonly nodes: readonly Node[];
  /** Its Pods by the node they are for. */
  readonly pods: ReadonlyMap<string, readonly Pod[]>;
  /** The newest template's hash. */
  readonly hash: string;
  readonly nowUs: number;
}

/** Nodes that need a Pod and Pods that go. */
export interface Plan {
  readonly create: readonly string[];
  readonly remove: readonly Pod[];
  /** Ended Pods among those that go, for events and back-off. */
  readonly ended: readonly Pod[];
}

export const NO_PLAN: Plan = { create: [], remove: [], ended: [] };

/** `allowed` says whether a failed Pod may be replaced already. Models manage and podsShouldBeOnNode (1.36). */
export function manage(view: View, allowed: (pod: Pod) => boolean): Plan {
  const plan = { create: [] as string[], remove: [] as Pod[], ended: [] as Pod[] };
  for (const node of view.nodes) addNode(view, node, { plan, allowed });
  const known = new Set(view.nodes.map(({ metadata }) => metadata.name));
  for (const [node, pods] of view.pods) {
    // Those for a node that is not there, if they were never bound.
    if (!known.has(node)) plan.remove.push(...pods.filter(({ spec }) => (spec.nodeName ?? '') === ''));
  }
  return plan;
}

interface Growing {
  readonly plan: { readonly create: string[]; readonly remove: Pod[]; readonly ended: Pod[] };
  readonly allowed: (pod: Pod) => boolean;
}

function addNode(view: View, node: Node, { plan, allowed }: Growing): void {
  const { shouldRun, mayStay } = fitsNode(view.set, node);
  const pods = view.pods.get(node.metadata.name);
  if (shouldRun && pods === undefined) return void plan.create.push(node.metadata.name);
  if (pods === undefined) return;
  if (!mayStay) return void plan.remove.push(...pods.filter((pod) => !isDeleting(pod)));
  const running: Pod[] = [];
  for (const pod of pods) {
    if (isDeleting(pod)) continue;
    const { phase } = pod.status ?? {};
    if (phase !== 'Failed' && phase !== 'Succeeded') running.push(pod);
    else if (phase === 'Succeeded' || allowed(pod)) {
      plan.ended.push(pod);
      plan.remove.push(pod);
    }
  }
  const surges = surgeOf(view) > 0;
  if (surges && running.length === 0 && shouldRun) plan.create.push(node.metadata.name);
  plan.remove.push(...surplus(view, running.sort(byAge), surges));
}

/** Pods beyond one, or beyond an old and a new one while surging. */
function surplus(view: View, oldestFirst: readonly Pod[], surges: boolean): Pod[] {
  if (oldestFirst.length <= 1) return [];
  if (!surges) return oldestFirst.slice(1);
  const newPod = oldestFirst.find((pod) => isUpdated(view.set, pod, view.hash));
  const oldPod = oldestFirst.find((pod) => !isUpdated(view.set, pod, view.hash));
  const more = oldestFirst.filter((pod) => pod !== newPod && pod !== oldPod);
  if (newPod === undefined || oldPod === undefined) return more;
  return isPodReady(oldPod) && !available(view, newPod) ? more : [...more, oldPod];
}

function available({ set, nowUs }: View, pod: Pod): boolean {
  return isPodAvailable(pod, set.spec.minReadySeconds ?? 0, nowUs);
}

function wantedNodes({ set, nodes }: View): readonly string[] {
  return nodes.filter((node) => fitsNode(set, node).shouldRun).map(({ metadata }) => metadata.name);
}

function scaled(value: IntOrString | undefined, total: number, fallback: IntOrString): number {
  const result = scaledValue(value ?? fallback, total, true);
  return result.ok ? result.value : 0;
}

function surgeOf(view: View): number {
  const { type, rollingUpdate } = view.set.spec.updateStrategy ?? {};
  return type === 'OnDelete' ? 0 : scaled(rollingUpdate?.maxSurge, wantedNodes(view).length, 0);
}

/** The next step of a rolling update. Models rollingUpdate (1.36). */
export function roll(view: View): Plan {
  const wanted = wantedNodes(view);
  const names = [...new Set([...view.pods.keys(), ...wanted])];
  const pairs = names.map((name) => ({ name, ...pairOn(view, view.pods.get(name) ?? []) }));
  const maxSurge = surgeOf(view);
  if (maxSurge > 0) return surge(view, pairs, maxSurge);
  const most = scaled(view.set.spec.updateStrategy?.rollingUpdate?.maxUnavailable, wanted.length, 1);
  return replace(view, pairs, most === 0 && wanted.length > 0 ? 1 : most);
}

interface Pair {
  readonly name: string;
  readonly newPod: Pod | undefined;
  readonly oldPod: Pod | undefined;
  /** More Pods than an old and a new one: the next sync sees to it. */
  readonly tooMany: boolean;
}

/** Models findUpdatedPodsOnNode. */
function pairOn({ set, hash }: View, pods: readonly Pod[]): Omit<Pair, 'name'> {
  const alive = pods.filter((pod) => !isDeleting(pod));
  const [fresh, stale] = [
    alive.filter((pod) => isUpdated(set, pod, hash)),
    alive.filter((pod) => !isUpdated(set, pod, hash)),
  ];
  return { newPod: fresh[0], oldPod: stale[0], tooMany: fresh.length > 1 || stale.length > 1 };
}

/** Without surge: old Pods that are not available go, and of the others as many as may be unavailable. */
function replace(view: View, pairs: readonly Pair[], maxUnavailable: number): Plan {
  let unavailable = 0;
  const broken: Pod[] = [];
  const candidates: Pod[] = [];
  for (const { newPod, oldPod, tooMany } of pairs) {
    if (tooMany || (newPod === undefined) === (oldPod === undefined)) unavailable++;
    else if (newPod !== undefined) unavailable += available(view, newPod) ? 0 : 1;
    else if (oldPod !== undefined) (available(view, oldPod) ? candidates : broken).push(oldPod);
  }
  return {
    ...NO_PLAN,
    remove: [...broken, ...candidates.slice(0, Math.max(0, maxUnavailable - unavailable))],
  };
}

/** With surge: new Pods beside old ones; an old one goes when its new one is available. */
function surge(view: View, pairs: readonly Pair[], maxSurge: number): Plan {
  let surging = 0;
  const broken: string[] = [];
  const candidates: string[] = [];
  const remove: Pod[] = [];
  for (const { name, newPod, oldPod, tooMany } of pairs) {
    if (tooMany) surging++;
    else if (oldPod === undefined) continue;
    else if (newPod === undefined) (available(view, oldPod) ? candidates : broken).push(name);
    else if (available(view, newPod)) remove.push(oldPod);
    else surging++;
  }
  return { create: [...broken, ...candidates.slice(0, Math.max(0, maxSurge - surging))], remove, ended: [] };
}

/** Models updateDaemonSetStatus (1.36). `observed` is false while earlier writes are still to be seen. */
export function calculateStatus(view: View, observed: boolean): DaemonSetStatus {
  const counts = { desired: 0, current: 0, misscheduled: 0, ready: 0, updated: 0, available: 0 };
  for (const node of view.nodes) {
    const pods = [...(view.pods.get(node.metadata.name) ?? [])].sort(byAge);
    const [oldest] = pods;
    if (!fitsNode(view.set, node).shouldRun) {
      if (oldest !== undefined) counts.misscheduled++;
      continue;
    }
    counts.desired++;
    if (oldest === undefined) continue;
    counts.current++;
    if (isPodReady(oldest)) counts.ready++;
    if (available(view, oldest)) counts.available++;
    if (isUpdated(view.set, oldest, view.hash)) counts.updated++;
  }
  const status = {
    ...view.set.status,
    currentNumberScheduled: counts.current,
    numberMisscheduled: counts.misscheduled,
    desiredNumberScheduled: counts.desired,
    numberReady: counts.ready,
    updatedNumberScheduled: counts.updated,
    numberAvailable: counts.available,
    numberUnavailable: counts.desired - counts.available,
    ...(observed ? { observedGeneration: view.set.metadata.generation } : {}),
  };
  return withoutZeros(status, KEPT_ZEROS);
}

const KEPT_ZEROS = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'collisionCount',
] as const;
