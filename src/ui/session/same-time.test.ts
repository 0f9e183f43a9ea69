import { describe, expect, it } from 'vitest';
import type { SimTime } from '../../trace/ids.ts';
import type { EngineClient, RunListener } from '../../worker/client.ts';
import { firstPod } from '../projections/testing/first-pod.ts';
import { createCursorStore } from './cursor-store.ts';
import { createRunStore } from './run-store.ts';
import { atSameTime } from './same-time.ts';

describe('another branch at the time that is shown', () => {
  const engine = () => {
    const listeners: RunListener[] = [];
    const port = { dispose: () => undefined, hold: () => undefined, release: () => undefined };
    const open = (_document: unknown, listener: RunListener) => listeners.push(listener);
    return { engine: { ...port, open } as unknown as EngineClient, listeners };
  };
  const { records } = firstPod();
  const last = (records.at(-1)?.at ?? 0) as SimTime;

  /** A run of the first Pod played to its end, without what was done in it. */
  function withoutTheLast() {
    const { engine: own, listeners } = engine();
    const runs = createRunStore(own);
    const cursor = createCursorStore();
    const inputs = [{ at: '1s', step: { run: 'ls' } }];
    runs.open([{ document: { scenario: '{}', inputs }, name: '' }]);
    listeners[0]?.records(records, last);
    listeners[0]?.ended('quiet', last);
    const steps = runs.active()?.story.steps(2) ?? [];
    const change = () => void runs.replace({ scenario: '{}', inputs: [] });
    return { runs, cursor, listeners, steps, change };
  }

  it('stays on a record that both have', () => {
    const { runs, cursor, steps, change } = withoutTheLast();
    const seq = steps.find((step) => (records[step]?.at ?? 0) > 0) ?? 0;
    cursor.setState({ seq, playing: true });
    atSameTime({ runs, cursor }, change);
    expect(cursor.getState()).toMatchObject({ seq, fraction: 0, playing: false });
  });

  it('goes to the time that was shown as soon as it is simulated, not to where the two part', () => {
    const { runs, cursor, listeners, steps, change } = withoutTheLast();
    const seq = steps.at(-1) ?? 0;
    cursor.setState({ seq });
    atSameTime({ runs, cursor }, change);
    const shared = runs.active()?.trace.length ?? 0;
    expect(cursor.getState().seq).toBeLessThan(shared);
    // The same things happen, and nothing after them.
    listeners[1]?.records(records.slice(shared), last);
    listeners[1]?.ended('quiet', last);
    expect(records[cursor.getState().seq]?.at).toBe(records[seq]?.at);
  });

  it('who moves meanwhile stays where they went', () => {
    const { runs, cursor, listeners, steps, change } = withoutTheLast();
    cursor.setState({ seq: steps.at(-1) ?? 0 });
    atSameTime({ runs, cursor }, change);
    cursor.setState({ seq: -1 });
    listeners[1]?.ended('quiet', last);
    expect(cursor.getState().seq).toBe(-1);
  });
});
