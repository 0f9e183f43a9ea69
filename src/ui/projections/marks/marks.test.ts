import { beforeAll, expect, it } from 'vitest';
import { APPLY_AND_DELETE, playedRun } from '../testing/real-run.ts';
import type { TestRun } from '../testing/builder.ts';
import { firstMark, type Mark, markFrom, marksOf } from './marks.ts';

let run: TestRun;
beforeAll(() => {
  run = playedRun(APPLY_AND_DELETE, 60_000_000);
});

const at = (mark: Mark): readonly string[] =>
  marksOf(run, mark).map((seq) => {
    const record = run.trace.at(seq);
    return record.kind === 'object.put' ? record.data.resource : record.kind;
  });

it('a condition is met when it turns, not at every write that finds it so', () => {
  const ready = { kind: 'condition', resource: 'pods', type: 'Ready', status: 'True' } as const;
  expect(at({ ...ready, namespace: 'default', name: 'nginx' })).toEqual(['pods']);
  expect(at({ ...ready, namespace: 'default', name: 'other' })).toEqual([]);
  const ofAny = marksOf(run, ready);
  expect(ofAny).toContain(marksOf(run, { ...ready, namespace: 'default', name: 'nginx' })[0]);
});

it('an Event by its reason, a component by what it writes', () => {
  expect(at({ kind: 'event', reason: 'Pulled' })).toEqual(['events']);
  expect(at({ kind: 'event', reason: 'BackOff' })).toEqual([]);
  expect(at({ kind: 'writes', actor: 'kube-scheduler' })).toEqual(['request.send']);
  expect(at({ kind: 'writes', actor: 'kubelet' }).length).toBeGreaterThan(2);
});

it('walks from mark to mark both ways', () => {
  const mark = { kind: 'milestone' } as const;
  const seqs = marksOf(run, mark);
  expect(seqs.length).toBeGreaterThan(6);
  expect(markFrom(run, mark, -1, 1)).toBe(seqs[0]);
  expect(markFrom(run, mark, seqs[0] as number, 1)).toBe(seqs[1]);
  expect(markFrom(run, mark, seqs[1] as number, -1)).toBe(seqs[0]);
  expect(markFrom(run, mark, seqs.at(-1) as number, 1)).toBeUndefined();
});

it('of several marks the first counts', () => {
  const marks: Mark[] = [
    { kind: 'event', reason: 'Started' },
    { kind: 'event', reason: 'Pulled' },
  ];
  const [pulled] = marksOf(run, marks[1] as Mark);
  const [started] = marksOf(run, marks[0] as Mark);
  expect(firstMark(run, marks, 0, 1_000_000)).toEqual({ mark: marks[1], seq: pulled });
  expect(firstMark(run, marks, pulled as number, 1_000_000)?.seq).toBe(started);
  expect(firstMark(run, marks, 0, (pulled as number) - 1)).toBeUndefined();
});
