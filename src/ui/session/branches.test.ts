import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SimTime } from '../../trace/ids.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type { EngineClient, RunListener } from '../../worker/client.ts';
import { newBranch } from './branch.ts';
import { createBranches } from './branches.ts';

/** An engine that simulates nothing: what a run tells is told by hand. */
function handEngine() {
  const listeners: RunListener[] = [];
  const engine = {
    open: (_document: unknown, listener: RunListener) => listeners.push(listener),
    dispose: () => undefined,
    hold: () => undefined,
    release: () => undefined,
  };
  return { engine: engine as unknown as EngineClient, listeners };
}

const record = (seq: number): TraceRecord =>
  ({
    seq,
    at: seq,
    turn: 0,
    actor: 'you',
    kind: 'step',
    data: { track: 'kubectl', name: '' },
  }) as unknown as TraceRecord;

describe('a branch while its records stream in', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('has every record at once, and tells of them now and again; its end at once', () => {
    const { engine, listeners } = handEngine();
    const { store, begin, newId, activeBranch } = createBranches(engine);
    begin(newBranch(newId(), { scenario: '', inputs: [] }), 0);
    let looks = 0;
    store.subscribe(() => void looks++);
    const run = listeners[0] as RunListener;
    for (let seq = 0; seq < 50; seq++) {
      run.records([record(seq)], seq as SimTime);
      expect(activeBranch()?.trace.length).toBe(seq + 1);
    }
    expect(looks).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(looks).toBe(2);
    expect(activeBranch()?.now).toBe(49);
    run.records([record(50)], 50 as SimTime);
    run.records([record(51)], 51 as SimTime);
    run.ended('quiet', 60 as SimTime);
    expect(activeBranch()).toMatchObject({ now: 60, status: 'quiet' });
    const ended = looks;
    vi.advanceTimersByTime(1_000);
    expect(looks).toBe(ended);
  });
});

it('keeps the last dozen of branches, and every one with a name', () => {
  const { engine } = handEngine();
  const { store, update, begin, newId } = createBranches(engine);
  const first = begin(newBranch(newId(), { scenario: '', inputs: [] }), 0);
  update(first, { name: 'mine' });
  for (let n = 0; n < 30; n++) begin(newBranch(newId(), { scenario: '', inputs: [] }), 0);
  const { branches, active } = store.getState();
  expect(branches.size).toBe(13);
  expect([branches.has(first), branches.has(active), branches.has(first + 1)]).toEqual([true, true, false]);
});
