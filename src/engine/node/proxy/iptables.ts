import { compareText } from '../../../base/compare.ts';
import type { ProxyEndpoint } from './endpoints.ts';
import { type ServiceRule, isExternallyAccessible } from './rules.ts';
import { sha256Base32 } from './sha256.ts';

/** First 16 characters of base32(SHA-256(…)). Models pkg/proxy/iptables/proxier.go portProtoHash. */
function chain(prefix: string, rule: ServiceRule, endpoint = ''): string {
  return `${prefix}-${sha256Base32(`${rule.name}${rule.protocol.toLowerCase()}${endpoint}`).slice(0, 16)}`;
}

/** What iptables-save makes of `--probability`: xt_statistic keeps 31 bits of it. */
function probability(left: number): string {
  const asked = Number((1 / left).toFixed(10));
  return (Math.round(asked * 2 ** 31) / 2 ** 31).toFixed(11);
}

/** A chain's name → its rules. */
type Table = Map<string, string[]>;

function append(table: Table, name: string, rule: string): void {
  let rules = table.get(name);
  if (rules === undefined) table.set(name, (rules = []));
  rules.push(`-A ${name} ${rule}`);
}

/** As iptables-nft saves a table: its hooks, then the other chains by name; then the rules, chain by chain. */
function save(name: string, hooks: readonly string[], table: Table): string {
  const own = [...table.keys()].filter((chain) => !hooks.includes(chain)).sort(compareText);
  return [
    `*${name}`,
    ...hooks.map((hook) => `:${hook} ACCEPT [0:0]`),
    ...own.map((chain) => `:${chain} - [0:0]`),
    ...[...hooks, ...own].flatMap((chain) => table.get(chain) ?? []),
    'COMMIT',
    '',
  ].join('\n');
}

const byName = (rules: readonly ServiceRule[]): ServiceRule[] =>
  [...rules].sort((a, b) => compareText(a.name, b.name));

const note = (text: string): string => `-m comment --comment "${text}"`;

/** The match on a port, with what stands between the protocol and its port. */
function toPort(rule: ServiceRule, port: number, between: string): string {
  const protocol = rule.protocol.toLowerCase();
  return `-p ${protocol} ${between} -m ${protocol} --dport ${port}`;
}

/**
 * The nat table as `iptables-save -t nat` prints kube-proxy's part of it.
 * Models writeServiceToEndpointRules and syncProxyRules (1.36).
 */
export function iptablesSaveNat(
  rules: readonly ServiceRule[],
  options: { readonly clusterCIDR?: string } = {},
): string {
  const portals = `${note('kubernetes service portals')} -j KUBE-SERVICES`;
  const table: Table = new Map([
    ['KUBE-NODEPORTS', []],
    ['KUBE-PROXY-CANARY', []],
  ]);
  append(table, 'PREROUTING', portals);
  append(table, 'OUTPUT', portals);
  append(table, 'POSTROUTING', `${note('kubernetes postrouting rules')} -j KUBE-POSTROUTING`);
  append(table, 'KUBE-MARK-MASQ', '-j MARK --set-xmark 0x4000/0x4000');
  append(table, 'KUBE-POSTROUTING', '-m mark ! --mark 0x4000/0x4000 -j RETURN');
  append(table, 'KUBE-POSTROUTING', '-j MARK --set-xmark 0x4000/0x0');
  append(
    table,
    'KUBE-POSTROUTING',
    `${note('kubernetes service traffic requiring SNAT')} -j MASQUERADE --random-fully`,
  );
  for (const rule of byName(rules)) writeService(table, rule, options.clusterCIDR);
  append(
    table,
    'KUBE-SERVICES',
    `${note('kubernetes service nodeports; NOTE: this must be the last rule in this chain')} -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS`,
  );
  return save('nat', ['PREROUTING', 'INPUT', 'OUTPUT', 'POSTROUTING'], table);
}

function writeService(table: Table, rule: ServiceRule, clusterCIDR: string | undefined): void {
  const { cluster, local } = rule.endpoints;
  const outward = isExternallyAccessible(rule);
  const svc = chain('KUBE-SVC', rule);
  const svl = chain('KUBE-SVL', rule);
  const internal = rule.internalLocal ? svl : svc;
  if ((rule.internalLocal ? local : cluster).length > 0) {
    const match = `-d ${rule.clusterIP}/32 ${toPort(rule, rule.port, note(`${rule.name} cluster IP`))}`;
    append(table, 'KUBE-SERVICES', `${match} -j ${internal}`);
    if (clusterCIDR !== undefined) append(table, internal, `! -s ${clusterCIDR} ${match} -j KUBE-MARK-MASQ`);
  }
  if (outward && rule.endpoints.any) writeExternal(table, rule, clusterCIDR);
  // Even the Local policy needs the cluster's chain: what starts on the node itself or in a Pod goes to any endpoint.
  const usesCluster = !rule.internalLocal || outward;
  const usesLocal = rule.internalLocal || (rule.externalLocal && outward);
  if (usesCluster) writeChoice(table, svc, rule, cluster);
  if (usesLocal) writeChoice(table, svl, rule, local);
  const reached = new Map<string, ProxyEndpoint>();
  for (const endpoint of [...(usesCluster ? cluster : []), ...(usesLocal ? local : [])])
    reached.set(`${endpoint.address}:${endpoint.port}`, endpoint);
  for (const endpoint of reached.values()) writeEndpoint(table, rule, endpoint);
}

