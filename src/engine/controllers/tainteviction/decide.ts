import type { Node, Pod, Taint } from '../../../api/generated/types.ts';
import { matchingTolerations } from '../../../api/toleration.ts';

const SECOND_US = 1_000_000;

/** The taints that drive Pods off. */
export function noExecuteTaints(node: Node): readonly Taint[] {
  return (node.spec.taints ?? []).filter(({ effect }) => effect === 'NoExecute');
}

/** µs a Pod may stay with these taints: 0 = none, undefined = for ever. Models processPodOnNode and getMinTolerationTime (1.36). */
export function tolerationUs(pod: Pod, taints: readonly Taint[]): number | undefined {
  if (taints.length === 0) return undefined;
  const used = matchingTolerations(taints, pod.spec.tolerations ?? []);
  if (used === undefined) return 0;
  const limits = used.flatMap(({ tolerationSeconds }) =>
    tolerationSeconds === undefined ? [] : [Math.max(0, tolerationSeconds)],
  );
  return limits.length === 0 ? undefined : Math.min(...limits) * SECOND_US;
}
