import { useMemo } from 'react';
import type { ObjectRef } from '../../../api/object.ts';
import type { Subject } from '../../../trace/kinds/span.ts';
import { storySubject } from '../../projections/pipeline/subject.ts';
import type { Phase } from '../../projections/pod-story/milestones.ts';
import type { Branch } from '../../session/branch.ts';
import type { Selection } from '../../session/selection-store.ts';
import type { Handlers } from '../../session/commands.ts';
import type { Cursor } from '../../session/cursor-store.ts';
import type { Session } from '../../session/session.ts';
import { useSession } from '../../session/use-session.tsx';
import { ribbonOf } from './use-timeline.ts';

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 10, 100, 1000];

/** How much further a run is simulated at a time, in µs. */
const EXTEND_US = 60_000_000;

/** What a key could not do, or did unseen. */
export type Told =
  | { readonly kind: 'milestone' | 'warning' | 'write' | 'object'; readonly direction: 1 | -1 }
  | { readonly kind: 'component' }
  | { readonly kind: 'over' }
  | { readonly kind: 'extended'; readonly at: number; readonly more: number };

/** Moves from mark to mark, and lets a run go on past its end; `tell` says what nothing on the page shows. */
export function marksOf(session: Session, tell: (told: Told) => void): Handlers {
  const { player, selection, runs, cursor } = session;
  const object = (direction: 1 | -1) => (): void => {
    const branch = runs.active();
    if (branch === undefined) return;
    const next = versionFrom(branch, selection.getState().selection, cursor.getState().seq, direction);
    if (next === undefined) tell({ kind: 'object', direction });
    else player.seek(next);
  };
  const to = (kind: 'milestone' | 'warning', direction: 1 | -1) => (): void => {
    if (!player.toMark({ kind }, direction)) tell({ kind, direction });
  };
  const write = (direction: 1 | -1) => (): void => {
    const picked = selection.getState().selection;
    if (picked.kind !== 'component') return tell({ kind: 'component' });
    if (!player.toMark({ kind: 'writes', actor: picked.actor }, direction))
      tell({ kind: 'write', direction });
  };
  return {
    'milestone.next': to('milestone', 1),
    'milestone.previous': to('milestone', -1),
    'warning.next': to('warning', 1),
    'warning.previous': to('warning', -1),
    'object.next': object(1),
    'object.previous': object(-1),
    'write.next': write(1),
    'write.previous': write(-1),
    extend: () => extend(session, tell),
  };
}

/** The next or previous version of the picked object, else of the story's Pod. */
function versionFrom({ trace, world }: Branch, picked: Selection, seq: number, direction: 1 | -1) {
  const subject = picked.kind === 'object' ? picked.subject : storySubject(trace, world);
  if (subject === undefined) return undefined;
  const { resource = 'pods', namespace, name } = subject as Partial<Subject> & ObjectRef;
  const seqs = world.history(resource, namespace, name)?.versions.map((version) => version.seq) ?? [];
  return direction === 1
    ? seqs.find((at) => at > seq)
    : seqs.findLast((at) => at < seq && (trace.find(at)?.at ?? -1) >= 0);
}

/** Has the branch on screen simulated on, and tells when that is done. */
function extend({ runs, cursor }: Session, tell: (told: Told) => void): void {
  const branch = runs.active();
  if (branch === undefined || branch.status === 'simulating') return;
  const before = branch.story.steps(cursor.getState().level).length;
  runs.extend(branch.id, branch.now + EXTEND_US);
  if (runs.active()?.status !== 'simulating') return tell({ kind: 'over' });
  const stop = runs.store.subscribe(({ branches }) => {
    const grown = branches.get(branch.id);
    if (grown?.status === 'simulating') return;
    stop();
    if (grown === undefined) return;
    const more = grown.story.steps(cursor.getState().level).length - before;
    tell({ kind: 'extended', at: grown.now, more: Math.max(0, more) });
  });
}

/** What moves the playhead, by steps and phases: one place for buttons and keys. */
export interface Moves {
  readonly step: (direction: 1 | -1) => void;
  readonly phase: (direction: 1 | -1) => void;
  readonly edge: (direction: 1 | -1) => void;
  readonly speed: (by: 1 | -1) => void;
  readonly toggle: () => void;
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
