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

/** The CSS colour of a state. */
export function stateHue(kind: StateKind): string {
  if (kind === 'waiting') return 'var(--state-pending)';
  if (kind === 'gone') return 'var(--text-3)';
  return `var(--state-${kind})`;
}
