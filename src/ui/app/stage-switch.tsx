import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useCommands } from '../session/commands.ts';
import { reveal } from '../session/shell.ts';
import { showStage, stageView } from '../session/stage-view.ts';

/** The drawing of the run, or the view that was asked for in its place. */
export function StageSwitch({
  run,
  scheduler,
  twins,
}: {
  readonly run: ReactNode;
  readonly scheduler: ReactNode;
  readonly twins: ReactNode;
}) {
  const view = useStore(stageView, (state) => state.view);
  useCommands({ scheduler: () => showStage(view === 'scheduler' ? 'run' : 'scheduler') });
  const before = useRef(view);
  useEffect(() => {
    // The view took the keyboard with it.
    if (before.current !== view && view === 'run' && document.activeElement === document.body)
      reveal('stage');
    before.current = view;
  }, [view]);
  if (view === 'run') return run;
  return <Suspense>{view === 'scheduler' ? scheduler : twins}</Suspense>;
}
