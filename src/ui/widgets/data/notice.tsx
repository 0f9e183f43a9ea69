import type { ReactNode } from 'react';
import styles from './notice.module.css';

/** A failure or a fact of Podscope itself: a strip that says what still works. It never covers the stage. */
export function Notice({
  tone,
  children,
  actions,
}: {
  readonly tone: 'failed' | 'info';
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'failed' ? 'alert' : 'status'}>
      <p className={styles.text}>{children}</p>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

/** Empty lanes: their baselines stay, and one line says where the first record will appear. */
export function EmptyLanes({
  lanes = 3,
  children,
}: {
  readonly lanes?: number;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      {Array.from({ length: lanes }, (_, lane) => (
        <div key={lane} className={styles.lane} />
      ))}
      <p className={styles.hint}>{children}</p>
    </div>
  );
}
