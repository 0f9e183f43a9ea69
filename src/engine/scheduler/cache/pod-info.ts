import type { Container, Pod, Volume } from '../../../api/generated/types.ts';
import type { Labels } from '../../../api/label-selector.ts';
import { isRestartableInitContainer, metaKey } from '../../../api/pod.ts';
import {
  type AffinityTerm,
  type WeightedAffinityTerm,
  compileTerms,
  compileWeightedTerms,
} from './affinity-term.ts';
import { type PodRequests, type ResourceVector, requestsOf } from './resources.ts';

export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

/** A Pod with everything the cycle needs of it worked out once. Models pkg/scheduler/framework/types.go PodInfo (1.36). */
export interface PodInfo {
  readonly pod: Pod;
  readonly uid: string;
  /** `namespace/name` */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Labels;
  /** The same text for Pods of one namespace with the same labels. */
  readonly labelKey: string;
  readonly priority: number;
  /** Has a deletionTimestamp. */
  readonly terminating: boolean;
  readonly requests: ResourceVector;
  readonly nonZeroMilliCpu: number;
  readonly nonZeroMemory: number;
  readonly requiredAffinity: readonly AffinityTerm[];
  readonly requiredAntiAffinity: readonly AffinityTerm[];
  readonly preferredAffinity: readonly WeightedAffinityTerm[];
  readonly preferredAntiAffinity: readonly WeightedAffinityTerm[];
  /** Has an affinity or anti-affinity term of any kind. */
  readonly hasAffinity: boolean;
  readonly hostPorts: readonly HostPort[];
  /** Names of the claims it mounts, also those of generic ephemeral volumes. */
  readonly claims: readonly string[];
}

const NO_LABELS: Labels = {};
const NO_PORTS: readonly HostPort[] = [];
const NO_CLAIMS: readonly string[] = [];
const infos = new WeakMap<Pod, PodInfo>();

/** The info of this version of a Pod; worked out once per version. */
export function podInfoOf(pod: Pod): PodInfo {
  const known = infos.get(pod);
  if (known !== undefined) return known;
  const info = buildPodInfo(pod, requestsOf(pod));
  infos.set(pod, info);
  return info;
}

function buildPodInfo(pod: Pod, requests: PodRequests): PodInfo {
  const { metadata, spec } = pod;
  const { podAffinity, podAntiAffinity } = spec.affinity ?? {};
  const requiredAffinity = compileTerms(pod, podAffinity?.requiredDuringSchedulingIgnoredDuringExecution);
  const requiredAntiAffinity = compileTerms(
    pod,
    podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution,
  );
  const preferredAffinity = compileWeightedTerms(
    pod,
    podAffinity?.preferredDuringSchedulingIgnoredDuringExecution,
  );
  const preferredAntiAffinity = compileWeightedTerms(
    pod,
    podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution,
  );
  return {
    pod,
    uid: metadata.uid,
    key: metaKey(metadata.namespace, metadata.name),
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    labels: metadata.labels ?? NO_LABELS,
    labelKey: labelKeyOf(metadata.namespace ?? '', metadata.labels ?? NO_LABELS),
    priority: spec.priority ?? 0,
    terminating: metadata.deletionTimestamp !== undefined,
    requests: requests.requests,
    nonZeroMilliCpu: requests.nonZeroMilliCpu,
    nonZeroMemory: requests.nonZeroMemory,
    requiredAffinity,
    requiredAntiAffinity,
    preferredAffinity,
    preferredAntiAffinity,
    hasAffinity: podAffinity !== undefined || podAntiAffinity !== undefined,
    hostPorts: hostPortsOf(pod),
    claims: claimsOf(pod),
  };
}

const labelTexts = new WeakMap<Labels, string>();

function labelKeyOf(namespace: string, labels: Labels): string {
  let text = labelTexts.get(labels);
  if (text === undefined) {
    text = labelText(labels);
    labelTexts.set(labels, text);
  }
  return namespace + text;
}

/** Labels hold neither line breaks nor equal signs. */
function labelText(labels: Labels): string {
  let text = '';
  for (const name of Object.keys(labels).sort()) text += `\n${name}=${labels[name] ?? ''}`;
  return text;
}

function hostPortsOf(pod: Pod): readonly HostPort[] {
  let ports: HostPort[] | undefined;
  const collect = (container: Container): void => {
    for (const { hostPort = 0, hostIP = '', protocol = 'TCP' } of container.ports ?? []) {
      if (hostPort > 0)
        (ports ??= []).push({ ip: hostIP === '' ? '0.0.0.0' : hostIP, protocol, port: hostPort });
    }
  };
  for (const container of pod.spec.initContainers ?? [])
    if (isRestartableInitContainer(container)) collect(container);
  for (const container of pod.spec.containers) collect(container);
  return ports ?? NO_PORTS;
}

/** The claim a volume mounts: its own, or the one made for a generic ephemeral volume; undefined for other volumes. */
export function claimNameOf(pod: Pod, volume: Volume): string | undefined {
  if (volume.persistentVolumeClaim !== undefined) return volume.persistentVolumeClaim.claimName;
  if (volume.ephemeral !== undefined) return `${pod.metadata.name}-${volume.name}`;
  return undefined;
}

function claimsOf(pod: Pod): readonly string[] {
  let claims: string[] | undefined;
  for (const volume of pod.spec.volumes ?? []) {
    const name = claimNameOf(pod, volume);
    if (name !== undefined) (claims ??= []).push(name);
  }
  return claims ?? NO_CLAIMS;
}
