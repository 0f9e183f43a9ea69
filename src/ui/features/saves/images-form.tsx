import { savesText } from '../../../i18n/catalogue/saves.ts';
import { Button, IconButton } from '../../widgets/controls/button.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import type { ImageRow } from './images.ts';
import styles from './saves.module.css';

const EXAMPLE = '{startDelay: 3s, memory: 64Mi, crashAfter: 20s, exitCode: 2}';

/** Images of the scenario's own: a name, and what its program does in a few figures. */
export function ImagesForm({
  rows,
  onChange,
}: {
  readonly rows: readonly ImageRow[];
  readonly onChange: (rows: readonly ImageRow[]) => void;
}) {
  const t = useText(savesText);
  const set = (place: number, change: Partial<ImageRow>): void =>
    onChange(rows.map((row, at) => (at === place ? { ...row, ...change } : row)));
  return (
    <>
      <ol className={styles.images}>
        {rows.map((row, place) => (
          // A row is its place: its name is being typed.
          <li key={place}>
            <input
              aria-label={`${t('image.name')} ${place + 1}`}
              value={row.name}
              placeholder="shop/api:1.2"
              spellCheck={false}
              onChange={(event) => set(place, { name: event.target.value })}
            />
            <textarea
              aria-label={`${t('image.figures')} ${place + 1}`}
              rows={2}
              value={row.figures}
              placeholder={EXAMPLE}
              spellCheck={false}
              onChange={(event) => set(place, { figures: event.target.value })}
            />
            <IconButton
              label={t('image.remove', { n: place + 1 })}
              icon="close"
              tip={false}
              onClick={() => onChange(rows.filter((_, at) => at !== place))}
            />
          </li>
        ))}
      </ol>
      <Button icon="add" onClick={() => onChange([...rows, { name: '', figures: EXAMPLE }])}>
        {t('image.add')}
      </Button>
      <p className={styles.note}>{t('image.note', { example: EXAMPLE })}</p>
    </>
  );
}
