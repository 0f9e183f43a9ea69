import { savesText } from '../../../i18n/catalogue/saves.ts';
import { Button, IconButton } from '../../widgets/controls/button.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { ROW_KINDS, type RowKind, type StepRow } from './edit.ts';
import styles from './saves.module.css';

const EXAMPLE = '{component: kubelet, node: worker-1, state: down}';
const isLong = (kind: RowKind): boolean => kind === 'apply' || kind === 'create';

/** The steps as a list: time, form, text. */
export function StepsForm({
  rows,
  onChange,
}: {
  readonly rows: readonly StepRow[];
  readonly onChange: (rows: readonly StepRow[]) => void;
}) {
  const t = useText(savesText);
  const set = (place: number, change: Partial<StepRow>): void =>
    onChange(rows.map((row, at) => (at === place ? { ...row, ...change } : row)));
  const add = (): void => onChange([...rows, { at: rows.at(-1)?.at ?? '0s', kind: 'kubectl', text: '' }]);
  return (
    <>
      <ol className={styles.steps}>
        {rows.map((row, place) => (
          // A row is its place: there is nothing else to know it by.
          <li key={place}>
            <input
              aria-label={`${t('step.at')} ${place + 1}`}
              value={row.at}
              onChange={(event) => set(place, { at: event.target.value })}
            />
            <select
              aria-label={`${t('step.kind')} ${place + 1}`}
              value={row.kind}
              onChange={(event) => set(place, { kind: event.target.value as RowKind })}
            >
              {ROW_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`step.kind.${kind}`)}
                </option>
              ))}
            </select>
            <textarea
              aria-label={`${t('step.text')} ${place + 1}`}
              rows={isLong(row.kind) ? 5 : 1}
              value={row.text}
              spellCheck={false}
              onChange={(event) => set(place, { text: event.target.value })}
            />
            <IconButton
              label={t('step.remove', { n: place + 1 })}
              icon="close"
              tip={false}
              onClick={() => onChange(rows.filter((_, at) => at !== place))}
            />
          </li>
        ))}
      </ol>
      <Button icon="add" onClick={add}>
        {t('step.add')}
      </Button>
      <p className={styles.note}>{t('step.note', { example: EXAMPLE })}</p>
    </>
  );
}
