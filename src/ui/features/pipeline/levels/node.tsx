import { useMemo } from 'react';
import { commonText } from '../../../../i18n/catalogue/common.ts';
import { pipelineText } from '../../../../i18n/catalogue/pipeline.ts';
import { percent } from '../../../../i18n/format.ts';
import {
  type ImageRow,
  type NodeView,
  nodeView,
  type PodCard,
} from '../../../projections/pipeline/node-view.ts';
import type { BoxState, Card, PipelineView } from '../../../projections/pipeline/view.ts';
import { ComponentBox } from '../../../widgets/drawing/component-box.tsx';
import { ArrowHead, EdgeLine, WatchRing } from '../../../widgets/drawing/edge-line.tsx';
import { ActorGlyph } from '../../../widgets/glyphs/actor-glyph.tsx';
import { StateGlyph } from '../../../widgets/glyphs/state-glyph.tsx';
import type { StateKind } from '../../../widgets/glyphs/states.ts';
import { useText } from '../../../widgets/ui-context.tsx';
import type { Actions } from '../stable.ts';
import { Stop } from '../stop.tsx';
import { usePipelineInput } from '../use-pipeline.ts';
import styles from './node.module.css';
import { roomOf } from './room.ts';

const GLYPHS: Readonly<Record<BoxState, StateKind>> = {
  ghost: 'waiting',
  created: 'waiting',
  running: 'running',
  ready: 'running',
  waiting: 'waiting',
  succeeded: 'succeeded',
  failed: 'failed',
  terminating: 'terminating',
};

function Image({ row }: { readonly row: ImageRow }) {
  return (
    <li className={styles.image}>
      <span className={styles.imageName} title={row.image}>
        {row.short}
      </span>
      {row.pulling && <b className={styles.figure}>{percent(row.share)}</b>}
      <span className={styles.bar}>
        <span data-pulling={row.pulling} style={{ width: `${row.share * 100}%` }} />
      </span>
    </li>
  );
}

