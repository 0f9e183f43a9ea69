import { useMemo } from 'react';
import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { type EventRow, eventsOf } from '../../projections/inspector/events.ts';
import { useSession } from '../../session/use-session.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './inspector.module.css';
import type { SubjectPod } from './use-subject.ts';

/** The Events about the Pod by the cursor. */
export function useEvents(subject: SubjectPod | undefined): readonly EventRow[] {
  return useMemo(
    () =>
      subject === undefined
        ? []
        : eventsOf(subject.branch.world, { kind: 'Pod', ...subject.ref }, subject.seq),
    [subject],
  );
}

/** Each Event as a note: who recorded what, how often. Opening one goes to its record. */
export function EventsTab({ rows, name }: { readonly rows: readonly EventRow[]; readonly name: string }) {
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
            <span className={styles.from}>{row.from}</span>
            <span className={styles.message}>{row.message}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
