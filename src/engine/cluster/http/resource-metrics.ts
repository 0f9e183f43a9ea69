import { goFloat } from '../../../api/go-text.ts';
import type { NodeUsage } from '../../machinery/kubelet-server.ts';

// Models pkg/kubelet/metrics/collectors/resource_metrics.go (1.36) in Prometheus' text format.

interface Sample {
  readonly labels: string;
  readonly value: number;
  /** Without one the sample carries no time. */
  readonly dated?: boolean;
}

/** GET /metrics/resource */
export function resourceMetrics(usage: NodeUsage, nowUnixUs: number): string {
  const atMs = Math.floor(nowUnixUs / 1_000);
  const family = (name: string, type: string, help: string, samples: readonly Sample[]): string =>
    samples.length === 0
      ? ''
      : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples
          .map(
            ({ labels, value, dated = true }) =>
              `${name}${labels} ${goFloat(value)}${dated ? ` ${atMs}` : ''}\n`,
          )
          .join('')}`;
  const containers = usage.containers.map((each) => ({
    ...each,
    labels: `{container="${each.container}",namespace="${each.namespace}",pod="${each.pod}"}`,
  }));
  const pods = podsOf(usage);
  return [
    family(
      'container_cpu_usage_seconds_total',
      'counter',
      '[STABLE] Cumulative cpu time consumed by the container in core-seconds',
      containers.map(({ labels, cpuUsedUs }) => ({ labels, value: cpuUsedUs / 1e6 })),
    ),
    family(
      'container_memory_working_set_bytes',
      'gauge',
      '[STABLE] Current working set of the container in bytes',
      containers.map(({ labels, memoryBytes }) => ({ labels, value: memoryBytes })),
    ),
    family(
      'container_start_time_seconds',
      'gauge',
      '[STABLE] Start time of the container since unix epoch in seconds',
      containers.map(({ labels, startedUnixUs }) => ({ labels, value: startedUnixUs / 1e6, dated: false })),
    ),
    family(
      'node_cpu_usage_seconds_total',
      'counter',
      '[STABLE] Cumulative cpu time consumed by the node in core-seconds',
      [{ labels: '', value: usage.cpuUsedUs / 1e6 }],
    ),
    family('node_memory_working_set_bytes', 'gauge', '[STABLE] Current working set of the node in bytes', [
      { labels: '', value: usage.memoryBytes },
    ]),
    family(
      'pod_cpu_usage_seconds_total',
      'counter',
      '[STABLE] Cumulative cpu time consumed by the pod in core-seconds',
      pods.map(({ labels, cpuUsedUs }) => ({ labels, value: cpuUsedUs / 1e6 })),
    ),
    family(
      'pod_memory_working_set_bytes',
      'gauge',
      '[STABLE] Current working set of the pod in bytes',
      pods.map(({ labels, memoryBytes }) => ({ labels, value: memoryBytes })),
    ),
    family(
      'resource_scrape_error',
      'gauge',
      '[STABLE] 1 if there was an error while getting container metrics, 0 otherwise',
      [{ labels: '', value: 0, dated: false }],
    ),
  ].join('');
}

interface PodUsage {
  readonly labels: string;
  readonly cpuUsedUs: number;
  readonly memoryBytes: number;
}

/** Containers of one Pod stand together. */
function podsOf({ containers }: NodeUsage): readonly PodUsage[] {
  const pods = new Map<string, PodUsage>();
  for (const { namespace, pod, cpuUsedUs, memoryBytes } of containers) {
    const labels = `{namespace="${namespace}",pod="${pod}"}`;
    const before = pods.get(labels) ?? { cpuUsedUs: 0, memoryBytes: 0 };
    pods.set(labels, {
      labels,
      cpuUsedUs: before.cpuUsedUs + cpuUsedUs,
      memoryBytes: before.memoryBytes + memoryBytes,
    });
  }
  return [...pods.values()];
}
