/** How a Pod, a container or a process stands. A shape says it; the hue only repeats it. */
export type StateKind =
  | 'pending'
  | 'waiting'
  | 'running'
  | 'ready'
  | 'succeeded'
  | 'failed'
  | 'terminating'
  | 'unknown'
  | 'gone';

export const STATE_KINDS: readonly StateKind[] = [
  'pending',
  'waiting',
  'running',
  'ready',
  'succeeded',
  'failed',
  'terminating',
  'unknown',
  'gone',
];

/** The CSS colour of a state. */
export function stateHue(kind: StateKind): string {
  if (kind === 'waiting') return 'var(--state-pending)';
  if (kind === 'gone') return 'var(--text-3)';
  return `var(--state-${kind})`;
}

/** The background a state may tint, for panels and lane bars. */
export function stateWash(kind: StateKind): string {
  if (kind === 'failed') return 'var(--wash-failed)';
  if (kind === 'pending' || kind === 'waiting') return 'var(--wash-pending)';
  if (kind === 'terminating') return 'var(--wash-terminating)';
  return kind === 'running' || kind === 'ready' ? 'var(--wash-ok)' : 'transparent';
}
