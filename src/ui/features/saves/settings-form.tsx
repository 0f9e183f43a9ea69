import { savesText } from '../../../i18n/catalogue/saves.ts';
import type { ScenarioDocument } from '../../../scenario/document.ts';
import { LATENCIES } from '../../../scenario/latencies.ts';
import { useText } from '../../widgets/ui-context.tsx';
import { withSetting } from './edit.ts';
import styles from './saves.module.css';

const numberOf = (text: string): number | undefined => (/^\d{1,12}$/.test(text) ? Number(text) : undefined);

/** Where chance comes from, and how long things take. */
export function SettingsForm({
  document,
  onChange,
}: {
  readonly document: ScenarioDocument;
  readonly onChange: (document: ScenarioDocument) => void;
}) {
  const t = useText(savesText);
  const setSeed = (text: string): void => {
    const { seed: _old, ...rest } = document;
    const seed = numberOf(text);
    onChange(seed === undefined ? rest : { ...rest, seed });
  };
  return (
    <>
      <label className={styles.field}>
        {t('settings.seed')}
        <input
          inputMode="numeric"
          value={document.seed ?? ''}
          placeholder="1"
          onChange={(event) => setSeed(event.target.value)}
        />
      </label>
      <p className={styles.note}>{t('settings.seedNote')}</p>
      <fieldset className={styles.latencies}>
        <legend>{t('settings.latency')}</legend>
        {Object.entries(LATENCIES).map(([name, usual]) => (
          <label key={name}>
            <code>{name}</code>
            <input
              inputMode="numeric"
              value={document.cluster?.settings?.[name] ?? ''}
              placeholder={String(usual)}
              onChange={(event) => onChange(withSetting(document, name, numberOf(event.target.value)))}
            />
          </label>
        ))}
      </fieldset>
    </>
  );
}
