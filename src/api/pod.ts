import { deepEqual } from '../base/deep.ts';
import type {
  Container,
  EphemeralContainer,
  Pod,
  PodCondition,
  PodSpec,
  PodStatus,
} from './generated/types.ts';
import { parseTime } from './time.ts';

// Models pkg/api/v1/pod/util.go and pkg/controller/controller_utils.go of 1.36: the questions every
// component asks of a Pod.

/** `namespace/name`, the bare name without a namespace: upstream's cache key. */
export function metaKey(namespace: string | undefined, name: string): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

/** A sidecar: an init container that goes on running. */
export function isRestartableInitContainer(container: Container): boolean {
  return container.restartPolicy === 'Always';
}

export type ContainerType = 'init' | 'app' | 'ephemeral';

export interface TypedContainer {
  readonly type: ContainerType;
  readonly container: Container | EphemeralContainer;
  /** `spec.containers{web}` in events, `spec.containers[0]` in errors */
  readonly field: 'containers' | 'initContainers' | 'ephemeralContainers';
  readonly index: number;
}

/** All containers, init first, as upstream visits them. Models VisitContainers. */
export function allContainers(spec: PodSpec): readonly TypedContainer[] {
  const typed = (type: ContainerType, field: TypedContainer['field']) =>
    (spec[field] ?? []).map((container, index) => ({ type, container, field, index }));
  return [
    ...typed('init', 'initContainers'),
    ...typed('app', 'containers'),
    ...typed('ephemeral', 'ephemeralContainers'),
  ];
}

/** Succeeded or Failed: it will not run again. Models IsPodTerminal. */
export function isPodTerminal(pod: Pod): boolean {
  return isPodPhaseTerminal(pod.status?.phase);
}

export function isPodPhaseTerminal(phase: PodStatus['phase']): boolean {
  return phase === 'Failed' || phase === 'Succeeded';
}

/** Neither ended nor being deleted: what controllers count. Models controller.IsPodActive. */
export function isPodActive(pod: Pod): boolean {
  return !isPodTerminal(pod) && pod.metadata.deletionTimestamp === undefined;
}

export function podCondition(status: PodStatus | undefined, type: string): PodCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}

/** The Ready condition is True. */
export function isPodReady(pod: Pod): boolean {
  return podCondition(pod.status, 'Ready')?.status === 'True';
}

/** Ready for at least `minReadySeconds` at `nowUs` (Unix microseconds). Models IsPodAvailable. */
export function isPodAvailable(pod: Pod, minReadySeconds: number, nowUs: number): boolean {
  const ready = podCondition(pod.status, 'Ready');
  if (ready?.status !== 'True') return false;
  if (minReadySeconds === 0) return true;
  const since = ready.lastTransitionTime === undefined ? undefined : parseTime(ready.lastTransitionTime);
  return since !== undefined && since + minReadySeconds * 1_000_000 <= nowUs;
}

/**
 * The conditions with one set: appended when new, replaced when it differs. An unchanged status keeps
 * its lastTransitionTime. The same array comes back when nothing changed. Models UpdatePodCondition.
 */
export function withPodCondition(
  conditions: readonly PodCondition[] | undefined,
  condition: PodCondition,
): readonly PodCondition[] {
  const existing = conditions ?? [];
  const at = existing.findIndex(({ type }) => type === condition.type);
  const old = existing[at];
  if (old === undefined) return [...existing, condition];
  const { lastTransitionTime, ...rest } = condition;
  const time = old.status === condition.status ? old.lastTransitionTime : lastTransitionTime;
  const next: PodCondition = time === undefined ? rest : { ...rest, lastTransitionTime: time };
  // An unset lastProbeTime is stored as null.
  if (deepEqual({ ...old, lastProbeTime: old.lastProbeTime ?? null }, { lastProbeTime: null, ...next }))
    return existing;
  return existing.map((item, index) => (index === at ? next : item));
}

/** The highest restart count among its containers. */
export function maxContainerRestarts(pod: Pod): number {
  const statuses = [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])];
  return statuses.reduce((most, { restartCount }) => Math.max(most, restartCount), 0);
}
