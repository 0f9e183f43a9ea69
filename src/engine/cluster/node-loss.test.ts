import { expect, it } from 'vitest';
import { present } from '../../base/assert.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { Session } from './session.ts';
import { play } from './testing/play.ts';

interface NodeFacts {
  readonly spec: { readonly taints?: readonly { readonly effect: string }[] };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** When worker-2, whose kubelet stops at 5 s, last renewed its lease, was Unknown and was given a NoExecute taint, in seconds. */
function lost(seed: number): { renewed: number; unknown: number; tainted: number } {
  const steps = [{ at: '5s', fault: { component: 'kubelet', node: 'worker-2', state: 'down' } }];
  const scenario = checkScenario({ title: 'lost', steps, until: '80s', seed });
  const puts: { at: number; resource: string; object: NodeFacts }[] = [];
  const keep = (record: TraceRecord): void => {
    if (record.kind !== 'object.put' || record.data.name !== 'worker-2') return;
    const object = record.data.object as unknown as NodeFacts;
    puts.push({ at: record.at / 1e6, resource: record.data.resource, object });
  };
  const session = new Session({
    scenario: present(scenario.ok ? scenario.value : undefined, 'scenario'),
    sink: keep,
  });
  session.advance({ until: session.end() ?? 0 });
  const nodes = puts.filter(({ resource }) => resource === 'nodes');
  const isUnknown = ({ object }: { object: NodeFacts }): boolean =>
    object.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'Unknown') === true;
  const isTainted = ({ object }: { object: NodeFacts }): boolean =>
    object.spec.taints?.some(({ effect }) => effect === 'NoExecute') === true;
  return {
    renewed: present(puts.filter(({ resource }) => resource !== 'nodes').at(-1), 'a lease').at,
    unknown: present(nodes.find(isUnknown), 'Unknown').at,
    tainted: present(nodes.find(isTainted), 'tainted').at,
  };
}

it.each([1, 2, 3])(
  'a lost node is Unknown 50 s after its last renewal was seen, and tainted at once (seed %i)',
  (seed) => {
    const { renewed, unknown, tainted } = lost(seed);
    expect(unknown - renewed).toBeGreaterThan(50);
    expect(unknown - renewed).toBeLessThan(55.1);
    expect(tainted - unknown).toBeGreaterThan(0);
    expect(tainted - unknown).toBeLessThan(0.2);
  },
);

const POD = { containers: [{ name: 'web', image: 'nginx:1.25' }] };
const workload = (kind: string, app: string): object => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name: app },
  spec: {
    replicas: 1,
    serviceName: app,
    selector: { matchLabels: { app } },
    template: { metadata: { labels: { app } }, spec: POD },
  },
});

it('with default flags the Pods of a lost node go after 300 s: only the one of a ReplicaSet comes back elsewhere', () => {
  const bare = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'bare' }, spec: POD };
  const { serviceName: _, ...spec } = (workload('Deployment', 'web') as { spec: { serviceName: string } })
    .spec;
  const objects = [bare, { ...workload('Deployment', 'web'), spec }, workload('StatefulSet', 'db')];
  const steps = [
    { at: '0s', kubectl: 'cordon worker-1' },
    { at: '1s', apply: objects.map((object) => JSON.stringify(object)).join('\n---\n') },
    { at: '8s', kubectl: 'uncordon worker-1' },
    { at: '10s', fault: { node: 'worker-2', state: 'down' } },
  ];
  const scenario = checkScenario({ title: 'lost', steps, until: '700s' });
  const pods = new Map<string, { deletedAt?: number }>();
  const session = new Session({
    scenario: present(scenario.ok ? scenario.value : undefined, 'scenario'),
    sink: (record) => {
      if (record.kind !== 'object.put' || record.data.resource !== 'pods') return;
      const object = record.data.object as {
        metadata: { deletionTimestamp?: string };
        spec: { nodeName?: string };
      };
      const app = record.data.name.split('-')[0] ?? '';
      const key = `${app} ${object.spec.nodeName ?? ''}`;
      const gone = object.metadata.deletionTimestamp !== undefined;
      const deletedAt = pods.get(key)?.deletedAt ?? (gone ? record.at / 1e6 : undefined);
      if (object.spec.nodeName !== undefined) pods.set(key, deletedAt === undefined ? {} : { deletedAt });
    },
  });
  session.advance({ until: session.end() ?? 0 });
  expect([...pods.keys()].sort()).toEqual(['bare worker-2', 'db worker-2', 'web worker-1', 'web worker-2']);
  for (const [key, { deletedAt }] of pods) {
    if (key === 'web worker-1') expect(deletedAt).toBeUndefined();
    // Down at 10 s; the last renewal is up to 10 s old then, tainted 50 to 55 s after it, and 300 s later it is evicted.
    else expect(Math.abs((deletedAt ?? 0) - 361)).toBeLessThan(6);
  }
});

it('a node that is deleted while its kubelet runs comes back with the next kubelet only; its Pods are collected', () => {
  const web = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web' },
    spec: { ...POD, nodeName: 'worker-2' },
  };
  const run = play(
    [
      { at: '0s', apply: JSON.stringify(web) },
      { at: '5s', kubectl: 'delete node worker-2' },
      { at: '40s', kubectl: 'get nodes' },
      { at: '70s', kubectl: 'get pods' },
      {
        at: '71s',
        fault: { component: 'kubelet', node: 'worker-2', state: 'down' },
      },
      {
        at: '72s',
        fault: { component: 'kubelet', node: 'worker-2', state: 'up' },
      },
      { at: '90s', kubectl: 'get node worker-2 --no-headers' },
    ],
    '91s',
  );
  const [nodes, rest = ''] = run.output.split('No resources found in default namespace.');
  expect(nodes).not.toMatch(/^worker-2/m);
  expect(rest).toMatch(/^worker-2 +Ready/m);
  const leases = run.records.filter(
    ({ kind, at, data }) =>
      kind === 'object.put' &&
      data.resource === 'leases.coordination.k8s.io' &&
      data.name === 'worker-2' &&
      at > 6e6,
  );
  expect(leases[0]?.at).toBeGreaterThan(72e6);
});
