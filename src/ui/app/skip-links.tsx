import { shellText } from '../../i18n/catalogue/shell.ts';
import { reveal, type RegionId } from '../session/shell.ts';
import { useText } from '../widgets/ui-context.tsx';
import styles from './skip-links.module.css';

/** First in the tab order: ways past the frame. */
export function SkipLinks() {
  const t = useText(shellText);
  const link = (region: RegionId, label: string) => (
    <button type="button" className={styles.link} onClick={() => reveal(region)}>
      {label}
    </button>
  );
  return (
    <div className={styles.links}>
      {link('stage', t('skip.stage'))}
      {link('inspector', t('skip.inspector'))}
      {link('timeline', t('skip.dock'))}
    </div>
  );
}
