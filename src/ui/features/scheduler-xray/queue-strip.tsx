import { type CSSProperties, type ReactNode, useState } from 'react';
import { schedulerXrayText } from '../../../i18n/catalogue/scheduler-xray.ts';
import { clock, tick } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/text.ts';
import type { RecordOf } from '../../../trace/record.ts';
import type { Attempt } from '../../projections/scheduler-xray/attempts.ts';
import {
  LANES,
  labelled,
  type QueuePath,
  shareOf,
  spaced,
  type Stay,
} from '../../projections/scheduler-xray/queue-path.ts';
import { useSession } from '../../session/use-session.tsx';
import { Icon } from '../../widgets/glyphs/icon.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { attemptLabel, outcomeOf } from './attempt-bar.tsx';
import styles from './scheduler-xray.module.css';

type Move = RecordOf<'sched.queue'>;
type T = Translate<(typeof schedulerXrayText)['en']>;

const LANE_HEIGHT = 26;
const WIDTH = 1000;
const MOST_LISTED = 40;
/** What an event's words and a stay's words take of the whole strip. */
const WAKE = 0.22;
const WORDS = 0.2;

const middle = (lane: number): number => lane * LANE_HEIGHT + LANE_HEIGHT / 2;
const laneAt = (lane: Stay['lane']): number => LANES.indexOf(lane);

type WakeKey = Extract<keyof (typeof schedulerXrayText)['en'], `wake.${string}`>;

const isWake = (t: T, key: string): key is WakeKey => t.has(key);

/** The event's meaning, or upstream's own word where there is none. */
export function wakeText(t: T, event: string): string {
  const key = `wake.${event}`;
  return isWake(t, key) ? t(key) : event;
}

export interface QueueStripProps {
  readonly path: QueuePath;
  readonly moves: readonly Move[];
  readonly attempts: readonly Attempt[];
  readonly shown: Attempt;
  readonly onShow: (number: number) => void;
}

/** Where the Pod waited, as a line through the three queues, its attempts on it, and what woke it. */
export function QueueStrip({ path, moves, attempts, shown, onShow }: QueueStripProps) {
  const t = useText(schedulerXrayText);
  return (
    <section className={styles.queue} aria-label={t('queue')}>
      <div className={styles.lanes}>
        <div className={styles.laneNames} aria-hidden="true">
          {LANES.map((lane) => (
            <code key={lane}>{t(`queue.${lane}`)}</code>
          ))}
        </div>
        <div className={styles.strip}>
          <Lines path={path} />
          <Words path={path} />
          <Pills path={path} attempts={attempts} shown={shown} onShow={onShow} />
          <Ticks path={path} />
        </div>
      </div>
      <Moves moves={moves} />
    </section>
  );
}

function Lines({ path }: { readonly path: QueuePath }) {
  const x = (at: number): number => Math.round(shareOf(path, at) * WIDTH);
  const line = path.stays
    .map(({ lane, from, to }, place) => {
      const y = middle(laneAt(lane));
      const joined = place > 0 && path.stays[place - 1]?.to === from;
      return `${joined ? `V${y}` : `M${x(from)} ${y}`}H${Math.max(x(to), x(from) + 1)}`;
    })
    .join('');
  return (
    <svg
      className={styles.laneLines}
      viewBox={`0 0 ${WIDTH} ${LANES.length * LANE_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {LANES.map((lane, place) => (
        <line
          key={lane}
          x1={0}
          x2={WIDTH}
          y1={middle(place)}
          y2={middle(place)}
          className={styles.laneBase}
        />
      ))}
      <path d={line} className={styles.lanePath} />
    </svg>
  );
}

/** A mark at a moment of a lane; it leans back as far as it stands to the right, so that it stays inside. */
function At({
  path,
  at,
  lane,
  className,
  children,
}: {
  readonly path: QueuePath;
  readonly at: number;
  readonly lane: number;
  readonly className: string | undefined;
  readonly children?: ReactNode;
}) {
  const style: CSSProperties = {
    insetInlineStart: `${shareOf(path, at) * 100}%`,
    insetBlockStart: middle(lane),
  };
  return (
    <span className={className} style={style}>
      {children}
    </span>
  );
}

function Words({ path }: { readonly path: QueuePath }) {
  const t = useText(schedulerXrayText);
  const wakes = spaced(
    path.wakes.map(({ at }) => shareOf(path, at)),
    WAKE,
  );
  const long = path.stays.filter(
    ({ lane, from, to }) => lane !== 'active' && shareOf(path, to) - shareOf(path, from) >= WORDS,
  );
  return (
    <div aria-hidden="true">
      {long.map(({ lane, gated, from, to }) => (
        <At key={from} path={path} at={(from + to) / 2} lane={laneAt(lane)} className={styles.stayWords}>
          {lane === 'backoff' ? t('queue.backs') : gated ? t('queue.gate') : t('queue.parked')}
        </At>
      ))}
      {path.wakes.map(({ lane, at, seq, event }, place) => (
        <At key={seq} path={path} at={at} lane={laneAt(lane)} className={styles.wake}>
          {wakes.has(place) && <b>{wakeText(t, event)}</b>}
        </At>
      ))}
    </div>
  );
}

function Pills({
  path,
  attempts,
  shown,
  onShow,
}: { readonly path: QueuePath } & Pick<QueueStripProps, 'attempts' | 'shown' | 'onShow'>) {
  const t = useText(schedulerXrayText);
  const kept = labelled(path);
  return attempts.map((attempt, place) => (
    <At key={attempt.number} path={path} at={attempt.filter.at} lane={0} className={styles.pillAt}>
      {kept.has(place) ? (
        <button
          type="button"
          className={styles.pill}
          aria-pressed={attempt.number === shown.number}
          data-outcome={outcomeOf(attempt)}
          onClick={() => onShow(attempt.number)}
        >
          {attemptLabel(t, attempt)}
        </button>
      ) : (
        <span className={styles.dot} />
      )}
    </At>
  ));
}

function Ticks({ path }: { readonly path: QueuePath }) {
  const { lang } = useUi();
  return (
    <div className={styles.ticks} aria-hidden="true">
      {path.ticks.map((at) => (
        <span key={at} style={{ insetInlineStart: `${shareOf(path, at) * 100}%` }}>
          {tick(at, path.tickUs, lang)}
        </span>
      ))}
    </div>
  );
}

/** Every move as a row of its own: for those who want all of it, and where there is no room for the strip. */
function Moves({ moves }: { readonly moves: readonly Move[] }) {
  const t = useText(schedulerXrayText);
  const { player } = useSession();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.movesToggle}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'chevron-up' : 'chevron-down'} size={12} />
        {t('queue.all', { n: moves.length })}
      </button>
      <ol className={styles.moves} data-open={open}>
        {moves.slice(-MOST_LISTED).map((move) => (
          <li key={move.seq}>
            <button type="button" onClick={() => player.seek(move.seq)} title={move.data.event}>
              <span className={styles.at}>{clock(move.at)}</span>
              <code>{t(`queue.${move.data.queue}`)}</code>
              <span className={styles.event}>{wakeText(t, move.data.event)}</span>
              {(move.data.attempts ?? 0) > 0 && (
                <span className={styles.tries}>{t('queue.attempts', { n: move.data.attempts ?? 0 })}</span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
