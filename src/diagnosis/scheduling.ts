import type {
  Deployment,
  Node,
  PersistentVolumeClaim,
  Pod,
  ReplicaSet,
  StorageClass,
} from '../api/generated/types.ts';
import { requiredNodeAffinityMatches } from '../api/node-selector.ts';
import { controllerOf } from '../api/owner.ts';
import { labelSelectorMatches } from '../api/label-selector.ts';
import { findUntoleratedTaint, taintText } from '../api/toleration.ts';
import { type ClusterFacts, listOf, nodesOf, refOf } from './cluster.ts';
import type { Link } from './link.ts';

type Root = Pick<Link, 'cause' | 'about' | 'subject' | 'evidence' | 'next'>;

/** The taint a cordoned node carries. */
const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable';

/**
 * The refusal behind an unschedulable Pod that somebody has to do something about. Nodes that the Pod itself rules out are
 * no refusals, and the control plane's taint is none while there are other nodes.
 */
export function schedulingRoot(cluster: ClusterFacts, pod: Pod, message: string): Root | undefined {
  if (message.includes('PersistentVolumeClaim')) return claimRoot(cluster, pod);
  const nodes = nodesOf(cluster);
  const wanted = nodes.filter((node) => requiredNodeAffinityMatches(pod, node));
  if (wanted.length === 0 && nodes.length > 0)
    return {
      cause: 'node-selector',
      about: selectorText(pod),
      subject: refOf('pods', pod),
      evidence: [{ where: 'spec.nodeSelector, spec.affinity.nodeAffinity', says: selectorText(pod) }],
      next: ['kubectl get nodes --show-labels'],
    };
  const workers = wanted.filter((node) => !isControlPlane(node));
  const candidates = workers.length > 0 ? workers : wanted;
  const open = candidates.filter((node) => taintOf(pod, node) === undefined);
  const first = candidates[0];
  if (open.length === 0 && first !== undefined) return taintRoot(pod, first);
  return clauseRoot(cluster, pod, message);
}

const isControlPlane = ({ metadata }: Node): boolean =>
  Object.hasOwn(metadata.labels ?? {}, 'node-role.kubernetes.io/control-plane');

const taintOf = (pod: Pod, node: Node) =>
  findUntoleratedTaint(
    node.spec?.taints,
    pod.spec.tolerations,
    ({ effect }) => effect !== 'PreferNoSchedule',
  );

function selectorText({ spec }: Pod): string {
  const terms =
    spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const labels = Object.entries(spec.nodeSelector ?? {}).map(([key, value]) => `${key}=${value}`);
  const expressions = (terms ?? []).flatMap(({ matchExpressions = [] }) =>
    matchExpressions.map(({ key, operator, values = [] }) => `${key} ${operator} ${values.join(',')}`.trim()),
  );
  return [...labels, ...expressions].join(', ');
}

function taintRoot(pod: Pod, node: Node): Root {
  const taint = taintOf(pod, node);
  const text = taint === undefined ? '' : taintText(taint);
  return {
    cause: taint?.key === UNSCHEDULABLE ? 'cordoned' : 'taint',
    about: taint?.key === UNSCHEDULABLE ? node.metadata.name : `${text} (${node.metadata.name})`,
    subject: refOf('nodes', node),
    evidence: [{ where: `Node ${node.metadata.name} spec.taints`, says: text }, ...tolerated(pod)],
    next: [`kubectl describe node ${node.metadata.name}`],
  };
}

/** What the Pod's own author wrote of tolerations: near misses show beside the taint. */
function tolerated({ spec }: Pod): readonly { readonly where: string; readonly says: string }[] {
  const own = (spec.tolerations ?? []).filter(({ key }) => key?.startsWith('node.kubernetes.io/') !== true);
  const says = own.map(({ key = '*', operator = 'Equal', value, effect = '*' }) =>
    operator === 'Exists' ? `${key}:${effect}` : `${key}=${value ?? ''}:${effect}`,
  );
  return says.length === 0 ? [] : [{ where: 'spec.tolerations', says: says.join(', ') }];
}

