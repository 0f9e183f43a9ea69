import { createStore } from 'zustand/vanilla';
import { keep, kept } from './storage.ts';

/** What fills the window below the top bar: the run, or a page in its place. The run stays mounted behind it. */
export type PageName = 'run' | 'gallery';

const VISITED = 'podscope.visited';

interface PageState {
  readonly page: PageName;
  /** Nobody has been here with this browser: the page begins with what it is about. */
  readonly first: boolean;
}

/** The page that is shown. */
export const pageStore = createStore<PageState>(() => ({ page: 'run', first: false }));

/** Shows a page; leaving the first one is remembered. */
export function showPage(page: PageName): void {
  if (page === 'run') keep(VISITED, '1');
  pageStore.setState({ page, first: false });
}

/** Shows the gallery as the first page of a first visit. Whether it was one. */
export function welcome(): boolean {
  if (kept(VISITED) !== undefined) return false;
  pageStore.setState({ page: 'gallery', first: true });
  return true;
}
