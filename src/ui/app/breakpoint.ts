import { useSyncExternalStore } from 'react';

/** Widths of the layout: all panels · editor as a rail · inspector over the stage · stage alone · phone. */
export type Breakpoint = 'wide' | 'rail' | 'sheet' | 'compact' | 'narrow';

const MIN_WIDTHS: readonly { readonly name: Breakpoint; readonly px: number }[] = [
  { name: 'wide', px: 1360 },
  { name: 'rail', px: 1100 },
  { name: 'sheet', px: 800 },
  { name: 'compact', px: 480 },
];
/** Below this height the dock starts folded to its bar. */
const SHORT_PX = 760;

/** The breakpoint of a page whose width is at least those px that `fits` says it is. */
export function breakpointOf(fits: (px: number) => boolean): Breakpoint {
  return MIN_WIDTHS.find(({ px }) => fits(px))?.name ?? 'narrow';
}

/** Whether a panel may stand beside the stage at this width. */
export function hasRoom(panel: 'left' | 'inspector', breakpoint: Breakpoint): boolean {
  return breakpoint === 'wide' || (panel === 'inspector' && breakpoint === 'rail');
}

/** The style engine is asked: for `innerWidth` the page would have to be laid out. */
const fits = (feature: 'width' | 'height', px: number): boolean =>
  window.matchMedia(`(min-${feature}: ${px}px)`).matches;

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** The page's breakpoint. */
export function useBreakpoint(): Breakpoint {
  return useSyncExternalStore(subscribe, () => breakpointOf((px) => fits('width', px)));
}

/** Whether the page is too low for a dock. */
export function useShort(): boolean {
  return useSyncExternalStore(subscribe, () => !fits('height', SHORT_PX));
}
