import type {
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodAffinityTerm,
} from '../api/generated/types.ts';
import { formatLabelSelector, labelSelectorMatches } from '../api/label-selector.ts';
import { isPodTerminal } from '../api/pod.ts';
import { claimNamesOf, claimRoot } from './claims.ts';
import { type ClusterFacts, listOf, nodesOf, refOf } from './cluster.ts';
import type { Root } from './link.ts';
import { lackRoot } from './room.ts';
import { rivalRoot } from './rivals.ts';
import type { Evidence } from './verdict.ts';

/** What the scheduler said, and of whom. */
interface Refusal {
  readonly cluster: ClusterFacts;
  readonly pod: Pod;
  /** What most roots share: they are about the Pod, and the condition says so. */
  readonly base: Pick<Root, 'subject' | 'evidence' | 'next'>;
}

interface Clause {
  readonly words: RegExp;
  root(refusal: Refusal, message: string): Root | undefined;
}

/** The scheduler's reasons that name something to do, most telling first. A message holds several, of different nodes. */
const CLAUSES: readonly Clause[] = [
  {
    words: /no nodes available to schedule/,
    root: ({ base }) => ({ ...base, cause: 'no-nodes', about: '0' }),
  },
  { words: /free ports/, root: portRoot },
  { words: /existing pods anti-affinity/, root: keptAwayRoot },
  { words: /anti-affinity/, root: ({ cluster, pod, base }) => rivalRoot(cluster, pod, base) },
  { words: /pod affinity rules/, root: affinityRoot },
  { words: /missing required label/, root: spreadLabelRoot },
  {
    words: /topology spread/,
    root: ({ pod, base }) => ({ ...base, cause: 'spread', about: spreadText(pod) }),
  },
  { words: /ReadWriteOncePod/, root: claimUsedRoot },
  { words: /PersistentVolume's node affinity|volume zone/, root: volumeElsewhereRoot },
  {
    words: /persistent volumes to bind|free storage|non-existent pv/,
    root: ({ cluster, pod }) => claimRoot(cluster, pod),
  },
  {
    words: /max volume count/,
    root: ({ pod, base }) => ({ ...base, cause: 'volume-limit', about: claimNamesOf(pod).join(', ') }),
  },
  {
    words: /Insufficient /,
    root: ({ cluster, pod, base }, message) => lackRoot(cluster, pod, base, message),
  },
  { words: /Too many pods/, root: fullRoot },
  { words: /were unschedulable/, root: cordonedRoot },
];

/** What the scheduler says of the nodes that are left. */
export function clauseRoot(cluster: ClusterFacts, pod: Pod, message: string): Root | undefined {
  const base = {
    subject: refOf('pods', pod),
    evidence: [{ where: 'status.conditions[PodScheduled]', says: message }],
    next: ['kubectl describe nodes'],
  };
  // What preemption found says nothing about the refusal itself.
  const [refusal = ''] = message.split(/ no new claims to deallocate| preemption:/);
  for (const { words, root } of CLAUSES) {
    const found = words.test(refusal) ? root({ cluster, pod, base }, refusal) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const placed = (cluster: ClusterFacts): readonly Pod[] =>
  listOf<Pod>(cluster, 'pods').filter((pod) => (pod.spec.nodeName ?? '') !== '' && !isPodTerminal(pod));

const hostPortsOf = ({ spec }: Pod): readonly number[] =>
  [...(spec.initContainers ?? []), ...spec.containers].flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort, containerPort }) =>
      spec.hostNetwork === true ? containerPort : (hostPort ?? []),
    ),
  );

function portRoot({ cluster, pod, base }: Refusal): Root {
  const wanted = hostPortsOf(pod);
  const holders = placed(cluster).filter((other) => hostPortsOf(other).some((port) => wanted.includes(port)));
  const held = holders.map(
    ({ metadata, spec }): Evidence => ({
      where: `Node ${spec.nodeName ?? ''}`,
      says: `Pod ${metadata.name}: hostPort ${wanted.join(', ')}`,
    }),
  );
  return {
    ...base,
    cause: 'host-port-taken',
    about: wanted.join(', '),
    evidence: [...base.evidence, ...held],
  };
}

const termsOf = (pod: Pod, kind: 'podAffinity' | 'podAntiAffinity'): readonly PodAffinityTerm[] =>
  pod.spec.affinity?.[kind]?.requiredDuringSchedulingIgnoredDuringExecution ?? [];

/** A Pod that is there already and will not have this one beside it. */
function keptAwayRoot({ cluster, pod, base }: Refusal): Root | undefined {
  const other = placed(cluster).find(({ metadata, spec, ...rest }) =>
    termsOf({ metadata, spec, ...rest }, 'podAntiAffinity').some(({ labelSelector, namespaces }) => {
      const here = namespaces ?? [metadata.namespace ?? ''];
      return (
        here.includes(pod.metadata.namespace ?? '') &&
        labelSelectorMatches(labelSelector, pod.metadata.labels ?? {})
      );
    }),
  );
  // Of one workload the two keep each other away: the Pod's own rule tells it better.
  if (other === undefined || termsOf(pod, 'podAntiAffinity').length > 0) return undefined;
  const { name } = other.metadata;
  return {
    ...base,
    cause: 'kept-away',
    about: `${name} (${other.spec.nodeName ?? ''})`,
    subject: refOf('pods', other),
    evidence: [
      ...base.evidence,
      { where: `Pod ${name} podAntiAffinity`, says: termTexts(other, 'podAntiAffinity') },
    ],
  };
}

