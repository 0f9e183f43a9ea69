import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { shellText } from '../../i18n/catalogue/shell.ts';
import { InspectorPanel, MilestonesSlot, useInspectorKeys } from '../features/inspector/inspector.tsx';
import { BreakpointMenu } from '../features/breakpoints/breakpoint-menu.tsx';
import { BranchTool } from '../features/branches/branch-tool.tsx';
import { FaultTool } from '../features/faults/fault-tool.tsx';
import { RunNotice } from '../features/share/run-notice.tsx';
import { ShareButton } from '../features/share/share-button.tsx';
import { Narrator } from '../features/narration/narrator.tsx';
import { PipelineStage } from '../features/pipeline/pipeline.tsx';
import { Place, useRunTitle } from '../features/pipeline/place.tsx';
import { ZoomControl } from '../features/pipeline/zoom-control.tsx';
import { Position, ScaleControls, ScaleEntries, TransportBar } from '../features/timeline/transport.tsx';
import { useCommands } from '../session/commands.ts';
import { pageStore, showPage } from '../session/page.ts';
import { stageView } from '../session/stage-view.ts';
import { useSession } from '../session/use-session.tsx';
import { Breadcrumb } from '../widgets/data/breadcrumb.tsx';
import { useText } from '../widgets/ui-context.tsx';
import { GalleryButton } from './gallery-button.tsx';
import { MissingParts } from './missing-parts.tsx';
import { RunMenu } from './run-menu.tsx';
import type { Slots } from './slots.ts';
import { StageSwitch } from './stage-switch.tsx';

const GalleryPage = lazy(() =>
  import('../features/gallery/gallery.tsx').then((module) => ({ default: module.GalleryPage })),
);
const TimelinePanel = lazy(() =>
  import('../features/timeline/timeline.tsx').then((module) => ({ default: module.TimelinePanel })),
);
const PhaseScrubber = lazy(() =>
  import('../features/timeline/ribbon.tsx').then((module) => ({ default: module.PhaseScrubber })),
);
const TerminalPanel = lazy(() =>
  import('../features/terminal/terminal.tsx').then((module) => ({ default: module.TerminalPanel })),
);
const RecordsPanel = lazy(() =>
  import('../features/records/records.tsx').then((module) => ({ default: module.RecordsPanel })),
);
const EditorPanel = lazy(() =>
  import('../features/editor/editor.tsx').then((module) => ({ default: module.EditorPanel })),
);
const RequestTab = lazy(() =>
  import('../features/request-view/request-tab.tsx').then((module) => ({ default: module.RequestTab })),
);
const RequestStage = lazy(() =>
  import('../features/request-view/request-stage.tsx').then((module) => ({ default: module.RequestStage })),
);
const SchedulerTab = lazy(() =>
  import('../features/scheduler-xray/scheduler-tab.tsx').then((module) => ({ default: module.SchedulerTab })),
);
const SchedulerXray = lazy(() =>
  import('../features/scheduler-xray/xray.tsx').then((module) => ({ default: module.SchedulerXray })),
);
const ComponentFaults = lazy(() =>
  import('../features/faults/component-faults.tsx').then((module) => ({ default: module.ComponentFaults })),
);
const UserMenu = lazy(() =>
  import('../features/users/user-menu.tsx').then((module) => ({ default: module.UserMenu })),
);
const TwinView = lazy(() =>
  import('../features/twins/twin-view.tsx').then((module) => ({ default: module.TwinView })),
);
const BranchPanel = lazy(() =>
  import('../features/twins/branch-panel.tsx').then((module) => ({ default: module.BranchPanel })),
);

/** A part that is loaded when it is first shown. */
const later = (part: ReactNode): ReactNode => <Suspense>{part}</Suspense>;

/** What can be done with the run, in the top bar. */
const TOOLS = (
  <>
    <GalleryButton />
    <RunMenu />
    <BranchTool panel={later(<BranchPanel />)} />
    <FaultTool />
    <ShareButton />
  </>
);

const STAGE = (
  <StageSwitch
    run={<PipelineStage server={<RequestStage />} />}
    scheduler={<SchedulerXray />}
    twins={<TwinView />}
  />
);

const NOTICE = (
  <>
    <MissingParts />
    <RunNotice />
  </>
);

const DOCK_ASIDE = (
  <>
    <ScaleControls />
    <BreakpointMenu />
  </>
);

/** What the dock's bar holds besides the transport, as one button. */
const PLAYBACK = (
  <BreakpointMenu>
    <ScaleEntries />
  </BreakpointMenu>
);

const INSPECTOR = (
  <InspectorPanel request={<RequestTab />} scheduler={<SchedulerTab />} faults={<ComponentFaults />} />
);

/** Puts the features into the frame's slots: the one place that knows them all. */
export function useSlots(): Slots {
  const t = useText(shellText);
  const title = useRunTitle() ?? t('product');
  const wholeStage = useStore(stageView, ({ view }) => view !== 'run');
  const xray = useStore(stageView, ({ view }) => view === 'scheduler');
  const gallery = useStore(pageStore, ({ page }) => page === 'gallery');
  const { player } = useSession();
  useEffect(() => {
    // Several tabs are told apart by what is played in them.
    document.title = gallery || title === t('product') ? t('product') : `${title} · ${t('product')}`;
  }, [gallery, title, t]);
  useInspectorKeys();
  useEffect(() => {
    // Nobody sees it behind the page.
    if (gallery) player.pause();
  }, [gallery, player]);
  useCommands({ gallery: () => showPage(gallery ? 'run' : 'gallery') });
  return useMemo((): Slots => {
    return {
      ...(gallery ? { page: later(<GalleryPage />) } : {}),
      place: gallery ? <Breadcrumb crumbs={[{ id: 'gallery', label: t('cmd.gallery') }]} /> : <Place />,
      title: gallery ? t('cmd.gallery') : title,
      tools: gallery ? null : TOOLS,
      notice: NOTICE,
      // The X-ray has a headline of its own.
      narration: (form) =>
        xray ? null : <Narrator form={form} {...(wholeStage ? {} : { aside: <ZoomControl /> })} />,
      left: {
        label: t('region.left'),
        content: later(<EditorPanel user={later(<UserMenu />)} />),
      },
      inspector: {
        label: t('region.inspector'),
        content: INSPECTOR,
      },
      milestones: <MilestonesSlot />,
      stage: {
        label: t('region.stage'),
        content: STAGE,
      },
      dock: [
        { id: 'timeline', label: t('region.timeline'), content: later(<TimelinePanel />) },
        {
          id: 'terminal',
          label: t('region.terminal'),
          content: later(<TerminalPanel user={later(<UserMenu />)} />),
        },
        {
          id: 'records',
          label: t('region.records'),
          content: later(<RecordsPanel />),
        },
      ],
      dockAside: DOCK_ASIDE,
      playback: PLAYBACK,
      transport: (large) => <TransportBar large={large} />,
      scrubber: later(<PhaseScrubber />),
      position: <Position />,
      wholeStage,
    };
  }, [t, title, gallery, wholeStage, xray]);
}
