import { describe, expect, it } from 'vitest';
import type { DaemonSet, Node, Pod } from '../../../api/generated/types.ts';
import { type View, calculateStatus, manage, roll } from './decide.ts';

const HASH = 'new';
const READY_AT = '2026-01-01T00:00:00Z';

const node = (name: string, taints: readonly object[] = []): Node =>
  ({ metadata: { name, labels: {} }, spec: { taints } }) as unknown as Node;
const taint = (key: string, effect: string): object => ({ key, effect });

/** `hash` is the revision it was made from; a ready Pod is available. */
const pod = (
  name: string,
  more: { readonly hash?: string; readonly ready?: boolean; readonly phase?: string } = {},
): Pod =>
  ({
    metadata: {
      name,
      labels: { 'controller-revision-hash': more.hash ?? HASH },
      creationTimestamp: READY_AT,
    },
    spec: { nodeName: name },
    status: {
      phase: more.phase ?? 'Running',
      conditions: [
        { type: 'Ready', status: more.ready === false ? 'False' : 'True', lastTransitionTime: READY_AT },
      ],
    },
  }) as unknown as Pod;

const OLD = { hash: 'old' };
const BROKEN = { hash: 'old', ready: false };

function view(
  nodes: readonly Node[],
  pods: readonly (readonly [string, readonly Pod[]])[],
  spec: object = {},
): View {
  const set = { metadata: { name: 'agent', generation: 1 }, spec: { template: { spec: {} }, ...spec } };
  return {
    set: set as unknown as DaemonSet,
    nodes,
    pods: new Map(pods),
    hash: HASH,
    nowUs: Date.parse('2026-01-01T01:00:00Z') * 1000,
  };
}

const names = (pods: readonly Pod[]): string[] => pods.map(({ metadata }) => metadata.name);
const always = (): boolean => true;
const rolling = (rollingUpdate: object): object => ({
  updateStrategy: { type: 'RollingUpdate', rollingUpdate },
});

describe('which nodes have a Pod', () => {
  const tainted = node('b', [taint('dedicated', 'NoSchedule')]);
  const emptied = node('c', [taint('dedicated', 'NoExecute')]);

  it('each that its taints let it on', () => {
    expect(manage(view([node('a'), tainted, emptied], []), always).create).toEqual(['a']);
  });

  it('a cordoned node and one under pressure count, a lost one does not', () => {
    const on = (key: string, effect: string): readonly string[] =>
      manage(view([node('a', [taint(`node.kubernetes.io/${key}`, effect)])], []), always).create;
    expect(on('unschedulable', 'NoSchedule')).toEqual(['a']);
    expect(on('memory-pressure', 'NoSchedule')).toEqual(['a']);
    expect(on('unreachable', 'NoSchedule')).toEqual([]);
  });

  it('a Pod stays where it may only not be scheduled, and goes where it may not run', () => {
    const plan = manage(
      view(
        [tainted, emptied],
        [
          ['b', [pod('b')]],
          ['c', [pod('c')]],
        ],
      ),
      always,
    );
    expect([plan.create, names(plan.remove)]).toEqual([[], ['c']]);
  });

  it('an ended Pod is taken away: a failed one only when its back-off allows', () => {
    const pods = view(
      [node('a'), node('b')],
      [
        ['a', [pod('a', { phase: 'Failed' })]],
        ['b', [pod('b', { phase: 'Succeeded' })]],
      ],
    );
    expect(names(manage(pods, always).remove)).toEqual(['a', 'b']);
    expect(names(manage(pods, () => false).remove)).toEqual(['b']);
  });
});

describe('a rolling update', () => {
  const three = ['a', 'b', 'c'].map((name) => node(name));
  const all = (more: object): [string, Pod[]][] => ['a', 'b', 'c'].map((name) => [name, [pod(name, more)]]);

  it.each([
    [{}, 1],
    [{ maxUnavailable: 2 }, 2],
    // Up, not down: 40 % of three is two.
    [{ maxUnavailable: '40%' }, 2],
  ])('%j takes %i at a time', (update, count) => {
    expect(roll(view(three, all(OLD), rolling(update))).remove.length).toBe(count);
  });

  it('old Pods that do not work all go at once, and use up nothing', () => {
    const pods: [string, Pod[]][] = [
      ['a', [pod('a', BROKEN)]],
      ['b', [pod('b', BROKEN)]],
      ['c', [pod('c', OLD)]],
    ];
    expect(names(roll(view(three, pods, rolling({}))).remove)).toEqual(['a', 'b', 'c']);
  });

  it('it waits for a new Pod that is not available', () => {
    const pods: [string, Pod[]][] = [
      ['a', [pod('a', { ready: false })]],
      ['b', [pod('b', OLD)]],
      ['c', [pod('c', OLD)]],
    ];
    expect(roll(view(three, pods, rolling({}))).remove).toEqual([]);
  });

  it('with surge a new Pod stands beside the old one, which goes when that is available', () => {
    const surging = rolling({ maxSurge: 1, maxUnavailable: 0 });
    expect(roll(view(three, all(OLD), surging)).create).toEqual(['a']);
    const beside = (ready: boolean): [string, Pod[]][] => [
      ['a', [pod('a', OLD), pod('a2', { ready })]],
      ['b', [pod('b', OLD)]],
      ['c', [pod('c', OLD)]],
    ];
    expect(roll(view(three, beside(false), surging))).toMatchObject({ create: [], remove: [] });
    const done = roll(view(three, beside(true), surging));
    expect([done.create, names(done.remove)]).toEqual([['b'], ['a']]);
  });
});

it('a Pod on a node that is lost is misscheduled, not scheduled', () => {
  const lost = node('b', [taint('node.kubernetes.io/unreachable', 'NoSchedule')]);
  const status = calculateStatus(
    view(
      [node('a'), lost],
      [
        ['a', [pod('a')]],
        ['b', [pod('b')]],
      ],
    ),
    true,
  );
  expect(status).toEqual({
    currentNumberScheduled: 1,
    numberMisscheduled: 1,
    desiredNumberScheduled: 1,
    numberReady: 1,
    updatedNumberScheduled: 1,
    numberAvailable: 1,
    observedGeneration: 1,
  });
});
