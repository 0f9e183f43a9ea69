import type { Pod } from '../../../api/generated/types.ts';
import { createScheduler } from '../scheduler.ts';
import { FakeApi } from './fake-api.ts';
import { makeNode, makePod } from './make.ts';

// Upstream's scheduler_perf cases at their sizes (test/integration/scheduler_perf).

/** One kind of Pod on clusters of growing size. */
export interface LoadCase {
  readonly name: 'basic' | 'anti-affinity' | 'spread';
  /** What it must reach on one core on the largest cluster, in Pods a second. */
  readonly threshold: number;
  readonly sizes: readonly LoadSize[];
}

export interface LoadSize {
  readonly nodes: number;
  /** Pods that are there before the measured ones. */
  readonly before: number;
  readonly measured: number;
}

const REQUESTS = { cpu: '100m', memory: '500Mi' };
const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

const basic = (name: string, namespace: string): Pod => makePod(name, { namespace, requests: REQUESTS });

const apart = (name: string, namespace: string): Pod =>
  makePod(name, {
    namespace,
    requests: REQUESTS,
    labels: { color: 'green', name: 'test' },
    spec: {
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            {
              labelSelector: { matchLabels: { color: 'green' } },
              topologyKey: HOSTNAME,
              namespaces: ['sched-1', 'sched-0'],
            },
          ],
        },
      },
    },
  });

const spread = (name: string, namespace: string): Pod =>
  makePod(name, {
    namespace,
    requests: REQUESTS,
    labels: { color: 'blue' },
    spec: {
      topologySpreadConstraints: [
        {
          maxSkew: 5,
          topologyKey: ZONE,
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: { matchLabels: { color: 'blue' } },
        },
      ],
    },
  });

const PODS: Readonly<Record<LoadCase['name'], (name: string, namespace: string) => Pod>> = {
  basic,
  'anti-affinity': apart,
  spread,
};

export const LOAD_CASES: readonly LoadCase[] = [
  {
    name: 'basic',
    threshold: 1_000,
    sizes: [500, 1_000, 2_000, 5_000].map((nodes) => ({ nodes, before: nodes / 5, measured: 2 * nodes })),
  },
  {
    name: 'anti-affinity',
    threshold: 60,
    sizes: [1_000, 2_000, 5_000].map((nodes) => ({ nodes, before: nodes / 5, measured: nodes / 5 })),
  },
  {
    name: 'spread',
    threshold: 85,
    sizes: [1_000, 2_000, 5_000].map((nodes) => ({ nodes, before: nodes, measured: (2 * nodes) / 5 })),
  },
];

/** Makes `count` Pods and runs until all are bound. */
function schedule(
  api: FakeApi,
  pod: (name: string, namespace: string) => Pod,
  count: number,
  namespace: string,
): void {
  for (let i = 0; i < count; i++) api.put('pods', pod(`pod-${i}`, namespace));
  let bound = 0;
  while (bound < count) {
    const before = api.kernel.now();
    api.runFor(1_000_000);
    bound = api
      .list<Pod>('pods')
      .filter(({ metadata, spec }) => metadata.namespace === namespace && spec.nodeName).length;
    if (api.kernel.now() - before === 0) break;
  }
}

/** Milliseconds of CPU a Pod takes, the fake API server's share included; `cpuMs` measures what it runs. */
export function cpuMsPerPod(
  name: LoadCase['name'],
  { nodes, before, measured }: LoadSize,
  cpuMs: (run: () => void) => number,
): number {
  const api = new FakeApi({ keepRecords: false, level: 1 });
  for (const namespace of ['default', 'sched-0', 'sched-1'])
    api.put('namespaces', { metadata: { name: namespace } });
  for (let i = 0; i < nodes; i++)
    api.put('nodes', makeNode(`node-${i}`, { memory: '32Gi', labels: { [ZONE]: `moon-${1 + (i % 3)}` } }));
  createScheduler(api.context).start();
  api.runFor(1_000_000);
  schedule(api, PODS[name], before, 'sched-0');
  return cpuMs(() => schedule(api, PODS[name], measured, 'sched-1')) / measured;
}
