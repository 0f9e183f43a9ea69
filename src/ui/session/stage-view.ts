import { createStore } from 'zustand/vanilla';

/** What fills the stage: the drawing of the run, or a view that takes its place. */
export type StageView = 'run' | 'scheduler' | 'twins';

/** The view on the stage. Views leave the transport and the inspector where they are. */
export const stageView = createStore<{ readonly view: StageView }>(() => ({ view: 'run' }));

export function showStage(view: StageView): void {
  stageView.setState({ view });
}
