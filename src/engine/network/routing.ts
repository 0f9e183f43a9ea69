import type { Random } from '../../base/rng.ts';
import { formatAddress, inCidr, isLoopback, parseCidr } from './addresses.ts';
import type { Namespace } from './namespace.ts';
import type { Forwarder, NetworkFault, NodeNetwork, PolicyEngine, Protocol } from './port.ts';

/** A node on the wires. */
export interface NodeEntry {
  readonly network: NodeNetwork;
  readonly namespace: Namespace;
  forwarder: Forwarder | undefined;
  readonly hostPorts: Map<string, { readonly address: string; readonly port: number }>;
}

/** Everything a routing decision looks at. */
export interface Topology {
  readonly nodes: ReadonlyMap<string, NodeEntry>;
  readonly byAddress: ReadonlyMap<string, Namespace>;
  readonly policy: PolicyEngine | undefined;
  readonly faults: readonly NetworkFault[];
}

/** Where the first packet of a connection ends up. */
export type Route =
  | {
      readonly kind: 'delivered';
      readonly to: Namespace;
      readonly address: string;
      readonly port: number;
      readonly source: string;
      readonly rule?: string;
    }
  | {
      readonly kind: 'rejected' | 'dropped' | 'no-route';
      readonly address: string;
      readonly port: number;
      readonly rule?: string;
      readonly to?: Namespace;
    };

/** The first packet as it leaves. */
export interface Outgoing {
  readonly from: Namespace;
  readonly address: string;
  readonly port: number;
  readonly protocol: Protocol;
}

const MAX_REWRITES = 4;

/**
 * Follows the first packet: node rules, routes, policy. Pure apart from the rules' own draw of an endpoint.
 * Models PREROUTING/OUTPUT nat on the sender's node, and on the receiving node for traffic to a node's address.
 */
export function route(topology: Topology, packet: Outgoing): Route {
  const { from } = packet;
  let { address, port } = packet;
  if (isLoopback(address))
    return { kind: 'delivered', to: from, address: '127.0.0.1', port, source: '127.0.0.1' };
  // A node's own address still meets its rules (NodePorts); a Pod's own does not.
  if (!from.host && from.attached.has(address))
    return { kind: 'delivered', to: from, address, port, source: address };
  let node = from.node;
  let masqueraded: string | undefined;
  let rule: string | undefined;
  for (let i = 0; i < MAX_REWRITES; i++) {
    const entry = topology.nodes.get(node);
    const source = masqueraded ?? sourceAddress(topology, from, address);
    const verdict = entry?.forwarder?.forward({
      source,
      destination: address,
      port,
      protocol: packet.protocol,
      local: node === from.node,
    });
    if (verdict?.kind === 'reject') return { kind: 'rejected', address, port, rule };
    if (verdict?.kind === 'drop') return { kind: 'dropped', address, port, rule };
    if (verdict?.kind === 'dnat') {
      rule = verdict.rule;
      address = verdict.address;
      port = verdict.port;
      if (verdict.masquerade) masqueraded = entry?.network.address;
      break;
    }
    const target = hostPortOn(topology, address, port, packet.protocol);
    if (target !== undefined) {
      address = target.address;
      port = target.port;
      break;
    }
    // A node's address is looked at once more by that node's own rules: NodePorts.
    const owner = nodeOwning(topology, address);
    if (owner === undefined || owner === node) break;
    node = owner;
  }
  return deliver(topology, { ...packet, address, port }, { masqueraded, rule });
}

function deliver(
  topology: Topology,
  packet: Outgoing,
  how: { readonly masqueraded: string | undefined; readonly rule: string | undefined },
): Route {
  const { from, address, port, protocol } = packet;
  const { rule } = how;
  const to = topology.byAddress.get(address);
  const source = how.masqueraded ?? sourceAddress(topology, from, address);
  if (to === undefined)
    return { kind: inPodNetwork(topology, address) ? 'no-route' : 'dropped', address, port, rule };
  // The kubelet of the same node is always let through.
  const exempt = from.host && from.node === to.node;
  if (!exempt && from !== to && topology.policy !== undefined) {
    const allowed = topology.policy.allows(
      { address: source, namespace: from },
      { address, namespace: to, port, protocol },
    );
    if (!allowed) return { kind: 'dropped', address, port, rule, to };
  }
  return { kind: 'delivered', to, address, port, source, rule };
}

function hostPortOn(
  topology: Topology,
  address: string,
  port: number,
  protocol: Protocol,
): { readonly address: string; readonly port: number } | undefined {
  const owner = nodeOwning(topology, address);
  return owner === undefined ? undefined : topology.nodes.get(owner)?.hostPorts.get(`${protocol}/${port}`);
}

function nodeOwning(topology: Topology, address: string): string | undefined {
  const namespace = topology.byAddress.get(address);
  return namespace?.host === true ? namespace.node : undefined;
}

function inPodNetwork(topology: Topology, address: string): boolean {
  for (const { network } of topology.nodes.values()) {
    if (network.podCIDR !== undefined && inCidr(network.podCIDR, address)) return true;
  }
  return false;
}

/** The address a sender shows: a Pod its own; a node the bridge's for its own Pods, else the node's. */
function sourceAddress(topology: Topology, from: Namespace, to: string): string {
  if (!from.host) return [...from.attached][0] ?? '127.0.0.1';
  const network = topology.nodes.get(from.node)?.network;
  const cidr = network?.podCIDR === undefined ? undefined : parseCidr(network.podCIDR);
  if (cidr !== undefined && network?.podCIDR !== undefined && inCidr(network.podCIDR, to))
    return formatAddress(cidr.first + 1);
  return network?.address ?? '127.0.0.1';
}

function touches(at: string, namespace: Namespace): boolean {
  return at === '*' || at === namespace.node || namespace.attached.has(at);
}

/** Whether a fault keeps packets from passing between the two. */
export function isPartitioned(faults: readonly NetworkFault[], a: Namespace, b: Namespace): boolean {
  if (a === b) return false;
  return faults.some((fault) => {
    if (fault.kind !== 'partition') return false;
    const [one, two] = fault.between;
    // Cut off from everybody else; what is on the node itself still meets.
    if (a.node === b.node && (one === '*' || two === '*')) return false;
    return (touches(one, a) && touches(two, b)) || (touches(one, b) && touches(two, a));
  });
}

/** Extra delay of the slow faults on the way. */
export function slowness(faults: readonly NetworkFault[], a: Namespace, b: Namespace): number {
  let us = 0;
  for (const fault of faults)
    if (fault.kind === 'slow' && (touches(fault.at, a) || touches(fault.at, b))) us += fault.delayUs;
  return us;
}

/** Whether a new connection is lost by chance. */
export function isLost(
  faults: readonly NetworkFault[],
  ends: readonly [Namespace, Namespace],
  random: () => Random,
): boolean {
  return faults.some(
    (fault) =>
      fault.kind === 'drop' &&
      (touches(fault.at, ends[0]) || touches(fault.at, ends[1])) &&
      random().next() < fault.share,
  );
}
