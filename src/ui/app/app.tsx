import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import type { Session } from '../session/session.ts';
import { shell, showDialog } from '../session/shell.ts';
import { SessionProvider } from '../session/use-session.tsx';
import { useSlots } from './compose.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { type Forced, Providers } from './providers.tsx';
import { useKeys } from './use-keys.ts';
import { Workbench } from './workbench.tsx';

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

function Page({ embed }: { readonly embed: boolean }) {
  useKeys();
  const slots = useSlots();
  return (
    <>
      <Workbench slots={slots} embed={embed} />
      <ErrorBoundary part="dialogs">
        <Dialogs />
      </ErrorBoundary>
    </>
  );
}

export interface AppProps {
  readonly session: Session;
  readonly embed: boolean;
  readonly forced: Forced;
}

/** The whole page. */
export function App({ session, embed, forced }: AppProps) {
  return (
    <Providers forced={forced}>
      <SessionProvider session={session}>
        <ErrorBoundary part="page">
          <Page embed={embed} />
        </ErrorBoundary>
      </SessionProvider>
    </Providers>
  );
}
