import type { Node, Pod, PodAffinityTerm } from '../../../api/generated/types.ts';
import { nodeSelectorTermMatches } from '../../../api/node-selector.ts';
import { tolerationsTolerate } from '../../../api/toleration.ts';
import type { World } from '../explain/world.ts';
import {
  amount,
  capacity,
  counted,
  labelsOf,
  nodeOf,
  podsOn,
  preferred,
  required,
  sameDomain,
  spreads,
  sum,
  termMatches,
} from './naive-world.ts';

/** The scores of the second opinion: straight from the handbook, as naive.ts has its filters. */
export type NaiveScores = ReadonlyMap<
  string,
  { readonly raw: readonly number[]; readonly normalized: readonly number[] }
>;

const scaled = (scores: readonly number[], reverse = false): number[] => {
  const max = Math.max(0, ...scores);
  return scores.map((score) => {
    const part = max === 0 ? 0 : Math.floor((100 * score) / max);
    return reverse ? 100 - part : part;
  });
};

/** Columns of the score table for the nodes that fit; a plugin that takes no part has none. */
export function naiveScores(pod: Pod, nodes: readonly Node[], world: World): NaiveScores {
  const table = new Map<string, { raw: readonly number[]; normalized: readonly number[] }>();
  const column = (plugin: string, raw: readonly number[], normalized: readonly number[] = raw): void => {
    table.set(plugin, { raw, normalized });
  };
  const soft = (pod.spec.tolerations ?? []).filter(
    ({ effect = '' as string }) => effect === '' || effect === 'PreferNoSchedule',
  );
  const disliked = nodes.map(
    ({ spec }) =>
      (spec.taints ?? []).filter(
        (taint) => taint.effect === 'PreferNoSchedule' && !tolerationsTolerate(soft, taint),
      ).length,
  );
  column('TaintToleration', disliked, scaled(disliked, true));
  const preferences = pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  if (preferences.length > 0) {
    const liked = nodes.map((node) =>
      sum(
        preferences.map(({ weight, preference }) => (nodeSelectorTermMatches(preference, node) ? weight : 0)),
      ),
    );
    column('NodeAffinity', liked, scaled(liked));
  }
  column(
    'NodeResourcesFit',
    nodes.map((node) => leastAllocated(pod, node, world)),
  );
  if (amount(pod, 'cpu') > 0 || amount(pod, 'memory') > 0) {
    column(
      'NodeResourcesBalancedAllocation',
      nodes.map((node) => balanced(pod, node, world)),
    );
  }
  spreadColumn(pod, nodes, world, column);
  affinityColumn(pod, nodes, world, column);
  column(
    'ImageLocality',
    nodes.map((node) => locality(pod, node, world)),
  );
  column(
    'DynamicResources',
    nodes.map(() => 0),
  );
  return table;
}

type AddColumn = (plugin: string, raw: readonly number[], normalized?: readonly number[]) => void;

function leastAllocated(pod: Pod, node: Node, world: World): number {
  const scores = ['cpu', 'memory'].flatMap((resource) => {
    const room = capacity(node, resource);
    if (room === 0) return [];
    const asked = sum([pod, ...podsOn(node, world)].map((other) => amount(other, resource, true)));
    return asked > room ? [0] : [Math.floor(((room - asked) * 100) / room)];
  });
  return scores.length === 0 ? 0 : Math.floor(sum(scores) / scores.length);
}

function balanced(pod: Pod, node: Node, world: World): number {
  const balance = (pods: readonly Pod[]): number => {
    const shares = ['cpu', 'memory']
      .filter((resource) => capacity(node, resource) > 0)
      .map((resource) =>
        Math.min(1, sum(pods.map((other) => amount(other, resource))) / capacity(node, resource)),
      );
    const [a = 0, b = 0] = shares;
    return Math.trunc((1 - (shares.length < 2 ? 0 : Math.abs((a - b) / 2))) * 100);
  };
  const there = podsOn(node, world);
  return 50 + Math.trunc((50 + balance([pod, ...there]) - balance(there)) / 2);
}

