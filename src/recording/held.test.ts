import { expect, it } from 'vitest';
import { fallen, heldText, playedHeld, readHeld } from './held.ts';
import type { Verdict } from './verify.ts';

const good: Verdict = { area: 'node', name: 'plain', facets: [], timing: [] };
const bad: Verdict = { area: 'node', name: 'hooks', facets: [], timing: [], crashed: 'Error: no' };

it('holds what agrees, and names what has fallen', () => {
  const text = heldText([good, bad]);
  expect([...readHeld(text)]).toEqual(['node/plain']);
  expect(fallen([good, bad], readHeld(text))).toEqual([]);
  expect(fallen([good, bad], readHeld('node/plain\nnode/hooks\n'))).toEqual(['node/hooks']);
});

it('counts of the held only what was played', () => {
  expect(playedHeld([good], readHeld('node/plain\nnode/hooks\n'))).toEqual([good]);
});
