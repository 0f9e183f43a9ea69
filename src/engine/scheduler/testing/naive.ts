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
import { nodeSelectorTermMatches, requiredNodeAffinityMatches } from '../../../api/node-selector.ts';
import { podRequests } from '../../../api/pod-resources.ts';
import { amountMilliValue, amountOf, amountValue } from '../../../api/quantity.ts';
import { tolerationsTolerate } from '../../../api/toleration.ts';
import type { World } from '../explain/world.ts';
import { volumeBinding, volumeLimits, volumeRestrictions, volumeZone } from './naive-volumes.ts';

/**
 * A second opinion: filters and scores straight from the handbook, over whole objects, without caches, indexes,
 * states or early ends. Slow on purpose; shares no code with the plugins.
 */
export interface NaiveRejection {
  readonly plugin: string;
  readonly unresolvable: boolean;
  readonly reasons: readonly string[];
}

type Filter = (
  pod: Pod,
  node: Node,
  world: World,
) => { unresolvable?: boolean; reasons: string[] } | undefined;

const labelsOf = (node: Node): Labels => node.metadata.labels ?? {};
const podsOn = (node: Node, world: World): Pod[] =>
  world.pods.filter(({ spec }) => spec.nodeName === node.metadata.name);
const nodeOf = (pod: Pod, world: World): Node | undefined =>
  world.nodes.find(({ metadata }) => metadata.name === pod.spec.nodeName);
const namespaceLabels = (name: string | undefined, world: World): Labels =>
  world.namespaces?.find(({ metadata }) => metadata.name === name)?.metadata.labels ?? {};

function amount(pod: Pod, resource: string, filled = false): number {
  const amounts = podRequests(
    pod,
    filled ? { nonMissingContainerRequests: { cpu: '100m', memory: '200Mi' } } : {},
  );
  const found = amounts.get(resource);
  if (found === undefined) return 0;
  return resource === 'cpu' ? amountMilliValue(found) : amountValue(found);
}

