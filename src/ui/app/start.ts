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

/** Lets the browser draw and answer between two pieces of work. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** What nearly every page writes first: letters, marks, and the name of Korean. */
const FIRST_LETTERS = 'Aa1’—한';

/** Asked for beside the scripts, the slices of the font are there when the page is laid out, and it is so once. */
const askForFonts = (): void =>
  void document.fonts.load('1em "Pretendard Variable"', FIRST_LETTERS).catch(() => undefined);

/** Keeps the keys that are pressed before anything hears them. Answers how to press them again. */
function earlyKeys(): () => void {
  const early: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent): void => void early.push(event);
  window.addEventListener('keydown', keep);
  return () => {
    window.removeEventListener('keydown', keep);
    for (const event of early.splice(0)) window.dispatchEvent(new KeyboardEvent('keydown', event));
  };
}

/**
 * Starts the page in `root`: what stands in it already is on screen before anything else is asked for. A first visit
 * begins with the scenarios and without what shows a run; everybody else with the run. `?embed` chooses the reduced
 * page for other sites.
 */
export async function start(root: HTMLElement): Promise<void> {
  const embed = new URLSearchParams(window.location.search).has('embed');
  const first = !embed && window.location.hash === '' && welcome();
  const pressAgain = earlyKeys();
  await painted();
  askForFonts();
  // One after the other, with a breath between: to ask for it or to run it all at once is long on a slow machine.
  const library = import('react-dom/client');
  await breath();
  const mounting = import('./mount.tsx');
  await breath();
  const page = first ? firstPage() : runPage();
  const { createRoot } = await library;
  await breath();
  const { mount } = await mounting;
  await breath();
  const shown = await page;
  await breath();
  mount(createRoot(root), { page: shown, first, embed, onStand: pressAgain });
}
