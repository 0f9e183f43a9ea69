import type { Node, Pod } from '../api/generated/types.ts';
import { podCondition } from '../api/pod.ts';
import { refOf } from './cluster.ts';
import type { Link } from './link.ts';

/** Taints that the node controller sets by itself, from what a node's conditions say. */
const OF_CONDITIONS: ReadonlySet<string> = new Set([
  'node.kubernetes.io/not-ready',
  'node.kubernetes.io/unreachable',
]);

/** Why the node controller keeps Pods off a node: what its Ready condition says. */
export function notReadyLink(node: Node): Link | undefined {
  const set = node.spec?.taints?.find(({ key }) => OF_CONDITIONS.has(key));
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready');
  if (set === undefined || ready === undefined || ready.status === 'True') return undefined;
  const { name } = node.metadata;
  const message = ready.message ?? '';
  const evidence = [
    { where: `Node ${name} Ready`, says: `${ready.status}: ${message}` },
    { where: `Node ${name} spec.taints`, says: set.key },
  ];
  const base = { stage: 'node', subject: refOf('nodes', node), evidence } as const;
  const next = [`kubectl describe node ${name}`];
  if (ready.status === 'Unknown')
    return { ...base, cause: 'node-silent', about: name, unknown: 'node', next };
  return /network|cni/i.test(message)
    ? {
        ...base,
        cause: 'no-network',
        about: name,
        next: [...next, 'kubectl get pods -n kube-system -o wide'],
      }
    : { ...base, cause: 'node-not-ready', about: `${name}: ${message}`, unknown: 'node', next };
}

/** Why a kubelet refused a Pod that had a node: the check is made where it is placed, and again where it is admitted. */
export function rejectedLink(pod: Pod, node: Node | undefined): Link | undefined {
  const reason = pod.status?.reason ?? '';
  const base = { stage: 'node', subject: refOf('pods', pod) } as const;
  const byScheduler = podCondition(pod.status, 'PodScheduled')?.status === 'True';
  if (reason === 'NodeAffinity' && node !== undefined)
    return {
      ...base,
      cause: 'node-labels-gone',
      about: node.metadata.name,
      subject: refOf('nodes', node),
      evidence: [
        { where: 'spec.nodeSelector, spec.affinity.nodeAffinity', says: wantedLabels(pod) },
        { where: `Node ${node.metadata.name} metadata.labels`, says: ownLabels(node) },
      ],
      next: [`kubectl get node ${node.metadata.name} --show-labels`],
    };
  if (!reason.startsWith('OutOf') || byScheduler) return undefined;
  return {
    ...base,
    cause: 'node-named-by-hand',
    about: pod.spec.nodeName ?? '',
    evidence: [
      { where: 'spec.nodeName', says: pod.spec.nodeName ?? '' },
      { where: 'status.message', says: pod.status?.message ?? '' },
    ],
    next: [`kubectl describe node ${pod.spec.nodeName ?? ''}`],
  };
}

function wantedLabels({ spec }: Pod): string {
  const terms =
    spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  return [
    ...Object.entries(spec.nodeSelector ?? {}).map(([key, value]) => `${key}=${value}`),
    ...terms.flatMap(({ matchExpressions = [] }) =>
      matchExpressions.map(({ key, operator, values = [] }) => `${key} ${operator} ${values.join(',')}`),
    ),
  ].join(', ');
}

/** Without those that every node has. */
function ownLabels({ metadata }: Node): string {
  const own = Object.entries(metadata.labels ?? {}).filter(
    ([key]) => !/(^|\.)kubernetes\.io\/(arch|os|hostname)$/.test(key),
  );
  return own.length === 0 ? '∅' : own.map(([key, value]) => `${key}=${value}`).join(', ');
}
