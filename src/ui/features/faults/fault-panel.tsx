import { useMemo, useState } from 'react';
import type { Node, Pod } from '../../../api/generated/types.ts';
import { isOwn } from '../../../diagnosis/cluster.ts';
import { faultsText } from '../../../i18n/catalogue/faults.ts';
import { clock } from '../../../i18n/format.ts';
import { faultWords } from '../../projections/faults/words.ts';
import { actionTime } from '../../session/actions.ts';
import { useActiveBranch, useCursor, useSelection, useSession } from '../../session/use-session.tsx';
import { Button } from '../../widgets/controls/button.tsx';
import { Select } from '../../widgets/controls/select.tsx';
import { Section } from '../../widgets/data/section.tsx';
import { ActorGlyph } from '../../widgets/glyphs/actor-glyph.tsx';
import { roleOf } from '../../widgets/glyphs/actors.ts';
import { MovingItem, MovingList } from '../../widgets/moving-list.tsx';
import { Sheet } from '../../widgets/overlay/dialog.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { ComponentRows } from './fault-rows.tsx';
import styles from './faults.module.css';
import { ImageFaults } from './image-faults.tsx';
import { NodeFaults } from './node-faults.tsx';
import { CONTROL_PLANE } from './offers.ts';
import { PodFaults, StaticPodFault } from './pod-faults.tsx';
import { useFaultActions, useStanding } from './use-faults.ts';

/** What of the cluster at the cursor faults can be done to. */
interface Targets {
  readonly nodes: readonly string[];
  readonly pods: readonly Pod[];
  readonly images: readonly string[];
  readonly dns: boolean;
}

const NOTHING: Targets = { nodes: [], pods: [], images: [], dns: false };

function useTargets(): Targets {
  const branch = useActiveBranch();
  const seq = useCursor((cursor) => cursor.seq);
  return useMemo(() => {
    if (branch === undefined) return NOTHING;
    const at = Math.max(seq, branch.trace.countUntil(-1) - 1);
    const nodes = (branch.world.list('nodes', at) as unknown as Node[]).map(({ metadata }) => metadata.name);
    const pods = branch.world.list('pods', at) as unknown as Pod[];
    const own = pods.filter((pod) => isOwn(pod) && pod.spec.nodeName !== undefined);
    const every = branch.world.list('pods', branch.trace.length) as unknown as Pod[];
    const images = new Set(
      [...own, ...every.filter(isOwn)].flatMap(({ spec }) => spec.containers.map(({ image = '' }) => image)),
    );
    return {
      nodes,
      pods: own,
      images: [...images],
      dns: pods.some(({ metadata }) => metadata.labels?.['k8s-app'] === 'kube-dns'),
    };
  }, [branch, seq]);
}

function Head({ actor }: { readonly actor: string }) {
  return (
    <span className={styles.who}>
      <ActorGlyph role={roleOf(actor)} size={14} />
      {actor}
    </span>
  );
}

/** Everything that can be broken, with what is broken at the cursor. */
export function FaultPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useText(faultsText);
  const session = useSession();
  const targets = useTargets();
  // The moment is shown as it moves.
  useCursor((cursor) => cursor.seq);
  useActiveBranch();
  const picked = useSelection(({ selection }) =>
    selection.kind === 'object' ? selection.subject : undefined,
  );
  const subject = targets.pods.find(({ metadata }) => metadata.name === picked?.name) ?? targets.pods[0];
  const [chosen, setNode] = useState('');
  const workers = targets.nodes.filter((node) => !node.includes('control-plane'));
  const node =
    [chosen, picked?.resource === 'nodes' ? picked.name : '', subject?.spec.nodeName ?? ''].find((name) =>
      targets.nodes.includes(name),
    ) ??
    workers[0] ??
    targets.nodes[0];
  return (
    <Sheet open aside onClose={onClose} side="right" width={340} title={t('title')} footer={<Standing />}>
      <p className={styles.hint}>
        <b>{t('from', { at: clock(actionTime(session)) })}</b>
        {t('from.hint')}
      </p>
      {CONTROL_PLANE.map((component) => (
        <Section key={component} title={<Head actor={component} />}>
          <ComponentRows component={component} />
        </Section>
      ))}
      <Section title={<Head actor="coredns" />}>
        <ComponentRows component="coredns" {...(targets.dns ? {} : { why: t('absent') })} />
      </Section>
      {node !== undefined && (
        <Section
          title={<Head actor="kubelet" />}
          note={
            <Select
              label={t('node')}
              hideLabel
              value={node}
              onChange={setNode}
              options={targets.nodes.map((value) => ({ value, label: value }))}
            />
          }
        >
          <NodeFaults node={node} nodes={targets.nodes} />
          <StaticPodFault node={node} />
        </Section>
      )}
      <Section title={<Head actor={t('section.registry')} />}>
        <ImageFaults images={targets.images} node={node} />
      </Section>
      <Section title={t('section.pod')}>
        <PodFaults
          pods={targets.pods}
          first={subject === undefined ? '' : `${subject.metadata.namespace ?? ''}/${subject.metadata.name}`}
        />
      </Section>
    </Sheet>
  );
}

/** What is on, and the way to end it all. */
function Standing() {
  const t = useText(faultsText);
  const { lang } = useUi();
  const { player } = useSession();
  const standing = useStanding();
  const { end } = useFaultActions();
  if (standing.length === 0) return <span>{t('count.none')}</span>;
  return (
    <div className={styles.standing}>
      <div className={styles.once}>
        <b>{t('count', { n: standing.length })}</b>
        <Button onClick={() => end(standing)}>{t('undoAll')}</Button>
      </div>
      <MovingList className={styles.list}>
        {standing.map(({ key, seq, fault }) => (
          <MovingItem key={key}>
            <button type="button" onClick={() => player.seek(seq)}>
              {faultWords(fault, lang)}
            </button>
          </MovingItem>
        ))}
      </MovingList>
    </div>
  );
}
