import { podRequests } from '../../../../api/pod-resources.ts';
import { amountValue } from '../../../../api/quantity.ts';
import type { PodUsage } from './usage.ts';

// Models pkg/kubelet/eviction/helpers.go rankMemoryPressure, rankDiskPressureFunc and rankPIDPressure (1.36).

function request({ pod }: PodUsage, resource: string): number {
  const amount = podRequests(pod).get(resource);
  return amount === undefined ? 0 : amountValue(amount);
}

function priority({ pod }: PodUsage): number {
  return pod.spec.priority ?? 0;
}

function byExcess(
  usages: readonly PodUsage[],
  resource: string,
  used: (usage: PodUsage) => number,
): PodUsage[] {
  const excess = (usage: PodUsage): number => used(usage) - request(usage, resource);
  return [...usages].sort(
    (a, b) =>
      Number(excess(b) > 0) - Number(excess(a) > 0) || priority(a) - priority(b) || excess(b) - excess(a),
  );
}

/** Who goes first: uses more than it asked for, lower priority, further above its request. */
export function rankForMemory(usages: readonly PodUsage[]): PodUsage[] {
  return byExcess(usages, 'memory', ({ memoryBytes }) => memoryBytes);
}

export function rankForDisk(usages: readonly PodUsage[]): PodUsage[] {
  return byExcess(usages, 'ephemeral-storage', ({ diskBytes }) => diskBytes);
}

/** Lower priority, then more processes. */
export function rankForPids(usages: readonly PodUsage[]): PodUsage[] {
  return [...usages].sort((a, b) => priority(a) - priority(b) || b.processes - a.processes);
}
