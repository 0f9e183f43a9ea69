import type { Kernel } from '../../kernel/kernel.ts';
import type { Forwarder, Packet, Verdict } from '../../network/port.ts';
import { inCidr } from '../../network/addresses.ts';
import type { ProxyEndpoint } from './endpoints.ts';
import type { RuleSet, ServiceRule } from './rules.ts';

const PASS: Verdict = { kind: 'pass' };
const REJECT: Verdict = { kind: 'reject' };
const DROP: Verdict = { kind: 'drop' };

export interface ForwarderOptions {
  readonly kernel: Kernel;
  readonly node: string;
  readonly nodeAddress: string;
  /** Pods' addresses: traffic to a cluster address from elsewhere is masqueraded. */
  readonly clusterCIDR?: string;
}

interface Stuck {
  readonly endpoint: string;
  readonly at: number;
}

/** The node's nat and filter rules at work. Models what the chains of pkg/proxy/iptables do to a first packet. */
export class RuleForwarder implements Forwarder {
  private readonly rules: RuleSet;
  private readonly options: ForwarderOptions;
  /** rule → client → where it was last sent: xt_recent. */
  private readonly recent = new Map<string, Map<string, Stuck>>();

  constructor(rules: RuleSet, options: ForwarderOptions) {
    this.rules = rules;
    this.options = options;
  }

  forward(packet: Packet): Verdict {
    const found = this.rules.byAddress.get(`${packet.destination}/${packet.protocol}/${packet.port}`);
    if (found !== undefined)
      return found.external ? this.external(found.rule, packet) : this.internal(found.rule, packet);
    if (packet.destination !== this.options.nodeAddress) return PASS;
    const rule = this.rules.byNodePort.get(`${packet.protocol}/${packet.port}`);
    return rule === undefined ? PASS : this.external(rule, packet);
  }

  private internal(rule: ServiceRule, packet: Packet): Verdict {
    const { endpoints } = rule;
    const usable = rule.internalLocal ? endpoints.local : endpoints.cluster;
    if (usable.length === 0) return rule.internalLocal && endpoints.any ? DROP : REJECT;
    const { clusterCIDR } = this.options;
    const outside = clusterCIDR !== undefined && !inCidr(clusterCIDR, packet.source);
    return this.send(rule, usable, packet, outside);
  }

  /** NodePort, external and load-balancer addresses: KUBE-EXT. */
  private external(rule: ServiceRule, packet: Packet): Verdict {
    const { endpoints } = rule;
    if (!rule.externalLocal)
      return endpoints.cluster.length === 0 ? REJECT : this.send(rule, endpoints.cluster, packet, true);
    // What starts in a Pod of this node or on the node itself is short-circuited to every endpoint, wherever they are.
    const { clusterCIDR } = this.options;
    const pod = clusterCIDR !== undefined && inCidr(clusterCIDR, packet.source);
    const host = packet.source === this.options.nodeAddress;
    if (packet.local && (pod || host) && endpoints.cluster.length > 0)
      return this.send(rule, endpoints.cluster, packet, !pod);
    if (endpoints.local.length === 0) return endpoints.any ? DROP : REJECT;
    return this.send(rule, endpoints.local, packet, false);
  }

  private send(
    rule: ServiceRule,
    usable: readonly ProxyEndpoint[],
    packet: Packet,
    masquerade: boolean,
  ): Verdict {
    const endpoint =
      this.stuckTo(rule, usable, packet.source) ??
      this.options.kernel.random(`kube-proxy/${this.options.node}`).pick(usable);
    if (rule.affinitySeconds !== undefined)
      this.remember(rule, packet.source, `${endpoint.address}:${endpoint.port}`);
    // A Pod that reaches itself through its Service would never see the answer as one.
    const hairpin = endpoint.address === packet.source;
    return {
      kind: 'dnat',
      address: endpoint.address,
      port: endpoint.port,
      masquerade: masquerade || hairpin,
      rule: rule.name,
    };
  }

  private stuckTo(
    rule: ServiceRule,
    usable: readonly ProxyEndpoint[],
    client: string,
  ): ProxyEndpoint | undefined {
    if (rule.affinitySeconds === undefined) return undefined;
    const stuck = this.recent.get(rule.name)?.get(client);
    if (stuck === undefined || this.options.kernel.now() - stuck.at > rule.affinitySeconds * 1_000_000)
      return undefined;
    return usable.find((endpoint) => `${endpoint.address}:${endpoint.port}` === stuck.endpoint);
  }

  private remember(rule: ServiceRule, client: string, endpoint: string): void {
    let clients = this.recent.get(rule.name);
    if (clients === undefined) this.recent.set(rule.name, (clients = new Map()));
    clients.set(client, { endpoint, at: this.options.kernel.now() });
  }
}
