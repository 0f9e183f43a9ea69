import { lazy, Suspense, useEffect, useState } from 'react';
import { shellText } from '../../i18n/catalogue/shell.ts';
import type { RunDialog } from '../features/saves/run-entries.tsx';
import { ToolButton } from '../widgets/controls/tool-button.tsx';
import { Menu } from '../widgets/overlay/menu.tsx';
import { useText } from '../widgets/ui-context.tsx';

const RunEntries = lazy(() =>
  import('../features/saves/run-entries.tsx').then((module) => ({ default: module.RunEntries })),
);
const ExportEntries = lazy(() =>
  import('../features/export/export-entries.tsx').then((module) => ({ default: module.ExportEntries })),
);
const SavesDialog = lazy(() =>
  import('../features/saves/saves-dialog.tsx').then((module) => ({ default: module.SavesDialog })),
);
const ScenarioDialog = lazy(() =>
  import('../features/saves/scenario-dialog.tsx').then((module) => ({ default: module.ScenarioDialog })),
);
const DropFiles = lazy(() =>
  import('../features/saves/drop-files.tsx').then((module) => ({ default: module.DropFiles })),
);

/** Whether files have been over the page: what takes them is loaded then. */
function useDragged(): boolean {
  const [dragged, setDragged] = useState(false);
  useEffect(() => {
    const enter = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      // Until the rest is there, the browser must not open the file in place of the page.
      event.preventDefault();
      setDragged(true);
    };
    window.addEventListener('dragenter', enter);
    return () => window.removeEventListener('dragenter', enter);
  }, []);
  return dragged;
}

/** What can be done with the run as a whole. Everything behind the button is loaded when it is asked for. */
export function RunMenu() {
  const t = useText(shellText);
  const [dialog, setDialog] = useState<RunDialog>();
  const dragged = useDragged();
  const close = (): void => setDialog(undefined);
  return (
    <>
      <Menu label={t('run.menu')} align="end" trigger={<ToolButton label={t('run.menu')} icon="folder" />}>
        <Suspense>
          <RunEntries onDialog={setDialog} />
          <ExportEntries />
        </Suspense>
      </Menu>
      <Suspense>
        {dragged && <DropFiles />}
        {dialog === 'saves' && <SavesDialog onClose={close} />}
        {dialog === 'scenario' && <ScenarioDialog onClose={close} />}
      </Suspense>
    </>
  );
}
