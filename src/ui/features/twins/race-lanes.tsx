import { twinsText } from '../../../i18n/catalogue/twins.ts';
import { clock, seconds } from '../../../i18n/format.ts';
import type { Race } from '../../projections/twins/race.ts';
import { breadthPx } from '../../widgets/breadth.ts';
import { useText } from '../../widgets/ui-context.tsx';
import type { Scale } from './clock-scale.ts';
import styles from './twins.module.css';

const ROW = 13;
/** More nodes than this are one bar that grows thinner. */
const MOST_ROWS = 6;
const TOP = 12;
/** What a name above its lane takes. */
const HEAD = 18;

/** Where the lanes lie, in px: the nodes take as many rows as there are. */
interface Places {
  readonly senderY: number;
  readonly processY: number;
  readonly requestY: number;
  readonly height: number;
  /** The base lines of the lanes' names: beside the lanes, or above them. */
  readonly names: { readonly senders: number; readonly process: number; readonly requests: number };
}

function placesOf({ senders }: Race, stacked: boolean): Places {
  const head = stacked ? HEAD : 0;
  const senderY = TOP + head;
  const processY = senderY + Math.max(2, Math.min(MOST_ROWS, senders.length)) * ROW + 26 + head;
  const requestY = processY + 44 + head;
  const names = stacked
    ? { senders: senderY - 8, process: processY - 22, requests: requestY - 14 }
    : { senders: senderY + 22, process: processY + 14, requests: requestY + 5 };
  return { senderY, processY, requestY, height: requestY + 36, names };
}

/** One deletion: who still sends, what the process does, which requests found nobody. Drawn over the shared clock. */
export function RaceLanes({
  race,
  scale,
  name,
}: {
  readonly race: Race;
  readonly scale: Scale;
  readonly name: string;
}) {
  const t = useText(twinsText);
  const at = placesOf(race, scale.stacked);
  const lost = race.requests.filter(({ ok }) => !ok).length;
  const describe = t('race.describe', {
    name,
    lost,
    all: race.requests.length,
    quiet: race.quietUs === undefined ? t('never') : clock(race.quietUs),
    exit: race.process.exitUs === undefined ? t('never') : clock(race.process.exitUs),
  });
  return (
    <svg width={scale.width} height={at.height} role="img" aria-label={describe} className={styles.lanes}>
      <Gap race={race} scale={scale} at={at} />
      <text x={0} y={at.names.senders} className={styles.laneName}>
        {t('lane.senders')}
      </text>
      <text x={0} y={at.names.process} className={styles.laneName}>
        {t('lane.process')}
      </text>
      <text x={0} y={at.names.requests} className={styles.laneName}>
        {t('lane.requests')}
      </text>
      <Senders race={race} scale={scale} top={at.senderY} />
      <Process race={race} scale={scale} at={at} />
      <Requests race={race} scale={scale} at={at} />
    </svg>
  );
}

interface LaneProps {
  readonly race: Race;
  readonly scale: Scale;
  readonly at: Places;
}

/** Between the last answer and the last node that sends: a gap, or, the other way round, what is to spare. */
function Gap({ race, scale, at }: LaneProps) {
  const t = useText(twinsText);
  const { closedUs, quietUs, process } = race;
  const end = closedUs ?? process.exitUs;
  if (end === undefined || quietUs === undefined || end === quietUs) return null;
  const open = end < quietUs;
  const [from, to] = [scale.x(Math.min(end, quietUs)), scale.x(Math.max(end, quietUs))];
  const words = t(open ? 'race.gap' : 'race.spare', { s: seconds(Math.abs(quietUs - end), 1) });
  const x = open ? besideGap(words, to, scale.width) : from + 10;
  return (
    <g data-gap={open ? 'open' : 'spare'} className={styles.gap}>
      <rect x={from} y={6} width={Math.max(1.5, to - from)} height={at.height - 14} />
      {open && (
        <rect
          x={from}
          y={6}
          width={Math.max(1.5, to - from)}
          height={at.height - 14}
          fill="url(#hatch-danger)"
        />
      )}
      <path d={`M${from} 6V${at.height - 8}M${to} 6V${at.height - 8}`} />
      {/* While there is something to spare nobody sends: the lane of the requests is free. */}
      <text x={x} y={at.requestY + (open ? 26 : 5)}>
        {words}
      </text>
    </g>
  );
}

