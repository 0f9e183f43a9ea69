import type { Pod } from '../../../api/generated/types.ts';
import { createScheduler } from '../scheduler.ts';
import { FakeApi } from './fake-api.ts';
import { makeNode, makePod } from './make.ts';

// Upstream's scheduler_perf cases at their sizes: `npx tsx src/engine/scheduler/testing/scheduler.bench.ts [CASE…]`.

interface Case {
  readonly name: string;
  readonly nodes: number;
  readonly before: number;
  readonly measured: number;
  /** Pods a second that it must reach on one core. */
  readonly threshold: number;
  readonly pod: (name: string, namespace: string) => Pod;
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

const CASES: readonly Case[] = [
  ...[500, 1_000, 2_000, 5_000].map((nodes) => ({
    name: `basic-${nodes}`,
    nodes,
    before: nodes / 5,
    measured: 2 * nodes,
    threshold: 1_000,
    pod: basic,
  })),
  { name: 'anti-affinity-5000', nodes: 5_000, before: 1_000, measured: 1_000, threshold: 60, pod: apart },
  { name: 'spread-5000', nodes: 5_000, before: 5_000, measured: 2_000, threshold: 85, pod: spread },
];

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
};

/** Makes `count` Pods and runs until all are bound; answers the CPU seconds it took, the fake API server's included. */
function schedule(api: FakeApi, testCase: Case, count: number, namespace: string): number {
  const start = cpuSeconds();
  for (let i = 0; i < count; i++) api.put('pods', testCase.pod(`pod-${i}`, namespace));
  let bound = 0;
  while (bound < count) {
    const before = api.kernel.now();
    api.runFor(1_000_000);
    bound = api
      .list<Pod>('pods')
      .filter(({ metadata, spec }) => metadata.namespace === namespace && spec.nodeName).length;
    if (api.kernel.now() - before === 0) break;
  }
  return cpuSeconds() - start;
}

function measure(testCase: Case): string {
  const api = new FakeApi({ keepRecords: false, level: 1 });
  for (const name of ['default', 'sched-0', 'sched-1']) api.put('namespaces', { metadata: { name } });
  for (let i = 0; i < testCase.nodes; i++) {
    api.put('nodes', makeNode(`node-${i}`, { memory: '32Gi', labels: { [ZONE]: `moon-${1 + (i % 3)}` } }));
  }
  createScheduler(api.context).start();
  api.runFor(1_000_000);
  schedule(api, testCase, testCase.before, 'sched-0');
  const seconds = schedule(api, testCase, testCase.measured, 'sched-1');
  const rate = testCase.measured / seconds;
  const verdict = rate >= testCase.threshold ? 'ok' : 'BELOW';
  return (
    `${testCase.name.padEnd(20)} ${String(testCase.nodes).padStart(5)} nodes ${String(testCase.measured).padStart(6)} pods ` +
    `${rate.toFixed(0).padStart(6)} pods/s of CPU (${((1_000 * seconds) / testCase.measured).toFixed(3)} ms each), ` +
    `wanted ${testCase.threshold}: ${verdict}`
  );
}

const wanted = process.argv.slice(2);
for (const testCase of CASES) {
  if (wanted.length === 0 || wanted.includes(testCase.name)) process.stdout.write(`${measure(testCase)}\n`);
}
