import { useMemo } from 'react';
import { timelineText } from '../../../i18n/catalogue/timeline.ts';
import { useActiveBranch, useCursor, useSelection, useSession } from '../../session/use-session.tsx';
import { Scrubber } from '../../widgets/controls/scrubber.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { cursorPosition, stepAt } from './playhead.ts';
import { type Moves, useMoves } from './moves.ts';
import { type Ribbon, ribbonOf } from './use-timeline.ts';

/** The timeline in one row: the ribbon of phases as a slider. */
export function PhaseScrubber() {
  const branch = useActiveBranch();
  const level = useCursor((state) => state.level);
  const mode = useCursor((state) => state.mode);
  const selection = useSelection((state) => state.selection);
  const moves = useMoves();
  const ribbon = useMemo(
    () => (branch === undefined ? undefined : ribbonOf(branch, { level, mode }, selection)),
    [branch, level, mode, selection],
  );
  return ribbon === undefined ? null : <Track ribbon={ribbon} moves={moves} />;
}

function Track({
  ribbon: { branch, axis, phases },
  moves,
}: {
  readonly ribbon: Ribbon;
  readonly moves: Moves;
}) {
  const t = useText(timelineText);
  const { player, cursor } = useSession();
  const share = useCursor((state) => Math.round(cursorPosition(branch, axis, state) * 1000) / 1000);
  const index = useCursor(({ seq, level }) => branch.story.countUntil(seq, level));
  const total = useCursor(({ level }) => branch.story.steps(level).length);
  const parts = phases.map(({ id, fromUs, toUs }) => ({
    label: t(`phase.${id}`),
    from: axis.toPosition(fromUs),
    to: axis.toPosition(toUs),
  }));
  return (
    <Scrubber
      label={t('playhead')}
      share={share}
      parts={parts}
      valueText={t('position', { at: index, total })}
      index={index}
      max={total}
      onSeek={(to) => player.seek(stepAt(branch, axis.toTime(to), cursor.getState().level))}
      onStep={(step) => {
        if (step === 'next' || step === 'previous') moves.step(step === 'next' ? 1 : -1);
        else if (step === 'first' || step === 'last') moves.edge(step === 'last' ? 1 : -1);
        else moves.phase(step === 'nextPart' ? 1 : -1);
      }}
    />
  );
}
