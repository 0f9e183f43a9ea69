import { useStore } from 'zustand';
import { shellText } from '../../../i18n/catalogue/shell.ts';
import { reveal, type RegionId, shell } from '../../session/shell.ts';
import { Icon } from '../../widgets/glyphs/icon.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { RegionHost } from '../regions.tsx';
import type { Slots } from '../slots.ts';
import { openable } from './compact.tsx';
import styles from './narrow.module.css';

/** At most this many tabs fit a phone; the rest is reached through the inspector and the menu. */
const MOST_TABS = 5;

/** Below 480 px: one view at a time, seven points and a 44 px transport below it, tabs at the bottom. */
export function NarrowLayout({ slots }: { readonly slots: Slots }) {
  const t = useText(shellText);
  const overlay = useStore(shell, (state) => state.overlay);
  const tabs = [
    { id: 'stage' as RegionId, label: slots.stage.label, icon: 'pipeline' as const },
    ...openable(slots),
  ].slice(0, MOST_TABS);
  const shown = tabs.find((tab) => tab.id === overlay)?.id ?? 'stage';
  const typing = shown === 'left' || shown === 'terminal';
  return (
    <main className={styles.body}>
      <div className={styles.view}>
        {shown === 'stage' ? (
          slots.narration('stacked')
        ) : (
          <h1 className="sr-only">{tabs.find((tab) => tab.id === shown)?.label}</h1>
        )}
        <RegionHost key={shown} id={shown} />
      </div>
      {slots.notice}
      {!typing && (
        <div className={styles.controls}>
          {shown === 'stage' && slots.milestones}
          <div className={styles.transport}>
            {slots.transport(true)}
            {slots.playback}
          </div>
        </div>
      )}
      <nav
        className={styles.tabs}
        aria-label={t('region.views')}
        style={{ gridTemplateColumns: `repeat(${tabs.length}, minmax(0, 1fr))` }}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            className={styles.tab}
            aria-current={tab.id === shown ? 'page' : undefined}
            onClick={() => reveal(tab.id)}
          >
            <Icon name={tab.icon} size={18} />
            <span className={styles.word}>{tab.label}</span>
          </button>
        ))}
      </nav>
    </main>
  );
}
