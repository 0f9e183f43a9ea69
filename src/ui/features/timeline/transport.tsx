import { timelineText } from '../../../i18n/catalogue/timeline.ts';
import { useCommands } from '../../session/commands.ts';
import type { Cursor } from '../../session/cursor-store.ts';
import { useActiveBranch, useCursor, useSession } from '../../session/use-session.tsx';
import { Segmented } from '../../widgets/controls/segmented.tsx';
import { Transport } from '../../widgets/controls/transport.tsx';
import { MenuLabel, MenuRadio, MenuRule } from '../../widgets/overlay/menu.tsx';
import { useToast } from '../../widgets/overlay/toast.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { marksOf, SPEEDS, useMoves } from './moves.ts';

const loadTakeBack = () => import('./take-back.ts');

/** Play, step, phases, speed; and their keys. */
export function TransportBar({ large }: { readonly large: boolean }) {
  const branch = useActiveBranch();
  const session = useSession();
  const { cursor } = session;
  const moves = useMoves();
  const toast = useToast();
  const { lang } = useUi();
  const marks = marksOf(session, (told) => {
    void import('./move-words.ts').then(({ moveWords }) => toast({ text: moveWords(told, lang) }));
  });
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
    ...marks,
    takeBack: () => void loadTakeBack().then((module) => module.takeBackLast(session, lang, toast)),
    putBack: () => void loadTakeBack().then((module) => module.putBackLast(session, lang, toast)),
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

/** Changes how much detail there is. The cursor stays on a step: the last one that had happened. */
function useLevel(): readonly [LevelKey, (value: LevelKey) => void] {
  const { cursor, runs } = useSession();
  const level = useCursor((state) => state.level);
  const set = (value: LevelKey): void => {
    const next = Number(value) as Cursor['level'];
    const branch = runs.active();
    const { seq } = cursor.getState();
    const steps = branch?.story.steps(next) ?? [];
    const place = (branch?.story.countUntil(seq, next) ?? 0) - 1;
    cursor.setState({ level: next, fraction: 0, seq: steps[place] ?? -1 });
  };
  return [String(level) as LevelKey, set];
}

type LevelKey = '1' | '2' | '3';
const LEVELS = ['1', '2', '3'] as const;
const SCALES = ['stretched', 'real'] as const;

/** Which scale, and how much detail. */
export function ScaleControls() {
  const t = useText(timelineText);
  const { cursor } = useSession();
  const mode = useCursor((state) => state.mode);
  const [level, setLevel] = useLevel();
  return (
    <>
      <Segmented
        label={t('level.label')}
        value={level}
        onChange={setLevel}
        options={LEVELS.map((value) => ({ value, label: t(`level.${value}`) }))}
      />
      <Segmented
        label={t('scale.label')}
        value={mode}
        onChange={(value) => cursor.setState({ mode: value })}
        options={SCALES.map((value) => ({ value, label: t(`scale.${value}`) }))}
      />
    </>
  );
}

/** The same as part of a menu, where the bar has no room for them. */
export function ScaleEntries() {
  const t = useText(timelineText);
  const { cursor } = useSession();
  const mode = useCursor((state) => state.mode);
  const [level, setLevel] = useLevel();
  return (
    <>
      <MenuLabel>{t('level.label')}</MenuLabel>
      <MenuRadio
        value={level}
        onChange={setLevel}
        options={LEVELS.map((value) => ({ value, label: t(`level.${value}`) }))}
      />
      <MenuRule />
      <MenuLabel>{t('scale.label')}</MenuLabel>
      <MenuRadio
        value={mode}
        onChange={(value) => cursor.setState({ mode: value })}
        options={SCALES.map((value) => ({ value, label: t(`scale.${value}`) }))}
      />
      <MenuRule />
    </>
  );
}
