import type { Toleration } from '../../../api/generated/types.ts';

/** Taints that admission makes every Pod tolerate for five minutes. */
const ADDED: ReadonlySet<string> = new Set([
  'node.kubernetes.io/not-ready',
  'node.kubernetes.io/unreachable',
]);

/** Whether a toleration is the server's own and nobody's wish. */
export function isAddedToleration({ key = '' }: Toleration): boolean {
  return ADDED.has(key);
}
