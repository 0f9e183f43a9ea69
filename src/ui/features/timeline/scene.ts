import { type RefObject, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { type Row, timelineRows } from '../../projections/timeline/rows.ts';
import { lanes } from '../../session/lanes.ts';
import { type Plan, planOf, type Stack, stacked } from './layout.ts';
import type { Timeline } from './use-timeline.ts';

/** What is drawn where, apart from the window and the cursor. */
export interface Scene {
  readonly timeline: Timeline;
  readonly pinned: Stack;
  readonly rows: Stack;
}

const COARSE = '(pointer: coarse)';

function onCoarse(listen: () => void): () => void {
  const query = window.matchMedia(COARSE);
  query.addEventListener('change', listen);
  return () => query.removeEventListener('change', listen);
}

/** The rows as the reader has arranged them. */
export function useScene(timeline: Timeline): Scene {
  const pinned = useStore(lanes, (state) => state.pinned);
  const folds = useStore(lanes, (state) => state.folds);
  const touch = useSyncExternalStore(onCoarse, () => window.matchMedia(COARSE).matches);
  return useMemo(() => {
    const rows = timelineRows(timeline.view, { pinned, folds });
    return { timeline, pinned: stacked(rows.pinned, touch), rows: stacked(rows.rows, touch) };
  }, [timeline, pinned, folds, touch]);
}

/** Every row, the pinned ones first. */
export function allRows({ pinned, rows }: Scene): readonly Row[] {
  return [...pinned.placed, ...rows.placed].map(({ row }) => row);
}

/** The plan of a drawing as large as the element. */
export function usePlan(ref: RefObject<HTMLElement | null>, pinned: Stack): Plan {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const read = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return useMemo(() => planOf(size.width, size.height, pinned), [size, pinned]);
}

/** Counts up when the fonts have come: what was written before is written anew. */
export function useFonts(): number {
  const [fonts, setFonts] = useState(0);
  useEffect(() => {
    let here = true;
    void document.fonts.ready.then(() => here && setFonts((count) => count + 1));
    return () => {
      here = false;
    };
  }, []);
  return fonts;
}
