import { welcome } from '../session/page.ts';

// Apart, so that the bundler asks for what one of them needs and not for both.
const firstPage = () => import('./first-page.tsx').then((module) => module.FirstPage);
const runPage = () => import('./run-page.tsx').then((module) => module.RunPage);

/** The browser has not drawn for so long: nobody looks, and the rest need not wait for it. In ms. */
const UNSEEN_MS = 200;

/** After the next frame is on screen. A page that is never drawn (a frame out of sight) goes on all the same. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    const unseen = setTimeout(resolve, UNSEEN_MS);
    requestAnimationFrame(() => {
      clearTimeout(unseen);
      setTimeout(resolve);
    });
  });
}

/**
 * Starts the page in `root`: what stands in it already is on screen before anything else is asked for. A first visit
 * begins with the scenarios and without what shows a run; everybody else with the run. `?embed` chooses the reduced
 * page for other sites.
 */
export async function start(root: HTMLElement): Promise<void> {
  const embed = new URLSearchParams(window.location.search).has('embed');
  const first = !embed && window.location.hash === '' && welcome();
  await painted();
  const [page, { mount }] = [first ? firstPage() : runPage(), await import('./mount.tsx')];
  mount(root, { page: await page, first, embed });
}
