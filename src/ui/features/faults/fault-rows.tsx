import { useState } from 'react';
import { faultsText } from '../../../i18n/catalogue/faults.ts';
import { durationWords } from '../../../i18n/format.ts';
import type { ComponentName, Fault } from '../../../scenario/fault.ts';
import { Button } from '../../widgets/controls/button.tsx';
import { Select } from '../../widgets/controls/select.tsx';
import { Switch } from '../../widgets/controls/switch.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import styles from './faults.module.css';
import { DELAYS_US, standingLike } from './offers.ts';
import { useFaultActions, useStanding } from './use-faults.ts';

/** One fault that can be on or off at the cursor. */
export function FaultSwitch({
  label,
  fault,
  note,
  why,
}: {
  readonly label: string;
  readonly fault: Fault;
  readonly note?: string;
  /** Why it cannot be done now; absent when it can. */
  readonly why?: string | undefined;
}) {
  const standing = useStanding();
  const { set } = useFaultActions();
  const shown = why ?? note;
  return (
    <Switch
      label={label}
      on={standingLike(standing, fault) !== undefined}
      onChange={(on) => set(fault, on)}
      disabled={why !== undefined}
      {...(shown === undefined ? {} : { note: shown })}
    />
  );
}

/** Something done once. */
export function FaultButton({ label, fault }: { readonly label: string; readonly fault: Fault | undefined }) {
  const t = useText(faultsText);
  const { set } = useFaultActions();
  return (
    <div className={styles.once}>
      <span>{label}</span>
      <Button
        disabled={fault === undefined}
        aria-label={`${label}: ${t('do-it')}`}
        onClick={() => fault !== undefined && set(fault, true)}
      >
        {t('do-it')}
      </Button>
    </div>
  );
}

/** A delay to choose. */
export function DelaySelect({
  value,
  onChange,
}: {
  readonly value: number;
  readonly onChange: (us: number) => void;
}) {
  const t = useText(faultsText);
  const { lang } = useUi();
  return (
    <Select
      label={t('delay')}
      hideLabel
      value={String(value)}
      onChange={(next) => onChange(Number(next))}
      options={DELAYS_US.map((us) => ({ value: String(us), label: `+${durationWords(us, lang)}` }))}
    />
  );
}

/** Stop and slow, for one component. */
export function ComponentRows({
  component,
  node,
  named = false,
  why,
}: {
  readonly component: ComponentName;
  readonly node?: string;
  /** Whether the component's name must stand in the label. */
  readonly named?: boolean;
  readonly why?: string | undefined;
}) {
  const t = useText(faultsText);
  const [delayUs, setDelay] = useState<number>(DELAYS_US[1]);
  const at = { kind: 'component', component, ...(node === undefined ? {} : { node }) } as const;
  const stop = named ? t('row.stop.of', { what: component }) : t('row.stop');
  const slow = named ? t('row.slow.of', { what: component }) : t('row.slow');
  return (
    <>
      <FaultSwitch label={stop} fault={{ ...at, state: 'down' }} why={why} />
      {component !== 'coredns' && why === undefined && (
        <div className={styles.amount}>
          <FaultSwitch label={slow} fault={{ ...at, state: 'slow', delayUs }} />
          <DelaySelect value={delayUs} onChange={setDelay} />
        </div>
      )}
    </>
  );
}
