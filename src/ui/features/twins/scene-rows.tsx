import { twinsText } from '../../../i18n/catalogue/twins.ts';
import type { Scene, SceneCell } from '../../projections/twins/scene.ts';
import { WatchRing } from '../../widgets/drawing/edge-line.tsx';
import { ActorMark } from '../../widgets/glyphs/actor-glyph.tsx';
import { actorHue } from '../../widgets/glyphs/actors.ts';
import { StateGlyph } from '../../widgets/glyphs/state-glyph.tsx';
import type { StateKind } from '../../widgets/glyphs/states.ts';
import { breadthPx } from '../../widgets/breadth.ts';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './race-scene.module.css';
import {
  BOX,
  columnX,
  type Letter,
  rowY,
  runOf,
  type SceneColumn,
  type SceneLine,
  type ScenePlaces,
  type SceneRun,
} from './scene-layout.ts';
import { processWords, proxyWords } from './scene-words.ts';

/** A node's kube-proxy, and what its rules do with each Pod. */
export function RuleRow({
  line,
  places,
  index,
  columns,
  scenes,
}: {
  readonly line: SceneLine;
  readonly places: ScenePlaces;
  readonly index: number;
  readonly columns: readonly SceneColumn[];
  readonly scenes: Readonly<Record<Letter, Scene | undefined>>;
}) {
  const t = useText(twinsText);
  const y = rowY(places, index);
  const { x, w } = places.proxy;
  const bad = [line.a, line.b].some((row) => row?.own.sending === 'lost');
  const hue = bad ? 'var(--state-failed)' : actorHue('proxy');
  const name = places.wide ? `kube-proxy ${line.node}` : line.node;
  return (
    <g>
      {places.wide && <WatchRing x={x - 18} y={y} hue={actorHue('proxy')} />}
      <rect
        x={x + 0.75}
        y={y - BOX.row / 2}
        width={w}
        height={BOX.row}
        rx="7"
        fill="var(--bg-panel)"
        stroke={hue}
        strokeWidth={bad ? 2 : 1.5}
      />
      <ActorMark role="proxy" x={x + 9} y={y - 13} size={14} />
      <text x={x + 29} y={y - 2} className={styles.name}>
        {fitting(name, w - 34)}
        <title>{name}</title>
      </text>
      <text x={x + 29} y={y + 13} className={bad ? styles.bad : styles.second}>
        {fitting(proxyWords(t, line, scenes.A, scenes.B), w - 34)}
      </text>
      <path d={`M${x + w + 1} ${y}H${places.columns.x - 2}`} stroke={hue} strokeWidth="1.5" />
      {columns.map((column, place) => {
        const cell = cellOf(line, column);
        if (cell === undefined) return null;
        const at = columnX(places, place) + Math.min(places.columns.w * 0.62, places.columns.w - 30);
        return <Cell key={place} cell={cell} x={at} y={y} />;
      })}
    </g>
  );
}

function cellOf({ a, b }: SceneLine, column: SceneColumn): SceneCell | undefined {
  if (column.kind === 'other') return a?.others[column.index];
  return (column.letter === 'A' ? a : b)?.own;
}

/** More dots than these are no more to see. */
const MOST_DOTS = 4;

/** Whether requests go there and are answered; the dots are those of the last second. */
function Cell({ cell: { sending, lately }, x, y }: { cell: SceneCell; x: number; y: number }) {
  const dots = sending === 'none' ? 0 : Math.min(MOST_DOTS, lately);
  return (
    <g>
      {Array.from({ length: dots }, (_, dot) => (
        <circle
          key={dot}
          cx={x - 20 - dot * 9}
          cy={y}
          r={2.3 - dot * 0.25}
          fill={sending === 'lost' ? 'var(--now)' : 'var(--text-2)'}
        />
      ))}
      {sending === 'none' ? (
        <g stroke="var(--text-3)" strokeWidth="1.3" fill="none">
          <circle cx={x} cy={y} r="8" strokeDasharray="3 3" />
          <path d={`M${x - 4} ${y}h8`} />
        </g>
      ) : (
        <g
          transform={
            sending === 'lost' ? `translate(${x - 14} ${y - 14})` : `translate(${x - 8.5} ${y - 8.5})`
          }
        >
          <StateGlyph
            kind={sending === 'lost' ? 'failed' : 'ready'}
            size={sending === 'lost' ? 28 : 17}
            quiet
          />
        </g>
      )}
    </g>
  );
}

/** As much of a word as has room, in px. */
function fitting(word: string, px: number): string {
  if (breadthPx(word) <= px) return word;
  let end = word.length - 1;
  while (end > 1 && breadthPx(word.slice(0, end)) > px - 8) end--;
  return `${word.slice(0, end)}…`;
}

const GLYPHS: Readonly<Record<Scene['process'], StateKind>> = {
  runs: 'ready',
  hook: 'terminating',
  signalled: 'terminating',
  ended: 'terminating',
};

/** A Pod below the cells of its column. */
export function PodColumn({
  places,
  column,
  index,
  runs,
}: {
  readonly places: ScenePlaces;
  readonly column: SceneColumn;
  readonly index: number;
  readonly runs: readonly SceneRun[];
}) {
  const t = useText(twinsText);
  const run = column.kind === 'own' ? runOf(runs, column.letter) : undefined;
  const x = columnX(places, index);
  const { w } = places.columns;
  const ending = run?.scene.begun === true;
  const name = column.kind === 'other' ? column.other.name : (run?.race.pod.name ?? '');
  const says =
    column.kind === 'other'
      ? column.other.status
      : run === undefined
        ? ''
        : processWords(t, run.scene, run.race);
  return (
    <g data-pod={column.kind === 'own' ? column.letter : 'other'}>
      <rect
        x={x}
        y={places.top - 6}
        width={w}
        height={places.podY + BOX.pod + 6 - places.top + 6}
        rx="7"
        fill={ending ? 'var(--wash-terminating)' : 'var(--bg-panel)'}
      />
      {column.kind === 'own' && (
        <text x={x + w / 2} y={places.top - 10} textAnchor="middle" className={styles.letter}>
          {column.letter}
        </text>
      )}
      <g transform={`translate(${x + 6} ${places.podY})`}>
        <rect
          width={w - 12}
          height={BOX.pod}
          rx="7"
          fill="var(--bg-panel)"
          stroke={ending ? 'var(--state-terminating)' : 'var(--line-strong)'}
          strokeWidth={ending ? 1.8 : 1.2}
        />
        <g transform="translate(8 7)">
          <StateGlyph
            kind={run === undefined ? 'ready' : ending ? GLYPHS[run.scene.process] : 'ready'}
            quiet
          />
        </g>
        <text x="25" y="18" className={styles.pod}>
          {fitting(shortName(name), w - 40)}
          <title>{name}</title>
        </text>
        <text x="8" y="35" className={ending ? styles.ending : styles.third}>
          {fitting(says, w - 22)}
        </text>
      </g>
    </g>
  );
}

/** What tells Pods of one controller apart. */
const shortName = (name: string): string => /-([a-z0-9]{5})$/.exec(name)?.[1] ?? name;
