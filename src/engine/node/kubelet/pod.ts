import type {
  Container,
  EphemeralContainer,
  Pod,
  PodCondition,
  PodStatus,
} from '../../../api/generated/types.ts';

/** Any container of a Pod's spec. */
export type AnyContainer = Container | EphemeralContainer;
export type ContainerKind = 'container' | 'init' | 'ephemeral';

/** `<name>_<namespace>(<uid>)`. Models pkg/kubelet/util/format/pod.go Pod. */
export function formatPod(pod: Pod): string {
  const { name, namespace, uid } = pod.metadata;
  return `${name}_${namespace}(${uid})`;
}

export function podUid(pod: Pod): string {
  return pod.metadata.uid ?? '';
}

/** A restartable init container. */
export function isSidecar(container: AnyContainer): boolean {
  return container.restartPolicy === 'Always';
}

export function initContainers(pod: Pod): readonly Container[] {
  return pod.spec.initContainers ?? NONE;
}

export function ephemeralContainers(pod: Pod): readonly EphemeralContainer[] {
  return pod.spec.ephemeralContainers ?? NO_EPHEMERAL;
}

const NONE: readonly Container[] = [];
const NO_EPHEMERAL: readonly EphemeralContainer[] = [];

export function isHostNetwork(pod: Pod): boolean {
  return pod.spec.hostNetwork === true;
}

/** The container of that name and what kind it is. */
export function findContainer(
  pod: Pod,
  name: string,
): { container: AnyContainer; kind: ContainerKind } | undefined {
  const regular = pod.spec.containers.find((container) => container.name === name);
  if (regular !== undefined) return { container: regular, kind: 'container' };
  const init = pod.spec.initContainers?.find((container) => container.name === name);
  if (init !== undefined) return { container: init, kind: 'init' };
  const ephemeral = pod.spec.ephemeralContainers?.find((container) => container.name === name);
  return ephemeral === undefined ? undefined : { container: ephemeral, kind: 'ephemeral' };
}

/** The involvedObject.fieldPath of a container's events. */
export function fieldPathOf(pod: Pod, name: string): string {
  switch (findContainer(pod, name)?.kind) {
    case 'init':
      return `spec.initContainers{${name}}`;
    case 'ephemeral':
      return `spec.ephemeralContainers{${name}}`;
    default:
      return `spec.containers{${name}}`;
  }
}

export function isTerminalPhase(phase: PodStatus['phase']): boolean {
  return phase === 'Failed' || phase === 'Succeeded';
}

export function findCondition(status: PodStatus | undefined, type: string): PodCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}

const CONFIG_SOURCE = 'kubernetes.io/config.source';
const CONFIG_MIRROR = 'kubernetes.io/config.mirror';
const CRITICAL_PRIORITY = 2_000_000_000;

export function isStaticPod(pod: Pod): boolean {
  const source = pod.metadata.annotations?.[CONFIG_SOURCE];
  return source !== undefined && source !== 'api';
}

export function isMirrorPod(pod: Pod): boolean {
  return pod.metadata.annotations?.[CONFIG_MIRROR] !== undefined;
}

/** Models pkg/kubelet/types/pod_update.go IsCriticalPod. */
export function isCriticalPod(pod: Pod): boolean {
  return isStaticPod(pod) || isMirrorPod(pod) || (pod.spec.priority ?? 0) >= CRITICAL_PRIORITY;
}
