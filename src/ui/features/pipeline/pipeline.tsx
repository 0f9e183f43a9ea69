import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { pipelineText } from '../../../i18n/catalogue/pipeline.ts';
import { useCommands } from '../../session/commands.ts';
import type { SelectionStore, ZoomLevel } from '../../session/selection-store.ts';
import { useSelection, useSession } from '../../session/use-session.tsx';
import { Presence } from '../../widgets/presence.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import type { Actions } from './stable.ts';
import { Flow } from './flow.tsx';
import { chooseGeometry } from './geometry/choose.ts';
import { ORDER } from './parts.ts';
import styles from './pipeline.module.css';
import { type Roving, RovingContext } from './stop.tsx';
import { usePipeline } from './use-pipeline.ts';
import {
  isInServer,
  stepBack,
  zoomBy,
  zoomTo,
  zoomToNode,
  zoomToPod,
  zoomToProcess,
  zoomToServer,
} from './zoom.ts';

const ClusterLevel = lazy(() =>
  import('./levels/cluster.tsx').then((module) => ({ default: module.ClusterLevel })),
);
const NodeLevel = lazy(() => import('./levels/node.tsx').then((module) => ({ default: module.NodeLevel })));
const PodLevel = lazy(() => import('./levels/pod.tsx').then((module) => ({ default: module.PodLevel })));
const ProcessLevel = lazy(() =>
  import('./levels/process.tsx').then((module) => ({ default: module.ProcessLevel })),
);

/** How much wheel makes a level, and how long the next must wait. */
const WHEEL_STEP = 90;
const WHEEL_REST_MS = 420;

interface Size {
  readonly width: number;
  readonly height: number;
}

function useSize(): readonly [React.RefObject<HTMLDivElement | null>, Size | undefined] {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const read = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0)
        setSize((before) =>
          before?.width === width && before.height === height ? before : { width, height },
        );
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}

/** Fingers this much further apart, or closer, make a level; the next must wait as it does for the wheel. */
const PINCH = 1.3;

/** Zooms by two fingers, as the wheel does by turns; where they meet says into what. */
function usePinch(
  stage: React.RefObject<HTMLDivElement | null>,
  zoom: (inwards: boolean, on: Element) => void,
) {
  const act = useRef(zoom);
  useEffect(() => {
    act.current = zoom;
  });
  useEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    let from: number | undefined;
    let rested = 0;
    const spread = ({ touches: [a, b] }: TouchEvent): number | undefined =>
      a === undefined || b === undefined
        ? undefined
        : Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const start = (event: TouchEvent): void => void (from = spread(event));
    const move = (event: TouchEvent): void => {
      const now = spread(event);
      const finger = event.touches[0];
      if (from === undefined || now === undefined || finger === undefined) return;
      event.preventDefault();
      const ratio = now / from;
      if (event.timeStamp < rested) from = now;
      if (event.timeStamp < rested || (ratio < PINCH && ratio > 1 / PINCH)) return;
      from = now;
      rested = event.timeStamp + WHEEL_REST_MS;
      act.current(ratio > 1, finger.target as Element);
    };
    element.addEventListener('touchstart', start, { passive: true });
    element.addEventListener('touchend', start, { passive: true });
    element.addEventListener('touchmove', move, { passive: false });
    return () => {
      element.removeEventListener('touchstart', start);
      element.removeEventListener('touchend', start);
      element.removeEventListener('touchmove', move);
    };
  }, [stage]);
}

/** What the parts of the drawing do when chosen. */
function useActions(): Actions {
  const { selection } = useSession();
  return useMemo(
    () => ({
      component: (actor) => selection.setState({ selection: { kind: 'component', actor } }),
      node: (name) =>
        selection.setState({
          selection: { kind: 'object', subject: { resource: 'nodes', namespace: '', name } },
        }),
      pod: (ref, container) =>
        selection.setState({
          selection: {
            kind: 'object',
            subject: { resource: 'pods', ...ref, ...(container === undefined ? {} : { container }) },
          },
        }),
      enterNode: (name) => zoomToNode(selection, name),
      enterPod: (ref) => zoomToPod(selection, ref),
      enterServer: () => zoomToServer(selection),
      enterProcess: (ref, container) => zoomToProcess(selection, ref, container),
    }),
    [selection],
  );
}

/** A level in or out by a gesture: into the machine or the API server below it. */
function zoomOn(selection: SelectionStore, inwards: boolean, on: Element): void {
  const place = on.closest<HTMLElement>('[data-node]')?.dataset['node'];
  const server = on.closest('[data-stop="band"]') !== null;
  const above = inwards && selection.getState().zoom < 2;
  if (above && place !== undefined) zoomToNode(selection, place);
  else if (above && server) zoomToServer(selection);
  else zoomBy(selection, inwards ? 1 : -1);
}

