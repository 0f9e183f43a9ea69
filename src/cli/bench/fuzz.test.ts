import { expect, it } from 'vitest';
import { recordedScenarios } from '../files.ts';
import { objectsOf } from './corpus.ts';
import { fuzz } from './fuzz.ts';

it('every mutated manifest gets an object or a Status for an answer', () => {
  const corpus = objectsOf(recordedScenarios());
  expect(corpus.length).toBeGreaterThan(1_000);
  const { accepted, refused, broken } = fuzz(corpus, 3_000, 7);
  expect(broken).toEqual([]);
  // It is a test of the whole pipeline only if all sorts of answers come.
  expect(accepted).toBeGreaterThan(100);
  for (const code of [400, 403, 404, 409, 422, 500]) expect(refused.get(code), `${code}`).toBeGreaterThan(0);
});
