import { describe, expect, it } from 'vitest';
import { runOf, TraceWriter } from '../testing/builder.ts';
import { podScheduling, schedulingRecords } from './attempts.ts';
import { notSooner } from './not-sooner.ts';
import { queuePath, spaced } from './queue-path.ts';

const REF = { namespace: 'default', name: 'web' };
const NONE = { pod: REF, order: ['a', 'b'], all: 2, feasible: [], plugins: ['TaintToleration'] } as const;
const FELL = {
  plugin: 'TaintToleration',
  code: 'UnschedulableAndUnresolvable',
  reasons: ['node(s) had untolerated taint(s)'],
} as const;

/** Created, tried, parked, woken into its back-off, tried again and placed. */
function waited() {
  const trace = new TraceWriter();
  const move = (queue: 'active' | 'backoff' | 'unschedulable', event: string) =>
    trace.put('kube-scheduler', 'sched.queue', { pod: REF, queue, event, attempts: 0 });
  move('active', 'UnschedulablePodAdd');
  trace.put('kube-scheduler', 'sched.filter', { ...NONE, rejected: { a: FELL, b: FELL } });
  trace.put('kube-scheduler', 'sched.preempt', { pod: REF, candidates: {}, rejected: {}, message: '' });
  move('unschedulable', 'ScheduleAttemptFailure');
  trace.at(400);
  move('backoff', 'NodeAdd');
  trace.at(2_000);
  move('active', 'BackoffComplete');
  trace.put('kube-scheduler', 'sched.filter', { ...NONE, feasible: ['b'], rejected: { a: FELL } });
  trace.put('kube-scheduler', 'sched.pick', { pod: REF, node: 'b', scored: false, totals: {} });
  const run = runOf(trace.records);
  return podScheduling(schedulingRecords(run.trace), REF, { from: 0, until: run.trace.length });
}

describe('the way through the queues', () => {
  const { moves, attempts } = waited();
  const until = attempts[1]?.pick?.at ?? 0;
  const path = queuePath(moves, attempts, until);
  const start = moves[0]?.at ?? 0;

  it('has a stay in each place, end to start', () => {
    expect(path?.stays.map(({ lane }) => lane)).toEqual(['active', 'unschedulable', 'backoff', 'active']);
    expect(path?.stays.every(({ to }, place) => to === (path.stays[place + 1]?.from ?? to))).toBe(true);
    expect(path?.stays.at(-1)?.to).toBe(until);
  });

  it('tells what took it out of where it waited, not what put it there', () => {
    expect(path?.wakes.map(({ lane, event }) => [lane, event])).toEqual([
      ['unschedulable', 'NodeAdd'],
      ['backoff', 'BackoffComplete'],
    ]);
  });

  it('leaves room behind the end and ticks at round times', () => {
    if (path === undefined) throw new Error('a path');
    expect(path.startUs).toBe(start);
    expect(path.endUs).toBeGreaterThan(until);
    expect(path.ticks.length).toBeLessThanOrEqual(7);
    expect(path.ticks.every((at) => at % path.tickUs === 0 && at >= path.startUs && at <= path.endUs)).toBe(
      true,
    );
  });

  it('is told as a story', () => {
    expect(notSooner(attempts, moves).map(({ kind }) => kind)).toEqual([
      'fell',
      'hopeless',
      'parked',
      'woken',
      'backoff',
      'woken',
      'placed',
    ]);
    expect(notSooner(attempts, moves)[0]).toMatchObject({
      nodes: 2,
      most: { text: 'node(s) had untolerated taint(s)', nodes: 2 },
    });
  });

  it('is found by its Pod, once that was tried', () => {
    const run = runOf(
      (() => {
        const trace = new TraceWriter();
        trace.put('kube-scheduler', 'sched.queue', { pod: REF, queue: 'active', event: 'x' });
        trace.put('kube-scheduler', 'sched.filter', { ...NONE, rejected: {} });
        trace.put('kube-scheduler', 'sched.filter', { ...NONE, pod: { ...REF, name: 'db' }, rejected: {} });
        return trace.records;
      })(),
    );
    const records = schedulingRecords(run.trace);
    const names = (until: number) => records.tried(until).map(({ name }) => name);
    const first = run.trace.length - 2;
    expect([names(first - 1), names(first), names(first + 1)]).toEqual([[], ['web'], ['db', 'web']]);
  });

  it('is nothing for a Pod that was in no queue', () => {
    expect(queuePath([], [], 0)).toBeUndefined();
  });
});

describe('words beside each other', () => {
  it('keep the later ones where there is no room for all', () => {
    expect([...spaced([0, 0.05, 0.5, 0.6, 0.9], 0.15)]).toEqual([4, 3, 1]);
    expect([...spaced([], 0.15)]).toEqual([]);
  });
});
