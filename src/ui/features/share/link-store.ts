import { createStore } from 'zustand/vanilla';
import type { LinkProblem } from '../../../share/link.ts';

/** Why the address in the bar did not open. */
export type OpenProblem = LinkProblem | { readonly kind: 'unknown-scenario'; readonly name: string };

/** What became of the address's link. */
export const linkStore = createStore<{ readonly problem: OpenProblem | undefined }>(() => ({
  problem: undefined,
}));
