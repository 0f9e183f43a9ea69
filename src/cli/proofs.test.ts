import { expect, it } from 'vitest';
import { KNOWN_DIFFERENCES } from '../recording/known-differences.ts';
import { proofsOf } from '../recording/verify.ts';
import { RECORDINGS, loadCases } from './files.ts';
import { playedWith } from './verify-case.ts';

const chance = new Set(
  KNOWN_DIFFERENCES.filter(({ seed }) => seed !== undefined).map(({ scenario }) => scenario),
);

it.each([...chance])('%s comes out as recorded under the seeds that the known list names', (scenario) => {
  const loaded = loadCases(`${RECORDINGS}/${scenario}.json`);
  const cases = loaded.ok ? loaded.value : [];
  expect(cases).toHaveLength(1);
  const proofs = cases.flatMap((one) => proofsOf(one, KNOWN_DIFFERENCES, playedWith));
  expect(proofs.filter(({ holds }) => !holds)).toEqual([]);
});
