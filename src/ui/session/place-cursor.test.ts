import { expect, it } from 'vitest';
import type { TraceRecord } from '../../trace/record.ts';
import { Trace } from '../../trace/trace.ts';
import type { Branch } from './branch.ts';
import { momentBy, recordAt } from './place-cursor.ts';

/** Records 0 to 3, at −5, 0, 10 and 10 µs. */
function run(status: Branch['status']): Pick<Branch, 'trace' | 'status'> {
  const trace = new Trace();
  [-5, 0, 10, 10].forEach((at, seq) =>
    trace.append({ seq, at, turn: seq, actor: 'a', kind: 'step', data: {} } as unknown as TraceRecord),
  );
  return { trace, status };
}

it('a time alone means the last record by then, once it is all there', () => {
  expect(recordAt(run('simulating'), undefined, 10)).toBeUndefined();
  expect(recordAt(run('simulating'), undefined, 9)).toEqual({ seq: 1, exact: false });
  expect(recordAt(run('quiet'), undefined, 7)).toEqual({ seq: 1, exact: false });
  expect(recordAt(run('quiet'), undefined, 99)).toEqual({ seq: 3, exact: false });
});

it('a record is itself, unless its time says that the numbers have changed', () => {
  expect(recordAt(run('quiet'), 2, 10)).toEqual({ seq: 2, exact: true });
  expect(recordAt(run('quiet'), 2, undefined)).toEqual({ seq: 2, exact: true });
  expect(recordAt(run('quiet'), 2, 0)).toEqual({ seq: 1, exact: false });
  expect(recordAt(run('quiet'), 9, undefined)).toEqual({ seq: 3, exact: false });
  // Where a time says that the numbers have changed, it is waited for.
  expect(recordAt(run('simulating'), 2, 12)).toBeUndefined();
  expect(recordAt(run('simulating'), 9, undefined)).toBeUndefined();
});

it('a time alone is between two steps of the story, however many records came in between', () => {
  const steps = [1, 3];
  const story = {
    steps: () => steps,
    countUntil: (seq: number) => steps.filter((step) => step <= seq).length,
    next: (seq: number) => steps.find((step) => step > seq),
  } as unknown as Branch['story'];
  const { trace, status } = run('quiet');
  expect(momentBy({ trace, story, status }, 2, 5, 2)).toEqual({ seq: 1, fraction: 0.5 });
  expect(momentBy({ trace, story, status }, 3, 99, 2)).toEqual({ seq: 3, fraction: 0 });
  expect(momentBy({ trace, story, status: 'simulating' }, 3, 99, 2)).toBeUndefined();
  expect(momentBy({ trace, story, status }, 0, -5, 2)).toEqual({ seq: -1, fraction: 0 });
});
