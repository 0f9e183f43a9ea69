import type { ReactNode } from 'react';
import { shellText } from '../../i18n/catalogue/shell.ts';
import { handlerOf } from '../session/commands.ts';
import { showDialog } from '../session/shell.ts';
import { IconButton } from '../widgets/controls/button.tsx';
import { BrandMark } from '../widgets/glyphs/icon.tsx';
import { useText } from '../widgets/ui-context.tsx';
import { LanguageToggle, NarrowMenu, SettingsMenu } from './settings-menu.tsx';
import styles from './top-bar.module.css';

export interface TopBarProps {
  /** Where one is: a `Breadcrumb`. */
  readonly place: ReactNode;
  /** What can be done with it: `ToolButton`s. */
  readonly tools: ReactNode;
  /** Ways to the regions that have no place beside the stage. */
  readonly regions?: ReactNode;
  readonly small: boolean;
  /** No line and no tone below: for pages that begin with a headline. */
  readonly plain?: boolean;
}

/** The run's title alone, for phones: on one line whatever its length. */
export function PlainTitle({ children }: { readonly children: string }) {
  return (
    <span className={styles.title} title={children}>
      {children}
    </span>
  );
}

/** The bar on top of every page. The sign leads to the scenarios. */
export function TopBar({ place, tools, regions, small, plain = false }: TopBarProps) {
  const t = useText(shellText);
  return (
    <header className={styles.top} data-plain={plain} data-small={small}>
      <button
        type="button"
        className={styles.brand}
        aria-label={`${t('product')}, ${t('cmd.gallery')}`}
        onClick={() => handlerOf('gallery')?.()}
      >
        <BrandMark />
        {!small && <b>{t('product')}</b>}
      </button>
      <nav className={styles.place} aria-label={t('region.place')}>
        {place}
      </nav>
      <div className={styles.tools}>
        {tools}
        {regions}
        {small ? (
          <NarrowMenu />
        ) : (
          <>
            <span className={styles.rule} />
            <LanguageToggle className={styles.language} on={styles.on} />
            <SettingsMenu />
            <IconButton label={t('shortcuts')} icon="help" keys="?" onClick={() => showDialog('shortcuts')} />
          </>
        )}
      </div>
    </header>
  );
}
