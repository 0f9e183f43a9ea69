import { useMemo } from 'react';
import { commonText } from '../../../../i18n/catalogue/common.ts';
import { pipelineText } from '../../../../i18n/catalogue/pipeline.ts';
import {
  type ClusterTile,
  type ClusterView,
  clusterView,
  type Workload,
} from '../../../projections/pipeline/cluster-view.ts';
import type { EdgeView, PipelineView, PodDot } from '../../../projections/pipeline/view.ts';
import type { PipelineWords } from '../../../projections/pipeline/words.ts';
import { ComponentBox } from '../../../widgets/drawing/component-box.tsx';
import { ArrowHead, EdgeLine, WatchRing } from '../../../widgets/drawing/edge-line.tsx';
import { ActorGlyph } from '../../../widgets/glyphs/actor-glyph.tsx';
import { actorHue } from '../../../widgets/glyphs/actors.ts';
import { StateGlyph } from '../../../widgets/glyphs/state-glyph.tsx';
import { useText } from '../../../widgets/ui-context.tsx';
import type { Actions } from '../stable.ts';
import { Stop } from '../stop.tsx';
import { usePipelineInput } from '../use-pipeline.ts';
import { BIG, ETCD, GAP, type Grid, MOST, roomiest, spotOf } from './cluster-grid.ts';
import styles from './cluster.module.css';

/** Where the components above the band stand. */
const ABOVE = { scheduler: 0.36, controllers: 0.62 } as const;

/** Widths of the boxes above the band; on a narrow page they share it. */
function aboveOf({ width, narrow }: Grid) {
  const wide = { watch: 34, request: 100 };
  if (!narrow)
    return {
      kubectl: { left: 0, width: 110 },
      scheduler: { left: width * ABOVE.scheduler, width: 146, ...wide },
      controllers: { left: width * ABOVE.controllers, width: 146, ...wide },
    };
  const each = (width - 16) / 3;
  return {
    kubectl: { left: 0, width: each - 12 },
    scheduler: { left: each - 4, width: each + 4, watch: 26, request: each - 26 },
    // Both lines end on the band, which ends before etcd.
    controllers: { left: 2 * each + 8, width: each + 8, watch: 8, request: 23 },
  };
}

/** The way of a watch from the band to a machine: straight down, or along the gap beside the tile for those further down. */
function watchWay(index: number, grid: Grid): { readonly d: string; readonly x: number; readonly y: number } {
  const { x, y, row } = spotOf(index, grid);
  const at = Math.min(x + 28, grid.band - 10);
  if (grid.columns > 1 && row === 0) return { d: `M${at} 104V${y}`, x: at, y };
  const right = grid.columns > 1 && x < GAP;
  const gap = right ? x + grid.tileWidth + GAP / 2 - 3 : x - GAP / 2 + (grid.columns > 1 ? 3 : 0);
  const side = right ? x + grid.tileWidth : x;
  return { d: `M${gap} 104V${y + 24}H${side}`, x: side, y: y + 24 };
}

function hueOf(edge: EdgeView | undefined): string {
  return edge === undefined || edge.tone === 'idle' ? 'var(--text-off)' : actorHue(edge.role);
}

