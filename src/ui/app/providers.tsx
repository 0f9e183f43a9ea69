import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { pickLang } from '../../i18n/lang.ts';
import { asked, preferences } from '../session/preferences.ts';
import { HatchDefs } from '../widgets/drawing/hatch-defs.tsx';
import { LiveRegion } from '../widgets/live-region.tsx';
import { ToastProvider } from '../widgets/overlay/toast.tsx';
import { TipProvider } from '../widgets/overlay/tooltip.tsx';
import { paint, resolveMotion, resolveTheme, watchSystem } from '../widgets/theme/theme.ts';
import { type Ui, UiProvider } from '../widgets/ui-context.tsx';

/** The preferences as they apply now; repaints the root element when they or the system's settings change. */
function usePage(): Ui {
  const chosen = useStore(preferences);
  const forced = useStore(asked);
  const [, setSystem] = useState(0);
  const theme = forced.theme ?? chosen.theme;
  useEffect(() => watchSystem(() => setSystem((n) => n + 1)), []);
  const lang = forced.lang ?? chosen.lang ?? forced.linkLang ?? pickLang(navigator.languages);
  const shown = resolveTheme(theme);
  const reducedMotion = resolveMotion(chosen.motion);
  useEffect(() => {
    paint(theme, chosen.motion, chosen.contrast);
    document.documentElement.lang = lang;
    if (lang === 'ko')
      void import('../../i18n/catalogue/loop-notes.ko.ts').then(({ knowKoreanNotes }) => knowKoreanNotes());
  }, [theme, chosen.motion, chosen.contrast, lang, shown]);
  return useMemo(() => ({ lang, theme: shown, reducedMotion }), [lang, shown, reducedMotion]);
}

/** Everything that features may take for granted: language and theme, motion, tips, toasts, the live region, hatches. */
export function Providers({ children }: { readonly children: ReactNode }) {
  const ui = usePage();
  return (
    <UiProvider ui={ui}>
      <TipProvider>
        <LiveRegion>
          <ToastProvider>
            <HatchDefs />
            {children}
          </ToastProvider>
        </LiveRegion>
      </TipProvider>
    </UiProvider>
  );
}