/** Levels by number, by + and -, by the wheel and by two fingers. */
function useZooming(stage: React.RefObject<HTMLDivElement | null>): void {
  const { selection } = useSession();
  useCommands({
    'level.0': () => zoomTo(selection, 0),
    'level.1': () => zoomTo(selection, 1),
    'level.2': () => zoomTo(selection, 2),
    'level.3': () => zoomTo(selection, 3),
    'level.4': () => zoomTo(selection, 4),
    'zoom.in': () => zoomBy(selection, 1),
    'zoom.out': () => zoomBy(selection, -1),
    back: () => stepBack(selection),
  });
  usePinch(stage, (inwards, on) => zoomOn(selection, inwards, on));
  useEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    let gathered = 0;
    let rested = 0;
    const wheel = (event: WheelEvent): void => {
      const scrolls = element.scrollHeight > element.clientHeight && !event.ctrlKey;
      if (scrolls) return;
      event.preventDefault();
      if (event.timeStamp < rested) return;
      gathered += event.ctrlKey ? event.deltaY * 6 : event.deltaY;
      if (Math.abs(gathered) < WHEEL_STEP) return;
      const inwards = gathered < 0;
      gathered = 0;
      rested = event.timeStamp + WHEEL_REST_MS;
      zoomOn(selection, inwards, event.target as Element);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [stage, selection]);
}

/** The stop that Tab reaches first on each level. */
const FIRST: Readonly<Record<ZoomLevel, string>> = {
  0: 'actor:kubectl',
  1: 'kubectl',
  2: 'actor:kubelet',
  3: 'actor:kubelet',
  4: 'container:pause',
};

/** The stops of a stage in the order of the keyboard: the Pipeline's own, elsewhere as they are drawn. */
function stopsOf(stage: HTMLElement): readonly HTMLElement[] {
  const stops = [...stage.querySelectorAll<HTMLElement>('[data-stop]')];
  const rank = (stop: HTMLElement): number =>
    ORDER.findIndex((part) => part === stop.dataset['stop']?.split('.')[0]);
  const ranked = stops.map((stop, place) => ({ stop, place, rank: rank(stop) }));
  if (ranked.some(({ rank: known }) => known < 0)) return stops;
  return ranked.sort((a, b) => a.rank - b.rank || a.place - b.place).map(({ stop }) => stop);
}

/** Up and down move along the drawing's stops; the canvas is one tab stop. */
function useRoving(stage: React.RefObject<HTMLDivElement | null>, zoom: ZoomLevel): Roving {
  const [taken, setTaken] = useState({ zoom, id: FIRST[zoom] });
  useEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    const move = (event: KeyboardEvent): void => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const stops = stopsOf(element);
      if (stops.length === 0) return;
      event.preventDefault();
      const at = stops.findIndex((stop) => stop === document.activeElement);
      const to = at === -1 ? 0 : at + (event.key === 'ArrowDown' ? 1 : -1);
      stops[Math.min(stops.length - 1, Math.max(0, to))]?.focus();
    };
    element.addEventListener('keydown', move);
    return () => element.removeEventListener('keydown', move);
  }, [stage]);
  return useMemo(
    () => ({
      current: taken.zoom === zoom ? taken.id : FIRST[zoom],
      take: (id: string) => setTaken({ zoom, id }),
      leave: (id: string) => setTaken((before) => (before.id === id ? { zoom, id: FIRST[zoom] } : before)),
    }),
    [taken, zoom],
  );
}

/**
 * The stage: the drawing of the cluster at the cursor, from the whole cluster down to one Pod's processes. `server` is
 * the API server from within.
 */
export function PipelineStage({ server }: { readonly server: ReactNode }) {
  const t = useText(pipelineText);
  const zoom = useSelection((state) => state.zoom);
  const inServer = useSelection(isInServer);
  const pipeline = usePipeline();
  const actions = useActions();
  const [stage, size] = useSize();
  useZooming(stage);
  const roving = useRoving(stage, zoom);
  const fit = size === undefined ? undefined : chooseGeometry(size.width, size.height);
  return (
    <div ref={stage} className={styles.stage} role="group" aria-label={t('label')}>
      <RovingContext value={roving}>
        {size !== undefined && fit !== undefined && pipeline !== undefined && (
          // Contents cross-fade, the frame stays.
          <Presence id={inServer ? 'server' : `${zoom}`} className={styles.level}>
            {zoom === 1 && (
              <div className={styles.canvas} style={{ height: Math.max(fit.height, size.height) }}>
                <Flow pipeline={pipeline} fit={fit} actions={actions} />
              </div>
            )}
            <Suspense>
              {zoom === 0 && <ClusterLevel actions={actions} size={size} pipeline={pipeline.view} />}
              {inServer && server}
              {zoom === 2 && !inServer && (
                <NodeLevel actions={actions} size={size} pipeline={pipeline.view} />
              )}
              {zoom === 3 && <PodLevel actions={actions} size={size} pipeline={pipeline.view} />}
              {zoom === 4 && <ProcessLevel actions={actions} size={size} />}
            </Suspense>
          </Presence>
        )}
      </RovingContext>
    </div>
  );
}
