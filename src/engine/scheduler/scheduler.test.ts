import { describe, expect, it } from 'vitest';
import type { Node, Pod } from '../../api/generated/types.ts';
import { podCondition } from '../../api/pod.ts';
import { createScheduler } from './scheduler.ts';
import { FakeApi } from './load/fake-api.ts';
import { makeNode, makePod } from './load/make.ts';

function start(objects: { nodes?: readonly Node[]; pods?: readonly Pod[] } = {}): FakeApi {
  const api = new FakeApi();
  for (const node of objects.nodes ?? []) api.put('nodes', node);
  for (const pod of objects.pods ?? []) api.put('pods', pod);
  createScheduler(api.context).start();
  api.runFor(100_000);
  return api;
}

const pod = (api: FakeApi, name: string): Pod => api.get<Pod>('pods', 'default', name)!;
const scheduled = (api: FakeApi, name: string): string | undefined =>
  podCondition(pod(api, name).status, 'PodScheduled')?.message;
const notes = (api: FakeApi): string[] =>
  api.requests
    .filter(({ verb, resource }) => verb === 'create' && resource === 'events.events.k8s.io')
    .map(({ body }) => (body as { note: string }).note);

describe('scheduler', () => {
  it('binds a Pod to the node with the highest total and says so', () => {
    const api = start({ nodes: [makeNode('a', { cpu: '2' }), makeNode('b', { cpu: '8' })] });
    api.put('pods', makePod('web', { requests: { cpu: '500m', memory: '256Mi' } }));
    api.runFor(50_000);
    expect(pod(api, 'web').spec.nodeName).toBe('b');
    expect(notes(api)).toEqual(['Successfully assigned default/web to b']);
    const score = api.records.find(({ kind }) => kind === 'sched.score');
    expect(score?.kind === 'sched.score' && score.data.skipped).toEqual([
      'InterPodAffinity',
      'NodeAffinity',
      'PodTopologySpread',
      'VolumeBinding',
    ]);
  });

  it('tells why no node will do, node by node, and waits', () => {
    const api = start({
      nodes: [
        makeNode('cp', {
          spec: { taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }] },
        }),
        makeNode('w1'),
        makeNode('w2'),
      ],
    });
    api.put('pods', makePod('web', { requests: { cpu: '5' } }));
    api.runFor(50_000);
    const message =
      '0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu. no new claims to deallocate, ' +
      'preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.';
    expect(scheduled(api, 'web')).toBe(message);
    expect(notes(api)).toEqual([message]);
  });

  it('takes an idle waiting Pod up at once when something may have helped, and only then', () => {
    const api = start({
      nodes: [makeNode('w1', { cpu: '1' })],
      pods: [makePod('app', { requests: { cpu: '1' }, node: 'w1' })],
    });
    api.put('pods', makePod('web', { requests: { cpu: '1' } }));
    api.runFor(50_000);
    expect(pod(api, 'web').spec.nodeName).toBeUndefined();
    api.put('nodes', { ...makeNode('w1', { cpu: '1', labels: { tier: 'x' } }) });
    api.runFor(5_000_000);
    expect(api.records.filter(({ kind }) => kind === 'sched.filter')).toHaveLength(1);
    api.remove('pods', 'default', 'app');
    api.runFor(20_000);
    expect(pod(api, 'web').spec.nodeName).toBe('w1');
  });

  it('retries after 1, 2, 4 s while there is no node at all, and does not notice the first one before', () => {
    const api = start();
    api.put('pods', makePod('web'));
    api.runFor(50_000);
    expect(scheduled(api, 'web')).toBe('no nodes available to schedule pods');
    api.kernel.advance({ until: 3_200_000 });
    api.put('nodes', makeNode('w1'));
    api.kernel.advance({ until: 20_000_000 });
    const attempts = api.records
      .filter(({ kind }) => kind === 'sched.filter')
      .map(({ at }) => Math.floor(at / 1_000_000));
    expect(attempts).toEqual([0, 2, 5]);
    expect(pod(api, 'web').spec.nodeName).toBe('w1');
  });

  it('gives a Pod that waits five minutes another try', () => {
    const api = start({ nodes: [makeNode('w1', { cpu: '1' })] });
    api.put('pods', makePod('web', { requests: { cpu: '2' } }));
    api.kernel.advance({ until: 299_000_000 });
    expect(api.records.filter(({ kind }) => kind === 'sched.filter')).toHaveLength(1);
    api.kernel.advance({ until: 331_000_000 });
    expect(api.records.filter(({ kind }) => kind === 'sched.filter')).toHaveLength(2);
  });

  it('evicts what is less important, keeps the room, and takes it', () => {
    const low = makePod('low', { requests: { cpu: '3' }, node: 'w1', spec: { priority: 10 } });
    const api = start({ nodes: [makeNode('w1')], pods: [low] });
    api.lingering.add('default/low');
    api.put('pods', makePod('high', { requests: { cpu: '3' }, spec: { priority: 1000 } }));
    api.runFor(100_000);
    expect(scheduled(api, 'high')).toBe('0/1 nodes are available: 1 Insufficient cpu.');
    expect(pod(api, 'high').status?.nominatedNodeName).toBe('w1');
    expect(podCondition(pod(api, 'low').status, 'DisruptionTarget')).toMatchObject({
      status: 'True',
      reason: 'PreemptionByScheduler',
      message: 'default-scheduler: preempting to accommodate a higher priority pod',
    });
    // The room of the one that is coming is not given to a lesser Pod.
    api.put('pods', makePod('small', { requests: { cpu: '2' } }));
    api.runFor(100_000);
    api.finish('default', 'low');
    api.runFor(100_000);
    expect(pod(api, 'high').spec.nodeName).toBe('w1');
    expect(pod(api, 'small').spec.nodeName).toBeUndefined();
    expect(notes(api)).toContain('Preempted by pod uid-default-high on node w1');
  });

  it('leaves Pods with scheduling gates alone until the last gate is gone', () => {
    const gated = (gates: readonly string[]): Pod =>
      makePod('web', { spec: { schedulingGates: gates.map((name) => ({ name })) } });
    const api = start({ nodes: [makeNode('w1')] });
    api.put('pods', gated(['a', 'b']));
    api.runFor(1_000_000);
    api.put('pods', gated(['b']));
    api.runFor(1_000_000);
    expect(api.records.some(({ kind }) => kind === 'sched.filter')).toBe(false);
    api.put('pods', makePod('web'));
    api.runFor(50_000);
    expect(pod(api, 'web').spec.nodeName).toBe('w1');
  });

  it('tries again after an error when the binding is refused', () => {
    const api = start({ nodes: [makeNode('w1')] });
    let refusals = 0;
    api.refuse = ({ subresource }) =>
      subresource === 'binding' && refusals++ === 0
        ? { kind: 'Status', message: 'etcdserver: request timed out', code: 500 }
        : undefined;
    api.put('pods', makePod('web'));
    api.runFor(100_000);
    expect(podCondition(pod(api, 'web').status, 'PodScheduled')).toMatchObject({
      reason: 'SchedulerError',
      message: 'running Bind plugin "DefaultBinder": etcdserver: request timed out',
    });
    api.runFor(3_000_000);
    expect(pod(api, 'web').spec.nodeName).toBe('w1');
  });

  it('takes up what waited while it was down, once the lease of its former life has run out', () => {
    const api = new FakeApi();
    api.put('nodes', makeNode('w1'));
    const scheduler = createScheduler(api.context);
    scheduler.start();
    api.runFor(5_000_000);
    scheduler.stop();
    api.put('pods', makePod('web'));
    api.runFor(3_000_000);
    expect(pod(api, 'web').spec.nodeName).toBeUndefined();
    scheduler.start();
    api.runFor(13_000_000);
    expect(pod(api, 'web').spec.nodeName).toBeUndefined();
    api.runFor(7_000_000);
    expect(pod(api, 'web').spec.nodeName).toBe('w1');
  });

  it('ends when it cannot renew its lease, and begins a new life', () => {
    const api = start({ nodes: [makeNode('w1')] });
    api.refuse = ({ resource }) =>
      resource.startsWith('leases')
        ? { kind: 'TransportError', message: 'connection refused', code: 0 }
        : undefined;
    api.runFor(13_000_000);
    api.put('pods', makePod('web'));
    api.runFor(1_000_000);
    expect(pod(api, 'web').spec.nodeName).toBeUndefined();
    api.refuse = () => undefined;
    api.runFor(30_000_000);
    expect(pod(api, 'web').spec.nodeName).toBe('w1');
  });

  it('tells the same story twice', () => {
    const run = (): string => {
      const api = start({ nodes: ['a', 'b', 'c'].map((name) => makeNode(name)) });
      for (let i = 0; i < 20; i++) api.put('pods', makePod(`p${i}`, { requests: { cpu: `${100 + i}m` } }));
      api.runFor(5_000_000);
      return JSON.stringify(api.records);
    };
    expect(run()).toBe(run());
  });
});