/** Where words about a gap begin: behind it, or as far left of that as they need to be read whole. */
function besideGap(words: string, to: number, width: number): number {
  return Math.max(0, Math.min(to + 8, width - breadthPx(words)));
}

interface SendersProps {
  readonly race: Race;
  readonly scale: Scale;
  readonly top: number;
}

function Senders({ race: { senders }, scale, top }: SendersProps) {
  const end = scale.axis.endUs;
  const height = senders.length > MOST_ROWS ? (MOST_ROWS * ROW) / senders.length : ROW;
  return (
    <g className={styles.senders}>
      {senders.map(({ node, fromUs, toUs }, place) => {
        const [from, to] = [scale.x(fromUs), scale.x(toUs ?? end)];
        const y = top + place * height;
        return (
          <g key={node}>
            <rect x={from} y={y} width={Math.max(2, to - from)} height={Math.max(0.6, height - 1)} />
            {senders.length <= MOST_ROWS && (
              <text x={to + 6} y={y + ROW - 2.5}>
                {node}
              </text>
            )}
            <title>{`${node}: ${toUs === undefined ? '…' : clock(toUs)}`}</title>
          </g>
        );
      })}
    </g>
  );
}

function Process({ race, scale, at }: LaneProps) {
  const t = useText(twinsText);
  const { preStopUs, termUs, exitUs, code, signal } = race.process;
  const left = scale.x(scale.axis.startUs);
  const end = scale.x(exitUs ?? scale.axis.endUs);
  const term = termUs === undefined ? end : scale.x(termUs);
  return (
    <g className={styles.process}>
      <rect x={left} y={at.processY} width={Math.max(0, term - left)} height={20} data-part="runs" />
      {preStopUs !== undefined && (
        <>
          <rect
            x={scale.x(preStopUs)}
            y={at.processY}
            width={Math.max(0, term - scale.x(preStopUs))}
            height={20}
            data-part="hook"
          />
          {term - scale.x(preStopUs) > 120 && (
            <text x={scale.x(preStopUs) + 10} y={at.processY + 14}>
              {t('race.hook')}
            </text>
          )}
        </>
      )}
      {termUs !== undefined && (
        <>
          <rect
            x={term}
            y={at.processY}
            width={Math.max(2, end - term)}
            height={20}
            fill="url(#hatch-terminating)"
            data-part="ends"
          />
          <path d={`M${term} ${at.processY - 14}v34`} data-part="flag" />
          <rect x={term} y={at.processY - 14} width={signal.length * 7 + 8} height={13} data-part="cloth" />
          <text x={term + 4} y={at.processY - 4} data-part="signal">
            {signal}
          </text>
        </>
      )}
      {exitUs !== undefined && (
        <text x={end + 8} y={at.processY + 14}>
          {t('race.exit', { code: String(code ?? '') })}
        </text>
      )}
    </g>
  );
}

/** More requests than this are thinned out: dots on one another tell nothing. */
const LEAST_GAP = 3;

function Requests({ race: { requests }, scale, at }: LaneProps) {
  const t = useText(twinsText);
  if (requests.length === 0)
    return (
      <text x={scale.left} y={at.requestY + 5} className={styles.faint}>
        {t('race.none')}
      </text>
    );
  const shown: { readonly x: number; readonly ok: boolean; readonly title: string; readonly seq: number }[] =
    [];
  for (const { seq, at: us, ok, result } of requests) {
    const x = scale.x(us);
    const last = shown.at(-1);
    if (last !== undefined && last.ok === ok && x - last.x < LEAST_GAP) continue;
    shown.push({ x, ok, title: `${clock(us)} ${result}`, seq });
  }
  return (
    <g className={styles.requests}>
      {shown.map(({ x, ok, title, seq }) =>
        ok ? (
          <circle key={seq} cx={x} cy={at.requestY} r={3.2}>
            <title>{title}</title>
          </circle>
        ) : (
          <path key={seq} d={`M${x - 3.6} ${at.requestY - 3.6}l7.2 7.2m0 -7.2l-7.2 7.2`}>
            <title>{title}</title>
          </path>
        ),
      )}
    </g>
  );
}
