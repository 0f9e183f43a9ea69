import type { ReactNode } from 'react';
import { commonText } from '../../../i18n/catalogue/common.ts';
import { Icon } from '../glyphs/icon.tsx';
import { useText } from '../ui-context.tsx';
import styles from './condition-row.module.css';

export interface ConditionRowProps {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown' | undefined;
  readonly reason?: string;
  /** The condition's own words. */
  readonly message?: string;
  /** How long it has been so, already formatted. */
  readonly age?: string;
}

const KEY = { True: 'condition.true', False: 'condition.false', Unknown: 'condition.unknown' } as const;

/** The list around condition rows. */
export function ConditionList({ children, label }: { readonly children: ReactNode; readonly label: string }) {
  return <dl aria-label={label}>{children}</dl>;
}

/** A condition with its value. Tick, cross and question mark carry it; the hue is of whoever makes it true. */
export function ConditionRow({ type, status, reason, message, age }: ConditionRowProps) {
  const t = useText(commonText);
  return (
    <div className={styles.row} data-status={status ?? 'absent'}>
      <dt className={styles.type}>{type}</dt>
      <dd className={styles.value}>
        {age !== undefined && <span className={styles.age}>{age}</span>}
        {status === 'True' && <Icon name="check" size={12} strong />}
        {status === 'False' && <Icon name="cross" size={12} />}
        {status === 'Unknown' && (
          <span className={styles.question} aria-hidden="true">
            ?
          </span>
        )}
        {status === undefined ? t('condition.absent') : t(KEY[status])}
      </dd>
      {(reason !== undefined || message !== undefined) && (
        <dd className={styles.because}>
          {reason !== undefined && <span className={styles.reason}>{reason}</span>}
          {message !== undefined && <span className={styles.message}>{message}</span>}
        </dd>
      )}
    </div>
  );
}
