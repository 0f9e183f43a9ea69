import { useState } from 'react';
import { faultsText } from '../../../i18n/catalogue/faults.ts';
import type { RegistryError } from '../../../scenario/fault.ts';
import { shortImage } from '../../projections/names.ts';
import { Select } from '../../widgets/controls/select.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { DelaySelect, FaultButton, FaultSwitch } from './fault-rows.tsx';
import styles from './faults.module.css';
import { DELAYS_US, ERRORS } from './offers.ts';

/** How the registry can answer, and what a node can lose. */
export function ImageFaults({
  images,
  node,
}: {
  readonly images: readonly string[];
  readonly node: string | undefined;
}) {
  const t = useText(faultsText);
  const [picked, setImage] = useState('*');
  const [error, setError] = useState<RegistryError>('not-found');
  const [delayUs, setDelay] = useState<number>(DELAYS_US[3]);
  const image = images.includes(picked) ? picked : '*';
  return (
    <>
      <Select
        label={t('image')}
        value={image}
        onChange={setImage}
        options={[
          { value: '*', label: t('every-image') },
          ...images.map((each) => ({ value: each, label: shortImage(each) })),
        ]}
      />
      <div className={styles.amount}>
        <FaultSwitch label={t('row.error')} fault={{ kind: 'registry-error', image, error }} />
        <Select
          label={t('answer')}
          hideLabel
          value={error}
          onChange={setError}
          options={ERRORS.map((value) => ({ value, label: t(`error.${value}`) }))}
        />
      </div>
      <div className={styles.amount}>
        <FaultSwitch label={t('row.delay')} fault={{ kind: 'registry-delay', image, delayUs }} />
        <DelaySelect value={delayUs} onChange={setDelay} />
      </div>
      <FaultButton
        label={t('row.image')}
        fault={
          image === '*' ? undefined : { kind: 'image-remove', image, ...(node === undefined ? {} : { node }) }
        }
      />
    </>
  );
}
