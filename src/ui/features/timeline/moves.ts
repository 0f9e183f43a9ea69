import { useMemo } from 'react';
import type { Phase } from '../../projections/pod-story/milestones.ts';
import type { Mark } from '../../projections/marks/marks.ts';
import type { Branch } from '../../session/branch.ts';
import type { Handlers } from '../../session/commands.ts';
import type { Cursor } from '../../session/cursor-store.ts';
import type { Session } from '../../session/session.ts';
import { useSession } from '../../session/use-session.tsx';
import { ribbonOf } from './use-timeline.ts';

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 10, 100, 1000];

/** How much further a run at rest is simulated at a time, in µs. */
const EXTEND_US = 60_000_000;

/** Moves from mark to mark, and lets a run at rest go on. */
function marksOf({ player, runs, selection }: Session): Handlers {
  const to = (mark: Mark, direction: 1 | -1) => (): void => void player.toMark(mark, direction);
  const write = (direction: 1 | -1) => (): boolean => {
    const picked = selection.getState().selection;
    return picked.kind === 'component' && player.toMark({ kind: 'writes', actor: picked.actor }, direction);
  };
  return {
    'milestone.next': to({ kind: 'milestone' }, 1),
    'milestone.previous': to({ kind: 'milestone' }, -1),
    'warning.next': to({ kind: 'warning' }, 1),
    'warning.previous': to({ kind: 'warning' }, -1),
    'write.next': write(1),
    'write.previous': write(-1),
    extend: () => {
      const branch = runs.active();
      if (branch !== undefined) runs.extend(branch.id, branch.now + EXTEND_US);
    },
  };
}

/** What moves the playhead, by steps and phases: one place for buttons and keys. */
export interface Moves {
  readonly step: (direction: 1 | -1) => void;
  readonly phase: (direction: 1 | -1) => void;
  readonly edge: (direction: 1 | -1) => void;
  readonly speed: (by: 1 | -1) => void;
  readonly toggle: () => void;
  readonly marks: Handlers;
}

export function useMoves(): Moves {
  const session = useSession();
  return useMemo(() => movesOf(session), [session]);
}

function movesOf(session: Session): Moves {
  const { player, cursor, runs, selection } = session;
  return {
    step: (direction) => player.step(direction),
    phase: (direction) => {
      const branch = runs.active();
      if (branch === undefined) return;
      const now = cursor.getState();
      const { phases } = ribbonOf(branch, now, selection.getState().selection);
      player.seek(phaseEdge(branch, phases, now, direction));
    },
    edge: (direction) => {
      const branch = runs.active();
      if (branch === undefined) return;
      const steps = branch.story.steps(cursor.getState().level);
      // Before the first record has come there is no end to go to: what plays goes on.
      if (direction === 1 && steps.length === 0) return;
      player.seek(direction === 1 ? (steps[steps.length - 1] ?? -1) : -1);
    },
    speed: (by) => {
      const place = SPEEDS.findIndex((factor) => factor >= cursor.getState().speed);
      cursor.setState({ speed: SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, place + by))] ?? 1 });
    },
    toggle: () => (cursor.getState().playing ? player.pause() : player.play()),
    marks: marksOf(session),
  };
}

/** The first step of the next phase, or of this one (of the one before, when there already). */
function phaseEdge(branch: Branch, phases: readonly Phase[], cursor: Cursor, direction: 1 | -1): number {
  const starts = phases
    .map(({ fromUs }) => branch.story.next(branch.trace.countUntil(fromUs - 1) - 1, cursor.level))
    .filter((seq) => seq !== undefined);
  const steps = branch.story.steps(cursor.level);
  if (direction === 1) return starts.find((seq) => seq > cursor.seq) ?? steps[steps.length - 1] ?? -1;
  return starts.filter((seq) => seq < cursor.seq).at(-1) ?? -1;
}
