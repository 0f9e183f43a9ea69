import type { Node, Pod } from '../api/generated/types.ts';
import { isPodTerminal } from '../api/pod.ts';
import { podRequests } from '../api/pod-resources.ts';
import {
  type Amount,
  addAmounts,
  amountOf,
  cmpAmounts,
  formatAmount,
  isZeroAmount,
} from '../api/quantity.ts';
import { type ClusterFacts, listOf, nodesOf } from './cluster.ts';
import type { Root } from './link.ts';
import type { Evidence } from './verdict.ts';

const NONE = amountOf('0');
/** Nodes that are spelt out. */
const TOLD = 5;

/** What the nodes have too little of: of a resource nobody offers, of more than any node has, or of what is left now. */
export function lackRoot(
  cluster: ClusterFacts,
  pod: Pod,
  base: Pick<Root, 'subject' | 'evidence' | 'next'>,
  message: string,
): Root | undefined {
  const lacks = [
    ...new Set([...message.matchAll(/Insufficient ([\w./-]*[\w-])/g)].map(([, name]) => name ?? '')),
  ];
  if (lacks.length === 0) return undefined;
  const asked = podRequests(pod);
  const nodes = nodesOf(cluster);
  const offers = lacks.map((resource) => {
    const wanted = asked.get(resource) ?? NONE;
    const offered = nodes.map((node) => offerOf(node, resource));
    const evidence = [
      { where: `Pod requests ${resource}`, says: formatAmount(wanted) },
      ...nodes.slice(0, TOLD).map((node) => nodeText(cluster, node, resource)),
    ];
    return {
      resource,
      evidence,
      absent: offered.every(isZeroAmount),
      beyond: offered.every((offer) => cmpAmounts(wanted, offer) > 0),
      text: `${resource} ${formatAmount(wanted)}`,
    };
  });
  const absent = offers.find((offer) => offer.absent);
  if (absent !== undefined)
    return {
      ...base,
      cause: 'resource-absent',
      about: absent.resource,
      evidence: [...base.evidence, ...absent.evidence],
    };
  const beyond = offers.find((offer) => offer.beyond);
  if (beyond !== undefined)
    return {
      ...base,
      cause: 'larger-than-any-node',
      about: beyond.text,
      evidence: [...base.evidence, ...beyond.evidence],
    };
  const evidence = [...base.evidence, ...offers.flatMap((offer) => offer.evidence)];
  return { ...base, cause: 'insufficient', about: lacks.join(', '), evidence };
}

const offerOf = ({ status }: Node, resource: string): Amount =>
  amountOf(status?.allocatable?.[resource] ?? '0');

/** What a node has to give, and what its Pods have asked of that. */
function nodeText(cluster: ClusterFacts, node: Node, resource: string): Evidence {
  const taken = listOf<Pod>(cluster, 'pods')
    .filter((pod) => pod.spec.nodeName === node.metadata.name && !isPodTerminal(pod))
    .reduce((sum, pod) => addAmounts(sum, podRequests(pod).get(resource) ?? NONE), NONE);
  return {
    where: `Node ${node.metadata.name} ${resource} requests / allocatable`,
    says: `${formatAmount(taken)} / ${formatAmount(offerOf(node, resource))}`,
  };
}
