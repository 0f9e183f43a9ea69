import type { Deployment, PodTemplateSpec, ReplicaSet } from '../../../api/generated/types.ts';
import { newControllerRef } from '../../../api/owner.ts';
import { podTemplateHash } from '../../../api/pod-template-hash.ts';
import { deepEqual } from '../../../base/deep.ts';
import { isDeleting, keyOf, oldestFirst } from '../common/objects.ts';
import { fenceposts, sizeOf, wantedOf } from './rolling.ts';

export const REVISION = 'deployment.kubernetes.io/revision';
const REVISION_HISTORY = 'deployment.kubernetes.io/revision-history';
const DESIRED = 'deployment.kubernetes.io/desired-replicas';
const MAX = 'deployment.kubernetes.io/max-replicas';
const HASH_LABEL = 'pod-template-hash';
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const OWN_ANNOTATIONS: ReadonlySet<string> = new Set([
  LAST_APPLIED,
  REVISION,
  REVISION_HISTORY,
  DESIRED,
  MAX,
  'deprecated.deployment.rollback.to',
]);
const MAX_HISTORY_CHARS = 2000;

type Annotations = Readonly<Record<string, string>>;

/** A Deployment's ReplicaSets: the one with its template, and the others. */
export interface Sets {
  readonly newRs: ReplicaSet | undefined;
  readonly old: readonly ReplicaSet[];
}

/** The oldest ReplicaSet with the Deployment's template is the new one. Models deploymentutil.FindNewReplicaSet and FindOldReplicaSets. */
export function splitSets(deployment: Deployment, sets: readonly ReplicaSet[]): Sets {
  const newRs = oldestFirst(sets).find((rs) => isSameTemplate(rs.spec.template, deployment.spec.template));
  return {
    newRs,
    old: newRs === undefined ? sets : sets.filter((rs) => rs.metadata.uid !== newRs.metadata.uid),
  };
}

/** All of them. */
export function allOf({ newRs, old }: Sets): readonly ReplicaSet[] {
  return newRs === undefined ? old : [...old, newRs];
}

/** The sets with those that were written in their new version. */
export function withResized({ newRs, old }: Sets, written: readonly ReplicaSet[]): Sets {
  if (written.length === 0) return { newRs, old };
  const byKey = new Map(written.map((rs) => [keyOf(rs), rs]));
  return {
    newRs: newRs === undefined ? undefined : (byKey.get(keyOf(newRs)) ?? newRs),
    old: old.map((rs) => byKey.get(keyOf(rs)) ?? rs),
  };
}

/** Models deploymentutil.EqualIgnoreHash. */
export function isSameTemplate(a: PodTemplateSpec | undefined, b: PodTemplateSpec | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return deepEqual(a.spec, b.spec) && deepEqual(withoutHash(a.metadata), withoutHash(b.metadata));
}

function withoutHash(meta: PodTemplateSpec['metadata']): object {
  const { labels = {}, creationTimestamp: _, ...rest } = meta ?? {};
  const { [HASH_LABEL]: _hash, ...kept } = labels;
  return Object.keys(kept).length === 0 ? rest : { ...rest, labels: kept };
}

export function revisionOf({
  metadata,
}: {
  readonly metadata: { readonly annotations?: Annotations };
}): number {
  const revision = Number(metadata.annotations?.[REVISION] ?? 0);
  return Number.isInteger(revision) ? revision : 0;
}

export function maxRevision(sets: readonly ReplicaSet[]): number {
  return sets.reduce((most, rs) => Math.max(most, revisionOf(rs)), 0);
}

/** The number a ReplicaSet was last scaled for, if it says. */
export function desiredOf(rs: ReplicaSet): number | undefined {
  return numberIn(rs.metadata.annotations?.[DESIRED]);
}

/** Wanted plus surge when it was last scaled, if it says. */
export function maxOf(rs: ReplicaSet): number | undefined {
  return numberIn(rs.metadata.annotations?.[MAX]);
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^-?[0-9]+$/.test(text) ? Number(text) : undefined;
}

/** The annotations with what the ReplicaSet is scaled for. Models SetReplicasAnnotations. */
export function withSizes(annotations: Annotations | undefined, deployment: Deployment): Annotations {
  const wanted = wantedOf(deployment);
  return {
    ...annotations,
    [DESIRED]: String(wanted),
    [MAX]: String(wanted + fenceposts(deployment).maxSurge),
  };
}

/** The annotations an existing ReplicaSet should have as the new one of revision `revision`. Models SetNewReplicaSetAnnotations (1.36). */
export function newSetAnnotations(
  deployment: Deployment,
  annotations: Annotations | undefined,
  revision: number,
): Annotations {
  const wanted: Record<string, string> = { ...annotations };
  for (const [key, value] of Object.entries(deployment.metadata.annotations ?? {})) {
    if (!OWN_ANNOTATIONS.has(key)) wanted[key] = value;
  }
  const standing = annotations?.[REVISION];
  if (Number(standing ?? 0) >= revision) return wanted;
  wanted[REVISION] = String(revision);
  if (standing !== undefined)
    wanted[REVISION_HISTORY] = historyWith(annotations?.[REVISION_HISTORY], standing);
  return wanted;
}

/** Earlier revision numbers, comma-joined; the first ones make room when the text grows too long. */
function historyWith(history: string | undefined, revision: string): string {
  if (history === undefined || history === '') return revision;
  const numbers = [...history.split(','), revision];
  while (numbers.length > 1 && numbers.join(',').length > MAX_HISTORY_CHARS) numbers.shift();
  return numbers.join(',');
}

/** The ReplicaSet of a template that has none yet, of size 0. Models getNewReplicaSet (1.36). */
export function newReplicaSet(deployment: Deployment, revision: number): ReplicaSet {
  const { template, selector, minReadySeconds } = deployment.spec;
  const hash = podTemplateHash(template, deployment.status?.collisionCount);
  const labels = { ...template.metadata?.labels, [HASH_LABEL]: hash };
  const metadata = {
    name: `${deployment.metadata.name}-${hash}`,
    namespace: deployment.metadata.namespace,
    labels,
    annotations: withSizes(newSetAnnotations(deployment, undefined, revision), deployment),
    ownerReferences: [newControllerRef(deployment)],
  };
  const spec = {
    replicas: 0,
    ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
    selector: { ...selector, matchLabels: { ...selector.matchLabels, [HASH_LABEL]: hash } },
    template: { ...template, metadata: { ...template.metadata, labels } },
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: metadata as unknown as ReplicaSet['metadata'],
    spec,
  };
}

/** Old ReplicaSets beyond the history limit that nothing runs of, lowest revision first. Models cleanupDeployment (1.36). */
export function beyondHistory(deployment: Deployment, old: readonly ReplicaSet[]): ReplicaSet[] {
  const limit = deployment.spec.revisionHistoryLimit;
  if (limit === undefined || limit === 2_147_483_647) return [];
  const alive = old.filter((rs) => !isDeleting(rs));
  const surplus = alive.length - limit;
  if (surplus <= 0) return [];
  const byRevision = oldestFirst(alive).sort((a, b) => revisionOf(a) - revisionOf(b));
  return byRevision.slice(0, surplus).filter(isIdle);
}

function isIdle(rs: ReplicaSet): boolean {
  const observed = rs.status?.observedGeneration ?? 0;
  return (rs.status?.replicas ?? 0) === 0 && sizeOf(rs) === 0 && (rs.metadata.generation ?? 0) <= observed;
}
