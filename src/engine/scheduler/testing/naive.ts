import type { Node, Pod } from '../../../api/generated/types.ts';
import { requiredNodeAffinityMatches } from '../../../api/node-selector.ts';
import { podRequests } from '../../../api/pod-resources.ts';
import { tolerationsTolerate } from '../../../api/toleration.ts';
import type { World } from '../explain/world.ts';
import { volumeBinding, volumeLimits, volumeRestrictions, volumeZone } from './naive-volumes.ts';
import {
  amount,
  capacity,
  counted,
  labelsOf,
  nodeOf,
  podsOn,
  required,
  sameDomain,
  spreads,
  sum,
  termMatches,
} from './naive-world.ts';

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
