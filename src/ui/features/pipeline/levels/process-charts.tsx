import { processText } from '../../../../i18n/catalogue/process.ts';
import { binaryBytes, clock, duration, percent, seconds as inSeconds } from '../../../../i18n/format.ts';
import type {
  ProbeAttempt,
  BackOffStep,
  MemorySample,
  Stop as StopFacts,
} from '../../../projections/process/life.ts';
import type { ProbeStrip } from '../../../projections/process/process-view.ts';
import { useText, useUi } from '../../../widgets/ui-context.tsx';
import styles from './process.module.css';

const WIDTH = 320;
const HEIGHT = 64;
/** Share of its limit from which on memory is a warning. */
const NEAR_LIMIT = 0.75;

interface MemoryProps {
  readonly samples: readonly MemorySample[];
  readonly limitBytes: number | undefined;
  readonly startedUs: number | undefined;
  readonly nowUs: number;
}

/** Memory as steps over the life of this instance, against its limit. */
export function MemoryChart({ samples, limitBytes, startedUs, nowUs }: MemoryProps) {
  const t = useText(processText);
  const last = samples.at(-1);
  if (last === undefined || startedUs === undefined)
    return <p className={styles.quiet}>{t('memory.none')}</p>;
  const peak = Math.max(...samples.map(({ bytes }) => bytes));
  const top = limitBytes ?? peak * 1.25;
  const span = Math.max(1, nowUs - startedUs);
  const x = (at: number): number => (WIDTH * (at - startedUs)) / span;
  const y = (bytes: number): number => HEIGHT - 2 - (HEIGHT - 6) * Math.min(1, bytes / top);
  const points = samples.map(({ at, bytes }) => `H${x(at).toFixed(1)}V${y(bytes).toFixed(1)}`).join('');
  const line = `M0 ${HEIGHT - 2}${points}H${WIDTH}`;
  const near = limitBytes !== undefined && last.bytes / limitBytes >= NEAR_LIMIT;
  return (
    <figure className={styles.chart} data-near={near}>
      <figcaption>
        <b>
          {last.bytes === 0
            ? t('memory.peak', { bytes: binaryBytes(peak) })
            : limitBytes === undefined
              ? t('memory.free', { bytes: binaryBytes(last.bytes) })
              : t('memory.of', { bytes: binaryBytes(last.bytes), limit: binaryBytes(limitBytes) })}
        </b>
        {limitBytes !== undefined && last.bytes > 0 && (
          <span className={styles.near}>
            {t('memory.share', { share: percent(last.bytes / limitBytes) })}
          </span>
        )}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {limitBytes !== undefined && <path d={`M0 ${y(limitBytes)}H${WIDTH}`} className={styles.limitLine} />}
        <path d={`${line}V${HEIGHT - 2}H0Z`} className={styles.memoryFill} />
        <path d={line} className={styles.memoryLine} />
      </svg>
    </figure>
  );
}

const SIGNS: Readonly<Record<ProbeAttempt['result'], string>> = { success: '✓', failure: '✕', unknown: '?' };

/** Attempts of one probe in a row: a sign each, heavier where a run reached its threshold. */
export function ProbeRow({ strip }: { readonly strip: ProbeStrip }) {
  const t = useText(processText);
  const last = strip.attempts.at(-1);
  return (
    <div className={styles.probe}>
      <div className={styles.probeHead}>
        <b>{strip.kind}</b>
        <code title={strip.asks}>{strip.asks}</code>
        {last !== undefined && (
          <span className={styles.run} data-result={last.result}>
            {t('probe.run', {
              run: Math.min(last.run, last.threshold),
              threshold: last.threshold,
              result: t(`probe.${last.result}`),
            })}
          </span>
        )}
      </div>
      <p className={styles.quiet}>{strip.every}</p>
      {last === undefined ? (
        <p className={styles.quiet}>{t('probe.noneYet')}</p>
      ) : (
        <ol className={styles.strip}>
          {strip.before > 0 && <li className={styles.earlier}>{t('probe.earlier', { n: strip.before })}</li>}
          {strip.attempts.map((attempt) => (
            <Attempt key={attempt.at} attempt={attempt} />
          ))}
        </ol>
      )}
    </div>
  );
}

