import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { present } from '../../base/assert.ts';
import { COMPONENTS } from '../../scenario/fault.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { Session } from './session.ts';

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec:
  nodeSelector: {kubernetes.io/hostname: worker-1}
  terminationGracePeriodSeconds: 1
  containers:
  - {name: web, image: nginx}
`;

function play(steps: readonly Json[], until: string): readonly TraceRecord[] {
  const scenario = checkScenario({ title: 'faults', steps, until });
  const records: TraceRecord[] = [];
  const session = new Session({
    scenario: present(scenario.ok ? scenario.value : undefined, 'a scenario'),
    sink: (record) => records.push(record),
  });
  session.advance({ until: session.end() ?? 0 });
  return records;
}

const fault = (at: string, component: string, state: string, delay?: string): Json => ({
  at,
  fault: { component, state, ...(delay === undefined ? {} : { delay }) },
});

/** When the Pod of this name was first Ready, in seconds; undefined if never. */
function readyAt(records: readonly TraceRecord[], name: string): number | undefined {
  const ready = records.find((record) => {
    if (record.kind !== 'object.put' || record.data.resource !== 'pods' || record.data.name !== name)
      return false;
    const { status } = record.data.object as { status?: { conditions?: { type: string; status: string }[] } };
    return status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;
  });
  return ready === undefined ? undefined : ready.at / 1_000_000;
}

const outputOf = (records: readonly TraceRecord[]): string =>
  records.map((record) => (record.kind === 'command.output' ? record.data.text : '')).join('');

describe('every component', () => {
  const plain = present(readyAt(play([{ at: '0s', apply: POD }], '20s'), 'web'), 'ready');

  // DNS and the rules of Services are not on a Pod's way to Ready, and nothing is controlled here.
  const onTheWay = ['etcd', 'kube-apiserver', 'kube-scheduler', 'kubelet', 'containerd'] as const;

  it.each(onTheWay)('%s slowed makes a Pod ready later; up again it is as before', (component) => {
    const slow = play([fault('0s', component, 'slow', '700ms'), { at: '1s', apply: POD }], '60s');
    expect(present(readyAt(slow, 'web'), 'ready')).toBeGreaterThan(1 + plain + 0.69);
    const undone = play(
      [fault('0s', component, 'slow', '700ms'), fault('20s', component, 'up'), { at: '40s', apply: POD }],
      '60s',
    );
    expect(present(readyAt(undone, 'web'), 'ready')).toBeLessThan(40 + plain + 0.6);
  });

  it.each(onTheWay)('%s down keeps a Pod from Ready; up again it gets there', (component) => {
    const steps = [fault('0s', component, 'down'), { at: '1s', apply: POD }];
    expect(readyAt(play(steps, '30s'), 'web')).toBeUndefined();
    const again = [...steps, fault('30s', component, 'up'), { at: '60s', apply: POD }];
    expect(readyAt(play(again, '90s'), 'web')).toBeGreaterThan(30);
  });

  it.each(COMPONENTS)('%s twice down and twice up changes nothing', (component) => {
    const steps = [
      fault('0s', component, 'down'),
      fault('1s', component, 'down'),
      fault('4s', component, 'up'),
      fault('5s', component, 'up'),
      { at: '40s', apply: POD },
    ];
    expect(readyAt(play(steps, '60s'), 'web')).toBeGreaterThan(40);
  });
});

describe('the machine of the control plane', () => {
  const power = (at: string, state: string): Json => ({ at, fault: { node: 'control-plane', state } });
  const network = (at: string, state: string): Json => ({
    at,
    fault: { partition: { node: 'control-plane', state } },
  });
  const unknownNodes = (records: readonly TraceRecord[]): string[] =>
    records.flatMap((record) => {
      if (record.kind !== 'object.put' || record.data.resource !== 'nodes') return [];
      const { status } = record.data.object as {
        status?: { conditions?: { type: string; status: string }[] };
      };
      const is = (status?.conditions ?? []).find(({ type }) => type === 'Ready')?.status;
      return is === 'Unknown' ? [record.data.name] : [];
    });

  it('without power takes what runs on it along, and brings it back', () => {
    const steps = [power('0s', 'down'), { at: '1s', kubectl: 'get pods' }, power('60s', 'up')];
    const records = play([...steps, { at: '70s', apply: POD }], '100s');
    expect(outputOf(records)).toContain('i/o timeout');
    expect(records.filter(({ actor, at }) => actor === 'kube-scheduler' && at > 100 && at < 60e6)).toEqual(
      [],
    );
    expect(readyAt(records, 'web')).toBeGreaterThan(70);
  });

  it('cut off from everyone hears nothing of the other nodes, and judges them', () => {
    const records = play([network('0s', 'on'), { at: '1s', kubectl: 'get pods' }], '80s');
    expect(outputOf(records)).toContain('i/o timeout');
    expect(new Set(unknownNodes(records))).toEqual(new Set(['worker-1', 'worker-2']));
  });
});

it('without etcd a request that is let in fails with the text of its client', () => {
  const records = play([fault('0s', 'etcd', 'down'), { at: '1s', kubectl: 'get pods' }], '5s');
  expect(outputOf(records)).toBe(
    'Error from server: rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial tcp 127.0.0.1:2379: connect: connection refused"\n',
  );
});
