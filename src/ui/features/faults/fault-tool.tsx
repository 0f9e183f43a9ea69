import { lazy, Suspense, useState } from 'react';
import { faultsText } from '../../../i18n/catalogue/faults.ts';
import { useCommands } from '../../session/commands.ts';
import { useSession } from '../../session/use-session.tsx';
import { ToolButton } from '../../widgets/controls/tool-button.tsx';
import { useToast } from '../../widgets/overlay/toast.tsx';
import { useText } from '../../widgets/ui-context.tsx';

const FaultPanel = lazy(() => import('./fault-panel.tsx').then((module) => ({ default: module.FaultPanel })));

/** The button in the top bar, its panel, and the keys that open it and take the last fault back. */
export function FaultTool() {
  const t = useText(faultsText);
  const session = useSession();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const takeBack = async (): Promise<void> => {
    const { takeBackFault } = await import('../../session/take-back.ts');
    if (takeBackFault(session) !== undefined) toast({ text: t('undone') });
  };
  useCommands({
    faults: () => setOpen((before) => !before),
    undoFault: () => void takeBack(),
    back: () => {
      if (!open) return false;
      setOpen(false);
      return true;
    },
  });
  return (
    <>
      <ToolButton
        label={t('title')}
        icon="bolt"
        data-doubled
        keys="X"
        aria-pressed={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Suspense>
          <FaultPanel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
