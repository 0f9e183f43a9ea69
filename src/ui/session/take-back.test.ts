import { expect, it } from 'vitest';
import type { EngineClient } from '../../worker/client.ts';
import { createCursorStore } from './cursor-store.ts';
import { createRunStore } from './run-store.ts';
import type { Session } from './session.ts';
import { putBack, takeBack } from './take-back.ts';

const idle = {
  open: () => 1,
  extend: () => undefined,
  dispose: () => undefined,
  hold: () => undefined,
  release: () => undefined,
};
const input = (line: string) => ({ at: '1s', step: { run: line } });

it('what was done last is taken back, and put back, step by step', () => {
  const runs = createRunStore(idle as unknown as EngineClient);
  const session = { runs, cursor: createCursorStore() } as unknown as Session;
  const lines = () => runs.active()?.document.inputs.map(({ step }) => step['run']);
  expect([takeBack(session), putBack(session)]).toEqual([undefined, undefined]);
  runs.open([{ document: { scenario: '{}', inputs: [input('a'), input('b')] }, name: '' }]);
  expect(takeBack(session)).toEqual(input('b'));
  expect(takeBack(session)).toEqual(input('a'));
  expect(lines()).toEqual([]);
  expect(takeBack(session)).toBeUndefined();
  expect(putBack(session)).toEqual(input('a'));
  expect(putBack(session)).toEqual(input('b'));
  expect(lines()).toEqual(['a', 'b']);
  // Shorter without them, and back where it was with them.
  session.cursor.setState({ seq: 7, fraction: 0.5 });
  expect(takeBack(session)).toEqual(input('b'));
  expect(session.cursor.getState().seq).toBe(-1);
  putBack(session);
  expect(session.cursor.getState()).toMatchObject({ seq: 7, fraction: 0.5, playing: false });
  // Each of the branches is still there to be looked at.
  expect(runs.store.getState().branches.size).toBe(4);
  takeBack(session);
  runs.fork([input('c')], false);
  expect(putBack(session)).toBeUndefined();
  expect(lines()).toEqual(['a', 'c']);
});