/** External and load-balancer addresses and node ports, and the chain they all enter by. */
function writeExternal(table: Table, rule: ServiceRule, clusterCIDR: string | undefined): void {
  const ext = chain('KUBE-EXT', rule);
  const svc = chain('KUBE-SVC', rule);
  const enter = (addresses: readonly string[], kind: string): void => {
    for (const address of addresses) {
      const match = `-d ${address}/32 ${toPort(rule, rule.port, note(`${rule.name} ${kind}`))}`;
      append(table, 'KUBE-SERVICES', `${match} -j ${ext}`);
    }
  };
  enter(rule.externalIPs, 'external IP');
  enter(rule.loadBalancerIPs, 'loadbalancer IP');
  if (rule.nodePort !== undefined)
    append(table, 'KUBE-NODEPORTS', `${toPort(rule, rule.nodePort, note(rule.name))} -j ${ext}`);
  const about = (what: string): string => note(`${what} for ${rule.name} external destinations`);
  if (!rule.externalLocal) {
    append(table, ext, `${about('masquerade traffic')} -j KUBE-MARK-MASQ`);
    append(table, ext, `-j ${svc}`);
    return;
  }
  if (clusterCIDR !== undefined) append(table, ext, `-s ${clusterCIDR} ${about('pod traffic')} -j ${svc}`);
  const here = '-m addrtype --src-type LOCAL';
  append(table, ext, `${about('masquerade LOCAL traffic')} ${here} -j KUBE-MARK-MASQ`);
  append(table, ext, `${about('route LOCAL traffic')} ${here} -j ${svc}`);
  if (rule.endpoints.local.length > 0) append(table, ext, `-j ${chain('KUBE-SVL', rule)}`);
}

function writeChoice(
  table: Table,
  name: string,
  rule: ServiceRule,
  endpoints: readonly ProxyEndpoint[],
): void {
  const sep = (endpoint: ProxyEndpoint): string =>
    chain('KUBE-SEP', rule, `${endpoint.address}:${endpoint.port}`);
  const about = (endpoint: ProxyEndpoint): string =>
    note(`${rule.name} -> ${endpoint.address}:${endpoint.port}`);
  if (rule.affinitySeconds !== undefined) {
    for (const endpoint of endpoints) {
      append(
        table,
        name,
        `${about(endpoint)} -m recent --rcheck --seconds ${rule.affinitySeconds} --reap --name ${sep(endpoint)} --mask 255.255.255.255 --rsource -j ${sep(endpoint)}`,
      );
    }
  }
  for (const [index, endpoint] of endpoints.entries()) {
    const left = endpoints.length - index;
    const chance = left === 1 ? '' : ` -m statistic --mode random --probability ${probability(left)}`;
    append(table, name, `${about(endpoint)}${chance} -j ${sep(endpoint)}`);
  }
}

function writeEndpoint(table: Table, rule: ServiceRule, endpoint: ProxyEndpoint): void {
  const target = `${endpoint.address}:${endpoint.port}`;
  const sep = chain('KUBE-SEP', rule, target);
  const protocol = rule.protocol.toLowerCase();
  append(table, sep, `-s ${endpoint.address}/32 ${note(rule.name)} -j KUBE-MARK-MASQ`);
  const recent =
    rule.affinitySeconds === undefined
      ? ''
      : ` -m recent --set --name ${sep} --mask 255.255.255.255 --rsource`;
  append(
    table,
    sep,
    `-p ${protocol} ${note(rule.name)}${recent} -m ${protocol} -j DNAT --to-destination ${target}`,
  );
}

/** The filter table's part: what has no endpoints is rejected, or dropped when only others' nodes have some. */
export function iptablesSaveFilter(rules: readonly ServiceRule[]): string {
  const table: Table = new Map(['KUBE-SERVICES', 'KUBE-EXTERNAL-SERVICES'].map((name) => [name, []]));
  for (const rule of byName(rules)) {
    const without = refusal(rule, rule.internalLocal);
    if (without !== undefined)
      append(
        table,
        'KUBE-SERVICES',
        `-d ${rule.clusterIP}/32 ${toPort(rule, rule.port, without.about)} -j ${without.target}`,
      );
    const outside = refusal(rule, rule.externalLocal);
    if (outside === undefined) continue;
    const { about, target } = outside;
    for (const address of [...rule.externalIPs, ...rule.loadBalancerIPs])
      append(
        table,
        'KUBE-EXTERNAL-SERVICES',
        `-d ${address}/32 ${toPort(rule, rule.port, about)} -j ${target}`,
      );
    if (rule.nodePort !== undefined)
      append(
        table,
        'KUBE-EXTERNAL-SERVICES',
        `${toPort(rule, rule.nodePort, `${about} -m addrtype --dst-type LOCAL`)} -j ${target}`,
      );
  }
  append(table, 'KUBE-FORWARD', '-m conntrack --ctstate INVALID -j DROP');
  append(
    table,
    'KUBE-FORWARD',
    `${note('kubernetes forwarding rules')} -m mark --mark 0x4000/0x4000 -j ACCEPT`,
  );
  append(
    table,
    'KUBE-FORWARD',
    `${note('kubernetes forwarding conntrack rule')} -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT`,
  );
  return save('filter', [], table);
}

/** Why traffic under a policy has nowhere to go, and what becomes of it. */
function refusal(rule: ServiceRule, local: boolean): { about: string; target: string } | undefined {
  if (!rule.endpoints.any)
    return {
      about: note(`${rule.name} has no endpoints`),
      target: 'REJECT --reject-with icmp-port-unreachable',
    };
  if (!local || rule.endpoints.local.length > 0) return undefined;
  return { about: note(`${rule.name} has no local endpoints`), target: 'DROP' };
}
