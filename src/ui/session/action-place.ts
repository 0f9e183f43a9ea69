import { parseDuration } from '../../scenario/duration.ts';
import { playheadOf } from '../projections/playhead.ts';
import { terminalIndex } from '../projections/terminal/terminal.ts';
import type { Branch } from './branch.ts';
import type { Cursor } from './cursor-store.ts';

/** How long after everything has come to rest the reader does the next thing, in virtual µs. */
const PAUSE_US = 1_000_000;

/** How long after what they did last, while its consequences are still being played, in virtual µs. */
const MOMENT_US = 100_000;

/** Where what the reader does now takes place. */
export interface ActionPlace {
  /** Virtual µs. */
  readonly at: number;
  /** Nothing they did or have seen is left behind: the branch may go on with it in place. */
  readonly goesOn: boolean;
}

type Story = Pick<Branch, 'id' | 'document' | 'trace' | 'story' | 'status'>;

/**
 * The rule of going on and forking. At the end of a run at rest: a second later, and the branch goes on. While the
 * cursor plays on from what the reader did last, or waits at the end of what is simulated: after that, as soon as it
 * has ended, and the branch goes on; only consequences lie ahead. Anywhere else the reader has gone back: right after
 * the moment that is shown, and a branch begins. Pure.
 */
export function placeOf(
  branch: Story,
  cursor: Pick<Cursor, 'seq' | 'fraction' | 'level' | 'playing' | 'since'>,
): ActionPlace {
  const { document, trace, story, status } = branch;
  const now = cursor.seq < 0 && cursor.fraction === 0 ? -1 : playheadOf(trace, story, cursor).timeUs;
  const isEnd = story.next(cursor.seq, cursor.level) === undefined;
  const last = story.steps(3).at(-1);
  if (isEnd && status !== 'simulating' && last !== undefined) {
    // What a program prints is no step, and yet it has happened.
    const rest = Math.max(trace.at(last).at, terminalIndex(trace).lastAt);
    return { at: Math.max(rest + PAUSE_US, document.untilUs ?? 0), goesOn: true };
  }
  const since = playsOnFrom(branch, cursor) ?? (isEnd ? timesOf(branch).at(-1) : undefined);
  if (since === undefined) return { at: now + 1, goesOn: false };
  const next = timesOf(branch).find((at) => at > since) ?? Number.POSITIVE_INFINITY;
  const ended = terminalIndex(trace).ended(since, next) ?? since;
  return { at: Math.max(now + 1, ended + MOMENT_US), goesOn: true };
}

/**
 * When what the reader does would take place, where they have gone back and stand; undefined where it goes on.
 * Virtual µs.
 */
export function pastTime(
  branch: Story,
  cursor: Pick<Cursor, 'seq' | 'fraction' | 'level' | 'playing' | 'since'>,
): number | undefined {
  if (cursor.playing) return undefined;
  const { at, goesOn } = placeOf(branch, cursor);
  return goesOn ? undefined : at;
}

/** Whether the cursor stands where the simulation broke off for good: what is done there would not happen. */
export function isOver({ story, status }: Story, { seq, level }: Pick<Cursor, 'seq' | 'level'>): boolean {
  return (status === 'limit' || status === 'crashed') && story.next(seq, level) === undefined;
}

/** The moment of what the reader did last, while the cursor has been playing on from it. */
function playsOnFrom(
  { id }: Story,
  { playing, since }: Pick<Cursor, 'playing' | 'since'>,
): number | undefined {
  return playing && since?.branch === id ? since.at : undefined;
}

/** When the reader did something, in order. Virtual µs. */
function timesOf({ document }: Story): readonly number[] {
  return document.inputs.map(({ at }) => parseDuration(at) ?? 0).sort((a, b) => a - b);
}
