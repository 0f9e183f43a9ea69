import { expect, it } from 'vitest';
import type { SimTime } from '../../trace/ids.ts';
import type { EngineClient, RunListener } from '../../worker/client.ts';
import type { RunDocument } from '../../worker/protocol.ts';
import { createRunStore } from './run-store.ts';

/** An engine that simulates nothing: what a run tells is told by hand. */
function handEngine() {
  const opened: { readonly document: RunDocument; readonly listener: RunListener }[] = [];
  const engine = {
    open: (document: RunDocument, listener: RunListener) => opened.push({ document, listener }),
    extend: () => undefined,
    dispose: () => undefined,
    hold: () => undefined,
    release: () => undefined,
  };
  return { engine: engine as unknown as EngineClient, opened };
}

const DOCUMENT: RunDocument = { scenario: '{}', inputs: [{ at: '1s', step: { run: 'ls' } }] };
const INPUT = { at: '2s', step: { run: 'pwd' } };

it('a run that failed is played anew in its place; the other branches stay', () => {
  const { engine, opened } = handEngine();
  const runs = createRunStore(engine);
  const first = runs.open([{ document: DOCUMENT, name: '' }]);
  const second = runs.fork([INPUT], false) ?? 0;
  runs.rename(second, 'mine');
  opened[1]?.listener.crashed('out of memory', '');
  expect(runs.active()?.status).toBe('crashed');
  runs.retry();
  const { branches, active } = runs.store.getState();
  expect([...branches.keys()]).toEqual([first, active]);
  expect(runs.active()).toMatchObject({ status: 'simulating', name: 'mine', parent: { branch: first } });
  expect(opened[2]?.document).toEqual({ ...DOCUMENT, inputs: [...DOCUMENT.inputs, INPUT] });
});

it('what a run was simulated on to belongs to what it is made from, also of its forks', () => {
  const { engine, opened } = handEngine();
  const runs = createRunStore(engine);
  const id = runs.open([{ document: DOCUMENT, name: '' }]);
  opened[0]?.listener.ended('horizon', 600_000_000 as SimTime);
  runs.extend(id, 660_000_000);
  expect(runs.active()).toMatchObject({ status: 'simulating', document: { untilUs: 660_000_000 } });
  runs.fork([INPUT], true);
  expect(opened[1]?.document.untilUs).toBe(660_000_000);
});

it('runs that come together: those looked at are simulated, the others when they are shown', () => {
  const { engine, opened } = handEngine();
  const runs = createRunStore(engine);
  const other = { ...DOCUMENT, inputs: [INPUT] };
  const third = { ...DOCUMENT, seed: 3 };
  const id = runs.open(
    [
      { document: DOCUMENT, name: 'kept', from: 1 },
      { document: other, name: '' },
      { document: third, name: '', from: 0 },
    ],
    1,
    2,
  );
  const { branches, active, beside } = runs.store.getState();
  const [kept = 0, shown = 0, twin = 0] = [...branches.keys()];
  expect([id, active, beside]).toEqual([shown, shown, twin]);
  expect([kept, shown, twin].map((each) => branches.get(each)?.parent?.branch)).toEqual([
    shown,
    undefined,
    kept,
  ]);
  expect(opened.map(({ document }) => document)).toEqual([other, third]);
  runs.show(kept);
  expect(opened.map(({ document }) => document)).toEqual([other, third, DOCUMENT]);
  runs.show(shown);
  expect(opened).toHaveLength(3);
});
