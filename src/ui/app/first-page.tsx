import { shellText } from '../../i18n/catalogue/shell.ts';
import { GalleryPage } from '../features/gallery/gallery.tsx';
import { useCommands } from '../session/commands.ts';
import { showPage } from '../session/page.ts';
import { showDialog } from '../session/shell.ts';
import { Breadcrumb } from '../widgets/data/breadcrumb.tsx';
import { useText } from '../widgets/ui-context.tsx';
import { useBreakpoint } from './breakpoint.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { TopBar } from './top-bar.tsx';
import styles from './workbench.module.css';

/** What a first visit sees: the scenarios, as they are later seen from a run, but without one behind them. */
export function FirstPage() {
  const t = useText(shellText);
  const breakpoint = useBreakpoint();
  const small = breakpoint === 'compact' || breakpoint === 'narrow';
  useCommands({
    gallery: () => showPage('run'),
    palette: () => showDialog('palette'),
    shortcuts: () => showDialog('shortcuts'),
  });
  const name = t('cmd.gallery');
  return (
    <div className={styles.shell}>
      <ErrorBoundary part="top bar">
        <TopBar
          place={breakpoint === 'narrow' ? name : <Breadcrumb crumbs={[{ id: 'gallery', label: name }]} />}
          tools={null}
          small={small}
          plain
        />
      </ErrorBoundary>
      <main className={styles.page}>
        <ErrorBoundary part="page">
          <GalleryPage />
        </ErrorBoundary>
      </main>
    </div>
  );
}
