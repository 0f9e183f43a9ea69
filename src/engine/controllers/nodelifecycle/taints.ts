import type { Node, NodeCondition, Taint } from '../../../api/generated/types.ts';

const PREFIX = 'node.kubernetes.io';
export const NOT_READY = `${PREFIX}/not-ready`;
export const UNREACHABLE = `${PREFIX}/unreachable`;
const UNSCHEDULABLE = `${PREFIX}/unschedulable`;

/** Conditions that taint a node when they have this status. Models nodeConditionToTaintKeyStatusMap (1.36). */
const CONDITION_TAINTS: readonly { readonly type: string; readonly status: string; readonly key: string }[] =
  [
    { type: 'Ready', status: 'False', key: NOT_READY },
    { type: 'Ready', status: 'Unknown', key: UNREACHABLE },
    { type: 'MemoryPressure', status: 'True', key: `${PREFIX}/memory-pressure` },
    { type: 'DiskPressure', status: 'True', key: `${PREFIX}/disk-pressure` },
    { type: 'NetworkUnavailable', status: 'True', key: `${PREFIX}/network-unavailable` },
    { type: 'PIDPressure', status: 'True', key: `${PREFIX}/pid-pressure` },
  ];
const OWN_KEYS: ReadonlySet<string> = new Set([...CONDITION_TAINTS.map(({ key }) => key), UNSCHEDULABLE]);

export function conditionOf(node: Node, type: string): NodeCondition | undefined {
  return node.status?.conditions?.find((condition) => condition.type === type);
}

/** The NoSchedule taints a node should carry for its conditions, replacing those that are there. Undefined: nothing changes. */
export function noScheduleTaints(node: Node, now: string): readonly Taint[] | undefined {
  const wanted = wantedKeys(node);
  const standing = (node.spec.taints ?? []).filter(isOwnNoSchedule).map(({ key }) => key);
  const same = standing.length === wanted.length && wanted.every((key) => standing.includes(key));
  if (same) return undefined;
  const kept = (node.spec.taints ?? []).filter(
    (taint) => !isOwnNoSchedule(taint) || wanted.includes(taint.key),
  );
  const added = wanted
    .filter((key) => !standing.includes(key))
    .map((key): Taint => ({ key, effect: 'NoSchedule', timeAdded: now }));
  return [...kept, ...added];
}

function wantedKeys(node: Node): string[] {
  const keys = CONDITION_TAINTS.filter(({ type, status }) => conditionOf(node, type)?.status === status).map(
    ({ key }) => key,
  );
  return node.spec.unschedulable === true ? [...keys, UNSCHEDULABLE] : keys;
}

function isOwnNoSchedule({ key, effect }: Taint): boolean {
  return effect === 'NoSchedule' && OWN_KEYS.has(key);
}

/** The NoExecute taint for a node that is not Ready: which key, or none when it is. */
export function noExecuteKey(node: Node): string | undefined {
  const ready = conditionOf(node, 'Ready')?.status;
  if (ready === 'True') return undefined;
  return ready === 'False' ? NOT_READY : UNREACHABLE;
}

const isOwnNoExecute = ({ key, effect }: Taint): boolean =>
  effect === 'NoExecute' && (key === NOT_READY || key === UNREACHABLE);

export function hasNoExecute(node: Node): boolean {
  return (node.spec.taints ?? []).some(isOwnNoExecute);
}

/** The node's taints with exactly this NoExecute taint of ours (or none). Undefined: nothing changes. */
export function withNoExecute(
  node: Node,
  key: string | undefined,
  now: string,
): readonly Taint[] | undefined {
  const standing = (node.spec.taints ?? []).filter(isOwnNoExecute);
  if (key === undefined ? standing.length === 0 : standing.length === 1 && standing[0]?.key === key)
    return undefined;
  const others = (node.spec.taints ?? []).filter((taint) => !isOwnNoExecute(taint));
  return key === undefined ? others : [...others, { key, effect: 'NoExecute', timeAdded: now }];
}
