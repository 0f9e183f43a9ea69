import { useMemo } from 'react';
import { galleryText } from '../../../i18n/catalogue/gallery.ts';
import type { Branch } from '../../session/branch.ts';
import { ActorMark } from '../../widgets/glyphs/actor-glyph.tsx';
import { type ActorRole, actorHue } from '../../widgets/glyphs/actors.ts';
import { StateGlyph } from '../../widgets/glyphs/state-glyph.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './gallery.module.css';

/** The most workers that have room side by side. */
const MOST = 3;
const MOST_PODS = 6;
const BAND = { y: 254, height: 50, x: 0, width: 1130 };

interface Worker {
  readonly name: string;
  readonly pods: number;
}

/** The cluster before the first step: its workers with their Pods, and etcd's revision. */
function restOf({ trace, world }: Branch): { readonly workers: readonly Worker[]; readonly rev: number } {
  const last = trace.countUntil(-1) - 1;
  const pods = new Map<string, number>();
  for (const pod of world.list('pods', last)) {
    const { nodeName } = (pod as unknown as { readonly spec: { readonly nodeName?: string } }).spec;
    if (nodeName !== undefined) pods.set(nodeName, (pods.get(nodeName) ?? 0) + 1);
  }
  const workers = world
    .list('nodes', last)
    .filter(({ metadata }) => !Object.hasOwn(metadata?.labels ?? {}, 'node-role.kubernetes.io/control-plane'))
    .slice(0, MOST)
    .map(({ metadata }) => metadata?.name ?? '')
    .map((name) => ({ name, pods: pods.get(name) ?? 0 }));
  let rev = 0;
  for (let seq = last; seq >= 0 && rev === 0; seq--) {
    const record = trace.at(seq);
    if (record.kind === 'object.put') ({ rev } = record.data);
  }
  return { workers, rev };
}

function Box({
  x,
  y,
  actor,
  name,
  says,
  width,
}: {
  readonly x: number;
  readonly y: number;
  readonly actor: ActorRole;
  readonly name: string;
  readonly says: string;
  readonly width: number;
}) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        width={width}
        height={50}
        rx="7"
        fill="var(--bg-panel)"
        stroke={actorHue(actor)}
        strokeWidth="1.5"
      />
      <ActorMark role={actor} x={13} y={11} />
      <text x="37" y="22" className={styles.name}>
        {name}
      </text>
      <text x="37" y="39" className={styles.says}>
        {says}
      </text>
    </g>
  );
}

/** A standing watch from a box to the band. */
function Watch({
  x,
  from,
  to,
  actor,
}: {
  readonly x: number;
  readonly from: number;
  readonly to: number;
  readonly actor: ActorRole;
}) {
  return (
    <g stroke={actorHue(actor)} fill="var(--bg-canvas)" strokeWidth="1.5">
      <path d={`M${x} ${from}V${to}`} strokeDasharray="1 5" strokeLinecap="round" />
      <circle cx={x} cy={from} r="3" />
    </g>
  );
}

function Etcd({ rev }: { readonly rev: number }) {
  return (
    <>
      <g stroke="var(--actor-etcd)" fill="none" strokeWidth="1.5">
        <path d={`M${BAND.width} 270h42`} />
        <path d="M1172 266l8 4-8 4z" fill="var(--actor-etcd)" />
        <path d="M1186 244v68c0 7 28 12 64 12s64-5 64-12v-68" />
        <ellipse cx="1250" cy="244" rx="64" ry="11" />
      </g>
      <text x="1250" y="284" textAnchor="middle" className={styles.name}>
        etcd
      </text>
      {rev > 0 && (
        <text x="1250" y="304" textAnchor="middle" className={styles.mono}>
          rev {rev}
        </text>
      )}
    </>
  );
}

function WorkerBox({ worker: { name, pods }, x }: { readonly worker: Worker; readonly x: number }) {
  const t = useText(galleryText);
  const floor = BAND.y + BAND.height;
  return (
    <g>
      <Watch x={x + 44} from={356} to={floor} actor="kubelet" />
      <Watch x={x + 220} from={356} to={floor} actor="proxy" />
      <rect
        x={x}
        y={376}
        width={318}
        height={74}
        rx="12"
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth="1.5"
      />
      <Box x={x + 16} y={356} width={112} actor="kubelet" name="kubelet" says={t('rest.kubelet')} />
      <Box x={x + 180} y={356} width={124} actor="proxy" name="kube-proxy" says={t('rest.proxy')} />
      <text x={x + 16} y={435} className={styles.worker}>
        {name}
      </text>
      {Array.from({ length: Math.min(pods, MOST_PODS) }, (_, pod) => (
        <g key={pod} transform={`translate(${x + 290 - pod * 20} 424)`}>
          <StateGlyph kind="ready" quiet />
        </g>
      ))}
    </g>
  );
}

/** The quiet cluster that the first command will hit. Drawn where the window is wide enough for words of full size. */
export function RestCluster({ branch }: { readonly branch: Branch }) {
  const t = useText(galleryText);
  const settled = branch.status !== 'simulating';
  // eslint-disable-next-line react-hooks/exhaustive-deps -- a branch's trace grows in place; it counts once it is settled
  const { workers, rev } = useMemo(() => restOf(branch), [branch.id, settled]);
  return (
    <svg
      className={styles.rest}
      viewBox="0 0 1316 452"
      width="1316"
      height="452"
      role="img"
      aria-label={t('rest.label', { n: workers.length, rev })}
    >
      <Watch x={736} from={202} to={BAND.y} actor="scheduler" />
      <Watch x={952} from={202} to={BAND.y} actor="controller" />
      <Box x={696} y={152} width={184} actor="scheduler" name="kube-scheduler" says={t('rest.scheduler')} />
      <Box
        x={912}
        y={152}
        width={218}
        actor="controller"
        name="kube-controller-manager"
        says={t('rest.controllers')}
      />
      <path d="M64 176V244" stroke="var(--now)" strokeWidth="2" strokeDasharray="5 4" />
      <path d="M59 244h10l-5 9z" fill="var(--now)" />
      <rect x="24" y="190" width="82" height="20" rx="10" fill="var(--now)" />
      <text x="65" y="204" textAnchor="middle" className={styles.post}>
        POST pods
      </text>
      <rect {...BAND} rx="7" fill="url(#band-tint)" stroke="var(--actor-apiserver)" strokeWidth="2" />
      <ActorMark role="apiserver" x={18} y={BAND.y + 17} />
      <text x="44" y={BAND.y + 31} className={styles.band}>
        kube-apiserver
      </text>
      <text x="166" y={BAND.y + 30} className={styles.says}>
        {t('rest.band')}
      </text>
      <Etcd rev={rev} />
      {/* Until the cluster is up: where its workers will stand. */}
      {workers.length === 0 && (
        <path
          d="M34 376h318v74h-318zM424 376h318v74h-318zM814 376h318v74h-318z"
          fill="none"
          stroke="var(--line-strong)"
          strokeDasharray="4 4"
        />
      )}
      {workers.map((worker, place) => (
        <WorkerBox key={worker.name} worker={worker} x={34 + place * 390} />
      ))}
    </svg>
  );
}
