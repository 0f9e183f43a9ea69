import type { Container, Pod } from '../../../api/generated/types.ts';
import { podLimits, podRequests } from '../../../api/pod-resources.ts';
import { podQos } from '../../../api/qos.ts';
import { amountMilliValue, amountValue, quantityMilliValue, quantityValue } from '../../../api/quantity.ts';

// Models pkg/kubelet/cm/helpers_linux.go, pkg/kubelet/qos/policy.go and, for cpu.weight, runc 1.3.2 and later:
// what a Pod's spec becomes in the kernel. The trace holds the spec; these rules do the rest.

const MIN_SHARES = 2;
const MAX_SHARES = 262_144;
const PERIOD_US = 100_000;

/** What a cgroup is told. Absent: no limit of its own. */
export interface CgroupValues {
  readonly weight: number;
  readonly max: string | undefined;
  readonly memory: number | undefined;
}

function sharesOf(milli: number): number {
  return milli === 0
    ? MIN_SHARES
    : Math.min(MAX_SHARES, Math.max(MIN_SHARES, Math.floor((milli * 1024) / 1000)));
}

/** cpu.weight as runc makes it of cpu.shares. */
export function cpuWeight(shares: number): number {
  if (shares <= MIN_SHARES) return 1;
  if (shares >= MAX_SHARES) return 10_000;
  const log = Math.log2(shares);
  return Math.ceil(10 ** ((log * log + 125 * log) / 612 - 7 / 34));
}

function maxOf(milli: number): string | undefined {
  return milli === 0 ? undefined : `${Math.max(1_000, Math.floor((milli * PERIOD_US) / 1000))} ${PERIOD_US}`;
}

/** The values of a container's own cgroup. */
export function containerCgroup({ resources }: Container): CgroupValues {
  const { requests, limits } = resources ?? {};
  const limit = limits?.['cpu'] === undefined ? 0 : quantityMilliValue(limits['cpu']);
  const request = requests?.['cpu'] === undefined ? limit : quantityMilliValue(requests['cpu']);
  const memory = limits?.['memory'];
  return {
    weight: cpuWeight(sharesOf(request)),
    max: maxOf(limit),
    memory: memory === undefined ? undefined : quantityValue(memory),
  };
}

/** The values of the Pod's cgroup: a limit only where every container has one. */
export function podCgroup(pod: Pod): CgroupValues {
  if (podQos(pod) === 'BestEffort') return { weight: 1, max: undefined, memory: undefined };
  const request = podRequests(pod).get('cpu');
  const limits = podLimits(pod);
  const every = (resource: string): boolean =>
    [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].every(
      ({ resources }) => resources?.limits?.[resource] !== undefined,
    );
  const cpu = limits.get('cpu');
  const memory = limits.get('memory');
  return {
    weight: cpuWeight(sharesOf(request === undefined ? 0 : amountMilliValue(request))),
    max: cpu === undefined || !every('cpu') ? undefined : maxOf(amountMilliValue(cpu)),
    memory: memory === undefined || !every('memory') ? undefined : amountValue(memory),
  };
}

/** oom_score_adj of a container. Models GetContainerOOMScoreAdjust for Pods that are not node-critical. */
export function oomScoreAdj(pod: Pod, container: Container, nodeMemoryBytes: number): number {
  const qos = podQos(pod);
  if (qos === 'Guaranteed') return -997;
  if (qos === 'BestEffort' || nodeMemoryBytes === 0) return 1000;
  const request = container.resources?.requests?.['memory'];
  const bytes = request === undefined ? 0 : quantityValue(request);
  return Math.max(3, Math.min(999, 1000 - Math.floor((1000 * bytes) / nodeMemoryBytes)));
}

/** Slices from the root down to the Pod's, as the systemd driver names them. */
export function slicesOf(pod: Pod): readonly string[] {
  const uid = (pod.metadata.uid ?? '').replaceAll('-', '_');
  const qos = podQos(pod);
  if (qos === 'Guaranteed') return ['kubepods.slice', `kubepods-pod${uid}.slice`];
  const tier = qos === 'Burstable' ? 'burstable' : 'besteffort';
  return ['kubepods.slice', `kubepods-${tier}.slice`, `kubepods-${tier}-pod${uid}.slice`];
}
