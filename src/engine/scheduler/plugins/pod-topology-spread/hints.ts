import { deepEqual } from '../../../../base/deep.ts';
import type { Node, Pod } from '../../../../api/generated/types.ts';
import { selectorMatches } from '../../../../api/label-selector.ts';
import type { PodInfo } from '../../cache/pod-info.ts';
import { type SpreadConstraint, hasAllKeys } from './constraints.ts';

/** Models podtopologyspread/plugin.go isSchedulableAfterPodChange (1.36). */
export function podChangeMayHelp(
  pod: PodInfo,
  constraints: readonly SpreadConstraint[],
  before: Pod | undefined,
  after: Pod | undefined,
): boolean {
  const involved = (other: Pod | undefined): boolean =>
    other === undefined ||
    other.metadata.uid === pod.uid ||
    ((other.spec.nodeName ?? '') !== '' && other.metadata.namespace === pod.namespace);
  if (!involved(before) || !involved(after)) return false;
  if (before === undefined || after === undefined) {
    const { labels } = (after ?? before)?.metadata ?? {};
    return constraints.some(({ selector }) => selectorMatches(selector, labels));
  }
  const gainedToleration =
    after.metadata.uid === pod.uid && !deepEqual(before.spec.tolerations, after.spec.tolerations);
  if (gainedToleration && constraints.some(({ honorsNodeTaints }) => honorsNodeTaints)) return true;
  if (deepEqual(before.metadata.labels, after.metadata.labels)) return false;
  return constraints.some(
    ({ selector }) =>
      selectorMatches(selector, before.metadata.labels) !== selectorMatches(selector, after.metadata.labels),
  );
}

/** Models isSchedulableAfterNodeChange. */
export function nodeChangeMayHelp(
  constraints: readonly SpreadConstraint[],
  before: Node | undefined,
  after: Node | undefined,
): boolean {
  const matches = (node: Node | undefined): boolean =>
    node !== undefined && hasAllKeys(node.metadata.labels ?? {}, constraints);
  if (before === undefined || after === undefined) return matches(before) || matches(after);
  if (matches(before) !== matches(after)) return true;
  if (!matches(after)) return false;
  const moved = constraints.some(
    ({ topologyKey }) => before.metadata.labels?.[topologyKey] !== after.metadata.labels?.[topologyKey],
  );
  return moved || !deepEqual(before.spec.taints ?? [], after.spec.taints ?? []);
}