/** The lines of the Cluster level: clients to the band, the band to each machine's kubelet. */
function Lines({
  grid,
  view,
  pipeline,
}: {
  readonly grid: Grid;
  readonly view: ClusterView;
  readonly pipeline: PipelineView;
}) {
  const { edges, shown } = pipeline;
  const above = aboveOf(grid);
  const { band } = grid;
  const pairs = (['scheduler', 'controllers'] as const).map((who) => ({
    who,
    watchX: above[who].left + above[who].watch,
    requestX: above[who].left + above[who].request,
    watch: hueOf(edges.get(`${who}.watch`)),
    request: hueOf(edges.get(`${who}.request`)),
  }));
  const etcdX = grid.width - ETCD;
  const kubectl = hueOf(edges.get('kubectl.request'));
  const etcd = hueOf(edges.get('etcd.write'));
  return (
    <svg className={styles.lines} width={grid.width} height={grid.top + 400} aria-hidden="true">
      <EdgeLine kind="request" d="M40 32V58" hue={kubectl} fine />
      <ArrowHead x={40} y={64} heading="down" hue={kubectl} />
      {pairs.map(({ who, watchX, requestX, watch, request }) => (
        <g key={who}>
          <EdgeLine kind="watch" d={`M${watchX} 64V32`} hue={watch} fine />
          <WatchRing x={watchX} y={32} hue={watch} />
          <EdgeLine kind="request" d={`M${requestX} 32V58`} hue={request} fine />
          <ArrowHead x={requestX} y={64} heading="down" hue={request} />
        </g>
      ))}
      <EdgeLine kind="request" d={`M${band} 84H${etcdX - 10}`} hue={etcd} fine />
      <ArrowHead x={etcdX - 4} y={84} heading="right" hue={etcd} fine />
      {view.tiles.map((tile, index) => {
        const mine = tile.name === shown.machine ? edges.get('kubelet.watch') : undefined;
        const cut = tile.state !== 'ready';
        const hue = cut
          ? 'var(--text-off)'
          : mine === undefined
            ? 'var(--actor-kubelet)'
            : hueOf({ ...mine, tone: 'trail' });
        const { d, x, y } = watchWay(index, grid);
        return (
          <g key={tile.name}>
            <EdgeLine kind="watch" d={d} hue={hue} fine />
            <WatchRing x={x} y={y} hue={hue} />
            {cut && (
              <path
                d={`M${x - 7} ${y - 8}l13 -9`}
                stroke="var(--state-failed)"
                strokeWidth="2.6"
                strokeLinecap="round"
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}

interface PodsProps {
  readonly pods: readonly PodDot[];
  readonly view: ClusterView;
  readonly named: boolean;
}

/** The Pods of a machine: names where they fit, shapes while they can be read, small dots when there are many, a count beyond. */
function Pods({ pods, view, named }: PodsProps) {
  const big = pods.length <= BIG;
  const shown = pods.slice(0, MOST);
  return (
    <span className={styles.pods} data-many={!big && !named} data-named={named}>
      {shown.map(({ ref, standing }) => {
        const key = `${ref.namespace}/${ref.name}`;
        const subject = view.subject?.name === ref.name && view.subject.namespace === ref.namespace;
        const mark = view.stuck.has(key) ? 'stuck' : subject ? 'subject' : undefined;
        return (
          <span key={key} className={styles.pod} data-mark={mark} title={key}>
            <StateGlyph kind={standing} size={named ? 14 : big ? 18 : 9} quiet />
            {named && <span className={styles.podName}>{ref.name}</span>}
          </span>
        );
      })}
      {pods.length > MOST && <span className={styles.count}>{`+${pods.length - MOST}`}</span>}
    </span>
  );
}

/** How a machine stands, in words. */
function standing(tile: ClusterTile, t: PipelineWords): string {
  const said = tile.cordoned ? t('node.cordoned') : t(`node.${tile.state}`);
  return tile.off ? `${t('down.power')}, ${said}` : said;
}

function Tile({
  tile,
  view,
  named,
  actions,
}: {
  readonly tile: ClusterTile;
  readonly view: ClusterView;
  readonly named: boolean;
  readonly actions: Actions;
}) {
  const t = useText(pipelineText);
  const word = standing(tile, t);
  return (
    <Stop
      id={`node:${tile.name}`}
      label={t('say.node', { node: tile.name, state: word, n: tile.pods.length })}
      onOpen={() => actions.node(tile.name)}
      onEnter={() => actions.enterNode(tile.name)}
    >
      <span
        className={styles.tile}
        data-state={tile.state}
        data-off={tile.off}
        data-cordoned={tile.cordoned}
        data-node={tile.name}
      >
        <span className={styles.head}>
          <span className={styles.name}>{tile.name}</span>
          <span className={styles.word} data-state={tile.cordoned ? 'cordoned' : tile.state}>
            {word}
          </span>
        </span>
        <Pods pods={tile.pods} view={view} named={named} />
        <span className={styles.words}>{tile.words}</span>
      </span>
    </Stop>
  );
}

function WorkloadRow({ row }: { readonly row: Workload }) {
  return (
    <li className={styles.row} data-bad={row.bad}>
      <span className={styles.rowName}>{row.name}</span>
      <span className={styles.rowWords}>{row.words}</span>
      <span className={styles.rowPods}>
        {row.pods.slice(0, 20).map(({ ref, standing }) => (
          <StateGlyph key={`${ref.namespace}/${ref.name}`} kind={standing} size={13} />
        ))}
        {row.pods.length > 20 && <span className={styles.count}>{`+${row.pods.length - 20}`}</span>}
      </span>
    </li>
  );
}

interface AboveProps {
  readonly id: string;
  readonly role: 'kubectl' | 'scheduler' | 'controller';
  readonly card: PipelineView['kubectl'];
  readonly place: { readonly left: number; readonly width: number };
  readonly actions: Actions;
}

/** A component above the band. */
function Above({ id, role, card, place, actions }: AboveProps) {
  const t = useText(pipelineText);
  const common = useText(commonText);
  const name =
    role === 'kubectl' ? id : role === 'scheduler' ? t('name.scheduler.short') : t('name.controllers.short');
  return (
    <div className={styles.place} style={{ left: place.left, width: place.width, top: 0, height: 32 }}>
      <Stop
        id={`actor:${id}`}
        label={t('say.detail', { name: id, state: common(`component.${card.state}`), detail: card.detail })}
        onOpen={() => actions.component(id)}
      >
        <ComponentBox className={styles.fill ?? ''} role={role} name={name} state={card.state} />
      </Stop>
    </div>
  );
}

interface SpineProps {
  readonly grid: Grid;
  readonly view: ClusterView;
  readonly pipeline: PipelineView;
  readonly actions: Actions;
}

/** The band, what hangs on it from above, and etcd at its end. */
function Spine({ grid, view, pipeline, actions }: SpineProps) {
  const t = useText(pipelineText);
  const above = aboveOf(grid);
  const { card } = pipeline.band;
  const spine = card.state === 'stopped' ? card.detail : view.watches;
  return (
    <>
      <Above id="kubectl" role="kubectl" card={pipeline.kubectl} place={above.kubectl} actions={actions} />
      <Above
        id="kube-scheduler"
        role="scheduler"
        card={pipeline.scheduler}
        place={above.scheduler}
        actions={actions}
      />
      <Above
        id="kube-controller-manager"
        role="controller"
        card={pipeline.controllers}
        place={above.controllers}
        actions={actions}
      />
      <div className={styles.place} style={{ left: 0, top: 64, width: grid.band, height: 40 }}>
        <Stop
          id="actor:kube-apiserver"
          label={`kube-apiserver, ${spine}`}
          onOpen={() => actions.component('kube-apiserver')}
        >
          <span className={styles.band} data-down={pipeline.band.card.state === 'stopped'}>
            <ActorGlyph role="apiserver" size={16} muted={pipeline.band.card.state === 'stopped'} />
            <span className={styles.bandName}>kube-apiserver</span>
            {!grid.narrow && <span className={styles.words}>{spine}</span>}
          </span>
        </Stop>
      </div>
      <div className={styles.place} style={{ left: grid.width - ETCD, top: 64, width: ETCD, height: 40 }}>
        <Stop
          id="actor:etcd"
          label={t('say.etcd', { detail: pipeline.etcd.detail })}
          onOpen={() => actions.component('etcd')}
        >
          <ComponentBox className={styles.fill ?? ''} role="etcd" name="etcd" state={pipeline.etcd.state} />
        </Stop>
      </div>
    </>
  );
}

interface ClusterLevelProps {
  readonly actions: Actions;
  readonly size: { readonly width: number; readonly height: number };
  readonly pipeline: PipelineView;
}

/** Level 0: components as glyphs, machines as tiles, a Pod its state. Only what is stuck or selected is framed. */
export function ClusterLevel({ actions, size, pipeline }: ClusterLevelProps) {
  const input = usePipelineInput();
  const view = useMemo(() => (input === undefined ? undefined : clusterView(input)), [input]);
  const t = useText(pipelineText);
  if (view === undefined) return null;
  const word = (tile: ClusterTile): string => standing(tile, t);
  const { grid, zoom } = roomiest(size, view, word);
  const last = spotOf(view.tiles.length - 1, grid);
  const below = last.y + grid.tileHeight + 22;
  return (
    <div className={styles.cluster} data-narrow={grid.narrow} style={{ width: grid.width, zoom }}>
      <Lines grid={grid} view={view} pipeline={pipeline} />
      <Spine grid={grid} view={view} pipeline={pipeline} actions={actions} />
      {view.tiles.map((tile, index) => {
        const { x, y } = spotOf(index, grid);
        return (
          <div
            key={tile.name}
            className={styles.place}
            style={{ left: x, top: y, width: grid.tileWidth, height: grid.tileHeight }}
          >
            <Tile tile={tile} view={view} named={grid.named} actions={actions} />
          </div>
        );
      })}
      <div className={styles.below} style={{ paddingTop: below }}>
        {view.moreNodes !== '' && <p className={styles.words}>{view.moreNodes}</p>}
        <ul className={styles.rows}>
          {view.workloads.map((row) => (
            <WorkloadRow key={row.key} row={row} />
          ))}
        </ul>
      </div>
    </div>
  );
}
