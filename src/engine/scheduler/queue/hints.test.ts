import { describe, expect, it } from 'vitest';
import type { Node, Pod, PodSpec } from '../../../api/generated/types.ts';
import { createScheduler } from '../scheduler.ts';
import { FakeApi } from '../load/fake-api.ts';
import { makeNode, makePod } from '../load/make.ts';

/** Attempts of a Pod that waits, after each change of a node. */
function attemptsAfter(
  spec: Partial<PodSpec>,
  requests: Record<string, string>,
  changes: readonly Node[],
): number[] {
  const api = new FakeApi();
  api.put('nodes', changes[0] as Node);
  createScheduler(api.context).start();
  api.runFor(100_000);
  api.put('pods', makePod('web', { spec, requests }));
  const counts: number[] = [];
  for (const node of changes.slice(1)) {
    api.runFor(11_000_000);
    const before = api.records.filter(({ kind }) => kind === 'sched.filter').length;
    api.put('nodes', node);
    api.runFor(1_000_000);
    counts.push(api.records.filter(({ kind }) => kind === 'sched.filter').length - before);
  }
  return counts;
}

const ssd = { nodeSelector: { disk: 'ssd' } };
const plain = makeNode('w1');
const labelled = makeNode('w1', { labels: { tier: 'a' } });
const cordoned = makeNode('w1', {
  labels: { tier: 'a' },
  spec: { taints: [{ key: 'x', effect: 'PreferNoSchedule' }] },
});

describe('queueing hints', () => {
  it('an unrelated label wakes nobody, a change of taints nearly everybody', () => {
    expect(attemptsAfter(ssd, {}, [plain, labelled, cordoned])).toEqual([0, 1]);
    expect(attemptsAfter({}, { cpu: '5' }, [plain, labelled, cordoned])).toEqual([0, 1]);
  });

  it('more room wakes only those it may be enough for', () => {
    const grown = makeNode('w1', { cpu: '6' });
    const ready: Node = {
      ...grown,
      status: { ...grown.status, conditions: [{ type: 'Ready', status: 'True' }] },
    };
    expect(attemptsAfter({}, { cpu: '8' }, [plain, grown])).toEqual([0]);
    expect(attemptsAfter({}, { cpu: '5' }, [plain, grown])).toEqual([1]);
    expect(attemptsAfter({}, { cpu: '7' }, [plain, ready])).toEqual([0]);
  });

  it('the end of a Pod wakes who lacked room, not who lacks a label', () => {
    const api = new FakeApi();
    api.put('nodes', plain);
    api.put('pods', makePod('big', { node: 'w1', requests: { cpu: '4' } }));
    createScheduler(api.context).start();
    api.runFor(100_000);
    api.put('pods', makePod('choosy', { spec: ssd }));
    api.put('pods', makePod('waiting', { requests: { cpu: '1' } }));
    api.runFor(1_000_000);
    api.remove('pods', 'default', 'big');
    api.runFor(1_000_000);
    const attempts = api.records.flatMap((record) =>
      record.kind === 'sched.filter' ? [record.data.pod.name] : [],
    );
    expect(attempts).toEqual(['choosy', 'waiting', 'waiting']);
    expect(api.get<Pod>('pods', 'default', 'waiting')?.spec.nodeName).toBe('w1');
    const moved = api.records.flatMap((record) =>
      record.kind === 'sched.queue' && record.data.pod.name === 'waiting'
        ? [[record.data.queue, record.data.event]]
        : [],
    );
    expect(moved).toEqual([
      ['active', 'UnschedulablePodAdd'],
      ['unschedulable', 'ScheduleAttemptFailure'],
      ['backoff', 'AssignedPodDelete'],
      ['active', 'PopFromBackoffQ'],
    ]);
  });
});
