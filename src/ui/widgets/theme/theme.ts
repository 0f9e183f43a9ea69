/** What the user may choose; `system` follows the browser. */
export type ThemeChoice = 'system' | 'dark' | 'light';
export type Theme = 'dark' | 'light';
export type MotionChoice = 'system' | 'full' | 'reduced';
export type ContrastChoice = 'system' | 'more';

const LIGHT = '(prefers-color-scheme: light)';
const REDUCED = '(prefers-reduced-motion: reduce)';

/** The theme on screen for a choice, now. */
export function resolveTheme(choice: ThemeChoice): Theme {
  if (choice !== 'system') return choice;
  return window.matchMedia(LIGHT).matches ? 'light' : 'dark';
}

/** Whether motion is reduced for a choice, now. */
export function resolveMotion(choice: MotionChoice): boolean {
  return choice === 'system' ? window.matchMedia(REDUCED).matches : choice === 'reduced';
}

/** Writes theme, motion and contrast to the root element, where tokens.css reads them. */
export function paint(theme: ThemeChoice, motion: MotionChoice, contrast: ContrastChoice): void {
  const root = document.documentElement;
  const shown = resolveTheme(theme);
  root.dataset['theme'] = shown;
  root.dataset['motion'] = motion;
  root.dataset['contrast'] = contrast;
  const chrome = document.querySelector('meta[name="theme-color"]');
  chrome?.setAttribute('content', shown === 'dark' ? '#121519' : '#ffffff');
}

/** Calls back when the system's theme or motion setting changes; returns how to stop. */
export function watchSystem(changed: () => void): () => void {
  const queries = [LIGHT, REDUCED].map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    for (const query of queries) query.removeEventListener('change', changed);
  };
}
