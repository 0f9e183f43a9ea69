import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, deepClone, deepEqual, deepFreeze } from './deep.ts';

const data = fc.jsonValue({ maxDepth: 4 });

test('equality is equality of the canonical text', () => {
  fc.assert(
    fc.property(data, data, (a, b) => {
      expect(deepEqual(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
    }),
    { numRuns: 500, examples: [[{ a: 1 }, { a: 1 }]] },
  );
});

test('a clone is equal and can be changed', () => {
  const frozen = deepFreeze({ a: { b: [1, 2] } });
  const copy = deepClone(frozen);
  expect(deepEqual(copy, frozen)).toBe(true);
  copy.a.b.push(3);
  expect(frozen.a.b).toEqual([1, 2]);
  expect(Object.isFrozen(frozen.a.b)).toBe(true);
});

test('undefined is absent', () => {
  expect(deepEqual({ a: undefined }, {})).toBe(true);
  expect(deepEqual({}, { a: undefined, b: 1 })).toBe(false);
  expect(canonicalJson({ b: 1, a: undefined })).toBe('{"b":1}');
});
