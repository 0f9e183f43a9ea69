import { useMemo } from 'react';
import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { clock } from '../../../i18n/format.ts';
import { type EventRow, eventsOf } from '../../projections/inspector/events.ts';
import { kindOf } from '../../projections/names.ts';
import { useSession } from '../../session/use-session.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './inspector.module.css';
import type { Subject } from './use-subject.ts';

/** The Events about the object by the cursor. */
export function useEvents(subject: Subject | undefined): readonly EventRow[] {
  return useMemo(
    () =>
      subject === undefined
        ? []
        : eventsOf(subject.branch.world, { kind: kindOf(subject.resource), ...subject.ref }, subject.seq),
    [subject],
  );
}

/** Each Event as a note: who recorded what, how often. Opening one goes to its record. */
export function EventsTab({
  rows,
  name,
  timeOf,
}: {
  readonly rows: readonly EventRow[];
  readonly name: string;
  readonly timeOf: (seq: number) => number;
}) {
  const t = useText(inspectorText);
  const { player } = useSession();
  if (rows.length === 0) return <p className={styles.empty}>{t('events.empty')}</p>;
  return (
    <ul className={styles.events} aria-label={t('events.caption', { name })}>
      {rows.map((row) => (
        <li key={row.key} data-type={row.type}>
          <button type="button" onClick={() => player.seek(row.seq)}>
            <strong>
              {row.reason}
              {row.count > 1 && <span className={styles.count}> ×{row.count}</span>}
            </strong>
            <span className={styles.from}>
              {row.from} <time>{clock(timeOf(row.seq))}</time>
            </span>
            <span className={styles.message}>{row.message}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
