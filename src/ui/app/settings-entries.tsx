import { useStore } from 'zustand';
import { shellText } from '../../i18n/catalogue/shell.ts';
import { type CommandId, handlerOf } from '../session/commands.ts';
import { asked, preferences, type Preferences, setPreferences } from '../session/preferences.ts';
import { showDialog } from '../session/shell.ts';
import type { IconName } from '../widgets/glyphs/icons.ts';
import { MenuCheck, MenuItem, MenuLabel, MenuRadio, MenuRule } from '../widgets/overlay/menu.tsx';
import { useText, useUi } from '../widgets/ui-context.tsx';

const THEMES = ['system', 'dark', 'light'] as const satisfies readonly Preferences['theme'][];
const MOTIONS = ['system', 'full', 'reduced'] as const satisfies readonly Preferences['motion'][];
const CONTRASTS = ['system', 'more'] as const satisfies readonly Preferences['contrast'][];

/** Theme, motion, contrast, single-letter keys, panel sizes. */
export function DisplayEntries() {
  const t = useText(shellText);
  const chosen = useStore(preferences);
  const { theme: asks } = useStore(asked);
  return (
    <>
      <MenuLabel>{t('settings.theme')}</MenuLabel>
      <MenuRadio
        value={asks ?? chosen.theme}
        onChange={(theme) => setPreferences({ theme })}
        options={THEMES.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
      />
      <MenuRule />
      <MenuLabel>{t('settings.motion')}</MenuLabel>
      <MenuRadio
        value={chosen.motion}
        onChange={(motion) => setPreferences({ motion })}
        options={MOTIONS.map((value) => ({ value, label: t(`settings.motion.${value}`) }))}
      />
      <MenuRule />
      <MenuLabel>{t('settings.contrast')}</MenuLabel>
      <MenuRadio
        value={chosen.contrast}
        onChange={(contrast) => setPreferences({ contrast })}
        options={CONTRASTS.map((value) => ({ value, label: t(`settings.contrast.${value}`) }))}
      />
      <MenuRule />
      <MenuCheck on={chosen.singleKeys} onChange={(singleKeys) => setPreferences({ singleKeys })}>
        {t('settings.singleKeys')}
      </MenuCheck>
      <MenuItem icon="undo" onSelect={() => setPreferences({ sizes: {} })}>
        {t('settings.resetLayout')}
      </MenuItem>
    </>
  );
}

/** What a bar as narrow as a phone has no buttons for. */
const IN_MENU = [
  { id: 'faults', icon: 'bolt' },
  { id: 'branches', icon: 'branch' },
] as const satisfies readonly { readonly id: CommandId; readonly icon: IconName }[];

/** All of it in one menu, and what else has no button there. */
export function NarrowEntries() {
  const t = useText(shellText);
  const { lang } = useUi();
  return (
    <>
      {IN_MENU.map(({ id, icon }) => {
        const run = handlerOf(id);
        return run === undefined ? null : (
          <MenuItem key={id} icon={icon} onSelect={run}>
            {t(`cmd.${id}`)}
          </MenuItem>
        );
      })}
      <MenuItem icon="search" keys="Mod+K" onSelect={() => showDialog('palette')}>
        {t('find')}
      </MenuItem>
      <MenuItem icon="help" keys="?" onSelect={() => showDialog('shortcuts')}>
        {t('shortcuts')}
      </MenuItem>
      <MenuRule />
      <MenuLabel>{t('settings.language')}</MenuLabel>
      <MenuRadio
        value={lang}
        onChange={(next) => setPreferences({ lang: next })}
        options={[
          { value: 'ko', label: '한국어' },
          { value: 'en', label: 'English' },
        ]}
      />
      <MenuRule />
      <DisplayEntries />
    </>
  );
}
