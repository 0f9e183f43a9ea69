import { useState } from 'react';
import type { Pod } from '../../../api/generated/types.ts';
import { faultsText } from '../../../i18n/catalogue/faults.ts';
import { Select } from '../../widgets/controls/select.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { FaultButton, FaultSwitch } from './fault-rows.tsx';
import styles from './faults.module.css';
import { SIGNALS } from './offers.ts';

const keyOf = (pod: Pod): string => `${pod.metadata.namespace ?? ''}/${pod.metadata.name}`;

/** What can be done to the processes of one Pod, from its node. */
export function PodFaults({ pods, first }: { readonly pods: readonly Pod[]; readonly first: string }) {
  const t = useText(faultsText);
  const [picked, setPod] = useState('');
  const [container, setContainer] = useState('');
  const [signal, setSignal] = useState<(typeof SIGNALS)[number]>('KILL');
  const pod =
    pods.find((each) => keyOf(each) === picked) ?? pods.find((each) => keyOf(each) === first) ?? pods[0];
  if (pod === undefined) return <p className={styles.none}>{t('no-pod')}</p>;
  const names = pod.spec.containers.map(({ name }) => name);
  const of = names.includes(container) ? container : (names[0] ?? '');
  const where = { pod: pod.metadata.name, namespace: pod.metadata.namespace ?? 'default' };
  return (
    <>
      <Select
        label={t('pod')}
        value={keyOf(pod)}
        onChange={setPod}
        options={pods.map((each) => ({ value: keyOf(each), label: each.metadata.name }))}
      />
      <FaultButton label={t('row.sandbox')} fault={{ kind: 'sandbox-kill', ...where }} />
      <FaultButton label={t('row.process')} fault={{ kind: 'process', ...where, container: of, signal }} />
      <div className={styles.pair}>
        <Select
          label={t('container')}
          value={of}
          onChange={setContainer}
          options={names.map((value) => ({ value, label: value }))}
        />
        <Select
          label={t('signal')}
          value={signal}
          onChange={setSignal}
          options={SIGNALS.map((value) => ({ value, label: `SIG${value}` }))}
        />
      </div>
    </>
  );
}

/** A manifest in the kubelet's folder: a Pod that the API server only mirrors. */
export function StaticPodFault({ node }: { readonly node: string }) {
  const t = useText(faultsText);
  return (
    <FaultSwitch
      label={t('row.static')}
      note="nginx"
      fault={{ kind: 'static-pod', node, name: 'static-web', image: 'nginx:1.29', state: 'present' }}
    />
  );
}
