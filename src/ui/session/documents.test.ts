import { expect, it } from 'vitest';
import type { EngineClient } from '../../worker/client.ts';
import { createCursorStore } from './cursor-store.ts';
import { openRun } from './documents.ts';
import { createRunStore } from './run-store.ts';
import type { Session } from './session.ts';
import { showStage, stageView } from './stage-view.ts';

const engine = { open: () => 1, dispose: () => undefined, hold: () => undefined, release: () => undefined };

it('a comparison is opened when the other run is there, not when it is of a scenario that is gone', async () => {
  const runs = createRunStore(engine as unknown as EngineClient);
  const session = {
    runs,
    cursor: createCursorStore(),
    files: { load: () => undefined },
  } as unknown as Session;
  const source = { catalogue: 'first-pod' };
  expect(await openRun(session, { ...source, twin: { seed: 2 } })).toBe(true);
  expect(stageView.getState().view).toBe('twins');
  expect(await openRun(session, { ...source, twin: { catalogue: 'gone-gone' } })).toBe(true);
  expect(stageView.getState().view).toBe('run');
  expect(runs.store.getState().branches.size).toBe(1);
  showStage('run');
});
