import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { branchesText } from '../../../i18n/catalogue/branches.ts';
import { useCommands } from '../../session/commands.ts';
import { showStage, stageView } from '../../session/stage-view.ts';
import { useSession } from '../../session/use-session.tsx';
import { ToolButton } from '../../widgets/controls/tool-button.tsx';
import { useText } from '../../widgets/ui-context.tsx';

const Sheet = lazy(() =>
  import('../../widgets/overlay/dialog.tsx').then((module) => ({ default: module.Sheet })),
);

/** The button in the top bar and the list it opens beside the page; and the key to two branches on one clock. */
export function BranchTool({ panel }: { readonly panel: ReactNode }) {
  const t = useText(branchesText);
  const { runs } = useSession();
  const count = useStore(runs.store, ({ branches }) => branches.size);
  const [open, setOpen] = useState(false);
  // The list makes room for what was chosen in it.
  useEffect(() => stageView.subscribe(({ view }) => view === 'twins' && setOpen(false)), []);
  const toggleTwins = (): void => {
    if (stageView.getState().view === 'twins') return showStage('run');
    const { branches, active, beside } = runs.store.getState();
    const others = [...branches.keys()].filter((id) => id !== active);
    // Where there is one other there is nothing to choose.
    if (beside === undefined && others.length === 1) runs.setBeside(others[0]);
    showStage('twins');
  };
  useCommands({
    branches: () => setOpen((before) => !before),
    twins: toggleTwins,
    back: () => {
      if (!open) return false;
      setOpen(false);
      return true;
    },
  });
  return (
    <>
      <ToolButton
        label={count > 1 ? t('tool.count', { n: count }) : t('tool')}
        icon="branch"
        data-doubled
        keys="B"
        aria-pressed={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Suspense>
          <Sheet open aside onClose={() => setOpen(false)} side="right" width={360} title={t('title')} bare>
            {panel}
          </Sheet>
        </Suspense>
      )}
    </>
  );
}
