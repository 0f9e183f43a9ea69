import type { ReactNode } from 'react';
import { Icon } from '../glyphs/icon.tsx';
import styles from './pill.module.css';

/** The clock of the present: the inverse of the page. */
export function ClockPill({ children }: { readonly children: ReactNode }) {
  return <span className={styles.clock}>{children}</span>;
}

/** The red tag that takes the clock's place when something is stuck. */
export function StopTag({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.stop}>
      <Icon name="cross" size={12} strong />
      {children}
    </span>
  );
}

/** A small word with a meaning: neutral, a warning, a failure, or good. */
export function Pill({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'warning' | 'failed' | 'ok' | 'now';
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.pill} data-tone={tone}>
      {children}
    </span>
  );
}
