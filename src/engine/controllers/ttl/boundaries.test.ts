import { expect, it } from 'vitest';
import { desiredTtlSeconds } from './boundaries.ts';

it('keeps a time to live until the cluster has clearly left its range', () => {
  const state = { step: 0 };
  const seen = [3, 100, 101, 95, 90, 89, 501, 450, 449, 1_001, 5_000, 1_800, 1_799].map((nodes) =>
    desiredTtlSeconds(state, nodes),
  );
  expect(seen).toEqual([0, 0, 15, 15, 15, 0, 30, 30, 15, 60, 300, 300, 60]);
});
