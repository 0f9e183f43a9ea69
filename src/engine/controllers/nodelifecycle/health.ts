import type { Lease, Node, NodeCondition } from '../../../api/generated/types.ts';
import { SECOND } from '../../../trace/ids.ts';
import { conditionOf } from './taints.ts';

/** How long a node may be silent, and how long one that has never spoken. */
export const GRACE_US = 50 * SECOND;
export const STARTUP_GRACE_US = 60 * SECOND;

/** What is remembered of a node between looks. */
export interface Health {
  /** Virtual time of the last sign of life. */
  readonly probeAt: number;
  readonly renewTime: string | undefined;
  readonly heartbeat: string | undefined;
  readonly ready: string | undefined;
}

/** The health after a look at the node and its lease. Models tryUpdateNodeHealth's bookkeeping (1.36). */
export function observed(
  before: Health | undefined,
  node: Node,
  lease: Lease | undefined,
  now: number,
): Health {
  const condition = conditionOf(node, 'Ready');
  const seen = {
    renewTime: lease?.spec?.renewTime,
    heartbeat: condition?.lastHeartbeatTime,
    ready: condition?.status,
  };
  if (before === undefined) return { probeAt: now, ...seen };
  const alive =
    (seen.renewTime !== undefined && seen.renewTime !== before.renewTime) ||
    seen.heartbeat !== before.heartbeat ||
    seen.ready !== before.ready;
  return { probeAt: alive ? now : before.probeAt, ...seen };
}

/** Whether the node has been silent for too long. */
export function isSilent(health: Health, now: number): boolean {
  return now > health.probeAt + (health.ready === undefined ? STARTUP_GRACE_US : GRACE_US);
}

const WATCHED = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'] as const;

/** The conditions of a silent node: all Unknown. Undefined: they are already. `now` is RFC 3339. */
export function silentConditions(node: Node, now: string): readonly NodeCondition[] | undefined {
  const standing = node.status?.conditions ?? [];
  const missing = WATCHED.filter((type) => !standing.some((condition) => condition.type === type));
  if (missing.length === 0 && WATCHED.every((type) => conditionOf(node, type)?.status === 'Unknown'))
    return undefined;
  const changed = standing.map((condition): NodeCondition => {
    if (!(WATCHED as readonly string[]).includes(condition.type) || condition.status === 'Unknown')
      return condition;
    return {
      ...condition,
      status: 'Unknown',
      reason: 'NodeStatusUnknown',
      message: 'Kubelet stopped posting node status.',
      lastTransitionTime: now,
    };
  });
  const never = missing.map(
    (type): NodeCondition => ({
      type,
      status: 'Unknown',
      reason: 'NodeStatusNeverUpdated',
      message: 'Kubelet never posted node status.',
      lastHeartbeatTime: node.metadata.creationTimestamp,
      lastTransitionTime: now,
    }),
  );
  return [...changed, ...never];
}

export type ZoneState = 'Normal' | 'PartialDisruption' | 'FullDisruption';

/** Models ComputeZoneState (1.36): more than two and 55 % of a zone not ready is a partial disruption. */
export function zoneState(ready: number, notReady: number): ZoneState {
  if (ready === 0 && notReady > 0) return 'FullDisruption';
  return notReady > 2 && notReady / (ready + notReady) >= 0.55 ? 'PartialDisruption' : 'Normal';
}

/** NoExecute taints a second in a zone of this state; 0 stops them. */
export function taintRate(state: ZoneState, nodes: number): number {
  if (state !== 'PartialDisruption') return 0.1;
  return nodes > 50 ? 0.01 : 0;
}
