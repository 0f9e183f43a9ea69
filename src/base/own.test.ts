import { expect, it } from 'vitest';
import { own, setOwn } from './own.ts';

it('reads a map by its own keys only', () => {
  expect(own({ cpu: '1' }, 'constructor')).toBeUndefined();
  expect(own(Object.fromEntries([['constructor', '1']]), 'constructor')).toBe('1');
  expect(own(undefined, 'cpu')).toBeUndefined();
});

it('sets __proto__ as a key like any other', () => {
  const record: Record<string, number> = {};
  setOwn(record, '__proto__', 1);
  setOwn(record, 'a', 2);
  expect(Object.entries(record)).toEqual([
    ['__proto__', 1],
    ['a', 2],
  ]);
});
