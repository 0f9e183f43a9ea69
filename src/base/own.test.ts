import { expect, it } from 'vitest';
import { own } from './own.ts';

it('reads a map by its own keys only', () => {
  expect(own({ cpu: '1' }, 'constructor')).toBeUndefined();
  expect(own(Object.fromEntries([['constructor', '1']]), 'constructor')).toBe('1');
  expect(own(undefined, 'cpu')).toBeUndefined();
});
