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

interface Page {
  readonly breakpoint: Breakpoint;
  readonly short: boolean;
}

/** What the window's size means, until it changes: whoever asks the page itself has its styles brought up to date. */
let known: Page | undefined;

function page(): Page {
  if (known === undefined) {
    const fits = (feature: 'width' | 'height', px: number): boolean =>
      window.matchMedia(`(min-${feature}: ${px}px)`).matches;
    known = { breakpoint: breakpointOf((px) => fits('width', px)), short: !fits('height', SHORT_PX) };
    const forget = (): void => {
      known = undefined;
    };
    window.addEventListener('resize', forget, { once: true, capture: true });
  }
  return known;
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** The page's breakpoint. */
export function useBreakpoint(): Breakpoint {
  return useSyncExternalStore(subscribe, () => page().breakpoint);
}

/** Whether the page is too low for a dock. */
export function useShort(): boolean {
  return useSyncExternalStore(subscribe, () => page().short);
}
