import { useMemo } from 'react';
import { twinsText } from '../../../i18n/catalogue/twins.ts';
import type { Race } from '../../projections/twins/race.ts';
import { sceneAt } from '../../projections/twins/scene.ts';
import { ArrowHead, EdgeLine, WatchRing } from '../../widgets/drawing/edge-line.tsx';
import { Packet } from '../../widgets/drawing/packet.tsx';
import { ActorMark } from '../../widgets/glyphs/actor-glyph.tsx';
import { type ActorRole, actorHue } from '../../widgets/glyphs/actors.ts';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './race-scene.module.css';
import {
  BOX,
  columnX,
  type Letter,
  MOST_ROWS,
  mostColumns,
  rowY,
  runOf,
  type SceneColumn,
  sceneColumns,
  sceneLines,
  type SceneRun,
  type ScenePlaces,
  scenePlaces,
} from './scene-layout.ts';
import { PodColumn, RuleRow } from './scene-rows.tsx';
import { after, sceneWords } from './scene-words.ts';
import type { Twins } from './use-twins.ts';

/**
 * The two branches of a deletion over both runs' lanes, at the moment under the cursor: each node's rules and the Pods they
 * send to, against the kubelet and the process.
 */
export function RaceScene({
  twins,
  races,
  us,
  width,
}: {
  readonly twins: Twins;
  readonly races: readonly [Race | undefined, Race | undefined];
  readonly us: number;
  readonly width: number;
}) {
  const t = useText(twinsText);
  const most = mostColumns(width);
  const runs = useMemo(() => {
    const of = (letter: Letter, run: Twins['a'], race: Race | undefined, others: number): SceneRun[] => {
      const scene = race === undefined ? undefined : sceneAt(run, race, us, others);
      return race === undefined || scene === undefined ? [] : [{ letter, race, scene }];
    };
    return [...of('A', twins.a, races[0], most - 2), ...of('B', twins.b, races[1], 0)];
  }, [twins, races, us, most]);
  const [a, b] = [runOf(runs, 'A')?.scene, runOf(runs, 'B')?.scene];
  const lines = sceneLines(a, b);
  const first = runs[0];
  // Where nobody sends by rules there is one branch, and no race to draw.
  if (first === undefined || lines.length === 0) return null;
  const columns = sceneColumns(a, b);
  const places = scenePlaces(width, lines.length, columns.length);
  const shown = lines.slice(0, MOST_ROWS);
  return (
    <svg
      className={styles.scene}
      data-scene
      width={width}
      height={places.height}
      role="img"
      aria-label={`${t('scene.label')}. ${sceneWords(t, runs)}`}
    >
      <Band places={places} run={first} />
      {places.wide && <FirstBranch places={places} run={first} rows={shown.length} />}
      {columns.map((column, index) => (
        <PodColumn key={keyOf(column)} places={places} column={column} index={index} runs={runs} />
      ))}
      {shown.map((line, index) => (
        <RuleRow
          key={line.node}
          line={line}
          places={places}
          index={index}
          columns={columns}
          scenes={{ A: a, B: b }}
        />
      ))}
      {lines.length > MOST_ROWS && (
        <text x={places.proxy.x} y={rowY(places, MOST_ROWS) - BOX.row / 2 + 13} className={styles.second}>
          {t('scene.more', { n: lines.length - MOST_ROWS })}
        </text>
      )}
      <text x={places.columns.x} y={60} className={styles.second}>
        {t('scene.rules')}
      </text>
      {places.wide && <SecondBranch places={places} runs={runs} columns={columns} />}
    </svg>
  );
}

const keyOf = (column: SceneColumn): string => (column.kind === 'own' ? column.letter : column.other.name);

/** The API server, that both branches begin at. */
function Band({ places, run }: { readonly places: ScenePlaces; readonly run: SceneRun }) {
  const t = useText(twinsText);
  const { scene, race } = run;
  const said = scene.begun ? t('scene.marked', { rev: scene.rev }) : t('scene.before');
  return (
    <g>
      <rect
        x="1"
        y="1"
        width={places.width - 2}
        height={places.bandHeight - 2}
        rx="10"
        fill="url(#band-tint)"
        stroke={actorHue('apiserver')}
        strokeWidth="2"
      />
      <ActorMark role="apiserver" x={13} y={12} size={16} />
      <text x="38" y="25" className={styles.band}>
        kube-apiserver
        {places.width >= 640 && (
          <tspan dx="20" className={styles.mono}>
            Pod {race.pod.name}
          </tspan>
        )}
        {places.width >= 480 && (
          <tspan dx="12" className={styles.second}>
            {said}
          </tspan>
        )}
      </text>
    </g>
  );
}

function ComponentBox({
  x,
  y,
  width,
  role,
  name,
  says,
  lit,
}: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly role: ActorRole;
  readonly name: string;
  readonly says: string;
  readonly lit: boolean;
}) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        width={width}
        height={BOX.pod}
        rx="7"
        fill="var(--bg-panel)"
        stroke={lit ? actorHue(role) : 'var(--line-strong)'}
        strokeWidth="1.5"
      />
      <ActorMark role={role} x={10} y={7} size={14} />
      <text x="31" y="18" className={styles.name}>
        {name}
      </text>
      <text x="31" y="34" className={styles.third}>
        {says}
      </text>
    </g>
  );
}

