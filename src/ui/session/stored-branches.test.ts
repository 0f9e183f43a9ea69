import { expect, it } from 'vitest';
import type { EngineClient } from '../../worker/client.ts';
import type { Made, RunSource } from './run-source.ts';
import { createRunStore } from './run-store.ts';
import type { Session } from './session.ts';
import { showStage } from './stage-view.ts';
import { branchesOf } from './open-branches.ts';
import { storedBranches } from './stored-branches.ts';

const engine = { open: () => 1, dispose: () => undefined, hold: () => undefined, release: () => undefined };
const sitting = () => createRunStore(engine as unknown as EngineClient);
const stored = (runs: ReturnType<typeof sitting>) => storedBranches({ runs } as unknown as Session);

const input = (at: string, run: string) => ({ at, step: { run } });
const DOCUMENT = { scenario: '{"title": "a"}', inputs: [input('1s', 'ls')] };

const documentOf = ({ scenario = '', seed, inputs = [] }: Made) => ({
  scenario,
  inputs,
  ...(seed === undefined ? {} : { seed }),
});

/** What is said of each branch: its name, inputs, whom it left; and which are looked at. */
function listOf({ store }: ReturnType<typeof sitting>) {
  const { branches, active, beside } = store.getState();
  const ids = [...branches.keys()];
  return {
    branches: [...branches.values()].map(({ document, name, parent }) => ({
      document,
      name,
      from: ids.indexOf(parent?.branch ?? 0),
    })),
    shown: ids.indexOf(active),
    beside: ids.indexOf(beside ?? 0),
  };
}

it('all branches come back: in order, with names, forks, which is shown and which is compared', async () => {
  const runs = sitting();
  const root = runs.open([{ document: DOCUMENT, name: 'the root' }]);
  runs.fork([input('2s', 'pwd')], false);
  runs.twin({ ...DOCUMENT, scenario: '{"title": "b"}', seed: 4 }, 'what if');
  const last = runs.fork([input('3s', 'id')], false) ?? 0;
  for (const view of ['twins', 'run'] as const) {
    showStage(view);
    for (const id of [last, root]) {
      runs.show(id);
      const told = stored(runs) as RunSource;
      const again = sitting();
      const first = runs.active()?.document ?? DOCUMENT;
      const [list, shown, beside] = await branchesOf(told, first, documentOf);
      again.open(list, shown, beside);
      const before = listOf(runs);
      expect(listOf(again)).toEqual({ ...before, beside: view === 'twins' ? before.beside : -1 });
    }
  }
  showStage('run');
});

it('a branch costs what is its own: not the inputs it shares with the one on screen', () => {
  const runs = sitting();
  const inputs = Array.from({ length: 30 }, (_, at) => input(`${at}s`, `echo ${at}`));
  runs.open([{ document: { ...DOCUMENT, inputs }, name: '' }]);
  runs.fork([input('40s', 'id')], false);
  const [other] = stored(runs).branches ?? [];
  expect(other).toEqual({ same: 30, inputs: [] });
});

it('the one twin of earlier links left the run on screen', async () => {
  const source = { scenario: DOCUMENT.scenario, twin: { seed: 5, name: 'other', inputs: DOCUMENT.inputs } };
  const [list, shown, beside] = await branchesOf(source, DOCUMENT, documentOf);
  expect([shown, beside]).toEqual([0, 1]);
  expect(list).toEqual([
    { document: DOCUMENT, name: '' },
    { document: { ...DOCUMENT, seed: 5 }, name: 'other', from: 0 },
  ]);
});
