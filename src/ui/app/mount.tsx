import '../widgets/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Lang } from '../../i18n/lang.ts';
import { isLink } from '../../share/is-link.ts';
import { openAddress, openWithoutLink } from '../features/share/links.ts';
import { startAutosave } from '../session/autosave.ts';
import { welcome } from '../session/page.ts';
import { preferences } from '../session/preferences.ts';
import { createSession, type Session } from '../session/session.ts';
import { spawnEngine } from '../session/spawn-engine.ts';
import { paint, type ThemeChoice } from '../widgets/theme/theme.ts';
import { App } from './app.tsx';
import { keepOffline } from './offline.ts';
import type { Forced } from './providers.tsx';

const THEMES: Readonly<Record<string, ThemeChoice>> = { system: 'system', dark: 'dark', light: 'light' };
const LANGUAGES: Readonly<Record<string, Lang>> = { ko: 'ko', en: 'en' };

/** `?theme=` and `?lang=` of the address, where they say something known. */
function forcedBy(query: URLSearchParams): Forced {
  const theme = THEMES[query.get('theme') ?? ''];
  const lang = LANGUAGES[query.get('lang') ?? ''];
  return { ...(theme === undefined ? {} : { theme }), ...(lang === undefined ? {} : { lang }) };
}

/** A sitting with what the address holds open: a link, or the first scenario. */
function openSession(embed: boolean): Session {
  const session = createSession(spawnEngine);
  if (embed || isLink(window.location.hash)) void openAddress(session, window.location.hash);
  else void openWithoutLink(session);
  if (embed) {
    void import('../features/embed/listen.ts').then(({ listenToHost }) =>
      listenToHost(session, (fragment) => void openAddress(session, fragment)),
    );
  } else {
    startAutosave(session);
    keepOffline();
  }
  window.addEventListener('hashchange', () => void openAddress(session, window.location.hash));
  return session;
}

/** Starts the page in `root`. `?embed` chooses the reduced page for other sites. */
export function mount(root: HTMLElement): void {
  const query = new URLSearchParams(window.location.search);
  const forced = forcedBy(query);
  // Before the first frame, so that no wrong theme flashes.
  const { theme, motion } = preferences.getState();
  paint(forced.theme ?? theme, motion);
  const embed = query.has('embed');
  if (!embed && window.location.hash === '') welcome();
  createRoot(root).render(
    <StrictMode>
      <App session={openSession(embed)} embed={embed} forced={forced} />
    </StrictMode>,
  );
}
