import { describe, expect, it } from 'vitest';
import type { Pod, PodDisruptionBudget } from '../../../../api/generated/types.ts';
import { podCondition } from '../../../../api/pod.ts';
import { podInfoOf } from '../../cache/pod-info.ts';
import { createScheduler } from '../../scheduler.ts';
import { FakeApi } from '../../load/fake-api.ts';
import { makeNode, makePod } from '../../load/make.ts';
import { pickNode } from './pick.ts';
import { splitByBudget } from './victims.ts';

const victim = (priority: number, startTime = '2026-11-30T09:00:00Z') =>
  podInfoOf(makePod(`p${priority}-${startTime}`, { spec: { priority }, status: { startTime } }));
const victims = (...list: ReturnType<typeof victim>[]) => ({ victims: list, pdbViolations: 0 });

describe('preemption', () => {
  it('chooses the node whose victims cost least, one rule after the other', () => {
    const budget = { victims: [victim(1)], pdbViolations: 1 };
    expect(
      pickNode(
        new Map([
          ['a', budget],
          ['b', victims(victim(500))],
        ]),
      ),
    ).toBe('b');
    expect(
      pickNode(
        new Map([
          ['a', victims(victim(100))],
          ['b', victims(victim(10))],
        ]),
      ),
    ).toBe('b');
    // The highest victim is the same: the smaller sum, which also means fewer.
    expect(
      pickNode(
        new Map([
          ['a', victims(victim(10), victim(1))],
          ['b', victims(victim(10))],
        ]),
      ),
    ).toBe('b');
    const old = victims(victim(10, '2026-11-30T08:00:00Z'));
    expect(
      pickNode(
        new Map([
          ['a', old],
          ['b', victims(victim(10, '2026-11-30T08:59:59Z'))],
        ]),
      ),
    ).toBe('b');
  });

  it('takes one Pod after the other from a budget', () => {
    const budget = {
      metadata: { name: 'guard', namespace: 'default' },
      spec: { selector: { matchLabels: { app: 'db' } } },
      status: { disruptionsAllowed: 1, disruptedPods: { gone: '2026-11-30T09:00:00Z' } },
    } as unknown as PodDisruptionBudget;
    const db = (name: string) => podInfoOf(makePod(name, { labels: { app: 'db' } }));
    const split = splitByBudget([db('one'), db('gone'), db('two'), podInfoOf(makePod('other'))], [budget]);
    expect(split.violating.map(({ name }) => name)).toEqual(['two']);
    expect(split.others.map(({ name }) => name)).toEqual(['one', 'gone', 'other']);
  });

  it('evicts no more while the first of two victims is still ending', () => {
    const api = new FakeApi();
    api.put('nodes', makeNode('w1'));
    for (const name of ['a', 'b']) {
      api.put('pods', makePod(name, { node: 'w1', requests: { cpu: '2' }, spec: { priority: 1 } }));
      api.lingering.add(`default/${name}`);
    }
    createScheduler(api.context).start();
    api.runFor(100_000);
    api.put('pods', makePod('high', { requests: { cpu: '4' }, spec: { priority: 1000 } }));
    api.runFor(200_000);
    api.finish('default', 'a');
    api.runFor(200_000);
    const high = (): Pod => api.get<Pod>('pods', 'default', 'high')!;
    expect(podCondition(high().status, 'PodScheduled')?.message).toBe(
      '0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: not eligible due to a terminating pod on the nominated node.',
    );
    expect(high().status?.nominatedNodeName).toBe('w1');
    api.finish('default', 'b');
    api.runFor(200_000);
    expect(high().spec.nodeName).toBe('w1');
    const preempted = api.records.filter(({ kind }) => kind === 'sched.preempt');
    expect(preempted).toHaveLength(1);
  });

  it('says Never, finds no victims, and finds that eviction would not be enough', () => {
    const told = (spec: Pod['spec'] | object, others: readonly Pod[]): string | undefined => {
      const api = new FakeApi();
      api.put('nodes', makeNode('w1'));
      for (const other of others) api.put('pods', other);
      createScheduler(api.context).start();
      api.runFor(100_000);
      api.put('pods', makePod('high', { requests: { cpu: '3' }, spec: { priority: 1000, ...spec } }));
      api.runFor(100_000);
      return podCondition(api.get<Pod>('pods', 'default', 'high')!.status, 'PodScheduled')?.message;
    };
    const of = (name: string, cpu: string, priority: number): Pod =>
      makePod(name, { node: 'w1', requests: { cpu }, spec: { priority } });
    const head = '0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption:';
    expect(told({ preemptionPolicy: 'Never' }, [of('low', '3', 1)])).toBe(
      `${head} not eligible due to preemptionPolicy=Never.`,
    );
    expect(told({}, [of('equal', '3', 1000)])).toBe(
      `${head} 0/1 nodes are available: 1 No preemption victims found for incoming pod.`,
    );
    expect(told({}, [of('equal', '2', 1000), of('low', '1', 1)])).toBe(
      `${head} 0/1 nodes are available: 1 Insufficient cpu.`,
    );
  });
});
