import { useEffect, useRef } from 'react';
import { commonText } from '../../../i18n/catalogue/common.ts';
import { timelineText } from '../../../i18n/catalogue/timeline.ts';
import { useCommands } from '../../session/commands.ts';
import { lanes, panned, showWindow, WHOLE, zoomed } from '../../session/lanes.ts';
import { useIsComing, useSession } from '../../session/use-session.tsx';
import { EmptyLanes } from '../../widgets/data/notice.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { Drawing } from './drawing.tsx';
import { LaneList } from './lane-list.tsx';
import { Minimap } from './minimap.tsx';
import { cursorPosition } from './playhead.ts';
import { PodMenu } from './pod-menu.tsx';
import { useScene } from './scene.ts';
import styles from './timeline.module.css';
import { type Timeline, useTimeline } from './use-timeline.ts';

/** The lanes of the run: who did what when, with the playhead over them. */
export function TimelinePanel() {
  const t = useText(timelineText);
  const common = useText(commonText);
  const timeline = useTimeline();
  const isComing = useIsComing();
  if (timeline === undefined || timeline.view.lanes.length === 0)
    return <EmptyLanes>{isComing ? common('opening') : t('empty')}</EmptyLanes>;
  return <Lanes timeline={timeline} />;
}

/** The window halves or doubles at a press, and moves by a quarter. */
const ZOOM = 2;
const PAN = 0.25;

function useWindowKeys({ branch, view }: Timeline): void {
  const { cursor } = useSession();
  const zoom = (factor: number): void => {
    const { window } = lanes.getState();
    const head = cursorPosition(branch, view.axis, cursor.getState());
    // Around the playhead while it is in sight.
    const around = head < window.from || head > window.to ? (window.from + window.to) / 2 : head;
    showWindow(zoomed(window, factor, around));
  };
  const pan = (share: number): void => {
    const { window } = lanes.getState();
    showWindow(panned(window, share * (window.to - window.from)));
  };
  useCommands({
    'lanes.in': () => zoom(1 / ZOOM),
    'lanes.out': () => zoom(ZOOM),
    'lanes.left': () => pan(-PAN),
    'lanes.right': () => pan(PAN),
    'lanes.all': () => showWindow(WHOLE),
  });
}

function Lanes({ timeline }: { readonly timeline: Timeline }) {
  const list = useRef<HTMLDivElement>(null);
  const scene = useScene(timeline);
  useWindowKeys(timeline);
  const { branch } = timeline;
  const own = branch.parent === undefined ? branch.id : undefined;
  useEffect(() => {
    // Another run from its beginning: what was looked at closely belonged to the one before.
    if (own !== undefined) showWindow(WHOLE);
  }, [own]);
  return (
    <div className={styles.timeline}>
      <div className={styles.corner}>
        <PodMenu timeline={timeline} />
      </div>
      <LaneList scene={scene} list={list} />
      <Drawing scene={scene} list={list} />
      <Minimap timeline={timeline} />
    </div>
  );
}
