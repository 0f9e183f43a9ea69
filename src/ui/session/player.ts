import { firstMark, type Mark, markFrom } from '../projections/marks/marks.ts';
import { gapWeight } from '../projections/timeline/axis.ts';
import type { Branch } from './branch.ts';
import type { Breakpoints } from './breakpoints.ts';
import type { Cursor, CursorStore } from './cursor-store.ts';
import type { RunStore } from './run-store.ts';

/** Milliseconds from one record to the next at speed 1 when no time lies between them: a packet's journey. */
const HOP_MS = 520;

/** How long the hop between two times lasts on the wall at speed 1, in milliseconds. The stretched axis is drawn alike. */
export function hopMs(fromUs: number, toUs: number, mode: Cursor['mode']): number {
  const gap = Math.max(0, toUs - fromUs);
  return mode === 'real' ? gap / 1_000 : HOP_MS * gapWeight(gap);
}

/** The cursor after `wallMs` of playing. Pure: the run is only read. */
export function advanceCursor(cursor: Cursor, branch: Branch, wallMs: number): Cursor {
  let left = wallMs * cursor.speed;
  let { seq, fraction } = cursor;
  for (;;) {
    const next = branch.story.next(seq, cursor.level);
    if (next === undefined) {
      const playing = branch.status === 'simulating';
      // What the reader has just done is still on its way here.
      return { ...cursor, seq, fraction: playing ? fraction : 0, playing };
    }
    const from = seq < 0 ? branch.trace.at(next).at : branch.trace.at(seq).at;
    const hop = hopMs(from, branch.trace.at(next).at, cursor.mode);
    const rest = hop * (1 - fraction);
    if (left < rest) return { ...cursor, seq, fraction: fraction + left / hop };
    left -= rest;
    seq = next;
    fraction = 0;
  }
}

/** The cursor after `wallMs` of playing, stopped at the first of the marks on the way. */
export function advanceToMark(
  cursor: Cursor,
  branch: Branch,
  wallMs: number,
  marks: readonly Mark[],
): { readonly cursor: Cursor; readonly stop?: { readonly mark: Mark; readonly seq: number } } {
  const moved = advanceCursor(cursor, branch, wallMs);
  if (marks.length === 0) return { cursor: moved };
  const stop = firstMark(branch, marks, cursor.seq, Math.max(moved.seq, happenedBy(moved, branch)));
  if (stop === undefined) return { cursor: moved };
  return { cursor: { ...moved, seq: stop.seq, fraction: 0, playing: false }, stop };
}

/** The last record that has happened when the cursor is on its way to the next step. */
function happenedBy({ seq, fraction, level }: Cursor, branch: Branch): number {
  const next = branch.story.next(seq, level);
  if (next === undefined) return branch.status === 'simulating' ? seq : branch.trace.length - 1;
  if (fraction === 0) return seq;
  const from = seq < 0 ? Math.min(0, branch.trace.at(next).at) : branch.trace.at(seq).at;
  const us = from + fraction * (branch.trace.at(next).at - from);
  return Math.min(branch.trace.countUntil(us), next) - 1;
}

/** Runs the cursor while it plays; stops its frames when nothing moves. */
export function createPlayer(runs: RunStore, cursor: CursorStore, breakpoints: Breakpoints) {
  let frame = 0;
  let last = 0;

  const tick = (wall: number): void => {
    frame = 0;
    const branch = runs.active();
    const now = cursor.getState();
    if (!now.playing || now.held !== undefined || branch === undefined) return;
    const { cursor: moved, stop } = advanceToMark(
      now,
      branch,
      Math.min(100, wall - last),
      breakpoints.marks(),
    );
    cursor.setState(moved);
    if (stop !== undefined) breakpoints.stopped(stop.mark, stop.seq);
    last = wall;
    schedule();
  };
  const schedule = (): void => {
    const { playing, held } = cursor.getState();
    if (frame === 0 && playing && held === undefined) frame = requestAnimationFrame(tick);
  };
  const stopListening = cursor.subscribe((state, before) => {
    if (state.playing && (!before.playing || before.held !== undefined)) {
      last = performance.now();
      schedule();
    }
  });

  return {
    play(): void {
      const branch = runs.active();
      if (branch === undefined) return;
      const { seq, level } = cursor.getState();
      // At the end, playing starts over from the first record of the story.
      if (branch.story.next(seq, level) === undefined && branch.status !== 'simulating')
        cursor.setState({ seq: -1, fraction: 0 });
      cursor.setState({ playing: true, held: undefined });
    },
    pause: (): void => cursor.setState({ playing: false }),
    /** One record of this level on (1) or back (-1); a hop under way is finished or taken back first. */
    step(direction: 1 | -1): void {
      const branch = runs.active();
      if (branch === undefined) return;
      const { seq, level, fraction } = cursor.getState();
      if (direction === -1 && fraction > 0) return cursor.setState({ fraction: 0, playing: false });
      const to = direction === 1 ? branch.story.next(seq, level) : branch.story.previous(seq, level);
      cursor.setState({ seq: to ?? (direction === 1 ? seq : -1), fraction: 0, playing: false, moved: true });
    },
    /** To the next (1) or the previous (-1) record of a kind. Whether there is one. */
    toMark(mark: Mark, direction: 1 | -1): boolean {
      const branch = runs.active();
      const to = branch === undefined ? undefined : markFrom(branch, mark, cursor.getState().seq, direction);
      if (to !== undefined) cursor.setState({ seq: to, fraction: 0, playing: false });
      return to !== undefined;
    },
    /** To a record; the cursor stands right after it. */
    seek: (seq: number): void => cursor.setState({ seq, fraction: 0, playing: false, moved: true }),
    dispose(): void {
      stopListening();
      if (frame !== 0) cancelAnimationFrame(frame);
    },
  };
}

export type Player = ReturnType<typeof createPlayer>;
