import { savesText } from '../../../i18n/catalogue/saves.ts';
import type { ScenarioDocument } from '../../../scenario/document.ts';
import { LATENCIES, type LatencyName } from '../../../scenario/latencies.ts';
import { useText } from '../../widgets/ui-context.tsx';
import { withSetting } from './edit.ts';
import styles from './saves.module.css';

const NAMES = Object.keys(LATENCIES) as readonly LatencyName[];

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
        {NAMES.map((name) => (
          <label key={name}>
            <span>
              {t(`latency.${name}`)}
              <code>{`${name}, ${t(name.endsWith('Us') ? 'settings.us' : 'settings.bytes')}`}</code>
            </span>
            <input
              inputMode="numeric"
              value={document.cluster?.settings?.[name] ?? ''}
              placeholder={String(LATENCIES[name])}
              onChange={(event) => onChange(withSetting(document, name, numberOf(event.target.value)))}
            />
          </label>
        ))}
      </fieldset>
    </>
  );
}
