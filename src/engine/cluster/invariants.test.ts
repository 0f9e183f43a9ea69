import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import { SECOND } from '../../trace/ids.ts';
import { Session } from './session.ts';
import { NodeInvariants } from './testing/node-invariants.ts';
import { RUN_SECONDS, type RandomRun, randomRun, randomScenario } from './testing/random-pods.ts';

// Random Pods under random deeds and faults: what must hold of every run, whatever happens.

function violationsOf(shape: RandomRun): readonly string[] {
  const checked = checkScenario(randomScenario(shape) as Json);
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  const invariants = new NodeInvariants(shape.faults.length > 0);
  const session = new Session({ scenario: checked.value, sink: (record) => invariants.take(record) });
  while (session.advance({ until: RUN_SECONDS * SECOND }) === 'turns');
  return invariants.end();
}

/** More runs, and others: INVARIANT_RUNS=500 INVARIANT_SEED=7. */
const numRuns = Number(process.env['INVARIANT_RUNS'] ?? 15);
const seedOf = (seed: number): number => Number(process.env['INVARIANT_SEED'] ?? seed);

test.each([
  ['without faults', 11],
  ['under faults', 23],
] as const)('%s', (name, seed) => {
  const shapes = name === 'without faults' ? randomRun.map((each) => ({ ...each, faults: [] })) : randomRun;
  fc.assert(
    fc.property(shapes, (shape) => {
      expect(violationsOf(shape)).toEqual([]);
    }),
    { seed: seedOf(seed), numRuns },
  );
});
