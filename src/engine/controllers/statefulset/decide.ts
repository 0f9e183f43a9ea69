import type { Pod, StatefulSet, StatefulSetStatus } from '../../../api/generated/types.ts';
import { isDeleting } from '../common/objects.ts';
import {
  isCreated,
  isEnded,
  isRunningAndAvailable,
  isRunningAndReady,
  isUnavailable,
  matchesIdentity,
  newPod,
  ordinalOf,
  revisionNameOf,
  startOf,
  wantedOf,
} from './identity.ts';

/** A set as one revision has it. */
export interface Version {
  readonly set: StatefulSet;
  readonly revision: string;
}

export interface Versions {
  readonly current: Version;
  readonly update: Version;
}

/** The Pods a set should have, by ordinal (drafts where there is none), and those beyond, highest first. */
export interface Sorted {
  readonly replicas: readonly Pod[];
  readonly condemned: readonly Pod[];
  readonly firstUnhealthy: Pod | undefined;
}

/** Models the first part of updateStatefulSet (1.36). */
export function sortPods(set: StatefulSet, versions: Versions, pods: readonly Pod[], nowUs: number): Sorted {
  const [start, wanted, minReady] = [startOf(set), wantedOf(set), set.spec.minReadySeconds ?? 0];
  const byOrdinal = new Map<number, Pod>();
  const condemned: Pod[] = [];
  for (const pod of pods) {
    const ordinal = ordinalOf(set, pod);
    if (ordinal >= start && ordinal < start + wanted) byOrdinal.set(ordinal, pod);
    else if (ordinal >= 0) condemned.push(pod);
  }
  const replicas = Array.from(
    { length: wanted },
    (_, place) => byOrdinal.get(start + place) ?? draft(set, versions, start + place),
  );
  condemned.sort((a, b) => ordinalOf(set, b) - ordinalOf(set, a));
  const unhealthy = (pod: Pod): boolean => isUnavailable(pod, minReady, nowUs);
  const firstUnhealthy = replicas.find(unhealthy) ?? condemned.findLast(unhealthy);
  return { replicas, condemned, firstUnhealthy };
}

/** Below the partition a Pod is made anew as it was. Models newVersionedStatefulSetPod. */
function draft(set: StatefulSet, { current, update }: Versions, ordinal: number): Pod {
  const { type, rollingUpdate } = set.spec.updateStrategy ?? {};
  const keeps =
    rollingUpdate === undefined
      ? type !== 'OnDelete' && ordinal < startOf(set) + (set.status?.currentReplicas ?? 0)
      : ordinal < startOf(set) + (rollingUpdate.partition ?? 0);
  const version = keeps ? current : update;
  return newPod(version.set, ordinal, version.revision);
}

/** What is to be done about one Pod, and whether an ordered set waits after it. */
export interface Action {
  readonly do: 'delete' | 'create' | 'claims' | 'fix' | 'nothing';
  /** An ordered set does nothing more in this sync. */
  readonly stop: boolean;
  readonly why: string;
}

/** Models processReplica (1.36). */
export function decideReplica(set: StatefulSet, pod: Pod, nowUs: number): Action {
  const { name } = pod.metadata;
  if (isEnded(pod))
    return { do: isDeleting(pod) ? 'nothing' : 'delete', stop: true, why: `${name} has ended` };
  if (!isCreated(pod)) return { do: 'create', stop: true, why: `${name} is missing` };
  const rest = pod.status?.phase === 'Pending' ? 'claims' : 'nothing';
  if (isDeleting(pod)) return { do: rest, stop: true, why: `${name} is terminating` };
  if (!isRunningAndReady(pod)) return { do: rest, stop: true, why: `${name} is not ready` };
  if (!isRunningAndAvailable(pod, set.spec.minReadySeconds ?? 0, nowUs))
    return { do: rest, stop: true, why: `${name} is not available` };
  return { do: matchesIdentity(set, pod) ? rest : 'fix', stop: false, why: `${name} is available` };
}

/** Models processCondemned (1.36). `ordered` sets wait for each to be gone. */
export function decideCondemned(
  set: StatefulSet,
  pod: Pod,
  around: { readonly ordered: boolean; readonly firstUnhealthy: Pod | undefined; readonly nowUs: number },
): Action {
  const { name } = pod.metadata;
  if (isDeleting(pod)) return { do: 'nothing', stop: true, why: `${name} is terminating` };
  const isHealthy =
    isRunningAndReady(pod) && isRunningAndAvailable(pod, set.spec.minReadySeconds ?? 0, around.nowUs);
  if (around.ordered && !isHealthy && pod !== around.firstUnhealthy)
    return { do: 'nothing', stop: true, why: `${name} is not ready, nor is a Pod before it` };
  return { do: 'delete', stop: true, why: `${name} is one too many` };
}

/** The Pod a rolling update deletes next, from the highest ordinal down to the partition. Models the last part of updateStatefulSet. */
export function nextToUpdate(
  set: StatefulSet,
  replicas: readonly Pod[],
  updateRevision: string,
  nowUs: number,
): Pod | undefined {
  if (set.spec.updateStrategy?.type === 'OnDelete') return undefined;
  const partition = set.spec.updateStrategy?.rollingUpdate?.partition ?? 0;
  for (let place = replicas.length - 1; place >= partition; place--) {
    const pod = replicas[place];
    if (pod === undefined) continue;
    if (revisionNameOf(pod) !== updateRevision && !isDeleting(pod)) return pod;
    if (isUnavailable(pod, set.spec.minReadySeconds ?? 0, nowUs)) return undefined;
  }
  return undefined;
}

/** Counts over the Pods. Models updateStatus (1.36). */
export function calculateStatus(
  set: StatefulSet,
  pods: readonly Pod[],
  {
    current,
    update,
    collisions,
  }: { readonly current: string; readonly update: string; readonly collisions: number },
  nowUs: number,
): StatefulSetStatus {
  const minReady = set.spec.minReadySeconds ?? 0;
  const counts = {
    replicas: 0,
    readyReplicas: 0,
    availableReplicas: 0,
    currentReplicas: 0,
    updatedReplicas: 0,
  };
  for (const pod of pods) {
    if (isCreated(pod)) counts.replicas++;
    if (isRunningAndReady(pod)) counts.readyReplicas++;
    if (isRunningAndAvailable(pod, minReady, nowUs)) counts.availableReplicas++;
    if (!isCreated(pod) || isDeleting(pod)) continue;
    if (revisionNameOf(pod) === current) counts.currentReplicas++;
    if (revisionNameOf(pod) === update) counts.updatedReplicas++;
  }
  return {
    ...counts,
    observedGeneration: set.metadata.generation,
    currentRevision: current,
    updateRevision: update,
    collisionCount: collisions,
  };
}

/** At the end of a rolling update the update revision becomes the current one. Models completeRollingUpdate. */
export function completed(set: StatefulSet, status: StatefulSetStatus): StatefulSetStatus {
  if (set.spec.updateStrategy?.type === 'OnDelete') return status;
  if (status.updatedReplicas !== status.replicas || status.readyReplicas !== status.replicas) return status;
  return { ...status, currentReplicas: status.updatedReplicas, currentRevision: status.updateRevision };
}
