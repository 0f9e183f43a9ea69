import { expect, it } from 'vitest';
import { TokenBucket } from './throttle.ts';

it('lets a burst pass and then one each twentieth of a second', () => {
  const bucket = new TokenBucket({ qps: 20, burst: 30 });
  expect(Array.from({ length: 33 }, () => bucket.take(0)).slice(28)).toEqual([
    0, 0, 50_000, 100_000, 150_000,
  ]);
  expect(bucket.take(1_000_000)).toBe(0);
});
