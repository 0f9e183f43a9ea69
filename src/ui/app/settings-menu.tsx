import { lazy, Suspense } from 'react';
import { shellText } from '../../i18n/catalogue/shell.ts';
import { setPreferences } from '../session/preferences.ts';
import { IconButton } from '../widgets/controls/button.tsx';
import { Menu } from '../widgets/overlay/menu.tsx';
import { useText, useUi } from '../widgets/ui-context.tsx';

const DisplayEntries = lazy(() =>
  import('./settings-entries.tsx').then((module) => ({ default: module.DisplayEntries })),
);
const NarrowEntries = lazy(() =>
  import('./settings-entries.tsx').then((module) => ({ default: module.NarrowEntries })),
);

/** Theme, motion, contrast, single-letter keys, panel sizes. Its icon is the theme one would change to. */
export function SettingsMenu() {
  const t = useText(shellText);
  const { theme } = useUi();
  return (
    <Menu
      label={t('settings')}
      align="end"
      trigger={<IconButton label={t('settings')} icon={theme === 'dark' ? 'sun' : 'moon'} />}
    >
      <Suspense>
        <DisplayEntries />
      </Suspense>
    </Menu>
  );
}

/** Language as two short words, one lit; pressing changes to the other. */
export function LanguageToggle({
  className,
  on,
}: {
  readonly className: string | undefined;
  readonly on: string | undefined;
}) {
  const t = useText(shellText);
  const { lang } = useUi();
  return (
    <button
      type="button"
      className={className}
      aria-label={t('language')}
      onClick={() => setPreferences({ lang: lang === 'ko' ? 'en' : 'ko' })}
    >
      <span lang="ko" className={lang === 'ko' ? on : undefined}>
        한
      </span>
      <span lang="en" className={lang === 'en' ? on : undefined}>
        EN
      </span>
    </button>
  );
}

/** All settings in one menu, for pages too narrow for a row of buttons. */
export function NarrowMenu() {
  const t = useText(shellText);
  return (
    <Menu
      label={t('menu')}
      align="end"
      trigger={<IconButton label={t('menu')} icon="menu" iconSize={18} tip={false} />}
    >
      <Suspense>
        <NarrowEntries />
      </Suspense>
    </Menu>
  );
}
