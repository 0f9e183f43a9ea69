/** Part of every error that means the node's network is not there yet. */
export const NETWORK_NOT_READY = 'network is not ready';

/** How a sync ended. `terminal`: the Pod has run to its end; `retryAt` is virtual time, when a back-off ends. */
export type SyncOutcome =
  | { readonly kind: 'ok' }
  | { readonly kind: 'terminal' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'error'; readonly message: string; readonly retryAt?: number };

export const SYNC_OK: SyncOutcome = { kind: 'ok' };
