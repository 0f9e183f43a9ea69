import type { PersistentVolumeClaim, Pod, StatefulSet, Volume } from '../../../api/generated/types.ts';
import { isPodAvailable, isPodReady } from '../../../api/pod.ts';
import { REVISION_LABEL } from '../common/history.ts';
import { isDeleting } from '../common/objects.ts';
import { podFromTemplate } from '../common/pod-control.ts';

const POD_NAME = 'statefulset.kubernetes.io/pod-name';
const POD_INDEX = 'apps.kubernetes.io/pod-index';

/** The first ordinal. */
export function startOf(set: StatefulSet): number {
  return set.spec.ordinals?.start ?? 0;
}

export function wantedOf(set: StatefulSet): number {
  return set.spec.replicas ?? 1;
}

export function podName(set: StatefulSet, ordinal: number): string {
  return `${set.metadata.name}-${ordinal}`;
}

/** The ordinal in a Pod's name, or -1 when it is not one of this set's names. */
export function ordinalOf(set: StatefulSet, pod: Pod): number {
  const { name } = pod.metadata;
  const prefix = `${set.metadata.name}-`;
  const rest = name.slice(prefix.length);
  return name.startsWith(prefix) && /^[0-9]+$/.test(rest) ? Number(rest) : -1;
}

export function revisionNameOf(pod: Pod): string {
  return pod.metadata.labels?.[REVISION_LABEL] ?? '';
}

/** What a Pod is to its set, upstream's predicates. */
export const isCreated = (pod: Pod): boolean => (pod.status?.phase ?? '') !== '';
export const isRunningAndReady = (pod: Pod): boolean => pod.status?.phase === 'Running' && isPodReady(pod);
export const isEnded = (pod: Pod): boolean =>
  pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded';

export function isRunningAndAvailable(pod: Pod, minReadySeconds: number, nowUs: number): boolean {
  return pod.status?.phase === 'Running' && isPodAvailable(pod, minReadySeconds, nowUs);
}

/** Not ready and running, or on its way out. Models isUnavailable. */
export function isUnavailable(pod: Pod, minReadySeconds: number, nowUs: number): boolean {
  return isDeleting(pod) || !isRunningAndAvailable(pod, minReadySeconds, nowUs);
}

/** The claims of one Pod, by the name of their template. Models getPersistentVolumeClaims. */
export function claimsOf(set: StatefulSet, ordinal: number): ReadonlyMap<string, PersistentVolumeClaim> {
  const claims = new Map<string, PersistentVolumeClaim>();
  for (const template of (set.spec.volumeClaimTemplates ??
    []) as unknown as readonly PersistentVolumeClaim[]) {
    const { name, labels } = template.metadata;
    const metadata = {
      ...template.metadata,
      name: `${name}-${podName(set, ordinal)}`,
      namespace: set.metadata.namespace,
      labels: { ...labels, ...set.spec.selector.matchLabels },
    };
    claims.set(name, { ...template, apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata });
  }
  return claims;
}

/** The Pod of an ordinal and revision. Models newStatefulSetPod. */
export function newPod(set: StatefulSet, ordinal: number, revision: string): Pod {
  const draft = podFromTemplate(set.spec.template, set) as unknown as Pod;
  const labels = { ...draft.metadata.labels, [REVISION_LABEL]: revision };
  return withIdentity(set, { ...draft, metadata: { ...draft.metadata, labels } }, ordinal);
}

/** The Pod with the name, labels, host name and volumes its ordinal gives it. Models updateIdentity and updateStorage. */
export function withIdentity(set: StatefulSet, pod: Pod, ordinal: number): Pod {
  const name = podName(set, ordinal);
  const labels = { ...pod.metadata.labels, [POD_NAME]: name, [POD_INDEX]: String(ordinal) };
  const { serviceName = '' } = set.spec;
  const spec = {
    ...pod.spec,
    ...(pod.metadata.uid === undefined
      ? { hostname: name, ...(serviceName === '' ? {} : { subdomain: serviceName }) }
      : {}),
    ...volumesOf(set, pod, ordinal),
  };
  return { ...pod, metadata: { ...pod.metadata, name, namespace: set.metadata.namespace, labels }, spec };
}

function volumesOf(set: StatefulSet, pod: Pod, ordinal: number): { readonly volumes?: readonly Volume[] } {
  const claims = claimsOf(set, ordinal);
  if (claims.size === 0) return pod.spec.volumes === undefined ? {} : { volumes: pod.spec.volumes };
  const own = [...claims].map(([name, claim]) => ({
    name,
    persistentVolumeClaim: { claimName: claim.metadata.name },
  }));
  return { volumes: [...own, ...(pod.spec.volumes ?? []).filter(({ name }) => !claims.has(name))] };
}

/** Whether a Pod is what its ordinal says. Models identityMatches and storageMatches. */
export function matchesIdentity(set: StatefulSet, pod: Pod): boolean {
  const ordinal = ordinalOf(set, pod);
  if (ordinal < 0 || pod.metadata.namespace !== set.metadata.namespace) return false;
  if (
    pod.metadata.labels?.[POD_NAME] !== pod.metadata.name ||
    pod.metadata.labels[POD_INDEX] !== String(ordinal)
  )
    return false;
  for (const [name, claim] of claimsOf(set, ordinal)) {
    const volume = pod.spec.volumes?.find((item) => item.name === name);
    if (volume?.persistentVolumeClaim?.claimName !== claim.metadata.name) return false;
  }
  return true;
}
