import { describe, expect, it } from 'vitest';
import { firstPod } from '../projections/testing/first-pod.ts';
import { terminalIndex } from '../projections/terminal/terminal.ts';
import { isOver, pastTime, placeOf } from './action-place.ts';
import { type Branch, newBranch, take } from './branch.ts';

const inputAt = (us: number) => ({ at: `${us / 1_000_000}s`, step: { run: 'kubectl get pods' } });

/** The first Pod's run, with inputs of the reader's at these times. */
function run(status: Branch['status'], ...inputs: readonly number[]): Branch {
  const branch = newBranch(7, { scenario: '{}', inputs: inputs.map(inputAt) });
  take(branch, firstPod().records);
  return { ...branch, status };
}
const cursor = (seq: number, since?: { branch: number; at: number }) =>
  ({ seq, fraction: 0, level: 2, playing: since !== undefined, since }) as const;

describe('where what the reader does takes place', () => {
  const [first = 0, second = 0] = run('quiet').story.steps(2);
  const end = run('quiet').trace.length - 1;

  it('at the end of a run at rest: a second later, in place', () => {
    const branch = run('quiet', 0);
    const last = branch.trace.at(branch.story.steps(3).at(-1) ?? 0).at;
    expect(placeOf(branch, cursor(end))).toEqual({ at: last + 1_000_000, goesOn: true });
    expect(
      placeOf({ ...branch, document: { ...branch.document, untilUs: 99_000_000 } }, cursor(end)).at,
    ).toBe(99_000_000);
  });

  it('stopped where something lies ahead: right after the record under the cursor, as a branch', () => {
    const branch = run('quiet', 0);
    const at = branch.trace.at(second).at + 1;
    expect(placeOf(branch, cursor(second))).toEqual({ at, goesOn: false });
    expect(placeOf(branch, cursor(-1))).toEqual({ at: 0, goesOn: false });
    // What was done on another branch is not what the cursor plays on from.
    expect(placeOf(branch, cursor(second, { branch: 8, at: 0 }))).toEqual({ at, goesOn: false });
  });

  it('between two records: at the time that is shown', () => {
    const branch = run('quiet', 0);
    const [from, to] = [first, second].map((seq) => branch.trace.at(seq).at);
    const shown = Math.round(((from ?? 0) + (to ?? 0)) / 2);
    expect(placeOf(branch, { ...cursor(first), fraction: 0.5 })).toEqual({ at: shown + 1, goesOn: false });
  });

  it('playing on from the last input: after it has ended, in place', () => {
    const branch = run('quiet', 0);
    const ended = terminalIndex(branch.trace).ended(0, Number.POSITIVE_INFINITY) ?? Number.NaN;
    const since = { branch: 7, at: 0 };
    expect(placeOf(branch, cursor(first, since))).toEqual({ at: ended + 100_000, goesOn: true });
    // Once it has been played, at the cursor.
    const later = branch.story.steps(2).at(-2) ?? 0;
    const { at } = branch.trace.at(later);
    expect(at).toBeGreaterThan(ended + 100_000);
    expect(placeOf(branch, cursor(later, since))).toEqual({ at: at + 1, goesOn: true });
  });

  it('typed faster than simulated: each after the one before', () => {
    const since = { branch: 7, at: 20_000_000 };
    const place = placeOf(run('simulating', 0, 20_000_000), cursor(end, since));
    expect(place).toEqual({ at: 20_100_000, goesOn: true });
    // Also when the reader has gone to the end of what there is so far.
    expect(placeOf(run('simulating', 20_000_000, 0), cursor(end))).toEqual(place);
  });

  it('a later input does not put off what is done before it', () => {
    const branch = run('quiet', 20_000_000, 1_000);
    expect(placeOf(branch, cursor(first, { branch: 7, at: 1_000 })).at).toBe(101_000);
  });
});

describe('what the terminal says of where the cursor stands', () => {
  const branch = run('quiet', 0);
  const [first = 0, second = 0] = branch.story.steps(2);
  const end = branch.trace.length - 1;

  it('in the past: when a command would run there', () => {
    expect(pastTime(branch, cursor(first))).toBe(branch.trace.at(first).at + 1);
    expect(pastTime(branch, cursor(second))).toBe(branch.trace.at(second).at + 1);
    expect(pastTime(branch, cursor(end))).toBeUndefined();
    expect(pastTime(branch, { ...cursor(first), playing: true })).toBeUndefined();
  });

  it('where the simulation broke off: that nothing would happen', () => {
    expect(isOver({ ...branch, status: 'limit' }, cursor(end))).toBe(true);
    expect(isOver({ ...branch, status: 'limit' }, cursor(first))).toBe(false);
    expect(isOver({ ...branch, status: 'horizon' }, cursor(end))).toBe(false);
  });
});
