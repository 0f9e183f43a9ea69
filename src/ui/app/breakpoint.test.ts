import { expect, it } from 'vitest';
import { breakpointOf } from './breakpoint.ts';

it('maps widths to layouts', () => {
  expect(
    [1920, 1360, 1359, 1100, 1099, 800, 799, 480, 479, 320].map((width) => breakpointOf((px) => width >= px)),
  ).toEqual(['wide', 'wide', 'rail', 'rail', 'sheet', 'sheet', 'compact', 'compact', 'narrow', 'narrow']);
});
