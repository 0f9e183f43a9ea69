import { compareText } from '../../../base/compare.ts';
import type { ProxyEndpoint } from './endpoints.ts';
import type { ServiceRule } from './rules.ts';
import { sha256Base32 } from './sha256.ts';

/** First 16 characters of base32(SHA-256(…)). Models pkg/proxy/iptables/proxier.go portProtoHash. */
function chain(prefix: string, rule: ServiceRule, endpoint = ''): string {
  return `${prefix}-${sha256Base32(`${rule.name}${rule.protocol.toLowerCase()}${endpoint}`).slice(0, 16)}`;
}

function probability(left: number): string {
  return (1 / left).toFixed(11);
}

interface Table {
  readonly chains: string[];
  readonly rules: string[];
}

/**
 * The nat table as `iptables-save -t nat` prints kube-proxy's part of it.
 * Models writeServiceToEndpointRules and syncProxyRules (1.36).
 */
export function iptablesSaveNat(
  rules: readonly ServiceRule[],
  options: { readonly clusterCIDR?: string } = {},
): string {
  const table: Table = {
    chains: ['KUBE-SERVICES', 'KUBE-NODEPORTS', 'KUBE-POSTROUTING', 'KUBE-MARK-MASQ'],
    rules: [],
  };
  table.rules.push(
    '-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000',
    '-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN',
    '-A KUBE-POSTROUTING -j MARK --set-xmark 0x4000/0x0',
    '-A KUBE-POSTROUTING -m comment --comment "kubernetes service traffic requiring SNAT" -j MASQUERADE --random-fully',
  );
  for (const rule of [...rules].sort((a, b) => compareText(a.name, b.name)))
    writeService(table, rule, options.clusterCIDR);
  table.rules.push(
    '-A KUBE-SERVICES -m comment --comment "kubernetes service nodeports; NOTE: this must be the last rule in this chain" -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS',
  );
  return ['*nat', ...table.chains.map((name) => `:${name} - [0:0]`), ...table.rules, 'COMMIT', ''].join('\n');
}

function writeService(table: Table, rule: ServiceRule, clusterCIDR: string | undefined): void {
  const protocol = rule.protocol.toLowerCase();
  const match = `-p ${protocol} -m ${protocol} --dport`;
  const internal = rule.internalLocal ? rule.endpoints.local : rule.endpoints.cluster;
  const svc = chain(rule.internalLocal ? 'KUBE-SVL' : 'KUBE-SVC', rule);
  if (internal.length > 0) {
    table.chains.push(svc);
    table.rules.push(
      `-A KUBE-SERVICES -d ${rule.clusterIP}/32 ${match} ${rule.port} -m comment --comment "${rule.name} cluster IP" -j ${svc}`,
    );
    if (clusterCIDR !== undefined)
      table.rules.push(
        `-A ${svc} ! -s ${clusterCIDR} -d ${rule.clusterIP}/32 ${match} ${rule.port} -m comment --comment "${rule.name} cluster IP" -j KUBE-MARK-MASQ`,
      );
    writeChoice(table, svc, rule, internal);
  }
  const external = rule.externalLocal ? rule.endpoints.local : rule.endpoints.cluster;
  if (rule.nodePort !== undefined && external.length > 0) {
    const ext = chain('KUBE-EXT', rule);
    table.chains.push(ext);
    table.rules.push(
      `-A KUBE-NODEPORTS ${match} ${rule.nodePort} -m comment --comment "${rule.name}" -j ${ext}`,
    );
    if (!rule.externalLocal)
      table.rules.push(
        `-A ${ext} -m comment --comment "masquerade traffic for ${rule.name} external destinations" -j KUBE-MARK-MASQ`,
      );
    table.rules.push(`-A ${ext} -j ${svc}`);
  }
  for (const endpoint of internal) writeEndpoint(table, rule, endpoint);
}

function writeChoice(
  table: Table,
  svc: string,
  rule: ServiceRule,
  endpoints: readonly ProxyEndpoint[],
): void {
  const sep = (endpoint: ProxyEndpoint): string =>
    chain('KUBE-SEP', rule, `${endpoint.address}:${endpoint.port}`);
  if (rule.affinitySeconds !== undefined) {
    for (const endpoint of endpoints) {
      table.rules.push(
        `-A ${svc} -m comment --comment "${rule.name} -> ${endpoint.address}:${endpoint.port}" -m recent --rcheck --seconds ${rule.affinitySeconds} --reap --name ${sep(endpoint)} --mask 255.255.255.255 --rsource -j ${sep(endpoint)}`,
      );
    }
  }
  for (const [index, endpoint] of endpoints.entries()) {
    const left = endpoints.length - index;
    const chance = left === 1 ? '' : ` -m statistic --mode random --probability ${probability(left)}`;
    table.rules.push(
      `-A ${svc} -m comment --comment "${rule.name} -> ${endpoint.address}:${endpoint.port}"${chance} -j ${sep(endpoint)}`,
    );
  }
}

function writeEndpoint(table: Table, rule: ServiceRule, endpoint: ProxyEndpoint): void {
  const target = `${endpoint.address}:${endpoint.port}`;
  const sep = chain('KUBE-SEP', rule, target);
  const protocol = rule.protocol.toLowerCase();
  table.chains.push(sep);
  table.rules.push(
    `-A ${sep} -s ${endpoint.address}/32 -m comment --comment "${rule.name}" -j KUBE-MARK-MASQ`,
  );
  const recent =
    rule.affinitySeconds === undefined
      ? ''
      : ` -m recent --set --name ${sep} --mask 255.255.255.255 --rsource`;
  table.rules.push(
    `-A ${sep} -p ${protocol} -m comment --comment "${rule.name}"${recent} -m ${protocol} -j DNAT --to-destination ${target}`,
  );
}

/** The filter table's part: what has no endpoints is rejected, or dropped when only others' nodes have some. */
export function iptablesSaveFilter(rules: readonly ServiceRule[]): string {
  const lines = [
    '*filter',
    ':KUBE-SERVICES - [0:0]',
    ':KUBE-EXTERNAL-SERVICES - [0:0]',
    ':KUBE-FORWARD - [0:0]',
  ];
  for (const rule of [...rules].sort((a, b) => compareText(a.name, b.name))) {
    const protocol = rule.protocol.toLowerCase();
    const match = `-p ${protocol} -m ${protocol} --dport`;
    const usable = rule.internalLocal ? rule.endpoints.local : rule.endpoints.cluster;
    if (usable.length > 0) continue;
    const [comment, target] =
      rule.internalLocal && rule.endpoints.any
        ? ['has no local endpoints', 'DROP']
        : ['has no endpoints', 'REJECT --reject-with icmp-port-unreachable'];
    lines.push(
      `-A KUBE-SERVICES -d ${rule.clusterIP}/32 ${match} ${rule.port} -m comment --comment "${rule.name} ${comment}" -j ${target}`,
    );
    if (rule.nodePort !== undefined)
      lines.push(
        `-A KUBE-EXTERNAL-SERVICES ${match} ${rule.nodePort} -m comment --comment "${rule.name} ${comment}" -m addrtype --dst-type LOCAL -j ${target}`,
      );
  }
  lines.push(
    '-A KUBE-FORWARD -m conntrack --ctstate INVALID -j DROP',
    '-A KUBE-FORWARD -m comment --comment "kubernetes forwarding rules" -m mark --mark 0x4000/0x4000 -j ACCEPT',
    '-A KUBE-FORWARD -m comment --comment "kubernetes forwarding conntrack rule" -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
    'COMMIT',
    '',
  );
  return lines.join('\n');
}
