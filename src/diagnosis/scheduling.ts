import type { Node, Pod } from '../api/generated/types.ts';
import { requiredNodeAffinityMatches } from '../api/node-selector.ts';
import { findUntoleratedTaint, taintText } from '../api/toleration.ts';
import { type ClusterFacts, nodesOf, refOf } from './cluster.ts';
import { claimRoot } from './claims.ts';
import type { Root } from './link.ts';
import { clauseRoot } from './scheduling-clauses.ts';

/** A claim alone keeps the Pod from every node: none was looked at. */
const CLAIM =
  /nodes are available: (?:persistentvolumeclaim |pod has unbound immediate PersistentVolumeClaims)/;
/** The taint a cordoned node carries. */
const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable';

/**
 * The refusal behind an unschedulable Pod that somebody has to do something about. Nodes that the Pod itself rules out are
 * no refusals, and the control plane's taint is none while there are other nodes.
 */
export function schedulingRoot(cluster: ClusterFacts, pod: Pod, message: string): Root | undefined {
  if (CLAIM.test(message)) return claimRoot(cluster, pod);
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
