import type { Pod, ResourceRequirements } from '../../../../api/generated/types.ts';
import { quantityMilliValue, quantityValue } from '../../../../api/quantity.ts';
import { podLimits, podRequests } from '../../../../api/pod-resources.ts';
import { amountMilliValue, amountValue } from '../../../../api/quantity.ts';
import type { CgroupValues } from '../../cri/port/host.ts';
import type { LinuxResources } from '../../cri/port/runtime.ts';
import { type AnyContainer, isCriticalPod, isSidecar, podUid } from '../pod.ts';
import { podQos } from '../status/qos.ts';

// Models pkg/kubelet/cm/helpers_linux.go, pkg/kubelet/qos/policy.go and kuberuntime_container_linux.go (1.36).

const MIN_SHARES = 2;
const MAX_SHARES = 262_144;
const PERIOD_US = 100_000;
const MIN_QUOTA_US = 1_000;
const NODE_CRITICAL = 2_000_001_000;

export function cpuShares(milliCpu: number): number {
  if (milliCpu === 0) return MIN_SHARES;
  return Math.max(MIN_SHARES, Math.min(MAX_SHARES, Math.floor((milliCpu * 1024) / 1000)));
}

/** 0 = no quota. */
export function cpuQuota(milliCpu: number): number {
  return milliCpu === 0 ? 0 : Math.max(MIN_QUOTA_US, Math.floor((milliCpu * PERIOD_US) / 1000));
}

/** The values of a container's own cgroup. */
export function containerResources(
  pod: Pod,
  container: AnyContainer,
  nodeMemoryBytes: number,
  resources?: ResourceRequirements,
): LinuxResources {
  const { requests, limits: own } = resources ?? container.resources ?? {};
  // What a container does not limit itself, the Pod's own limit does.
  const limits = { ...podLevel(pod), ...own };
  const cpuLimit = limits?.cpu === undefined ? 0 : quantityMilliValue(limits.cpu);
  const cpuRequest = requests?.cpu === undefined ? cpuLimit : quantityMilliValue(requests.cpu);
  return {
    cpuShares: cpuShares(cpuRequest),
    cpuQuotaUs: cpuQuota(cpuLimit),
    cpuPeriodUs: PERIOD_US,
    memoryLimitBytes: limits?.memory === undefined ? 0 : quantityValue(limits.memory),
    oomScoreAdj: oomScoreAdj(pod, container, nodeMemoryBytes),
  };
}

function podLevel(pod: Pod): Partial<Record<'cpu' | 'memory', string>> {
  const { cpu, memory } = pod.spec.resources?.limits ?? {};
  return { ...(cpu === undefined ? {} : { cpu }), ...(memory === undefined ? {} : { memory }) };
}

/** Models pkg/kubelet/qos/policy.go GetContainerOOMScoreAdjust. */
export function oomScoreAdj(pod: Pod, container: AnyContainer, nodeMemoryBytes: number): number {
  if (isCriticalPod(pod) && (pod.spec.priority ?? 0) >= NODE_CRITICAL) return -997;
  switch (podQos(pod)) {
    case 'Guaranteed':
      return -997;
    case 'BestEffort':
      return 1000;
    case 'Burstable': {
      const shared = sharedMemory(pod);
      const own = burstableScore(container, shared, nodeMemoryBytes);
      if (!isSidecar(container)) return own;
      const smallest = Math.min(
        ...pod.spec.containers.map((each) => burstableScore(each, shared, nodeMemoryBytes)),
      );
      return Math.min(own, smallest);
    }
  }
}

const memoryOf = ({ resources }: AnyContainer): number => {
  const request = resources?.requests?.memory;
  return request === undefined ? 0 : quantityValue(request);
};

/** What each container is counted of the Pod's own memory request beyond theirs. */
function sharedMemory(pod: Pod): number {
  const whole = pod.spec.resources?.requests?.memory;
  if (whole === undefined) return 0;
  const counted = [...pod.spec.containers, ...(pod.spec.initContainers ?? []).filter(isSidecar)];
  const asked = counted.reduce((sum, container) => sum + memoryOf(container), 0);
  return Math.max(0, quantityValue(whole) - asked) / counted.length;
}

function burstableScore(container: AnyContainer, sharedBytes: number, nodeMemoryBytes: number): number {
  const bytes = memoryOf(container) + sharedBytes;
  const score = 1000 - Math.floor((1000 * bytes) / nodeMemoryBytes);
  return Math.max(3, Math.min(999, score));
}

/** Path of a Pod's cgroup below the cgroup root. Models the systemd driver's names. */
export function podCgroupPath(pod: Pod): string {
  const uid = podUid(pod).replaceAll('-', '_');
  switch (podQos(pod)) {
    case 'Guaranteed':
      return `/kubepods.slice/kubepods-pod${uid}.slice`;
    case 'Burstable':
      return `/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod${uid}.slice`;
    case 'BestEffort':
      return `/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod${uid}.slice`;
  }
}

/** The values of a Pod's cgroup. */
export function podCgroupValues(pod: Pod): CgroupValues {
  const qos = podQos(pod);
  if (qos === 'BestEffort') return { cpuShares: MIN_SHARES };
  const requests = podRequests(pod);
  const limits = podLimits(pod);
  const cpu = requests.get('cpu');
  const shares = cpuShares(cpu === undefined ? 0 : amountMilliValue(cpu));
  const every = (resource: string): boolean =>
    pod.spec.resources?.limits?.[resource] !== undefined ||
    [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].every(
      ({ resources }) => resources?.limits?.[resource] !== undefined,
    );
  const cpuLimit = limits.get('cpu');
  const memoryLimit = limits.get('memory');
  return {
    cpuShares: shares,
    ...(cpuLimit !== undefined && every('cpu') ? { cpuQuotaUs: cpuQuota(amountMilliValue(cpuLimit)) } : {}),
    ...(memoryLimit !== undefined && every('memory') ? { memoryLimitBytes: amountValue(memoryLimit) } : {}),
  };
}
