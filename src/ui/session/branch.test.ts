import { describe, expect, it } from 'vitest';
import { firstPod } from '../projections/testing/first-pod.ts';
import { goesOn, newBranch, take } from './branch.ts';

const input = { at: '1s', step: { kubectl: 'get pods' } };
const branchWith = (inputs: readonly (typeof input)[]) => newBranch(1, { scenario: '{}', inputs });

describe('a branch that only goes on', () => {
  it('has no step after what is shared', () => {
    const { records } = firstPod();
    const branch = branchWith([input]);
    take(branch, records);
    const quiet = { ...branch, status: 'quiet' as const };
    expect(goesOn(quiet, records.length)).toBe(true);
    expect(goesOn(quiet, Math.floor(records.length / 2))).toBe(false);
    // What is still being simulated may have more to tell.
    expect(goesOn(branch, records.length)).toBe(false);
  });

  it('had nothing happen in it yet', () => {
    const branch = branchWith([]);
    expect(goesOn(branch, 0)).toBe(true);
    // A scenario as it was is what one compares with.
    take(branch, firstPod().records);
    expect(goesOn({ ...branch, status: 'quiet' }, 20)).toBe(false);
  });
});
