import { useMemo } from 'react';
import { twinsText } from '../../../i18n/catalogue/twins.ts';
import { clock } from '../../../i18n/format.ts';
import { storySubject } from '../../projections/pipeline/subject.ts';
import { podVersions } from '../../projections/pod-story/subject.ts';
import { podLanes, type StateBar } from '../../projections/timeline/pod-lanes.ts';
import type { Branch } from '../../session/branch.ts';
import { actorHue, roleOf } from '../../widgets/glyphs/actors.ts';
import { useText } from '../../widgets/ui-context.tsx';
import type { Scale } from './clock-scale.ts';
import styles from './twins.module.css';

const ROW = 24;
/** With its name above it. */
const ROW_STACKED = 42;
const TOP = 8;
/** Steps nearer to each other than this are one mark, in px. */
const LEAST_GAP = 2.5;

/** A run in general: its Pod's phase and containers, and what components do, over the shared clock. */
export function LifeLanes({
  branch,
  shared,
  scale,
  name,
}: {
  readonly branch: Branch;
  readonly shared: number;
  readonly scale: Scale;
  readonly name: string;
}) {
  const t = useText(twinsText);
  const subject = useMemo(() => storySubject(branch.trace, branch.world), [branch]);
  const lanes = useMemo(
    () =>
      subject === undefined
        ? undefined
        : podLanes(podVersions(branch.world, subject), (seq) => branch.trace.at(seq).at),
    [branch, subject],
  );
  const rows: readonly { readonly name: string; readonly bars: readonly StateBar[] }[] =
    lanes === undefined || subject === undefined
      ? []
      : [{ name: subject.name, bars: lanes.phase }, ...lanes.containers.slice(0, 3)];
  const row = scale.stacked ? ROW_STACKED : ROW;
  const height = TOP + (rows.length + 1) * row + 8;
  const last = lanes?.phase.at(-1);
  return (
    <svg
      width={scale.width}
      height={height}
      role="img"
      aria-label={t('life.describe', { name, state: last?.label ?? '', at: clock(last?.from ?? 0) })}
      className={styles.lanes}
    >
      {rows.map(({ name: lane, bars }, place) => (
        <g key={lane} transform={`translate(0 ${TOP + place * row + row - ROW})`}>
          <LaneName scale={scale}>{lane}</LaneName>
          {bars.map((bar) => (
            <Bar key={bar.seq} bar={bar} scale={scale} />
          ))}
        </g>
      ))}
      <Steps branch={branch} shared={shared} scale={scale} y={TOP + (rows.length + 1) * row - ROW} />
    </svg>
  );
}

/** A lane's name, beside it and cut to that room, or above it. */
function LaneName({ scale, children }: { readonly scale: Scale; readonly children: string }) {
  const cut = !scale.stacked && children.length > MOST_LETTERS;
  return (
    <text x={0} y={scale.stacked ? -4 : 14} className={styles.laneName}>
      {cut ? `${children.slice(0, MOST_LETTERS - 1)}…` : children}
      {cut && <title>{children}</title>}
    </text>
  );
}

const MOST_LETTERS = 20;

function Bar({ bar, scale }: { readonly bar: StateBar; readonly scale: Scale }) {
  const from = scale.x(Math.max(bar.from, scale.axis.startUs));
  const to = scale.x(bar.to ?? scale.axis.endUs);
  if (to - from < 1) return null;
  return (
    <g className={styles.bar} data-state={bar.state}>
      <rect x={from} y={2} width={to - from - 1} height={16} rx={2} />
      {to - from > 50 && (
        <text x={from + 6} y={14}>
          {bar.label.length * 7 > to - from - 10
            ? `${bar.label.slice(0, Math.max(1, Math.floor((to - from - 18) / 7)))}…`
            : bar.label}
        </text>
      )}
      <title>{`${clock(bar.from)} ${bar.label}`}</title>
    </g>
  );
}

function Steps({
  branch: { trace, story },
  shared,
  scale,
  y,
}: {
  readonly branch: Branch;
  readonly shared: number;
  readonly scale: Scale;
  readonly y: number;
}) {
  const t = useText(twinsText);
  const marks = useMemo(() => {
    const found: { readonly x: number; readonly hue: string; readonly seq: number; readonly own: boolean }[] =
      [];
    for (const seq of story.steps(2)) {
      const record = trace.at(seq);
      if (record.at < scale.axis.startUs) continue;
      const x = scale.x(record.at);
      const last = found.at(-1);
      if (last !== undefined && x - last.x < LEAST_GAP) continue;
      found.push({ x, hue: actorHue(roleOf(record.actor)), seq, own: seq >= shared });
    }
    return found;
  }, [trace, story, scale, shared]);
  return (
    <g transform={`translate(0 ${y})`}>
      <LaneName scale={scale}>{t('lane.steps')}</LaneName>
      <path d={`M${scale.left} 10.5H${scale.width}`} className={styles.base} />
      {marks.map(({ x, hue, seq, own }) => (
        <path key={seq} d={`M${x} 5v11`} stroke={hue} strokeWidth={1.8} opacity={own ? 1 : 0.55} />
      ))}
    </g>
  );
}
