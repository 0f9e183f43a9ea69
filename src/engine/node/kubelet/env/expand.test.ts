import { expect, it } from 'vitest';
import { expand, lookupIn } from './expand.ts';

it('expands known names once, leaves unknown ones, and takes $$ for a dollar', () => {
  const lookup = lookupIn(
    new Map([
      ['A', 'one'],
      ['B', '$(A)'],
    ]),
    new Map([['C', 'three']]),
  );
  expect(expand('$(A) $(B) $(C) $(NO) $$(A) $A $(A', lookup)).toBe('one $(A) three $(NO) $(A) $A $(A');
});
