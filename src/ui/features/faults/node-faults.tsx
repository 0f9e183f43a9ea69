import { useState } from 'react';
import { faultsText } from '../../../i18n/catalogue/faults.ts';
import { Select } from '../../widgets/controls/select.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { ComponentRows, FaultSwitch } from './fault-rows.tsx';
import styles from './faults.module.css';
import { ON_NODES } from './offers.ts';

/** What can befall one node. */
export function NodeFaults({ node, nodes }: { readonly node: string; readonly nodes: readonly string[] }) {
  const t = useText(faultsText);
  const [from, setFrom] = useState('');
  const others = nodes.filter((each) => each !== node);
  const cutFrom = others.includes(from) ? from : '';
  return (
    <>
      {ON_NODES.map((component) => (
        <ComponentRows key={component} component={component} node={node} named />
      ))}
      <FaultSwitch label={t('row.power')} fault={{ kind: 'node', node, state: 'down' }} />
      <div className={styles.amount}>
        <FaultSwitch
          label={t('row.partition')}
          fault={{ kind: 'partition', node, ...(cutFrom === '' ? {} : { from: [cutFrom] }), state: 'on' }}
        />
        <Select
          label={t('row.partition.from')}
          hideLabel
          value={cutFrom}
          onChange={setFrom}
          options={[
            { value: '', label: t('everyone') },
            ...others.map((each) => ({ value: each, label: each })),
          ]}
        />
      </div>
      <FaultSwitch label={t('row.cni.config')} fault={{ kind: 'cni', node, state: 'missing-config' }} />
      <FaultSwitch label={t('row.cni.plugin')} fault={{ kind: 'cni', node, state: 'plugin-error' }} />
    </>
  );
}
