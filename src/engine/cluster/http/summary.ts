import { formatTime } from '../../../api/time.ts';
import type { ContainerUsage, NodeUsage } from '../../machinery/kubelet-server.ts';

// Models pkg/kubelet/apis/stats/v1alpha1 (1.36): CPU time and working sets; no rates, disks, networks or inodes.

/** GET /stats/summary */
export function summary(node: string, usage: NodeUsage, time: string): object {
  const pods = new Map<string, ContainerUsage[]>();
  for (const each of usage.containers) {
    const key = `${each.namespace}/${each.pod}`;
    pods.set(key, [...(pods.get(key) ?? []), each]);
  }
  const figures = (cpuUsedUs: number, memoryBytes: number): object => ({
    cpu: { time, usageCoreNanoSeconds: Math.round(cpuUsedUs * 1_000) },
    memory: { time, workingSetBytes: memoryBytes },
  });
  return {
    node: { nodeName: node, ...figures(usage.cpuUsedUs, usage.memoryBytes) },
    pods: [...pods.values()].map((containers) => ({
      podRef: { name: containers[0]?.pod, namespace: containers[0]?.namespace },
      containers: containers.map(({ container, startedUnixUs, cpuUsedUs, memoryBytes }) => ({
        name: container,
        startTime: formatTime(startedUnixUs),
        ...figures(cpuUsedUs, memoryBytes),
      })),
      ...figures(
        containers.reduce((sum, { cpuUsedUs }) => sum + cpuUsedUs, 0),
        containers.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
      ),
    })),
  };
}