/** A watch from the band down to a component, with the event that came. */
function Told({ x, places, role, came }: { x: number; places: ScenePlaces; role: ActorRole; came: boolean }) {
  const hue = came ? actorHue(role) : 'var(--text-off)';
  return (
    <g>
      <EdgeLine kind="watch" d={`M${x} ${places.bandHeight}V${places.top}`} hue={hue} fine={!came} />
      <WatchRing x={x} y={places.top} hue={hue} />
      {came && <Packet shape="outline" label="MODIFIED" role={role} x={x} y={66} />}
    </g>
  );
}

/** Its name, what it is for, and, smaller, when it is over. */
function Branch({ x, y, words }: { x: number; y: number; words: readonly [string, string, string] }) {
  return (
    <g>
      <text x={x} y={y} className={styles.third}>
        {words[0]}
      </text>
      <text x={x} y={y + 21} className={styles.title}>
        {words[1]}
      </text>
      {words[2] !== '' && (
        <text x={x} y={y + 41} className={styles.second}>
          {words[2]}
        </text>
      )}
    </g>
  );
}

/** Cut new requests: the EndpointSlice first, then the rules of every node. */
function FirstBranch({ places, run, rows }: { places: ScenePlaces; run: SceneRun; rows: number }) {
  const t = useText(twinsText);
  const { scene } = run;
  const out = scene.withdrawnUs;
  const wrote = out === undefined ? 'var(--line-strong)' : actorHue('controller');
  const trunk = places.proxy.x - 18;
  const watch = out === undefined ? 'var(--text-off)' : actorHue('proxy');
  return (
    <g>
      <Told x={40} places={places} role="controller" came={out !== undefined} />
      <EdgeLine kind="request" d={`M112 ${places.top}V${places.bandHeight + 8}`} hue={wrote} fine />
      <ArrowHead x={112} y={places.bandHeight + 1} heading="up" hue={wrote} />
      <text x="121" y="70" className={styles.mono}>
        PUT endpointslices
      </text>
      <ComponentBox
        x={0}
        y={places.top}
        width={184}
        role="controller"
        name={t('scene.slice')}
        says={
          out === undefined ? t('scene.slice.in') : t('scene.slice.out', { s: after(out - scene.startUs) })
        }
        lit={out !== undefined}
      />
      <EdgeLine
        kind="watch"
        d={`M${trunk + 22} ${places.bandHeight}V54H${trunk}V${rowY(places, rows - 1)}`}
        hue={watch}
        fine={out === undefined}
      />
      <Branch x={0} y={places.top + 72} words={[t('scene.one'), t('scene.one.title'), t('scene.one.note')]} />
    </g>
  );
}

/** End the process: the kubelet, and its signal to the Pod of each run. */
function SecondBranch({
  places,
  runs,
  columns,
}: {
  readonly places: ScenePlaces;
  readonly runs: readonly SceneRun[];
  readonly columns: readonly SceneColumn[];
}) {
  const t = useText(twinsText);
  const { right, top, width, podY } = places;
  const nodes = [...new Set(runs.map(({ scene }) => scene.kubelet.node))].join(', ');
  const isTold = runs.some(({ scene }) => scene.kubelet.toldUs !== undefined);
  return (
    <g>
      <Told x={right + 40} places={places} role="kubelet" came={isTold} />
      <ComponentBox
        x={right}
        y={top}
        width={width - right - 1}
        role="kubelet"
        name="kubelet"
        says={nodes}
        lit={isTold}
      />
      <Branch x={right} y={top + 66} words={[t('scene.two'), t('scene.two.title'), '']} />
      {runs.map(({ letter, race, scene }, place) => (
        <text key={letter} x={right} y={top + 108 + place * 19} className={styles.second}>
          <tspan className={styles.letter}>{letter}</tspan>
          <tspan dx="7">
            {scene.process === 'runs' || scene.process === 'hook'
              ? t(scene.process === 'hook' ? 'scene.hook' : 'scene.runs')
              : `${race.process.signal} ${after((race.process.termUs ?? scene.startUs) - scene.startUs)}`}
          </tspan>
        </text>
      ))}
      {columns.map((column, index) => {
        const run = column.kind === 'own' ? runOf(runs, column.letter) : undefined;
        if (run === undefined) return null;
        const sent = run.scene.process === 'signalled' || run.scene.process === 'ended';
        const hue = sent ? actorHue('runtime') : 'var(--text-off)';
        const end = columnX(places, index) + places.columns.w;
        const last = index === columns.length - 1;
        const x = last ? end + 6 : end - places.columns.w / 2;
        const d = last
          ? `M${width - 16} ${top + BOX.pod}V${podY + 21}H${x}`
          : `M${width - 16} ${podY + 21}V${podY + BOX.pod + 14}H${x}V${podY + BOX.pod + 6}`;
        return (
          <g key={run.letter}>
            <EdgeLine kind="exec" d={d} hue={hue} />
            <ArrowHead
              x={last ? end : x}
              y={last ? podY + 21 : podY + BOX.pod}
              heading={last ? 'left' : 'up'}
              hue={hue}
              fine
            />
          </g>
        );
      })}
    </g>
  );
}
