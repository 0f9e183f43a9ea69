import { type CSSProperties, Fragment, useMemo } from 'react';
import { pipelineText } from '../../../../i18n/catalogue/pipeline.ts';
import { percent } from '../../../../i18n/format.ts';
import { type ContainerRow, podView, type PodView } from '../../../projections/pipeline/pod-view.ts';
import type { Card, PipelineView } from '../../../projections/pipeline/view.ts';
import { ComponentBox } from '../../../widgets/drawing/component-box.tsx';
import { ActorGlyph } from '../../../widgets/glyphs/actor-glyph.tsx';
import { StateGlyph } from '../../../widgets/glyphs/state-glyph.tsx';
import type { StateKind } from '../../../widgets/glyphs/states.ts';
import { useText } from '../../../widgets/ui-context.tsx';
import type { Actions } from '../stable.ts';
import { Stop } from '../stop.tsx';
import { usePipelineInput } from '../use-pipeline.ts';
import styles from './pod.module.css';
import { roomOf } from './room.ts';

const GLYPHS: Readonly<Record<ContainerRow['state'], StateKind>> = {
  ghost: 'waiting',
  created: 'waiting',
  running: 'running',
  ready: 'running',
  waiting: 'waiting',
  succeeded: 'succeeded',
  failed: 'failed',
  terminating: 'terminating',
};

const OWN = ['pid', 'mnt', 'cgroup'] as const;

/** Share of memory.max from which on it is worth a warning. */
const NEAR_LIMIT = 0.75;

/** Memory in use against memory.max. */
function MemoryBar({ share }: { readonly share: number }) {
  const t = useText(pipelineText);
  const near = share >= NEAR_LIMIT;
  return (
    <>
      <span className={styles.memory} data-near={near}>
        <span style={{ width: percent(Math.min(1, share)) }} />
      </span>
      {near && <span className={styles.near}>{t('podView.share', { share: percent(share) })}</span>}
    </>
  );
}

interface RowProps {
  readonly row: ContainerRow;
  readonly view: PodView;
  readonly line: number;
  readonly narrow: boolean;
  readonly actions: Actions;
}

