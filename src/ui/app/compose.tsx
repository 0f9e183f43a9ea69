import { lazy, Suspense, useMemo } from 'react';
import { shellText } from '../../i18n/catalogue/shell.ts';
import { InspectorPanel, MilestonesSlot } from '../features/inspector/inspector.tsx';
import { RunNotice } from '../features/share/run-notice.tsx';
import { ShareButton } from '../features/share/share-button.tsx';
import { Narrator } from '../features/narration/narrator.tsx';
import { PipelineStage } from '../features/pipeline/pipeline.tsx';
import { Place, useRunTitle } from '../features/pipeline/place.tsx';
import { ZoomControl } from '../features/pipeline/zoom-control.tsx';
import { TimelinePanel } from '../features/timeline/timeline.tsx';
import { PhaseScrubber, Position, ScaleControls, TransportBar } from '../features/timeline/transport.tsx';
import { useText } from '../widgets/ui-context.tsx';
import type { Slots } from './slots.ts';

const TerminalPanel = lazy(() => import('../features/terminal/terminal.tsx').then((module) => ({ default: module.TerminalPanel })));
const EditorPanel = lazy(() => import('../features/editor/editor.tsx').then((module) => ({ default: module.EditorPanel })));

/** Puts the features into the frame's slots: the one place that knows them all. */
export function useSlots(): Slots {
  const t = useText(shellText);
  const title = useRunTitle() ?? t('product');
  return useMemo((): Slots => {
    return {
      place: <Place />,
      title,
      tools: <ShareButton />,
      notice: <RunNotice />,
      narration: (form) => <Narrator form={form} aside={<ZoomControl />} />,
      left: { label: t('region.left'), content: <Suspense><EditorPanel /></Suspense> },
      inspector: { label: t('region.inspector'), content: <InspectorPanel /> },
      milestones: <MilestonesSlot />,
      stage: { label: t('region.stage'), content: <PipelineStage /> },
      dock: [
        { id: 'timeline', label: t('region.timeline'), content: <TimelinePanel /> },
        { id: 'terminal', label: t('region.terminal'), content: <Suspense><TerminalPanel /></Suspense> },
      ],
      dockAside: <ScaleControls />,
      transport: (large) => <TransportBar large={large} />,
      scrubber: <PhaseScrubber />,
      position: <Position />,
    };
  }, [t, title]);
}
