import type {
  LabelSelector,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  Pod,
} from './generated/types.ts';
import { cidrContains, parseCidr, parseIp } from './addresses.ts';
import { type Labels, labelSelectorMatches } from './label-selector.ts';

/** One side of a connection as policies see it; `pod` is absent for what is no Pod of the cluster. */
export interface PolicySide {
  readonly address: string;
  readonly pod?: Pod;
  readonly namespaceLabels?: Labels;
}

export interface PolicyTarget extends PolicySide {
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
}

export type PoliciesOf = (namespace: string) => readonly NetworkPolicy[];

export type PolicyDirection = 'Egress' | 'Ingress';

/** The policies that isolate one side of a connection, none of which lets it through; never empty. */
export interface Denial {
  readonly direction: PolicyDirection;
  readonly policies: readonly NetworkPolicy[];
}

/**
 * What keeps the connection from being made, if anything: egress has to be allowed at its source, and ingress at its
 * destination. Policies are additive allow-lists over the Pods they select. Pure. Models networking.k8s.io/v1 semantics.
 */
export function denialOf(from: PolicySide, to: PolicyTarget, policies: PoliciesOf): Denial | undefined {
  return (
    denialOn('Egress', from, to, { from, to, policies }) ??
    denialOn('Ingress', to, from, { from, to, policies })
  );
}

interface Question {
  readonly from: PolicySide;
  readonly to: PolicyTarget;
  readonly policies: PoliciesOf;
}

function denialOn(
  direction: PolicyDirection,
  own: PolicySide,
  peer: PolicySide,
  question: Question,
): Denial | undefined {
  const { pod } = own;
  if (pod === undefined) return undefined;
  const namespace = pod.metadata.namespace ?? '';
  const isolating = question
    .policies(namespace)
    .filter(
      (policy) =>
        policyTypes(policy).includes(direction) && matches(policy.spec.podSelector, pod.metadata.labels),
    );
  const allowed = isolating.some((policy) => {
    const rules =
      direction === 'Ingress'
        ? (policy.spec.ingress ?? []).map(({ from, ports }) => ({ peers: from, ports }))
        : (policy.spec.egress ?? []).map(({ to, ports }) => ({ peers: to, ports }));
    return rules.some(
      ({ peers, ports }) => peersMatch(peers, peer, namespace) && portsMatch(ports, question.to),
    );
  });
  return isolating.length === 0 || allowed ? undefined : { direction, policies: isolating };
}

/** Ingress always, Egress when there are egress rules, unless said. */
function policyTypes({ spec }: NetworkPolicy): readonly string[] {
  if (spec.policyTypes !== undefined && spec.policyTypes.length > 0) return spec.policyTypes;
  return spec.egress !== undefined && spec.egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
}

function peersMatch(
  peers: readonly NetworkPolicyPeer[] | undefined,
  side: PolicySide,
  ownNamespace: string,
): boolean {
  if (peers === undefined || peers.length === 0) return true;
  return peers.some((peer) => {
    if (peer.ipBlock !== undefined)
      return (
        inCidr(peer.ipBlock.cidr, side.address) &&
        !(peer.ipBlock.except ?? []).some((except) => inCidr(except, side.address))
      );
    const { pod } = side;
    if (pod === undefined) return false;
    const namespaceFits =
      peer.namespaceSelector === undefined
        ? (pod.metadata.namespace ?? '') === ownNamespace
        : matches(peer.namespaceSelector, side.namespaceLabels);
    return (
      namespaceFits && (peer.podSelector === undefined || matches(peer.podSelector, pod.metadata.labels))
    );
  });
}

function inCidr(cidr: string, address: string): boolean {
  const [block, ip] = [parseCidr(cidr), parseIp(address)];
  return block !== undefined && ip !== undefined && cidrContains(block, ip);
}

function portsMatch(ports: readonly NetworkPolicyPort[] | undefined, target: PolicyTarget): boolean {
  if (ports === undefined || ports.length === 0) return true;
  return ports.some(({ port, endPort, protocol = 'TCP' }) => {
    if (protocol !== target.protocol) return false;
    if (port === undefined) return true;
    const number = typeof port === 'number' ? port : namedPort(target.pod, port, protocol);
    if (number === undefined) return false;
    return endPort === undefined ? number === target.port : target.port >= number && target.port <= endPort;
  });
}

function namedPort(pod: Pod | undefined, name: string, protocol: string): number | undefined {
  for (const container of pod?.spec.containers ?? []) {
    const found = container.ports?.find(
      (port) => port.name === name && (port.protocol ?? 'TCP') === protocol,
    );
    if (found !== undefined) return found.containerPort;
  }
  return undefined;
}

function matches(selector: LabelSelector | undefined, labels: Labels | undefined): boolean {
  return labelSelectorMatches(selector ?? {}, labels ?? {});
}
