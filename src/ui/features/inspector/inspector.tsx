import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useCommands } from '../../session/commands.ts';
import { reveal } from '../../session/shell.ts';
import { stageView } from '../../session/stage-view.ts';
import { useSelection, useSession } from '../../session/use-session.tsx';
import type { TabId } from './tab-state.ts';
import { useTrail } from './trail.ts';

const ComponentPanel = lazy(() =>
  import('./component-panel.tsx').then((module) => ({ default: module.ComponentPanel })),
);
const ObjectPanel = lazy(() =>
  import('./object-panel.tsx').then((module) => ({ default: module.ObjectPanel })),
);
const PodPanel = lazy(() => import('./pod-panel.tsx').then((module) => ({ default: module.PodPanel })));
const Milestones = lazy(() => import('./milestones.tsx').then((module) => ({ default: module.Milestones })));

/** Tabs that are features of their own. */
export interface InspectorPanelProps {
  readonly request: ReactNode;
  /** Only there once the scheduler has tried the Pod. */
  readonly scheduler: ReactNode;
  /** The faults of a picked component. */
  readonly faults: ReactNode;
}

/** Which tab is open, also while the panel is away: on a small screen it comes only when it is asked for. */
const openTab = createStore<{ readonly tab: TabId }>(() => ({ tab: 'now' }));

const onTab = (tab: TabId): void => openTab.setState({ tab });

/** The way to the panel's answers by key, wherever the panel is. */
export function useInspectorKeys(): void {
  const { selection } = useSession();
  // The X-ray on the stage keeps its numbers here.
  useEffect(
    () =>
      stageView.subscribe(({ view }) => {
        if (view === 'scheduler') onTab('scheduler');
      }),
    [],
  );
  useCommands({
    why: () => {
      // A component has no trouble of its own: the question is about what it works for.
      if (selection.getState().selection.kind === 'component')
        selection.setState({ selection: { kind: 'none' } });
      onTab('why');
      reveal('inspector');
    },
  });
}

/** What is known at the cursor of the picked component, or of one object: the picked one, or the story's Pod. */
export function InspectorPanel({ request, scheduler, faults }: InspectorPanelProps) {
  const selection = useSelection((state) => state.selection);
  const tab = useStore(openTab, (state) => state.tab);
  const trail = useTrail();
  if (selection.kind === 'component')
    return (
      <Suspense>
        <ComponentPanel actor={selection.actor} faults={<Suspense>{faults}</Suspense>} />
      </Suspense>
    );
  return (
    <Suspense>
      {selection.kind === 'object' && selection.subject.resource !== 'pods' ? (
        <ObjectPanel trail={trail} tab={tab} onTab={onTab} />
      ) : (
        <PodPanel trail={trail} tab={tab} onTab={onTab} request={request} scheduler={scheduler} />
      )}
    </Suspense>
  );
}

/** The seven points for phones; nothing before there is a Pod. */
export function MilestonesSlot() {
  return (
    <Suspense>
      <Milestones />
    </Suspense>
  );
}
