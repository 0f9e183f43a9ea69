import type {
  Node,
  Pod,
  PodAffinityTerm,
  Service,
  TopologySpreadConstraint,
} from '../../../api/generated/types.ts';
import {
  type Labels,
  labelSelectorMatches,
  selectorFromLabels,
  selectorMatches,
} from '../../../api/label-selector.ts';
import { requiredNodeAffinityMatches } from '../../../api/node-selector.ts';
import { podRequests } from '../../../api/pod-resources.ts';
import { amountMilliValue, amountOf, amountValue } from '../../../api/quantity.ts';
import { tolerationsTolerate } from '../../../api/toleration.ts';
import type { World } from '../explain/world.ts';

/** What the second opinion reads of the world: who is where, how much there is, and whom a rule means. */

export const labelsOf = (node: Node): Labels => node.metadata.labels ?? {};
export const podsOn = (node: Node, world: World): Pod[] =>
  world.pods.filter(({ spec }) => spec.nodeName === node.metadata.name);
export const nodeOf = (pod: Pod, world: World): Node | undefined =>
  world.nodes.find(({ metadata }) => metadata.name === pod.spec.nodeName);
const namespaceLabels = (name: string | undefined, world: World): Labels =>
  world.namespaces?.find(({ metadata }) => metadata.name === name)?.metadata.labels ?? {};

export function amount(pod: Pod, resource: string, filled = false): number {
  const amounts = podRequests(
    pod,
    filled ? { nonMissingContainerRequests: { cpu: '100m', memory: '200Mi' } } : {},
  );
  const found = amounts.get(resource);
  if (found === undefined) return 0;
  return resource === 'cpu' ? amountMilliValue(found) : amountValue(found);
}

export function capacity(node: Node, resource: string): number {
  const text = node.status?.allocatable?.[resource];
  if (text === undefined) return 0;
  return resource === 'cpu' ? amountMilliValue(amountOf(text)) : amountValue(amountOf(text));
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export interface Spread {
  key: string;
  maxSkew: number;
  minDomains: number;
  matches: (labels: Labels | undefined) => boolean;
  /** Selects everything: upstream then counts nobody, although the Pod matches itself. */
  empty: boolean;
  included: (node: Node) => boolean;
}

export function spreads(pod: Pod, action: string, world: World): Spread[] {
  const included =
    ({ nodeAffinityPolicy, nodeTaintsPolicy }: TopologySpreadConstraint) =>
    (node: Node) => {
      if (nodeAffinityPolicy !== 'Ignore' && !requiredNodeAffinityMatches(pod, node)) return false;
      if (nodeTaintsPolicy !== 'Honor') return true;
      return !(node.spec.taints ?? []).some(
        (taint) => taint.effect !== 'PreferNoSchedule' && !tolerationsTolerate(pod.spec.tolerations, taint),
      );
    };
  const own = pod.spec.topologySpreadConstraints ?? [];
  if (own.length > 0) {
    return own
      .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action)
      .map((constraint) => ({
        key: constraint.topologyKey,
        maxSkew: constraint.maxSkew,
        minDomains: constraint.minDomains ?? 1,
        matches: (labels) =>
          labelSelectorMatches(constraint.labelSelector, labels) &&
          (constraint.matchLabelKeys ?? []).every(
            (key) => pod.metadata.labels?.[key] === undefined || labels?.[key] === pod.metadata.labels[key],
          ),
        empty:
          constraint.labelSelector !== undefined &&
          Object.keys(constraint.labelSelector.matchLabels ?? {}).length === 0 &&
          (constraint.labelSelector.matchExpressions ?? []).length === 0 &&
          !(constraint.matchLabelKeys ?? []).some((key) => pod.metadata.labels?.[key] !== undefined),
        included: included(constraint),
      }));
  }
  const selecting = (world.services ?? []).filter(
    ({ metadata, spec }: Service) =>
      metadata.namespace === pod.metadata.namespace &&
      spec?.selector !== undefined &&
      selectorMatches(selectorFromLabels(spec.selector), pod.metadata.labels),
  );
  const wanted = Object.assign({}, ...selecting.map(({ spec }) => spec?.selector)) as Labels;
  if (action !== 'ScheduleAnyway' || Object.keys(wanted).length === 0) return [];
  const defaults: [string, number][] = [
    ['kubernetes.io/hostname', 3],
    ['topology.kubernetes.io/zone', 5],
  ];
  return defaults.map(([key, maxSkew]) => ({
    key,
    maxSkew,
    minDomains: 1,
    matches: (labels) => Object.entries(wanted).every(([name, value]) => labels?.[name] === value),
    empty: false,
    included: (node) => requiredNodeAffinityMatches(pod, node),
  }));
}

export const counted = (other: Pod, pod: Pod, spread: Spread): boolean =>
  other.metadata.namespace === pod.metadata.namespace &&
  other.metadata.deletionTimestamp === undefined &&
  !spread.empty &&
  spread.matches(other.metadata.labels);

export function termMatches(term: PodAffinityTerm, owner: Pod, other: Pod, world: World): boolean {
  const { namespaces = [], namespaceSelector } = term;
  const named =
    namespaces.length === 0 && namespaceSelector === undefined ? [owner.metadata.namespace] : [...namespaces];
  const there =
    named.includes(other.metadata.namespace ?? '') ||
    (namespaceSelector !== undefined &&
      labelSelectorMatches(namespaceSelector, namespaceLabels(other.metadata.namespace, world)));
  return there && labelSelectorMatches(term.labelSelector, other.metadata.labels);
}

export const required = (pod: Pod, kind: 'podAffinity' | 'podAntiAffinity'): readonly PodAffinityTerm[] =>
  pod.spec.affinity?.[kind]?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
export const preferred = (pod: Pod, kind: 'podAffinity' | 'podAntiAffinity') =>
  pod.spec.affinity?.[kind]?.preferredDuringSchedulingIgnoredDuringExecution ?? [];

export const sameDomain = (key: string, a: Node | undefined, b: Node): boolean => {
  const value = labelsOf(b)[key];
  return a !== undefined && value !== undefined && labelsOf(a)[key] === value;
};