function Attempt({ attempt }: { readonly attempt: ProbeAttempt }) {
  const t = useText(processText);
  const { at, result, run, threshold, output } = attempt;
  const said = t('probe.attempt', { time: clock(at), result: t(`probe.${result}`), run, threshold });
  return (
    <li
      className={styles.attempt}
      data-result={result}
      data-counts={result !== 'unknown' && run === threshold}
      title={output === '' ? said : `${said}\n${output}`}
    >
      <span aria-hidden="true">{SIGNS[result]}</span>
      <span className="sr-only">{said}</span>
    </li>
  );
}

/** The ladder of delays, in seconds. */
const LADDER = [10, 20, 40, 80, 160, 300] as const;

/** The delays of the series on the ladder: climbed steps are filled, the present one is ringed. */
export function BackOffCurve({
  steps,
  nowUs,
}: {
  readonly steps: readonly BackOffStep[];
  readonly nowUs: number;
}) {
  const t = useText(processText);
  const { lang } = useUi();
  const last = steps.at(-1);
  if (last === undefined) return <p className={styles.quiet}>{t('backoff.none')}</p>;
  const delays = new Set(steps.map(({ delayUs }) => Math.round(delayUs / 1e6)));
  const here = Math.round(last.delayUs / 1e6);
  const x = (place: number): number => 26 + (place * (WIDTH - 56)) / (LADDER.length - 1);
  const y = (seconds: number): number =>
    HEIGHT - 12 - ((HEIGHT - 26) * Math.log2(seconds / 10)) / Math.log2(30);
  const path = LADDER.map((seconds, place) => `${place === 0 ? 'M' : 'L'}${x(place)} ${y(seconds)}`).join('');
  const left = last.untilUs - nowUs;
  return (
    <figure className={styles.chart}>
      <figcaption>
        <b>{t(`backoff.why.${last.why}`)}</b>
        <span className={styles.due}>
          {left > 0 ? t('backoff.next', { left: duration(left, lang) }) : t('backoff.due')}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 6}`} aria-hidden="true">
        <path d={path} className={styles.curve} />
        {LADDER.map((seconds, place) => (
          <g
            key={seconds}
            className={styles.rung}
            data-climbed={delays.has(seconds) || seconds < here}
            data-here={seconds === here}
          >
            <circle cx={x(place)} cy={y(seconds)} r={seconds === here ? 5.5 : 3.5} />
            <text x={x(place)} y={HEIGHT + 4} textAnchor="middle">
              {inSeconds(seconds * 1e6, 0)}
            </text>
          </g>
        ))}
      </svg>
      <p className={styles.quiet}>{t('backoff.rule')}</p>
    </figure>
  );
}

/** The grace period as a bar that runs out, with the preStop hook's part and the signals on it. */
export function GraceBar({ stop, nowUs }: { readonly stop: StopFacts | undefined; readonly nowUs: number }) {
  const t = useText(processText);
  const { lang } = useUi();
  if (stop === undefined) return <p className={styles.quiet}>{t('grace.none')}</p>;
  const { fromUs, killUs, hook, signal, endedUs } = stop;
  const span = Math.max(1, killUs - fromUs);
  const at = (us: number): string =>
    `${Math.max(0, Math.min(100, (100 * (us - fromUs)) / span)).toFixed(2)}%`;
  const until = endedUs ?? nowUs;
  const left = killUs - nowUs;
  const words =
    endedUs !== undefined
      ? t('grace.over', { took: duration(endedUs - fromUs, lang) })
      : left > 0
        ? t('grace.left', { left: duration(left, lang) })
        : t('grace.killed');
  return (
    <figure className={styles.chart}>
      <figcaption>
        <b>{words}</b>
        <span className={styles.quiet}>{duration(span, lang)}</span>
      </figcaption>
      <div className={styles.grace}>
        <span className={styles.spent} style={{ width: at(until) }} />
        {hook !== undefined && (
          <span
            className={styles.hook}
            style={{ left: at(hook.fromUs), width: `calc(${at(hook.toUs ?? until)} - ${at(hook.fromUs)})` }}
          >
            {t('grace.hook')}
          </span>
        )}
        {signal !== undefined && (
          <span className={styles.mark} style={{ left: at(signal.atUs) }}>
            {signal.name}
          </span>
        )}
        <span className={styles.mark} data-end="true" style={{ left: '100%' }}>
          SIGKILL
        </span>
      </div>
    </figure>
  );
}