function spreadColumn(pod: Pod, nodes: readonly Node[], world: World, column: AddColumn): void {
  const constraints = spreads(pod, 'ScheduleAnyway', world);
  if (constraints.length === 0) return;
  const explicit = (pod.spec.topologySpreadConstraints ?? []).length > 0;
  const hasAll = (node: Node): boolean => constraints.every(({ key }) => labelsOf(node)[key] !== undefined);
  const ignored = nodes.map((node) => explicit && !hasAll(node));
  const considered = nodes.filter((_, i) => ignored[i] === false);
  const raw = nodes.map((node, i) => {
    if (ignored[i] === true) return 0;
    let score = 0;
    for (const constraint of constraints) {
      const { key, maxSkew } = constraint;
      const value = labelsOf(node)[key];
      if (value === undefined) continue;
      const host = key === 'kubernetes.io/hostname';
      const size = host
        ? considered.length
        : new Set(considered.map((other) => labelsOf(other)[key] ?? '')).size;
      const domain = host
        ? [node]
        : world.nodes.filter(
            (other) =>
              labelsOf(other)[key] === value && (!explicit || hasAll(other)) && constraint.included(other),
          );
      const count = sum(
        domain.map(
          (other) => podsOn(other, world).filter((existing) => counted(existing, pod, constraint)).length,
        ),
      );
      score += count * Math.log(size + 2) + (maxSkew - 1);
    }
    return Math.round(score);
  });
  const kept = raw.filter((_, i) => ignored[i] === false);
  const max = Math.max(0, ...kept);
  const min = Math.min(...kept);
  const normalized = raw.map((score, i) => {
    if (ignored[i] === true) return 0;
    return max === 0 ? 100 : Math.floor((100 * (max + min - score)) / max);
  });
  column('PodTopologySpread', raw, normalized);
}

function affinityColumn(pod: Pod, nodes: readonly Node[], world: World, column: AddColumn): void {
  let touched = false;
  const raw = nodes.map((node) => {
    let score = 0;
    for (const other of world.pods) {
      const home = nodeOf(other, world);
      if (home === undefined) continue;
      const credit = (term: PodAffinityTerm, matches: boolean, points: number): void => {
        if (!matches || labelsOf(home)[term.topologyKey] === undefined) return;
        touched = true;
        if (sameDomain(term.topologyKey, home, node)) score += points;
      };
      for (const [kind, sign] of [
        ['podAffinity', 1],
        ['podAntiAffinity', -1],
      ] as const) {
        for (const { weight, podAffinityTerm } of preferred(pod, kind)) {
          credit(podAffinityTerm, termMatches(podAffinityTerm, pod, other, world), sign * weight);
        }
        for (const { weight, podAffinityTerm } of preferred(other, kind)) {
          credit(podAffinityTerm, termMatches(podAffinityTerm, other, pod, world), sign * weight);
        }
      }
      for (const term of required(other, 'podAffinity'))
        credit(term, termMatches(term, other, pod, world), 1);
    }
    return score;
  });
  if (!touched) return;
  const [min, max] = [Math.min(...raw), Math.max(...raw)];
  column(
    'InterPodAffinity',
    raw,
    raw.map((score) => (max === min ? 0 : Math.trunc(100 * ((score - min) / (max - min))))),
  );
}

function locality(pod: Pod, node: Node, world: World): number {
  const mebi = 1024 * 1024;
  const { initContainers = [], containers } = pod.spec;
  const sizeOn = (place: Node, name: string): number | undefined =>
    place.status?.images?.find(({ names = [] }) => names.includes(name))?.sizeBytes;
  const bytes = sum(
    [...initContainers, ...containers].map(({ image = '' }) => {
      const name = /:[^/]*$/.test(image) ? image : `${image}:latest`;
      const size = sizeOn(node, name);
      if (size === undefined) return 0;
      const having = world.nodes.filter((other) => sizeOn(other, name) !== undefined).length;
      return Math.trunc(size * (having / world.nodes.length));
    }),
  );
  const max = 1000 * mebi * (initContainers.length + containers.length);
  const clamped = Math.min(Math.max(bytes, 23 * mebi), max);
  return Math.floor((100 * (clamped - 23 * mebi)) / (max - 23 * mebi));
}
