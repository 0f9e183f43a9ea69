import { memo } from 'react';
import { pipelineText } from '../../../../i18n/catalogue/pipeline.ts';
import type { BoxState, ContainerBox } from '../../../projections/pipeline/view.ts';
import { cx } from '../../../widgets/cx.ts';
import { ActorGlyph } from '../../../widgets/glyphs/actor-glyph.tsx';
import { StateGlyph } from '../../../widgets/glyphs/state-glyph.tsx';
import type { StateKind } from '../../../widgets/glyphs/states.ts';
import { useText } from '../../../widgets/ui-context.tsx';
import styles from '../pipeline.module.css';
import { PartTip, Stop } from '../stop.tsx';
import { Ends } from './ends.tsx';
import type { BridgeNode, ContainersNode, PauseNode, SandboxNode, Shown, SmallNode } from './types.ts';

/** The Pod's sandbox: a frame; its plug through the floor is the only way in or out. */
export const SandboxPart = memo(function SandboxPart({ data }: Shown<SandboxNode>) {
  const t = useText(pipelineText);
  const { sandbox, geometry, label, open, enter, selected } = data;
  if (sandbox === undefined) return <Ends />;
  const plug = geometry.lines.eth0;
  const { x = 0 } = geometry.boxes.sandbox ?? {};
  const at = plug === undefined ? 0 : Number(/^M([\d.]+)/.exec(plug.d)?.[1] ?? 0) - x;
  const { namespace, name } = sandbox.pod;
  return (
    <div className={styles.sandbox} data-state={sandbox.state} data-selected={selected}>
      <Ends />
      <Stop
        id="sandbox"
        label={label}
        onOpen={open}
        selected={selected}
        className={cx(
          styles.sandboxHead,
          geometry.id === 'narrow' && styles.sandboxNarrow,
          geometry.id === 'strip' && styles.sandboxStrip,
        )}
        {...(enter === undefined ? {} : { onEnter: enter })}
      >
        {geometry.id === 'narrow' ? (
          <span className={styles.secondText}>{t('sandbox.short')}</span>
        ) : (
          <>
            <span className={styles.nameText}>{t('sandbox')}</span>
            {geometry.details && <span className={styles.secondText}>{`${namespace}/${name}`}</span>}
          </>
        )}
      </Stop>
      <span className={styles.plug} data-up={sandbox.ip !== undefined} style={{ left: at - 8 }} />
    </div>
  );
});

/** shim, runc: doors and helpers, small. */
export const SmallPart = memo(function SmallPart({ data }: Shown<SmallNode>) {
  return (
    <PartTip part={data.part} says={data.words}>
      <div className={styles.small} data-ghost={data.ghost} data-part={data.part} aria-hidden="true">
        <Ends />
        {data.words}
      </div>
    </PartTip>
  );
});

/** pause: square, because it is a process. */
export const PausePart = memo(function PausePart({ data }: Shown<PauseNode>) {
  const { pause, geometry, label, open, selected } = data;
  const kind: StateKind = pause.state === 'running' ? 'running' : pause.state === 'gone' ? 'gone' : 'waiting';
  return (
    <Stop id="pause" label={label} onOpen={open} selected={selected}>
      <Ends />
      <div
        className={styles.process}
        data-state={pause.state === 'running' ? 'running' : 'ghost'}
        data-selected={selected}
      >
        <span className={styles.processName}>
          <StateGlyph kind={kind} size={11} quiet />
          pause
        </span>
        {geometry.details && <span className={styles.third}>{pause.words}</span>}
      </div>
    </Stop>
  );
});

const GLYPHS: Readonly<Record<BoxState, StateKind>> = {
  ghost: 'waiting',
  created: 'waiting',
  running: 'running',
  ready: 'ready',
  waiting: 'waiting',
  succeeded: 'succeeded',
  failed: 'failed',
  terminating: 'terminating',
};

function Container({ box, lines }: { readonly box: ContainerBox; readonly lines: number }) {
  return (
    <div
      className={styles.process}
      data-state={box.stuck ? 'stuck' : box.state}
      data-tight={lines < 2 ? true : undefined}
    >
      <span className={styles.face}>
        <span className={styles.processName}>
          <StateGlyph kind={GLYPHS[box.state]} size={11} quiet />
          {box.name}
        </span>
        {box.lines.slice(0, lines).map((line) => (
          <span key={line} className={styles.secondText}>
            {line}
          </span>
        ))}
      </span>
      {box.stuck && (
        <span className={styles.octagon}>
          <StateGlyph kind="failed" size={26} quiet />
        </span>
      )}
    </div>
  );
}

/** The least that a name takes with its frame, and "+38 more" below them, in px. */
const LEAST = 18;
const MORE = 20;
/** Lower than this, names and the gaps between them are smaller. */
const LOW = 26;

/** How many containers have room for their names. */
function roomOf(height: number, count: number, more: number): number {
  if (more === 0 && count * LEAST <= height) return count;
  return Math.max(1, Math.min(count, Math.floor((height - MORE) / LEAST)));
}

/** The Pod's containers, sharing the room there is. */
export const ContainersPart = memo(function ContainersPart({ data }: Shown<ContainersNode>) {
  const t = useText(pipelineText);
  const { containers, more, geometry, chosen, openContainer } = data;
  const { h = 0 } = geometry.boxes.containers ?? {};
  const shown = containers.slice(0, roomOf(h, containers.length, more));
  const rest = more + containers.length - shown.length;
  const each = (h - (rest > 0 ? MORE : 0)) / Math.max(1, shown.length);
  const lines = each >= 70 ? 2 : each >= 40 ? 1 : 0;
  return (
    <div className={styles.containers} data-low={each < LOW}>
      <Ends />
      {shown.map((box) => (
        <Stop
          key={box.name}
          id={`containers.${box.name}`}
          label={t('say.container', { name: box.name, detail: box.lines.join(', ') })}
          onOpen={() => openContainer(box.name)}
          selected={chosen === box.name}
          className={styles.container ?? ''}
        >
          <Container box={box} lines={lines} />
        </Stop>
      ))}
      {rest > 0 && <span className={styles.third}>{t('box.more', { n: rest })}</span>}
    </div>
  );
});

/** The node's bridge, which the sandbox's cable goes to. */
export const BridgePart = memo(function BridgePart({ data }: Shown<BridgeNode>) {
  const t = useText(pipelineText);
  const { bridge, ip, geometry, label, open, selected } = data;
  const there = bridge.cidr !== undefined && !bridge.released;
  const none = t(bridge.off ? 'down.power' : bridge.released ? 'cni.released' : 'cni.none');
  const narrow = geometry.id === 'narrow';
  return (
    <Stop id="bridge" label={label} onOpen={open} selected={selected}>
      <Ends />
      <div className={styles.bridge} data-there={there} data-selected={selected}>
        <ActorGlyph role="cni" size={narrow ? 13 : 14} muted={!there} />
        <span className={styles.bridgeName}>{narrow ? 'CNI' : t('cni.bridge', { bridge: bridge.name })}</span>
        <span className={there ? styles.monoText : styles.thirdText}>
          {(geometry.id === 'full' ? bridge.cidr : ip) ?? none}
        </span>
      </div>
    </Stop>
  );
});
