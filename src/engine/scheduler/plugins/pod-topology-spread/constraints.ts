import type { Pod, TopologySpreadConstraint } from '../../../../api/generated/types.ts';
import {
  type Labels,
  type Requirement,
  type Selector,
  compileLabelSelector,
  selectorFromLabels,
  selectorMatches,
} from '../../../../api/label-selector.ts';
import { requiredNodeAffinityMatches } from '../../../../api/node-selector.ts';
import { controllerOf } from '../../../../api/owner.ts';
import { findUntoleratedTaint } from '../../../../api/toleration.ts';
import type { NodeInfo } from '../../cache/node-info.ts';
import type { PodInfo } from '../../cache/pod-info.ts';
import type { PluginArgs } from '../../config/args.ts';
import { HOSTNAME_LABEL, ZONE_LABEL } from '../../framework/names.ts';
import type { ClusterObjects } from '../../framework/objects.ts';

/** A constraint made ready to count. Models podtopologyspread/common.go topologySpreadConstraint (1.36). */
export interface SpreadConstraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly minDomains: number;
  readonly selector: Selector;
  readonly honorsNodeAffinity: boolean;
  readonly honorsNodeTaints: boolean;
}

export type SpreadAction = TopologySpreadConstraint['whenUnsatisfiable'];
export type SpreadArgs = PluginArgs['podTopologySpread'];

const SYSTEM_DEFAULTS: readonly TopologySpreadConstraint[] = [
  { topologyKey: HOSTNAME_LABEL, whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 3 },
  { topologyKey: ZONE_LABEL, whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 5 },
];

const NO_CONSTRAINTS: readonly SpreadConstraint[] = [];

/** The Pod's own constraints of this action, or else the profile's defaults. */
export function constraintsOf(
  pod: PodInfo,
  action: SpreadAction,
  args: SpreadArgs,
  objects: ClusterObjects,
): readonly SpreadConstraint[] {
  const own = pod.pod.spec.topologySpreadConstraints ?? [];
  if (own.length > 0) return compile(own, pod, action);
  const defaults = args.defaultingType === 'System' ? SYSTEM_DEFAULTS : args.defaultConstraints;
  if (!defaults.some(({ whenUnsatisfiable }) => whenUnsatisfiable === action)) return NO_CONSTRAINTS;
  const selector = defaultSelector(pod.pod, objects);
  if (selector.nothing || selector.requirements.length === 0) return NO_CONSTRAINTS;
  return compile(defaults, pod, action).map((constraint) => ({ ...constraint, selector }));
}

function compile(
  constraints: readonly TopologySpreadConstraint[],
  pod: PodInfo,
  action: SpreadAction,
): readonly SpreadConstraint[] {
  // Honoring a selector that the Pod does not have costs time on every node and changes nothing.
  const choosy = choosesNodes(pod.pod);
  return constraints
    .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action)
    .map((constraint) => ({
      topologyKey: constraint.topologyKey,
      maxSkew: constraint.maxSkew,
      minDomains: constraint.minDomains ?? 1,
      selector: selectorOf(constraint, pod.labels),
      honorsNodeAffinity: choosy && constraint.nodeAffinityPolicy !== 'Ignore',
      honorsNodeTaints: constraint.nodeTaintsPolicy === 'Honor',
    }));
}

function choosesNodes({ spec }: Pod): boolean {
  return (
    spec.nodeSelector !== undefined ||
    spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution !== undefined
  );
}

function selectorOf(constraint: TopologySpreadConstraint, labels: Labels): Selector {
  const selector = compileLabelSelector(constraint.labelSelector);
  const keys = (constraint.matchLabelKeys ?? []).filter((key) => labels[key] !== undefined);
  if (keys.length === 0 || selector.nothing) return selector;
  const added = keys.map((key): Requirement => ({ key, operator: 'in', values: [labels[key] ?? ''] }));
  return { nothing: false, requirements: [...selector.requirements, ...added] };
}

/** Services that select the Pod, and its controller's selector, together. Models plugins/helper/spread.go DefaultSelector. */
function defaultSelector(pod: Pod, objects: ClusterObjects): Selector {
  const namespace = pod.metadata.namespace ?? '';
  let labels: Labels = {};
  for (const { spec } of objects.services(namespace)) {
    if (spec?.selector === undefined) continue;
    if (selectorMatches(selectorFromLabels(spec.selector), pod.metadata.labels))
      labels = { ...labels, ...spec.selector };
  }
  const owner = controllerOf(pod.metadata);
  if (owner?.kind === 'ReplicationController') {
    labels = { ...labels, ...objects.replicationController(namespace, owner.name)?.spec?.selector };
  }
  const selector = selectorFromLabels(labels);
  const owned = ownerSelector(owner, namespace, objects);
  if (owned === undefined) return selector;
  return { nothing: owned.nothing, requirements: [...selector.requirements, ...owned.requirements] };
}

function ownerSelector(
  owner: ReturnType<typeof controllerOf>,
  namespace: string,
  objects: ClusterObjects,
): Selector | undefined {
  if (owner?.kind === 'ReplicaSet') {
    const found = objects.replicaSet(namespace, owner.name);
    return found === undefined ? undefined : compileLabelSelector(found.spec?.selector);
  }
  if (owner?.kind === 'StatefulSet') {
    const found = objects.statefulSet(namespace, owner.name);
    return found === undefined ? undefined : compileLabelSelector(found.spec?.selector);
  }
  return undefined;
}

/** Whether the node counts for the constraint at all. Models matchNodeInclusionPolicies. */
export function nodeCounts(constraint: SpreadConstraint, pod: PodInfo, info: NodeInfo): boolean {
  if (!constraint.honorsNodeAffinity && !constraint.honorsNodeTaints) return true;
  const { node } = info;
  if (constraint.honorsNodeAffinity && !requiredNodeAffinityMatches(pod.pod, node)) return false;
  if (!constraint.honorsNodeTaints) return true;
  const keepsOut = findUntoleratedTaint(
    node.spec.taints,
    pod.pod.spec.tolerations,
    ({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute',
  );
  return keepsOut === undefined;
}

export function hasAllKeys(labels: Labels, constraints: readonly SpreadConstraint[]): boolean {
  for (const { topologyKey } of constraints) if (labels[topologyKey] === undefined) return false;
  return true;
}

/** Pods of the namespace that match and are not being deleted. Models countPodsMatchSelector. */
export function countMatching(node: NodeInfo, selector: Selector, namespace: string): number {
  if (node.groups.size === 0 || (!selector.nothing && selector.requirements.length === 0)) return 0;
  let count = 0;
  for (const group of node.groups.values()) {
    if (group.live > 0 && group.namespace === namespace && selectorMatches(selector, group.labels))
      count += group.live;
  }
  return count;
}
