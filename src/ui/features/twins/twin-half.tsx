import { useLayoutEffect, useMemo, useRef } from 'react';
import { shareText } from '../../../i18n/catalogue/share.ts';
import { twinsText } from '../../../i18n/catalogue/twins.ts';
import { clock, tick } from '../../../i18n/format.ts';
import { narrate } from '../../projections/narration/narrate.ts';
import { storySubject } from '../../projections/pipeline/subject.ts';
import { stillSending } from '../../projections/twins/scene.ts';
import { ticksOf } from '../../projections/timeline/axis.ts';
import type { Race } from '../../projections/twins/race.ts';
import type { Branch } from '../../session/branch.ts';
import { useSession } from '../../session/use-session.tsx';
import { Rich } from '../../widgets/data/rich.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import type { Scale } from './clock-scale.ts';
import { LifeLanes } from './life-lanes.tsx';
import { RaceLanes } from './race-lanes.tsx';
import { raceSentence } from './scene-words.ts';
import styles from './twins.module.css';
import { stepBy, timeOf } from './use-twins.ts';

export interface TwinHalfProps {
  readonly letter: 'A' | 'B';
  readonly name: string;
  readonly branch: Branch;
  /** The branch whose cursor the clock is. */
  readonly clockBranch: Branch;
  readonly shared: number;
  readonly race: Race | undefined;
  /** Whether either half is a race: then both are drawn over its clock. */
  readonly raced: boolean;
  readonly scale: Scale;
  /** The cursor's step, so that a new one is told. */
  readonly seq: number;
}

/** One of the two branches: what happens in it now, and its lanes under the shared clock. */
export function TwinHalf(props: TwinHalfProps) {
  const { letter, name, branch, clockBranch, race, raced, scale, shared, seq } = props;
  const { cursor } = useSession();
  const { lang } = useUi();
  const said = useMemo(() => {
    const now = cursor.getState();
    const timeUs = timeOf(clockBranch, { ...now, seq });
    const own = stepBy(branch, timeUs, now.level);
    if (own < 0) return { timeUs, sentence: undefined };
    const { trace, world, story } = branch;
    const subject = storySubject(trace, world);
    return { timeUs, sentence: narrate({ trace, world, story, seq: own, timeUs, lang }, subject).sentence };
  }, [branch, clockBranch, cursor, lang, seq]);
  const t = useText(twinsText);
  const share = useText(shareText);
  // In a race what counts is how it stands; before it, what the run does.
  const racing = race === undefined || !raced ? undefined : raceSentence(t, race, said.timeUs);
  const refused =
    branch.status === 'refused' ? share('run.refused', { why: branch.problems.join('; ') }) : undefined;
  return (
    <section className={styles.half} aria-label={`${letter}. ${name}`} data-letter={letter}>
      <div className={styles.head}>
        <h2>
          {letter}. <span>{name}</span>
        </h2>
        <p className={styles.sentence}>
          {refused ?? racing ?? (said.sentence === undefined ? '\u00a0' : <Rich segments={said.sentence} />)}
        </p>
        {race !== undefined && <Lost race={race} timeUs={said.timeUs} />}
      </div>
      <div className={styles.clocked}>
        {race === undefined || !raced ? (
          <LifeLanes branch={branch} shared={shared} scale={scale} name={name} />
        ) : (
          <RaceLanes race={race} scale={scale} name={name} />
        )}
        <Ticks scale={scale} />
        <Line scale={scale} branch={clockBranch} />
      </div>
    </section>
  );
}

/** The deciding number: how many requests nobody answered, so far and by the end. */
function Lost({ race, timeUs }: { readonly race: Race; readonly timeUs: number }) {
  const t = useText(twinsText);
  const lost = race.requests.filter(({ ok }) => !ok);
  const soFar = lost.filter(({ at }) => at <= timeUs).length;
  const sending = stillSending(race, timeUs);
  return (
    <p className={styles.figure} data-bad={soFar > 0}>
      {sending !== undefined && (
        <span>{t('race.senders.now', { n: sending.length, all: race.senders.length })}</span>
      )}
      {race.requests.length > 0 && (
        <>
          <span>{t('race.lost')}</span>
          <b>{soFar}</b>
          <span>{t('race.by-end', { n: lost.length })}</span>
        </>
      )}
    </p>
  );
}

function Ticks({ scale }: { readonly scale: Scale }) {
  const { lang } = useUi();
  const ticks = useMemo(
    () => ticksOf(scale.axis, { from: 0, to: 1 }, 70 / Math.max(200, scale.width - scale.left)),
    [scale],
  );
  return (
    <svg width={scale.width} height={22} className={styles.ticks} aria-hidden="true">
      {ticks.map(({ us }, place) => (
        <g key={us}>
          <path d={`M${scale.x(us)} 0v5`} />
          <text x={scale.x(us)} y={17}>
            {tick(us, us - (ticks[place - 1]?.us ?? 0), lang)}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** The present over the lanes: moved by hand each frame, without rendering. Pressing the lanes seeks. */
function Line({ scale, branch }: { readonly scale: Scale; readonly branch: Branch }) {
  const { cursor, player } = useSession();
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = (): void => {
      const us = timeOf(branch, cursor.getState());
      if (line.current === null) return;
      line.current.style.transform = `translateX(${scale.x(us)}px)`;
      line.current.title = clock(us);
    };
    place();
    return cursor.subscribe(place);
  }, [branch, cursor, scale]);
  return (
    <>
      <div
        className={styles.press}
        style={{ left: scale.left }}
        aria-hidden="true"
        onPointerDown={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          const share = (event.clientX - left) / Math.max(1, width);
          const us = scale.axis.toTime(Math.min(1, share));
          player.seek(stepBy(branch, us, cursor.getState().level));
        }}
      />
      <div ref={line} className={styles.now} aria-hidden="true" />
    </>
  );
}