/** What the scheduler says of the nodes that are left. */
function clauseRoot(cluster: ClusterFacts, pod: Pod, message: string): Root | undefined {
  const base = {
    subject: refOf('pods', pod),
    evidence: [{ where: 'status.conditions[PodScheduled]', says: message }],
    next: ['kubectl describe nodes'],
  };
  if (/anti-affinity/.test(message)) {
    const rival = rivalOf(cluster, pod);
    return rival === undefined
      ? { ...base, cause: 'anti-affinity', about: pod.metadata.name }
      : {
          ...base,
          cause: 'update-deadlock',
          about: rival.metadata.name,
          subject: refOf('deployments.apps', rival),
          evidence: [...base.evidence, { where: 'spec.strategy', says: strategyText(rival) }],
        };
  }
  if (/topology spread/.test(message)) return { ...base, cause: 'spread', about: spreadText(pod) };
  const lacks = [...message.matchAll(/Insufficient ([\w./-]*\w)/g)].map(([, resource]) => resource ?? '');
  if (lacks.length > 0) return { ...base, cause: 'insufficient', about: [...new Set(lacks)].join(', ') };
  return undefined;
}

const strategyText = ({ spec }: Deployment): string => {
  const { maxSurge, maxUnavailable } = spec?.strategy?.rollingUpdate ?? {};
  return `maxSurge ${maxSurge ?? '25%'}, maxUnavailable ${maxUnavailable ?? '25%'}, replicas ${spec?.replicas ?? 1}`;
};

const spreadText = ({ spec }: Pod): string =>
  (spec.topologySpreadConstraints ?? [])
    .map(({ topologyKey, maxSkew }) => `${topologyKey}, maxSkew ${maxSkew}`)
    .join('; ');

/** The Deployment whose own older Pods keep this one away while it may not take any of them down. */
function rivalOf(cluster: ClusterFacts, pod: Pod): Deployment | undefined {
  const set = listOf<ReplicaSet>(cluster, 'replicasets.apps').find(
    ({ metadata }) => metadata.uid === controllerOf(pod.metadata)?.uid,
  );
  const deployment = listOf<Deployment>(cluster, 'deployments.apps').find(
    ({ metadata }) => metadata.uid === controllerOf(set?.metadata ?? {})?.uid,
  );
  if (set === undefined || deployment === undefined) return undefined;
  const terms = pod.spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  const older = listOf<Pod>(cluster, 'pods').some(
    (other) =>
      other.spec.nodeName !== undefined &&
      controllerOf(other.metadata)?.uid !== set.metadata.uid &&
      terms.some(({ labelSelector }) => labelSelectorMatches(labelSelector, other.metadata.labels ?? {})) &&
      labelSelectorMatches(deployment.spec?.selector, other.metadata.labels ?? {}),
  );
  return older ? deployment : undefined;
}

function claimRoot(cluster: ClusterFacts, pod: Pod): Root | undefined {
  const names = (pod.spec.volumes ?? []).flatMap(
    ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [],
  );
  const claims = listOf<PersistentVolumeClaim>(cluster, 'persistentvolumeclaims').filter(
    ({ metadata }) => metadata.namespace === pod.metadata.namespace && names.includes(metadata.name),
  );
  const open = claims.find(({ status }) => status?.phase !== 'Bound');
  const missing = names.find((name) => !claims.some(({ metadata }) => metadata.name === name));
  const name = open?.metadata.name ?? missing;
  if (name === undefined) return undefined;
  const namespace = pod.metadata.namespace ?? '';
  const wanted = open?.spec?.storageClassName ?? '';
  const classes = listOf<StorageClass>(cluster, 'storageclasses.storage.k8s.io').map(
    ({ metadata }) => metadata.name,
  );
  const classText = { where: 'storageclasses', says: classes.length === 0 ? '∅' : classes.join(', ') };
  const base = {
    about: name,
    subject: { resource: 'persistentvolumeclaims', namespace, name },
    next: [`kubectl describe pvc ${name}`, 'kubectl get storageclass,pv'],
  };
  if (open === undefined) {
    const there = listOf<PersistentVolumeClaim>(cluster, 'persistentvolumeclaims')
      .filter(({ metadata }) => metadata.namespace === namespace)
      .map(({ metadata }) => metadata.name);
    const says = there.length === 0 ? '∅' : there.join(', ');
    const evidence = [{ where: `persistentvolumeclaims -n ${namespace}`, says }];
    return { ...base, cause: 'claim-absent', subject: refOf('pods', pod), evidence };
  }
  const phase = open.status?.phase ?? 'Pending';
  const claimText = {
    where: `PersistentVolumeClaim ${name}`,
    says: `${phase}, storageClassName ${wanted === '' ? '∅' : wanted}`,
  };
  const evidence = [claimText, classText];
  if (wanted === '') return { ...base, cause: 'claim-no-class', evidence };
  return classes.includes(wanted)
    ? { ...base, cause: 'claim-unbound', about: `${name} (${wanted})`, evidence }
    : { ...base, cause: 'claim-class-missing', about: `${name}: ${wanted}`, evidence };
}
