import { schedulerXrayText } from '../../../i18n/catalogue/scheduler-xray.ts';
import { clock } from '../../../i18n/format.ts';
import type { RecordOf } from '../../../trace/record.ts';
import { useSession } from '../../session/use-session.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './scheduler-xray.module.css';

type Move = RecordOf<'sched.queue'>;

const LANES = ['active', 'backoff', 'unschedulable'] as const;
const LANE_HEIGHT = 22;
const WIDTH = 1000;
const MOST_LISTED = 40;

const laneOf = (queue: Move['data']['queue']): number =>
  Math.max(0, LANES.indexOf(queue === 'gated' ? 'unschedulable' : (queue as (typeof LANES)[number])));

/** Where the Pod waited, as a line through the three queues, and each move with the event that caused it. */
export function QueueStrip({ moves, until }: { readonly moves: readonly Move[]; readonly until: number }) {
  const t = useText(schedulerXrayText);
  const { player } = useSession();
  const first = moves[0];
  if (first === undefined) return null;
  return (
    <section className={styles.queue} aria-label={t('queue')}>
      <div className={styles.lanes} aria-hidden="true">
        <div className={styles.laneNames}>
          {LANES.map((lane) => (
            <code key={lane}>{t(`queue.${lane}`)}</code>
          ))}
        </div>
        <svg
          className={styles.laneLines}
          viewBox={`0 0 ${WIDTH} ${LANES.length * LANE_HEIGHT}`}
          preserveAspectRatio="none"
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
          <path d={pathOf(moves, until)} className={styles.lanePath} />
        </svg>
      </div>
      <ol className={styles.moves}>
        {moves.slice(-MOST_LISTED).map((move) => (
          <li key={move.seq}>
            <button type="button" onClick={() => player.seek(move.seq)}>
              <span className={styles.at}>{clock(move.at)}</span>
              <code>{t(`queue.${move.data.queue}`)}</code>
              <span className={styles.event}>{move.data.event}</span>
              {(move.data.attempts ?? 0) > 0 && (
                <span className={styles.tries}>{t('queue.attempts', { n: move.data.attempts ?? 0 })}</span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

const middle = (lane: number): number => lane * LANE_HEIGHT + LANE_HEIGHT / 2;

/** A step line: along a lane while the Pod waits there, straight down or up when it moves. */
function pathOf(moves: readonly Move[], until: number): string {
  const start = moves[0]?.at ?? 0;
  const span = Math.max(until - start, 1);
  const x = (at: number): number => Math.round(((at - start) / span) * (WIDTH - 8)) + 4;
  let path = '';
  let gone = false;
  for (const { at, data } of moves) {
    const out = data.queue === 'none';
    if (path === '') path = `M${x(at)} ${middle(laneOf(data.queue))}`;
    else if (!gone) path += `H${x(at)}`;
    if (!out) path += gone ? `M${x(at)} ${middle(laneOf(data.queue))}` : `V${middle(laneOf(data.queue))}`;
    gone = out;
  }
  return gone ? path : `${path}H${x(until)}`;
}
