import '../widgets/theme/base.css';
import { startTransition, StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import type { Lang } from '../../i18n/lang.ts';
import { isLink } from '../../share/is-link.ts';
import { openAddress, openWithoutLink } from '../features/share/links.ts';
import { asked, preferences } from '../session/preferences.ts';
import { createSession, type Session } from '../session/session.ts';
import { whenIdle } from '../session/when-idle.ts';
import { spawnEngine } from '../session/spawn-engine.ts';
import { paint, type ThemeChoice } from '../widgets/theme/theme.ts';
import { App, type PageProps } from './app.tsx';
import { atFirstSign } from './first-sign.ts';
import { keepOffline } from './offline.ts';

const THEMES: Readonly<Record<string, ThemeChoice>> = { system: 'system', dark: 'dark', light: 'light' };
const LANGUAGES: Readonly<Record<string, Lang>> = { ko: 'ko', en: 'en' };

/** Takes up `?theme=` and `?lang=` of the address, where they say something known. */
function heed(query: URLSearchParams): void {
  asked.setState({ theme: THEMES[query.get('theme') ?? ''], lang: LANGUAGES[query.get('lang') ?? ''] });
}

/** From this width on a first visit sees the cluster that the first command will hit. */
const SHOWS_CLUSTER = '(min-width: 1440px)';

/** Starts the engine behind a first visit's page once that can be used, unless somebody was faster. */
function openBehind(session: Session): void {
  const open = (): void => {
    if (session.runs.active() === undefined) void openWithoutLink(session);
  };
  if (!window.matchMedia(SHOWS_CLUSTER).matches) atFirstSign(open);
  else whenIdle(open);
}

/** What the user does is written down, from when there is room to fetch what does it. */
function autosave(session: Session): void {
  whenIdle(
    () => void import('../session/autosave.ts').then(({ startAutosave }) => startAutosave(session, isLink)),
  );
}

/** A sitting with what the address holds open: a link, or the first scenario. */
function openSession(embed: boolean, first: boolean): Session {
  const session = createSession(spawnEngine);
  if (embed || isLink(window.location.hash)) void openAddress(session, window.location.hash);
  else if (first) openBehind(session);
  else void openWithoutLink(session);
  if (embed) {
    void import('../features/embed/listen.ts').then(({ listenToHost }) =>
      listenToHost(session, (fragment) => void openAddress(session, fragment)),
    );
  } else {
    autosave(session);
    keepOffline();
  }
  window.addEventListener('hashchange', () => void openAddress(session, window.location.hash));
  return session;
}

/** Mounts the page in `root`, piece by piece where it is large. */
export function mount(root: Root, page: PageProps): void {
  heed(new URLSearchParams(window.location.search));
  // Before the first frame, so that no wrong theme flashes.
  const { theme, motion, contrast } = preferences.getState();
  paint(asked.getState().theme ?? theme, motion, contrast);
  const session = openSession(page.embed, page.first);
  startTransition(() =>
    root.render(
      <StrictMode>
        <App session={session} {...page} />
      </StrictMode>,
    ),
  );
}
