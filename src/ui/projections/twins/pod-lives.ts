import type { Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import { podSummary } from '../../../api/pod-summary.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { History, WorldIndex } from '../../../trace/world.ts';
import { isSystemNamespace } from '../pod-story/subject.ts';

/** One of two runs that are compared. */
export interface Run {
  readonly trace: Trace;
  readonly world: WorldIndex;
}

/** How a Pod looks to `kubectl get pods -o wide`, from a moment on. Virtual µs. */
export interface PodLook {
  readonly at: number;
  /** STATUS; '' once it is gone. */
  readonly status: string;
  readonly restarts: number;
  /** '' until it has one. */
  readonly node: string;
}

/** A Pod of the user's through a run. */
export interface PodLife {
  readonly ref: ObjectRef;
  /** What it is one of: its controller without what chance and a template's hash give, or its own name. */
  readonly family: string;
  readonly looks: readonly PodLook[];
}

const known = new WeakMap<Trace, { readonly length: number; readonly lives: readonly PodLife[] }>();

/** The Pods of a run that are the user's, in the order in which they came. Remembered while the run does not grow. */
export function podLives({ trace, world }: Run): readonly PodLife[] {
  const before = known.get(trace);
  if (before?.length === trace.length) return before.lives;
  const lives = world
    .histories('pods')
    .filter(({ namespace }) => !isSystemNamespace(namespace))
    .map((history) => lifeOf(trace, history));
  known.set(trace, { length: trace.length, lives });
  return lives;
}

function lifeOf(trace: Trace, { namespace, name, versions }: History): PodLife {
  const looks: PodLook[] = [];
  let family = name;
  for (const { seq, object } of versions) {
    const pod = object as unknown as Pod | undefined;
    if (pod !== undefined) family = familyOf(pod);
    const look = lookOf(pod, trace.at(seq).at);
    if (!sameLook(looks.at(-1), look)) looks.push(look);
  }
  return { ref: { namespace, name }, family, looks };
}

function lookOf(pod: Pod | undefined, at: number): PodLook {
  if (pod === undefined) return { at, status: '', restarts: 0, node: '' };
  const { status, restarts } = podSummary(pod);
  return { at, status, restarts, node: pod.spec.nodeName ?? '' };
}

/** Whether there is nothing to tell apart by, but when it came. */
export const sameLook = (a: PodLook | undefined, b: PodLook | undefined): boolean =>
  a?.status === b?.status && a?.restarts === b?.restarts && a?.node === b?.node;

/** `web-5bfd48d644` → `web`. */
const TEMPLATE_HASH = /-[a-z0-9]{5,10}$/;

function familyOf({ metadata }: Pod): string {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  // A StatefulSet's Pods have names of their own.
  if (owner === undefined || owner.kind === 'StatefulSet') return metadata.name;
  return owner.kind === 'ReplicaSet' ? owner.name.replace(TEMPLATE_HASH, '') : owner.name;
}

/** How it looked at a moment; undefined before it came and after it went. */
export function lookAt({ looks }: PodLife, us: number): PodLook | undefined {
  const look = looks.findLast(({ at }) => at <= us);
  return look === undefined || look.status === '' ? undefined : look;
}

/** Its STATUSes in a row by a moment, each once until it changes; the last one '' when it is gone. */
export function statusesBy({ looks }: PodLife, us: number): readonly string[] {
  const row: string[] = [];
  for (const { at, status } of looks) if (at <= us && row.at(-1) !== status) row.push(status);
  return row;
}