/** What the machine's Pods share, and what it has promised away. */
function Shared({ view }: { readonly view: NodeView }) {
  const t = useText(pipelineText);
  const requests = [
    { name: t('nodeView.cpu'), ...view.cpu },
    { name: t('nodeView.memory'), ...view.memory },
  ];
  return (
    <div className={styles.shared}>
      <h3>{t('nodeView.images')}</h3>
      <ul>
        {view.images.map((row) => (
          <Image key={row.image} row={row} />
        ))}
        {view.moreImages > 0 && <li className={styles.third}>{t('box.more', { n: view.moreImages })}</li>}
      </ul>
      <h3>{t('nodeView.volumes')}</h3>
      <ul className={styles.volumes}>
        {view.volumes.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {requests.map(({ name, share, words }) => (
        <div key={name} className={styles.request}>
          <span>{name}</span>
          <b>{words}</b>
          <span className={styles.meter}>
            <span style={{ width: `${Math.min(1, share) * 100}%` }} />
          </span>
        </div>
      ))}
    </div>
  );
}

function PodCell({ card, actions }: { readonly card: PodCard; readonly actions: Actions }) {
  return (
    <Stop
      id={`pod:${card.ref.namespace}/${card.ref.name}`}
      label={`${card.ref.name}, ${card.standing}`}
      onOpen={() => actions.pod(card.ref)}
      onEnter={() => actions.enterPod(card.ref)}
      className={styles.stop ?? ''}
    >
      <span
        className={styles.pod}
        data-standing={card.standing}
        data-subject={card.subject}
        data-stuck={card.stuck}
      >
        <span className={styles.podName}>
          <StateGlyph kind={card.standing} size={13} quiet />
          <span title={card.ref.name}>{card.ref.name}</span>
        </span>
        <span className={styles.boxes}>
          <span className={styles.pause} data-there={card.pause}>
            pause
          </span>
          {card.containers.slice(0, 3).map(({ name, state }) => (
            <span key={name} className={styles.box} data-state={state}>
              <StateGlyph kind={GLYPHS[state]} size={10} quiet />
              <span title={name}>{name}</span>
            </span>
          ))}
        </span>
        <span className={styles.ip}>{card.ip ?? '\u00a0'}</span>
        {card.ip !== undefined && <span className={styles.plug} />}
      </span>
    </Stop>
  );
}

/** A door has one line, unless what is behind it is down: then it says why. */
function downWords({ state, detail }: Card): { readonly detail?: string } {
  return state === 'stopped' ? { detail } : {};
}

interface DoorProps {
  readonly id: string;
  readonly role: 'kubelet' | 'runtime' | 'proxy';
  readonly name: string;
  readonly card: Card;
  readonly actions: Actions;
}

function Door({ id, role, name, card, actions }: DoorProps) {
  const t = useText(pipelineText);
  const common = useText(commonText);
  return (
    <Stop
      id={`actor:${name}`}
      label={t('say.detail', { name, state: common(`component.${card.state}`), detail: card.detail })}
      onOpen={() => actions.component(id)}
    >
      <ComponentBox
        className={styles.fill ?? ''}
        role={role}
        name={name}
        state={card.state}
        {...downWords(card)}
      />
    </Stop>
  );
}

function Cables({
  pipeline,
  call,
  width,
  narrow,
}: {
  readonly pipeline: PipelineView;
  readonly call: boolean;
  readonly width: number;
  readonly narrow: boolean;
}) {
  const lit = (line: string, hue: string): string =>
    pipeline.edges.get(line)?.tone === 'idle' ? 'var(--text-off)' : hue;
  const watch = lit('kubelet.watch', 'var(--actor-kubelet)');
  const request = lit('kubelet.request', 'var(--actor-kubelet)');
  const proxy = lit('proxy.watch', 'var(--actor-proxy)');
  const cri = call ? 'var(--actor-runtime)' : 'var(--text-off)';
  return (
    <svg className={styles.cables} width={width} height="100" aria-hidden="true">
      <EdgeLine kind="watch" d="M40 34V62" hue={watch} fine />
      <WatchRing x={40} y={64} hue={watch} />
      <EdgeLine kind="request" d="M78 64V42" hue={request} fine />
      <ArrowHead x={78} y={36} heading="up" hue={request} />
      <EdgeLine kind="grpc" d={narrow ? 'M102 82H112' : 'M128 82H166'} hue={cri} />
      <EdgeLine kind="watch" d={`M${width - 100} 34V62`} hue={proxy} fine />
      <WatchRing x={width - 100} y={64} hue={proxy} />
    </svg>
  );
}

/** More machines than these are counted; the row scrolls before. */
const MOST_OTHERS = 60;

/** The band as a strip on top, and the other machines as a row of tabs. */
function Strip({ view, actions }: { readonly view: NodeView; readonly actions: Actions }) {
  const t = useText(pipelineText);
  return (
    <div className={styles.band}>
      <ActorGlyph role="apiserver" size={15} />
      <button type="button" className={styles.server} onClick={actions.enterServer}>
        kube-apiserver
      </button>
      <span className={styles.others} role="group" aria-label={t('nodeView.others')}>
        {view.others.slice(0, MOST_OTHERS).map((name) => (
          <button key={name} type="button" className={styles.other} onClick={() => actions.enterNode(name)}>
            {name}
          </button>
        ))}
        {view.others.length > MOST_OTHERS && (
          <span className={styles.third}>{t('node.more', { n: view.others.length - MOST_OTHERS })}</span>
        )}
      </span>
    </div>
  );
}

const IDLE: Card = { state: 'idle', detail: '' };

/** Where the doors stand on the machine's edge, in px from its left or right. */
const DOORS = {
  wide: {
    kubelet: { left: 16, width: 112 },
    containerd: { left: 166, width: 128 },
    proxy: { right: 20, width: 130 },
  },
  narrow: {
    kubelet: { left: 8, width: 94 },
    containerd: { left: 112, width: 114 },
    proxy: { right: 4, width: 120 },
  },
} as const;

/** Below this width the Pods stand first and alone, what they share below them. */
const NARROW_BELOW = 560;

/** kubelet, containerd and kube-proxy on the machine's edge. */
function Doors({
  view,
  pipeline,
  narrow,
  actions,
}: {
  readonly view: NodeView;
  readonly pipeline: PipelineView;
  readonly narrow: boolean;
  readonly actions: Actions;
}) {
  const doors = narrow ? DOORS.narrow : DOORS.wide;
  const opened = pipeline.machine?.name === view.name ? pipeline.machine : undefined;
  return (
    <>
      <div className={styles.door} style={doors.kubelet}>
        <Door
          id={`kubelet/${view.name}`}
          role="kubelet"
          name="kubelet"
          card={opened?.kubelet ?? IDLE}
          actions={actions}
        />
      </div>
      <div className={styles.door} style={doors.containerd}>
        <Door
          id={`containerd/${view.name}`}
          role="runtime"
          name="containerd"
          card={opened?.containerd ?? IDLE}
          actions={actions}
        />
      </div>
      <div className={styles.door} style={doors.proxy}>
        <Door
          id={`kube-proxy/${view.name}`}
          role="proxy"
          name="kube-proxy"
          card={opened?.proxy ?? IDLE}
          actions={actions}
        />
      </div>
    </>
  );
}

interface NodeLevelProps {
  readonly actions: Actions;
  readonly size: { readonly width: number; readonly height: number };
  readonly pipeline: PipelineView;
}

/** Level 2: one machine fills the stage: every sandbox, what they share, and what it has promised away. */
export function NodeLevel({ actions, size, pipeline }: NodeLevelProps) {
  const t = useText(pipelineText);
  const input = usePipelineInput();
  const view = useMemo(() => (input === undefined ? undefined : nodeView(input)), [input]);
  if (view === undefined) return null;
  const room = roomOf(size);
  const narrow = room.width < NARROW_BELOW;
  const width = Math.min(room.width - (narrow ? 24 : 40), 1080);
  return (
    <div
      className={styles.node}
      data-narrow={narrow}
      style={{ zoom: room.zoom, width, minHeight: room.height - 12 }}
    >
      <Cables pipeline={pipeline} call={view.call !== undefined} width={width} narrow={narrow} />
      <Strip view={view} actions={actions} />
      <div className={styles.machine} data-state={view.state} data-off={view.off}>
        <Doors view={view} pipeline={pipeline} narrow={narrow} actions={actions} />
        <h2 className={styles.title}>
          {view.name} <span className={styles.third}>{view.off ? t('down.power') : view.capacity}</span>
        </h2>
        <div className={styles.body}>
          <Shared view={view} />
          <div className={styles.right}>
            <div className={styles.cards}>
              {view.cards.map((card) => (
                <PodCell key={`${card.ref.namespace}/${card.ref.name}`} card={card} actions={actions} />
              ))}
              {view.more > 0 && <span className={styles.third}>{t('nodeView.more', { n: view.more })}</span>}
              {view.cards.length === 0 && <span className={styles.third}>{t('nodeView.none')}</span>}
            </div>
            <div className={styles.bridge} data-off={view.off}>
              <ActorGlyph role="cni" size={14} muted={view.off} />
              <span>{view.bridge}</span>
              <span className={styles.mono}>{view.off ? t('down.power') : view.veths}</span>
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
