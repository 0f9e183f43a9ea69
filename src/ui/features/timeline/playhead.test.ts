import { expect, it } from 'vitest';
import { axisOf } from '../../projections/timeline/axis.ts';
import { newBranch } from '../../session/branch.ts';
import { cursorPosition } from './playhead.ts';

it('a record that the drawn branch does not have is no place in it', () => {
  // What is put back is shown at its record before the lanes have gone over to its branch.
  const branch = newBranch(1, { scenario: '{}', inputs: [] });
  expect(
    cursorPosition(branch, axisOf([0, 1_000_000], 'stretched'), { seq: 7369, fraction: 0.5, level: 2 }),
  ).toBe(0);
});
