import styles from './key-cap.module.css';

const NAMES: Readonly<Record<string, string>> = {
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  '-': '−',
};

/** Whether Mod is ⌘ here. */
function onMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** A combination as it is written on a key cap: `Mod+K` is `Ctrl K`, `Shift+ArrowRight` is `Shift →`. */
export function keyText(combo: string): string {
  const parts = combo === '+' ? ['+'] : combo.split('+');
  return parts.map((part) => (part === 'Mod' ? (onMac() ? '⌘' : 'Ctrl') : (NAMES[part] ?? part))).join(' ');
}

/** A key cap. */
export function Keys({ combo }: { readonly combo: string }) {
  return <kbd className={styles.cap}>{keyText(combo)}</kbd>;
}