/** What a container may take, and takes. */
function Limits({ row, style }: { readonly row: ContainerRow; readonly style?: CSSProperties }) {
  return (
    <div className={styles.limits} style={style}>
      <b>{row.limit}</b>
      {row.memoryShare !== undefined && <MemoryBar share={row.memoryShare} />}
      <dl>
        {row.limits.map(([key, value]) => (
          <Fragment key={key}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}

/** One container in the matrix: its processes, the namespaces of its own, its limits. */
function Row({ row, view, line, narrow, actions }: RowProps) {
  const t = useText(pipelineText);
  const name = row.name === '' ? 'pause' : row.name;
  const own = view.sharesPid ? OWN.slice(1) : OWN;
  const alive = row.pid !== undefined;
  return (
    <>
      <div className={styles.cell} style={{ gridRow: line, gridColumn: 2 }}>
        <Stop
          id={`container:${name}`}
          label={t('say.container', { name, detail: row.words })}
          onOpen={() => actions.pod(view.ref, row.name === '' ? undefined : row.name)}
          {...(row.name === '' ? {} : { onEnter: () => actions.enterProcess(view.ref, row.name) })}
          className={styles.stop ?? ''}
        >
          <span className={styles.process} data-state={row.state}>
            <span className={styles.processHead}>
              <StateGlyph kind={GLYPHS[row.state]} size={12} quiet />
              <b>{name}</b>
              {row.pid !== undefined && (
                <span className={styles.mono}>{t('pid.host', { pid: row.pid })}</span>
              )}
            </span>
            <span className={styles.second}>{row.words}</span>
            {row.note !== undefined && <span className={styles.note}>{row.note}</span>}
          </span>
        </Stop>
        {row.children.slice(0, 4).map(({ pid, words }) => (
          <span key={pid} className={styles.child} title={words}>
            <span>{words}</span>
            <span className={styles.mono}>{pid}</span>
          </span>
        ))}
        {narrow && <Limits row={row} />}
      </div>
      {(narrow ? [] : own).map((kind, place) => (
        <div
          key={kind}
          className={styles.cell}
          style={{ gridRow: line, gridColumn: 7 + (view.sharesPid ? place + 1 : place) }}
        >
          <span className={styles.pill} data-there={alive} title={t('podView.modelled')} />
        </div>
      ))}
      {!narrow && <Limits row={row} style={{ gridRow: line, gridColumn: 11 }} />}
    </>
  );
}

function bar(column: number, rows: number): CSSProperties {
  return { gridColumn: column, gridRow: `3 / ${3 + rows}` };
}

interface MatrixProps {
  readonly view: PodView;
  readonly narrow: boolean;
  readonly actions: Actions;
}

/** The names over the columns. Where there is no room for what each has alone, its names stand in one line. */
function Heads({ view, narrow }: Omit<MatrixProps, 'actions'>) {
  const t = useText(pipelineText);
  return (
    <>
      <b style={{ gridRow: 2, gridColumn: 2 }}>{t('podView.tree')}</b>
      <span className={styles.group} style={{ gridRow: 1, gridColumn: '3 / 6' }}>
        {t('podView.shared', { n: view.rows.length })}
      </span>
      {['net', 'ipc', 'uts'].map((kind, place) => (
        <b key={kind} className={styles.kind} style={{ gridRow: 2, gridColumn: 3 + place }}>
          {kind}
        </b>
      ))}
      {!narrow && (
        <>
          <span className={styles.group} style={{ gridRow: 1, gridColumn: '7 / 10' }}>
            {t('podView.one')}
          </span>
          {OWN.map((kind, place) => (
            <b key={kind} className={styles.kind} style={{ gridRow: 2, gridColumn: 7 + place }}>
              {kind}
            </b>
          ))}
          <b style={{ gridRow: 2, gridColumn: 11 }}>{t('podView.limits')}</b>
        </>
      )}
    </>
  );
}

/** The processes × namespaces matrix, and the one filled bar that leaves the Pod through its cable. */
function Matrix({ view, narrow, actions }: MatrixProps) {
  const t = useText(pipelineText);
  const rows = view.rows.length;
  // The cable leaves below everything.
  const floor = narrow ? rows + 1 : rows;
  const net = view.cidr === undefined ? 'net' : `net: eth0 ${view.cidr.split('/')[0]}`;
  return (
    <div className={styles.matrix} data-narrow={narrow}>
      <Heads view={view} narrow={narrow} />
      <span className={styles.shim} style={bar(1, rows)} data-there={view.up}>
        <span>containerd-shim-runc-v2</span>
      </span>
      <span
        className={styles.net}
        style={bar(3, floor)}
        data-there={view.cidr !== undefined || view.hostNetwork}
      >
        <span>{view.hostNetwork ? 'net: host' : net}</span>
        {view.cidr !== undefined && (
          <span className={styles.cord}>
            <b className={styles.mono}>{`eth0 ${view.cidr}`}</b>
            <span className={styles.second}>{t('podView.only')}</span>
            {view.veth !== undefined && <span className={styles.veth}>{view.veth}</span>}
          </span>
        )}
      </span>
      {['ipc', `uts: ${view.hostname}`].map((words, place) => (
        <span key={words} className={styles.joined} style={bar(4 + place, rows)} data-there={view.up}>
          <span title={words}>{words}</span>
        </span>
      ))}
      {view.sharesPid && !narrow && (
        <span className={styles.joined} style={bar(7, rows)} data-there={view.up}>
          <span>pid</span>
        </span>
      )}
      {view.rows.map((row, index) => (
        <Row key={row.name} row={row} view={view} line={3 + index} narrow={narrow} actions={actions} />
      ))}
      {narrow && (
        <p className={styles.second} style={{ gridRow: 3 + rows, gridColumn: '1 / 3' }}>
          {t('podView.alone', { names: (view.sharesPid ? OWN.slice(1) : OWN).join(', ') })}
        </p>
      )}
    </div>
  );
}

/** From the sandbox's floor to the node's bridge. */
function Cable({ view, narrow }: { readonly view: PodView; readonly narrow: boolean }) {
  const t = useText(pipelineText);
  const there = view.cidr !== undefined;
  return (
    <div className={styles.cable} data-there={there} data-off={view.off} data-narrow={narrow}>
      {!there && (
        <span className={styles.noAddress}>
          {t(view.off ? 'down.power' : view.released ? 'cni.released' : 'cni.none')}
        </span>
      )}
      <span className={styles.bridge}>
        <ActorGlyph role="cni" size={14} muted={!there} />
        <b>{t('nodeView.bridge', { bridge: view.bridge })}</b>
        <span className={styles.mono}>{view.gateway ?? ''}</span>
      </span>
      <span className={styles.rules}>
        <ActorGlyph role="proxy" size={14} muted={view.off} />
        {t('podView.rules')}
      </span>
      <span className={styles.nic}>{`eth0 ${view.nodeIp}`}</span>
    </div>
  );
}

/** A door has one line, unless what is behind it is down: then it says why. */
function downWords(card: Card | undefined): { readonly detail?: string } {
  return card?.state === 'stopped' ? { detail: card.detail } : {};
}

/** The ways in from the node: kubelet and containerd, shrunk to doors. */
function Doors({
  view,
  pipeline,
  actions,
}: {
  readonly view: PodView;
  readonly pipeline: PipelineView;
  readonly actions: Actions;
}) {
  const t = useText(pipelineText);
  const opened = pipeline.machine?.name === view.node ? pipeline.machine : undefined;
  return (
    <div className={styles.doors}>
      <Stop
        id={`actor:kubelet`}
        label="kubelet"
        onOpen={() => actions.component(`kubelet/${view.node}`)}
        className={styles.door ?? ''}
      >
        <ComponentBox
          className={styles.fill ?? ''}
          role="kubelet"
          name="kubelet"
          state={opened?.kubelet.state ?? 'idle'}
          {...downWords(opened?.kubelet)}
        />
      </Stop>
      <span className={styles.grpc} data-open={opened?.containerd.state === 'acted'} />
      <Stop
        id={`actor:containerd`}
        label="containerd"
        onOpen={() => actions.component(`containerd/${view.node}`)}
        className={styles.door ?? ''}
      >
        <ComponentBox
          className={styles.fill ?? ''}
          role="runtime"
          name="containerd"
          state={opened?.containerd.state ?? 'idle'}
          {...downWords(opened?.containerd)}
        />
      </Stop>
      <span className={styles.socket}>{t('podView.socket')}</span>
      <span className={styles.nodeName}>{view.node}</span>
    </div>
  );
}

interface PodLevelProps {
  readonly actions: Actions;
  readonly size: { readonly width: number; readonly height: number };
  readonly pipeline: PipelineView;
}

/** Below this width the matrix keeps the shared namespaces and leaves the rest to words. */
const NARROW_BELOW = 660;

/** Level 3: one Pod from inside its node: slices around processes, processes across namespaces, one cable out. */
export function PodLevel({ actions, size, pipeline }: PodLevelProps) {
  const t = useText(pipelineText);
  const input = usePipelineInput();
  const view = useMemo(() => (input === undefined ? undefined : podView(input)), [input]);
  if (view === undefined) return <p className={styles.none}>{t('podView.none')}</p>;
  const outer = view.slices.slice(0, -1);
  const room = roomOf(size);
  const narrow = room.width < NARROW_BELOW;
  const inner = (
    <div className={styles.pod}>
      <div className={styles.podHead}>
        <h2>{`Pod ${view.ref.name}`}</h2>
        <span className={styles.mono} title={view.slices.at(-1)}>
          {view.slices.at(-1)}
        </span>
        <span className={styles.values}>{view.podValues}</span>
      </div>
      <Matrix view={view} narrow={narrow} actions={actions} />
    </div>
  );
  return (
    <div
      className={styles.level}
      data-narrow={narrow}
      style={{ zoom: room.zoom, width: Math.min(room.width - 24, 1140), minHeight: room.height - 8 }}
    >
      <Doors view={view} pipeline={pipeline} actions={actions} />
      <div className={styles.machine} data-off={view.off}>
        {outer.reduceRight(
          (content, slice, depth) => (
            <div className={styles.slice} data-depth={depth}>
              <div className={styles.sliceHead}>
                <span className={styles.mono}>{slice}</span>
                {depth === outer.length - 1 && view.others > 0 && (
                  <span className={styles.second}>{t('podView.others', { n: view.others })}</span>
                )}
              </div>
              {content}
            </div>
          ),
          inner,
        )}
        <Cable view={view} narrow={narrow} />
      </div>
    </div>
  );
}
