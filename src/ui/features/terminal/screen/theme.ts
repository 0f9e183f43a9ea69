import type { ITheme } from '@xterm/xterm';

/** Which token each of a terminal's colours is: ANSI colours are the states' and actors' own. */
const TOKENS = {
  background: '--bg-sunken',
  foreground: '--text-2',
  cursor: '--now',
  cursorAccent: '--now-ink',
  selectionBackground: '--bg-select',
  scrollbarSliderBackground: '--line',
  scrollbarSliderHoverBackground: '--line-strong',
  scrollbarSliderActiveBackground: '--line-strong',
  black: '--bg-sunken',
  red: '--state-failed',
  green: '--state-running',
  yellow: '--state-pending',
  blue: '--actor-apiserver',
  magenta: '--actor-scheduler',
  cyan: '--actor-cni',
  white: '--text-2',
  brightBlack: '--text-3',
  brightRed: '--state-failed',
  brightGreen: '--state-ready',
  brightYellow: '--state-pending',
  brightBlue: '--focus',
  brightMagenta: '--actor-etcd',
  brightCyan: '--actor-cni',
  brightWhite: '--text',
} as const satisfies ITheme;

/** The page's tokens as a terminal's colours, as they are now. */
export function terminalTheme(element: Element): ITheme {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()]),
  );
}

/** The page's monospaced face, by name: a terminal measures it and needs to know. */
export function terminalFont(element: Element): string {
  return getComputedStyle(element).getPropertyValue('--font-mono').trim();
}