const termTexts = (pod: Pod, kind: 'podAffinity' | 'podAntiAffinity'): string =>
  termsOf(pod, kind)
    .map(({ labelSelector, topologyKey }) => `${formatLabelSelector(labelSelector)} (${topologyKey})`)
    .join('; ');

/** Nobody it wants to be near is anywhere. */
function affinityRoot({ cluster, pod, base }: Refusal): Root {
  const near = placed(cluster).filter(({ metadata }) =>
    termsOf(pod, 'podAffinity').some(({ labelSelector }) =>
      labelSelectorMatches(labelSelector, metadata.labels ?? {}),
    ),
  );
  const says = near.map(({ metadata, spec }) => `${metadata.name} (${spec.nodeName ?? ''})`).join(', ');
  return {
    ...base,
    cause: 'pod-affinity',
    about: termTexts(pod, 'podAffinity'),
    evidence: [...base.evidence, { where: 'pods that match', says: says === '' ? '∅' : says }],
    next: ['kubectl get pods --show-labels -o wide'],
  };
}

const spreadText = ({ spec }: Pod): string =>
  (spec.topologySpreadConstraints ?? [])
    .map(({ topologyKey, maxSkew }) => `${topologyKey}, maxSkew ${maxSkew}`)
    .join('; ');

/** A topology that no node belongs to. Where only some do, the skew is the root. */
function spreadLabelRoot({ cluster, pod, base }: Refusal): Root | undefined {
  const nodes = nodesOf(cluster);
  const missing = (pod.spec.topologySpreadConstraints ?? []).find(({ topologyKey }) =>
    nodes.every(({ metadata }) => !Object.hasOwn(metadata.labels ?? {}, topologyKey)),
  );
  return missing === undefined
    ? undefined
    : {
        ...base,
        cause: 'node-selector',
        about: missing.topologyKey,
        evidence: [...base.evidence, { where: 'spec.topologySpreadConstraints', says: spreadText(pod) }],
        next: ['kubectl get nodes --show-labels'],
      };
}

function claimUsedRoot({ cluster, pod, base }: Refusal): Root | undefined {
  const claims = claimNamesOf(pod);
  const user = placed(cluster).find(
    (other) =>
      other.metadata.uid !== pod.metadata.uid &&
      other.metadata.namespace === pod.metadata.namespace &&
      claimNamesOf(other).some((claim) => claims.includes(claim)),
  );
  if (user === undefined) return undefined;
  return {
    ...base,
    cause: 'claim-in-use',
    about: `${user.metadata.name} (${claims.join(', ')})`,
    subject: refOf('pods', user),
  };
}

/** The volume of a claim can only be reached from other nodes. */
function volumeElsewhereRoot({ cluster, pod, base }: Refusal): Root | undefined {
  const claims = listOf<PersistentVolumeClaim>(cluster, 'persistentvolumeclaims').filter(
    ({ metadata }) =>
      metadata.namespace === pod.metadata.namespace && claimNamesOf(pod).includes(metadata.name),
  );
  const volumes = listOf<PersistentVolume>(cluster, 'persistentvolumes');
  for (const { metadata, spec } of claims) {
    const volume = volumes.find((each) => each.metadata.name === spec?.volumeName);
    const terms = volume?.spec?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
    if (volume === undefined || terms.length === 0) continue;
    const says = terms
      .flatMap(({ matchExpressions = [] }) => matchExpressions)
      .map(({ key, operator, values = [] }) => `${key} ${operator} ${values.join(',')}`)
      .join('; ');
    return {
      ...base,
      cause: 'volume-elsewhere',
      about: `${volume.metadata.name} (${metadata.name}): ${says}`,
      subject: refOf('persistentvolumes', volume),
      evidence: [
        ...base.evidence,
        { where: `PersistentVolume ${volume.metadata.name} spec.nodeAffinity`, says },
      ],
      next: [`kubectl describe pv ${volume.metadata.name}`],
    };
  }
  return undefined;
}

function fullRoot({ cluster, base }: Refusal): Root {
  const pods = placed(cluster);
  const counted = nodesOf(cluster).map(
    ({ metadata, status }): Evidence => ({
      where: `Node ${metadata.name} allocatable.pods`,
      says: `${status?.allocatable?.['pods'] ?? '∅'}, ${pods.filter(({ spec }) => spec.nodeName === metadata.name).length} there`,
    }),
  );
  return {
    ...base,
    cause: 'node-full',
    about: String(counted.length),
    evidence: [...base.evidence, ...counted],
  };
}

function cordonedRoot({ cluster, base }: Refusal): Root | undefined {
  const cordoned = nodesOf(cluster).filter(({ spec }) => spec?.unschedulable === true);
  const first = cordoned[0];
  if (first === undefined) return undefined;
  const names = cordoned.map(({ metadata }) => metadata.name).join(', ');
  return {
    ...base,
    cause: 'cordoned',
    about: names,
    subject: refOf('nodes', first),
    next: ['kubectl get nodes'],
  };
}
