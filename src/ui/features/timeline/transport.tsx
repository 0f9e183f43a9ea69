import { timelineText } from '../../../i18n/catalogue/timeline.ts';
import type { Phase } from '../../projections/pod-story/milestones.ts';
import type { Branch } from '../../session/branch.ts';
import type { Mark } from '../../projections/marks/marks.ts';
import { type Handlers, useCommands } from '../../session/commands.ts';
import type { Cursor } from '../../session/cursor-store.ts';
import { useActiveBranch, useCursor, useSession } from '../../session/use-session.tsx';
import { Scrubber } from '../../widgets/controls/scrubber.tsx';
import { Segmented } from '../../widgets/controls/segmented.tsx';
import { Transport } from '../../widgets/controls/transport.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { cursorPosition, stepAt } from './playhead.ts';
import { type Timeline, useTimeline } from './use-timeline.ts';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 10, 100, 1000];

/** How much further a run at rest is simulated at a time, in µs. */
const EXTEND_US = 60_000_000;

/** Moves from mark to mark, and lets a run at rest go on. */
function useMarks(): Handlers {
  const { player, runs, selection } = useSession();
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

/** Moves the playhead by steps and phases; one place for buttons and keys. */
function useMoves() {
  const { player, cursor, runs } = useSession();
  const timeline = useTimeline();
  const level = useCursor((state) => state.level);
  const edge = (direction: 1 | -1): void => {
    const branch = runs.active();
    if (branch === undefined) return;
    const steps = branch.story.steps(level);
    player.seek(direction === 1 ? (steps[steps.length - 1] ?? -1) : -1);
  };
  const phase = (direction: 1 | -1): void => {
    const branch = runs.active();
    if (branch !== undefined && timeline !== undefined)
      player.seek(phaseEdge(branch, timeline.view.phases, cursor.getState(), direction));
  };
  const speed = (by: 1 | -1): void => {
    const place = SPEEDS.findIndex((factor) => factor >= cursor.getState().speed);
    cursor.setState({ speed: SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, place + by))] ?? 1 });
  };
  const toggle = (): void => (cursor.getState().playing ? player.pause() : player.play());
  return {
    edge,
    phase,
    speed,
    toggle,
    marks: useMarks(),
    step: (direction: 1 | -1) => player.step(direction),
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

/** Play, step, phases, speed; and their keys. */
export function TransportBar({ large }: { readonly large: boolean }) {
  const branch = useActiveBranch();
  const { cursor } = useSession();
  const moves = useMoves();
  const playing = useCursor((state) => state.playing);
  const speed = useCursor((state) => state.speed);
  const atStart = useCursor((state) => state.seq < 0 && state.fraction === 0);
  const atEnd = useCursor((state) => branch?.story.next(state.seq, state.level) === undefined);
  useCommands({
    'transport.toggle': moves.toggle,
    'record.next': () => moves.step(1),
    'record.previous': () => moves.step(-1),
    'phase.next': () => moves.phase(1),
    'phase.previous': () => moves.phase(-1),
    ...moves.marks,
    'record.first': () => moves.edge(-1),
    'record.last': () => moves.edge(1),
    'speed.slower': () => moves.speed(-1),
    'speed.faster': () => moves.speed(1),
  });
  return (
    <Transport
      playing={playing}
      atStart={atStart}
      atEnd={atEnd}
      speed={speed}
      speeds={SPEEDS}
      large={large}
      onToggle={moves.toggle}
      onNext={() => moves.step(1)}
      onPrevious={() => moves.step(-1)}
      onNextPhase={() => moves.phase(1)}
      onPreviousPhase={() => moves.phase(-1)}
      onSpeed={(factor) => cursor.setState({ speed: factor })}
    />
  );
}

/** "Record 31 of 58", at the level that is shown; "of 58…" while more are being simulated. */
export function Position() {
  const t = useText(timelineText);
  const branch = useActiveBranch();
  const at = useCursor(({ seq, level }) => branch?.story.countUntil(seq, level) ?? 0);
  const total = useCursor(({ level }) => branch?.story.steps(level).length ?? 0);
  if (total === 0) return <>{t('position.none')}</>;
  return <>{t(branch?.status === 'simulating' ? 'position.growing' : 'position', { at, total })}</>;
}

/** Which scale, and how much detail. */
export function ScaleControls() {
  const t = useText(timelineText);
  const { cursor, runs } = useSession();
  const mode = useCursor((state) => state.mode);
  const level = useCursor((state) => state.level);
  const setLevel = (value: '1' | '2' | '3'): void => {
    const next = Number(value) as Cursor['level'];
    const branch = runs.active();
    const { seq } = cursor.getState();
    // The cursor stays on a step of the new level: the last one that had happened.
    const steps = branch?.story.steps(next) ?? [];
    cursor.setState({
      level: next,
      fraction: 0,
      seq: steps[(branch?.story.countUntil(seq, next) ?? 0) - 1] ?? -1,
    });
  };
  return (
    <>
      <Segmented
        label={t('level.label')}
        value={String(level) as '1' | '2' | '3'}
        onChange={setLevel}
        options={(['1', '2', '3'] as const).map((value) => ({ value, label: t(`level.${value}`) }))}
      />
      <Segmented
        label={t('scale.label')}
        value={mode}
        onChange={(value) => cursor.setState({ mode: value })}
        options={(['stretched', 'real'] as const).map((value) => ({ value, label: t(`scale.${value}`) }))}
      />
    </>
  );
}

/** The timeline in one row: the ribbon of phases as a slider. */
export function PhaseScrubber() {
  const timeline = useTimeline();
  return timeline === undefined ? null : <Ribbon timeline={timeline} />;
}

function Ribbon({ timeline: { branch, view } }: { readonly timeline: Timeline }) {
  const t = useText(timelineText);
  const { player, cursor } = useSession();
  const moves = useMoves();
  const share = useCursor((state) => Math.round(cursorPosition(branch, view.axis, state) * 1000) / 1000);
  const index = useCursor(({ seq, level }) => branch.story.countUntil(seq, level));
  const total = branch.story.steps(view.level).length;
  const parts = view.phases.map(({ id, fromUs, toUs }) => ({
    label: t(`phase.${id}`),
    from: view.axis.toPosition(fromUs),
    to: view.axis.toPosition(toUs),
  }));
  return (
    <Scrubber
      label={t('playhead')}
      share={share}
      parts={parts}
      valueText={t('position', { at: index, total })}
      index={index}
      max={total}
      onSeek={(to) => player.seek(stepAt(branch, view.axis.toTime(to), cursor.getState().level))}
      onStep={(step) => {
        if (step === 'next' || step === 'previous') moves.step(step === 'next' ? 1 : -1);
        else if (step === 'first' || step === 'last') moves.edge(step === 'last' ? 1 : -1);
        else moves.phase(step === 'nextPart' ? 1 : -1);
      }}
    />
  );
}
