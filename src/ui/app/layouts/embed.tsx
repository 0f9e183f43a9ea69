import { shellText } from '../../../i18n/catalogue/shell.ts';
import { BrandMark } from '../../widgets/glyphs/icon.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { RegionHost } from '../regions.tsx';
import type { Slots } from '../slots.ts';
import styles from './embed.module.css';

/** Inside another page: sentence, pipeline, transport with ribbon, and the way to the whole. */
export function EmbedLayout({ slots }: { readonly slots: Slots }) {
  const t = useText(shellText);
  const url = new URL(window.location.href);
  url.searchParams.delete('embed');
  return (
    <main className={styles.body}>
      <div className={styles.stage}>
        {slots.narration('short')}
        <RegionHost id="stage" />
      </div>
      {slots.notice}
      <div className={styles.bar}>
        {slots.transport(false)}
        <div className={styles.scrubber}>{slots.scrubber}</div>
        <span className={styles.position}>{slots.position}</span>
        <a className={styles.open} href={url.href} target="_blank" rel="noopener" aria-label={t('open.full')}>
          <BrandMark />
          <span className={styles.word}>{t('open')}</span>
        </a>
      </div>
    </main>
  );
}
