import { galleryText } from '../../../i18n/catalogue/gallery.ts';
import type { CatalogueEntry } from '../../../scenario/catalogue/entry.ts';
import { readLife } from '../../../scenario/catalogue/life-line.ts';
import { LIVES } from '../../../scenario/catalogue/lives.ts';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import styles from './gallery.module.css';
import { LifeLineMark } from './life-line-mark.tsx';

/** One scenario: its name, what it shows, what one sees, and how its Pod fares. A click plays it. */
export function Row({
  entry,
  onPlay,
}: {
  readonly entry: CatalogueEntry;
  readonly onPlay: (entry: CatalogueEntry) => void;
}) {
  const t = useText(galleryText);
  const { lang } = useUi();
  const title = entry.document.title[lang];
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        data-row
        aria-label={t('play', { title })}
        aria-describedby={`shows-${entry.id}`}
        onClick={() => onPlay(entry)}
      >
        <b>{title}</b>
        <span className={styles.shows} id={`shows-${entry.id}`}>
          {entry.shows[lang]}
        </span>
        <code className={styles.symptom}>{entry.symptoms[0]}</code>
        <span className={styles.life}>
          <LifeLineMark life={readLife(LIVES[entry.id] ?? '')} />
        </span>
      </button>
    </li>
  );
}
