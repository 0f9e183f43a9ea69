import { memo } from 'react';
import { pipelineText } from '../../../../i18n/catalogue/pipeline.ts';
import type { NodeSummary, NodeTile, PodDot } from '../../../projections/pipeline/view.ts';
import type { PipelineWords } from '../../../projections/pipeline/words.ts';
import { cx } from '../../../widgets/cx.ts';
import { ActorGlyph } from '../../../widgets/glyphs/actor-glyph.tsx';
import { Icon } from '../../../widgets/glyphs/icon.tsx';
import { StateGlyph } from '../../../widgets/glyphs/state-glyph.tsx';
import { useText } from '../../../widgets/ui-context.tsx';
import styles from '../pipeline.module.css';
import { Stop } from '../stop.tsx';
import { Ends } from './ends.tsx';
import type { MachineNode, Shown, TileNode } from './types.ts';

/** A longer name takes the room of the word beside it; the shape says the same. */
const LONG_NAME = 11;

/** How a machine stands, in a shape and a word. */
function NodeMark({ node }: { readonly node: Pick<NodeSummary, 'name' | 'state' | 'cordoned' | 'off'> }) {
  const t = useText(pipelineText);
  if (node.off) return <NoPower />;
  if (node.cordoned) return <span className={styles.warning}>{t('node.cordoned')}</span>;
  const kind = node.state === 'ready' ? 'ready' : node.state === 'unknown' ? 'unknown' : 'failed';
  return (
    <span className={styles.nodeState}>
      <StateGlyph kind={kind} size={12} quiet />
      <span className={node.name.length > LONG_NAME ? 'sr-only' : undefined}>{t(`node.${node.state}`)}</span>
    </span>
  );
}

/** What the API still says of it does not count. */
function NoPower() {
  const t = useText(pipelineText);
  return (
    <span className={styles.nodeState}>
      <Icon name="bolt" size={13} />
      <b className={styles.noPower}>{t('down.power')}</b>
    </span>
  );
}

/** The machine of the story's Pod: a frame with its name; everything in it stands above it. */
export const MachinePart = memo(function MachinePart({ data }: Shown<MachineNode>) {
  const { machine, residents, geometry, label, open, enter, selected } = data;
  const head = geometry.id === 'full' ? styles.headFull : styles.headEnd;
  return (
    <div
      className={styles.machine}
      data-node={machine.name}
      data-state={machine.state}
      data-cordoned={machine.cordoned}
      data-off={machine.off}
      data-selected={selected}
    >
      <Ends />
      <Stop
        id="machine"
        label={label}
        onOpen={open}
        selected={selected}
        className={cx(styles.machineHead, head)}
        {...(enter === undefined ? {} : { onEnter: enter })}
      >
        <span className={styles.machineName} title={machine.name}>
          {machine.name}
        </span>
        {geometry.id === 'full' && <NodeMark node={machine} />}
      </Stop>
      {residents.length > 0 && geometry.id === 'full' && <Residents pods={residents} />}
    </div>
  );
});

const MOST_NAMES = 6;

/** What runs on a machine before the story's Pod comes: names, in the place it will take. */
function Residents({ pods }: { readonly pods: readonly PodDot[] }) {
  const t = useText(pipelineText);
  const shown = pods.slice(0, MOST_NAMES);
  return (
    <ul className={styles.residents}>
      {shown.map(({ ref, standing }) => (
        <li key={`${ref.namespace}/${ref.name}`}>
          <StateGlyph kind={standing} size={11} />
          <span>{ref.name}</span>
        </li>
      ))}
      {pods.length > shown.length && <li>{t('nodeView.more', { n: pods.length - shown.length })}</li>}
    </ul>
  );
}

const MOST_DOTS = 12;

/** A machine's Pods: a shape each, and a count beyond a dozen. */
export function Dots({
  pods,
  most = MOST_DOTS,
  size = 11,
}: {
  readonly pods: readonly PodDot[];
  readonly most?: number;
  readonly size?: number;
}) {
  const shown = pods.length > most ? pods.slice(0, most - 2) : pods;
  return (
    <span className={styles.dots}>
      {shown.map(({ ref, standing }) => (
        <StateGlyph key={`${ref.namespace}/${ref.name}`} kind={standing} size={size} quiet />
      ))}
      {shown.length < pods.length && (
        <span className={styles.tickText}>{`+${pods.length - shown.length}`}</span>
      )}
    </span>
  );
}

/** What matters most of a machine in a word. */
function tileWords(tile: NodeTile, t: PipelineWords): string {
  if (tile.off) return t('down.power');
  if (tile.kubelet === 'stopped') return t('say.component', { name: 'kubelet', state: t('down.stopped') });
  if (tile.cordoned) return t('node.cordoned');
  return tile.state === 'ready' ? 'kubelet' : t(`node.${tile.state}`);
}

/** A machine beside the opened one. */
export const TilePart = memo(function TilePart({ data }: Shown<TileNode>) {
  const t = useText(pipelineText);
  const { part, tile, more, label, open, enter, selected } = data;
  return (
    <Stop
      id={part}
      label={label}
      onOpen={open}
      selected={selected}
      {...(enter === undefined ? {} : { onEnter: enter })}
    >
      <Ends />
      <div
        className={styles.tile}
        data-node={tile.name}
        data-state={tile.state}
        data-acted={tile.kubelet === 'acted'}
        data-off={tile.off}
        data-selected={selected}
      >
        <span className={styles.tileName}>{tile.name}</span>
        <span className={styles.tileLine}>
          <ActorGlyph role="kubelet" size={14} muted={tile.kubelet !== 'acted'} />
          {tileWords(tile, t)}
        </span>
        <Dots pods={tile.pods} most={6} />
        <span className={styles.tileLine}>{t('node.pods', { n: tile.pods.length })}</span>
      </div>
      {tile.unreached && <span className={styles.caption}>{t('edge.unreached')}</span>}
      {!tile.unreached && more > 0 && <span className={styles.caption}>{t('node.more', { n: more })}</span>}
    </Stop>
  );
});
