import { createContext, type ReactNode, useContext } from 'react';
import type { Lang } from '../../i18n/lang.ts';
import { type Catalogue, type Text, type Translate, text } from '../../i18n/text.ts';
import type { Theme } from './theme/theme.ts';

/** What every component may need to know about the page: language, theme as shown, and whether motion is reduced. */
export interface Ui {
  readonly lang: Lang;
  readonly theme: Theme;
  readonly reducedMotion: boolean;
}

const UiContext = createContext<Ui>({ lang: 'en', theme: 'dark', reducedMotion: false });

/** Supplies `ui` to everything below it; the app renders it once. */
export function UiProvider({ ui, children }: { readonly ui: Ui; readonly children: ReactNode }) {
  return <UiContext value={ui}>{children}</UiContext>;
}

/** Language, theme and motion of the page. */
export function useUi(): Ui {
  return useContext(UiContext);
}

/** The messages of a catalogue in the page's language: `const t = useText(commonText)`. */
export function useText<En extends Catalogue>(source: Text<En>): Translate<En> {
  return text(source, useContext(UiContext).lang);
}
