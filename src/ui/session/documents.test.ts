import { expect, it } from 'vitest';
import type { EngineClient } from '../../worker/client.ts';
import { createCursorStore } from './cursor-store.ts';
import { openRun } from './documents.ts';
import { createRunStore } from './run-store.ts';
import type { Session } from './session.ts';
import { createSelectionStore } from './selection-store.ts';
import { showStage, stageView } from './stage-view.ts';

const sitting = (runs: Session['runs']): Session =>
  ({
    runs,
    cursor: createCursorStore(),
    selection: createSelectionStore(),
    files: { load: () => undefined },
  }) as unknown as Session;

const engine = { open: () => 1, dispose: () => undefined, hold: () => undefined, release: () => undefined };

it('a comparison is opened when the other run is there, not when it is of a scenario that is gone', async () => {
  const runs = createRunStore(engine as unknown as EngineClient);
  const session = sitting(runs);
  const source = { catalogue: 'first-pod' };
  expect(await openRun(session, { ...source, twin: { seed: 2 } })).toBe(true);
  expect(stageView.getState().view).toBe('twins');
  expect(await openRun(session, { ...source, twin: { catalogue: 'gone-gone' } })).toBe(true);
  expect(stageView.getState().view).toBe('run');
  expect(runs.store.getState().branches.size).toBe(1);
  showStage('run');
});

it('another scenario is looked at from where its story begins', async () => {
  const session = sitting(createRunStore(engine as unknown as EngineClient));
  const subject = { resource: 'pods', namespace: 'default', name: 'of-another-run' };
  session.selection.setState({ selection: { kind: 'object', subject }, zoom: 3, focusNode: 'worker-9' });
  await openRun(session, { catalogue: 'first-pod' });
  expect(session.selection.getState()).toEqual({ selection: { kind: 'none' }, zoom: 1 });
});