function capacity(node: Node, resource: string): number {
  const text = node.status?.allocatable?.[resource];
  if (text === undefined) return 0;
  return resource === 'cpu' ? amountMilliValue(amountOf(text)) : amountValue(amountOf(text));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const resources: Filter = (pod, node, world) => {
  const there = podsOn(node, world);
  const reasons: string[] = [];
  let unresolvable = false;
  if (there.length + 1 > capacity(node, 'pods')) reasons.push('Too many pods');
  const extended = [...podRequests(pod).keys()].filter(
    (name) => name.includes('/') || name.startsWith('hugepages-'),
  );
  for (const resource of ['cpu', 'memory', 'ephemeral-storage', ...extended]) {
    const wanted = amount(pod, resource);
    const used = sum(there.map((other) => amount(other, resource)));
    if (wanted === 0 || wanted <= capacity(node, resource) - used) continue;
    reasons.push(`Insufficient ${resource}`);
    if (wanted > capacity(node, resource)) unresolvable = true;
  }
  return reasons.length === 0 ? undefined : { unresolvable, reasons };
};

interface Port {
  ip: string;
  protocol: string;
  port: number;
}

function portsOf(pod: Pod): Port[] {
  const sidecars = (pod.spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  return [...sidecars, ...pod.spec.containers]
    .flatMap(({ ports = [] }) => ports)
    .filter(({ hostPort = 0 }) => hostPort > 0)
    .map(({ hostIP, protocol = 'TCP', hostPort = 0 }) => ({
      ip: hostIP || '0.0.0.0',
      protocol,
      port: hostPort,
    }));
}

const ports: Filter = (pod, node, world) => {
  const used = podsOn(node, world).flatMap(portsOf);
  const clash = portsOf(pod).some((want) =>
    used.some(
      ({ ip, protocol, port }) =>
        port === want.port &&
        protocol === want.protocol &&
        (ip === want.ip || ip === '0.0.0.0' || want.ip === '0.0.0.0'),
    ),
  );
  return clash ? { reasons: ["node(s) didn't have free ports for the requested pod ports"] } : undefined;
};

interface Spread {
  key: string;
  maxSkew: number;
  minDomains: number;
  matches: (labels: Labels | undefined) => boolean;
  /** Selects everything: upstream then counts nobody, although the Pod matches itself. */
  empty: boolean;
  included: (node: Node) => boolean;
}

function spreads(pod: Pod, action: string, world: World): Spread[] {
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

const counted = (other: Pod, pod: Pod, spread: Spread): boolean =>
  other.metadata.namespace === pod.metadata.namespace &&
  other.metadata.deletionTimestamp === undefined &&
  !spread.empty &&
  spread.matches(other.metadata.labels);

const spread: Filter = (pod, node, world) => {
  const hard = spreads(pod, 'DoNotSchedule', world);
  const text = "node(s) didn't match pod topology spread constraints";
  for (const constraint of hard) {
    const value = labelsOf(node)[constraint.key];
    if (value === undefined) return { unresolvable: true, reasons: [`${text} (missing required label)`] };
    const eligible = world.nodes.filter(
      (other) => hard.every(({ key }) => labelsOf(other)[key] !== undefined) && constraint.included(other),
    );
    const domains = [...new Set(eligible.map((other) => labelsOf(other)[constraint.key] ?? ''))];
    const countOf = (domain: string): number =>
      sum(
        eligible
          .filter((other) => labelsOf(other)[constraint.key] === domain)
          .map(
            (other) => podsOn(other, world).filter((existing) => counted(existing, pod, constraint)).length,
          ),
      );
    const least = domains.length < constraint.minDomains ? 0 : Math.min(...domains.map(countOf));
    const self = constraint.matches(pod.metadata.labels) ? 1 : 0;
    const here = domains.includes(value) ? countOf(value) : 0;
    if (here + self - least > constraint.maxSkew) return { reasons: [text] };
  }
  return undefined;
};

function termMatches(term: PodAffinityTerm, owner: Pod, other: Pod, world: World): boolean {
  const { namespaces = [], namespaceSelector } = term;
  const named =
    namespaces.length === 0 && namespaceSelector === undefined ? [owner.metadata.namespace] : [...namespaces];
  const there =
    named.includes(other.metadata.namespace ?? '') ||
    (namespaceSelector !== undefined &&
      labelSelectorMatches(namespaceSelector, namespaceLabels(other.metadata.namespace, world)));
  return there && labelSelectorMatches(term.labelSelector, other.metadata.labels);
}

const required = (pod: Pod, kind: 'podAffinity' | 'podAntiAffinity'): readonly PodAffinityTerm[] =>
  pod.spec.affinity?.[kind]?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
const preferred = (pod: Pod, kind: 'podAffinity' | 'podAntiAffinity') =>
  pod.spec.affinity?.[kind]?.preferredDuringSchedulingIgnoredDuringExecution ?? [];

const sameDomain = (key: string, a: Node | undefined, b: Node): boolean => {
  const value = labelsOf(b)[key];
  return a !== undefined && value !== undefined && labelsOf(a)[key] === value;
};

const affinity: Filter = (pod, node, world) => {
  const terms = required(pod, 'podAffinity');
  const placed = world.pods.filter((other) => nodeOf(other, world) !== undefined);
  const companions = placed.filter((other) => terms.every((term) => termMatches(term, pod, other, world)));
  if (terms.length > 0) {
    const hasKeys = terms.every(({ topologyKey }) => labelsOf(node)[topologyKey] !== undefined);
    const together = terms.every(({ topologyKey }) =>
      companions.some((other) => sameDomain(topologyKey, nodeOf(other, world), node)),
    );
    const anyCounted = companions.some((other) =>
      terms.some(({ topologyKey }) => labelsOf(nodeOf(other, world) as Node)[topologyKey] !== undefined),
    );
    const first = !anyCounted && terms.every((term) => termMatches(term, pod, pod, world));
    if (!hasKeys || !(together || first))
      return { unresolvable: true, reasons: ["node(s) didn't match pod affinity rules"] };
  }
  const apart = required(pod, 'podAntiAffinity').some((term) =>
    placed.some(
      (other) =>
        termMatches(term, pod, other, world) && sameDomain(term.topologyKey, nodeOf(other, world), node),
    ),
  );
  if (apart) return { reasons: ["node(s) didn't match pod anti-affinity rules"] };
  const unwanted = placed.some((other) =>
    required(other, 'podAntiAffinity').some(
      (term) =>
        termMatches(term, other, pod, world) && sameDomain(term.topologyKey, nodeOf(other, world), node),
    ),
  );
  return unwanted ? { reasons: ["node(s) didn't satisfy existing pods anti-affinity rules"] } : undefined;
};

const FILTERS: readonly (readonly [string, Filter])[] = [
  [
    'NodeUnschedulable',
    (pod, { spec }) => {
      const taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;
      const out = spec.unschedulable === true && !tolerationsTolerate(pod.spec.tolerations, taint);
      return out ? { unresolvable: true, reasons: ['node(s) were unschedulable'] } : undefined;
    },
  ],
  [
    'NodeName',
    ({ spec }, { metadata }) =>
      (spec.nodeName ?? '') === '' || spec.nodeName === metadata.name
        ? undefined
        : { unresolvable: true, reasons: ["node(s) didn't match the requested node name"] },
  ],
  [
    'TaintToleration',
    (pod, { spec }) => {
      const hard = (spec.taints ?? []).filter(
        ({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute',
      );
      const out = hard.some((taint) => !tolerationsTolerate(pod.spec.tolerations, taint));
      return out ? { unresolvable: true, reasons: ['node(s) had untolerated taint(s)'] } : undefined;
    },
  ],
  [
    'NodeAffinity',
    (pod, node) =>
      requiredNodeAffinityMatches(pod, node)
        ? undefined
        : { unresolvable: true, reasons: ["node(s) didn't match Pod's node affinity/selector"] },
  ],
  ['NodePorts', ports],
  ['NodeResourcesFit', resources],
  ['VolumeRestrictions', volumeRestrictions],
  ['NodeVolumeLimits', volumeLimits],
  ['VolumeBinding', volumeBinding],
  ['VolumeZone', volumeZone],
  ['PodTopologySpread', spread],
  ['InterPodAffinity', affinity],
  [
    'DynamicResources',
    ({ spec }) =>
      spec.resourceClaims === undefined
        ? undefined
        : { unresolvable: true, reasons: ['cannot allocate all claims'] },
  ],
];

/** Nodes the Pod's affinity names, when every term names some. */
function pinned(pod: Pod): readonly string[] | undefined {
  const terms =
    pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const names = (terms ?? []).map(({ matchFields }) => matchFields?.[0]?.values);
  return terms === undefined || names.includes(undefined)
    ? undefined
    : names.flatMap((values) => values ?? []);
}

/** The first filter that rejects the Pod on the node, or undefined when it fits. */
export function naiveFilter(pod: Pod, node: Node, world: World): NaiveRejection | undefined {
  // Nodes that PreFilter leaves out are looked at by no filter.
  if (pinned(pod)?.includes(node.metadata.name) === false)
    return { plugin: '', unresolvable: true, reasons: ["node(s) didn't satisfy plugin(s) [NodeAffinity]"] };
  for (const [plugin, filter] of FILTERS) {
    const found = filter(pod, node, world);
    if (found !== undefined)
      return { plugin, unresolvable: found.unresolvable ?? false, reasons: found.reasons };
  }
  return undefined;
}

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
