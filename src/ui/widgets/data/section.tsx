import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './section.module.css';

/** One block of a panel under a small heading; blocks are parted by hairlines. */
export function Section({
  title,
  note,
  children,
  className,
}: {
  readonly title?: ReactNode;
  readonly note?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <section className={cx(styles.section, className)}>
      {title !== undefined && (
        <h2 className={styles.title}>
          {title}
          {note !== undefined && <span className={styles.note}>{note}</span>}
        </h2>
      )}
      {children}
    </section>
  );
}

/** The object a panel is about: its state's shape, its name, what and where it is, and a line below. */
export function ObjectHead({
  glyph,
  name,
  kind,
  aside,
  children,
}: {
  readonly glyph: ReactNode;
  readonly name: string;
  readonly kind: ReactNode;
  /** At the end of its first line. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.object}>
      <div className={styles.who}>
        {glyph}
        <div className={styles.names}>
          <h2 className={cx(styles.name, name.length > 16 && styles.long)}>{name}</h2>
          <span className={styles.kind}>{kind}</span>
        </div>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      {children !== undefined && <div className={styles.status}>{children}</div>}
    </div>
  );
}
