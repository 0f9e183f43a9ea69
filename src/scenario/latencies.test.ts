import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../engine/kernel/settings.ts';
import { LATENCIES } from './latencies.ts';

it('what is offered has the engine’s defaults', () => {
  expect(DEFAULT_SETTINGS).toMatchObject(LATENCIES);
});
