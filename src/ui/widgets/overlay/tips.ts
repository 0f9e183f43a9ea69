import type { ReactNode } from 'react';

/** What a tip says. */
export interface TipWords {
  readonly label: ReactNode;
  readonly keys?: string | undefined;
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
}

/** The tip on screen. */
export interface Shown extends TipWords {
  readonly element: HTMLElement;
  /** It came by itself after a while, and not at once. */
  readonly slow: boolean;
}

/** One tip of the page. */
export interface OneTip {
  readonly say: (words: TipWords) => void;
  /** The pointer has come: shown after a while, or at once where one was there a moment ago. */
  readonly point: (element: HTMLElement) => void;
  readonly show: (element: HTMLElement) => void;
  readonly hide: () => void;
}

/** All tips of a page, of which at most one is on screen. */
export interface Tips {
  readonly one: () => OneTip;
  readonly hide: () => void;
}

/** How long the pointer rests before a tip shows, and how long after one the next shows at once. */
const REST_MS = 500;
const NEXT_MS = 200;

/** Keeps the tips of a page; `set` puts one on screen. */
export function createTips(set: (shown: Shown | undefined) => void): Tips {
  /** The one on screen, or the one that soon will be. */
  let holder: OneTip | undefined;
  let shown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let goneAt = -NEXT_MS;
  const hide = (): void => {
    clearTimeout(timer);
    holder = undefined;
    if (!shown) return;
    shown = false;
    goneAt = performance.now();
    set(undefined);
  };
  const one = (): OneTip => {
    let words: TipWords = { label: undefined };
    let at: Pick<Shown, 'element' | 'slow'> | undefined;
    const put = (element: HTMLElement, slow: boolean): void => {
      clearTimeout(timer);
      holder = tip;
      shown = true;
      at = { element, slow };
      set({ ...words, ...at });
    };
    const tip: OneTip = {
      say: (next) => {
        words = next;
        if (shown && holder === tip && at !== undefined) set({ ...words, ...at });
      },
      point: (element) => {
        if (shown && holder === tip) return;
        clearTimeout(timer);
        if (shown || performance.now() - goneAt < NEXT_MS) {
          put(element, false);
          return;
        }
        holder = tip;
        timer = setTimeout(() => put(element, true), REST_MS);
      },
      show: (element) => put(element, false),
      hide: () => {
        if (holder === tip) hide();
      },
    };
    return tip;
  };
  return { one, hide };
}
