import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { pageStore } from '../session/page.ts';
import type { Session } from '../session/session.ts';
import { shell, showDialog } from '../session/shell.ts';
import { SessionProvider, useSession } from '../session/use-session.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { atFirstSign } from './first-sign.ts';
import { Providers } from './providers.tsx';
import { useKeys } from './use-keys.ts';

const loadRunPage = () => import('./run-page.tsx').then((module) => module.RunPage);
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
);
const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })));

/** The dialogs of the frame, loaded when first opened. */
function Dialogs() {
  const dialog = useStore(shell, (state) => state.dialog);
  const close = (): void => showDialog(undefined);
  if (dialog === undefined) return null;
  return (
    <Suspense>
      {dialog === 'palette' ? <Palette onClose={close} /> : <ShortcutsDialog onClose={close} />}
    </Suspense>
  );
}

/** What fills the window. */
type Shown = ComponentType<{ readonly embed: boolean }>;

export interface PageProps {
  readonly page: Shown;
  /** The page is a first visit's: the run's is still to be fetched. */
  readonly first: boolean;
  readonly embed: boolean;
  /** The page stands and hears keys. */
  readonly onStand: () => void;
}

/**
 * The page to show: the one it began with, and once a run is asked for, the run's. That is fetched as soon as there is
 * anybody to ask for it; until it is there the first stays, and nothing plays unseen.
 */
function useShown({ page, first, embed }: PageProps): ReactNode {
  const { cursor, player } = useSession();
  const [shown, setShown] = useState<Shown>(() => page);
  const away = useStore(pageStore, (state) => state.page === 'run');
  const missing = first && shown === page;
  useEffect(() => {
    if (!missing) return undefined;
    return atFirstSign(() => void loadRunPage());
  }, [missing]);
  useEffect(() => {
    if (!missing || !away) return undefined;
    let plays = false;
    const hold = (): void => {
      if (!cursor.getState().playing) return;
      plays = true;
      player.pause();
    };
    hold();
    const letGo = cursor.subscribe(hold);
    const show = async (): Promise<void> => {
      const loaded = await loadRunPage();
      letGo();
      setShown(() => loaded);
      if (plays) player.play();
    };
    show().catch((error: unknown) =>
      // In the updater, so that the boundary around the page says it.
      setShown(() => {
        throw error;
      }),
    );
    return letGo;
  }, [missing, away, cursor, player]);
  return createElement(shown, { embed });
}

function Page(page: PageProps) {
  useKeys();
  const shown = useShown(page);
  const { onStand } = page;
  useEffect(onStand, [onStand]);
  return (
    <>
      {shown}
      <ErrorBoundary part="dialogs">
        <Dialogs />
      </ErrorBoundary>
    </>
  );
}

interface AppProps extends PageProps {
  readonly session: Session;
}

/** The whole page. */
export function App({ session, ...page }: AppProps) {
  return (
    <Providers>
      <SessionProvider session={session}>
        <ErrorBoundary part="page">
          <Page {...page} />
        </ErrorBoundary>
      </SessionProvider>
    </Providers>
  );
}
