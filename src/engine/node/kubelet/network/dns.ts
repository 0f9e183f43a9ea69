import type { Pod } from '../../../../api/generated/types.ts';
import type { NodeHost } from '../../cri/port/host.ts';
import type { DnsConfig } from '../../cri/port/runtime.ts';
import type { KubeletConfiguration } from '../config/configuration.ts';
import { isHostNetwork } from '../pod.ts';

// Models pkg/kubelet/network/dns/dns.go GetPodDNS (1.36).

const MAX_NAMESERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_CHARS = 2048;

/** What the sandbox's resolv.conf says, and the DNSConfigForming warnings on the way. */
export function podDns(
  pod: Pod,
  host: NodeHost,
  config: KubeletConfiguration,
): { dns: DnsConfig; warnings: string[] } {
  const warnings: string[] = [];
  const dns = limited(withOwn(base(pod, host, config), pod), warnings);
  return { dns, warnings };
}

function base(pod: Pod, { resolvConf }: NodeHost, config: KubeletConfiguration): DnsConfig {
  const policy = pod.spec.dnsPolicy ?? 'ClusterFirst';
  if (policy === 'None') return { servers: [], searches: [], options: [] };
  const cluster = policy === 'ClusterFirstWithHostNet' || (policy === 'ClusterFirst' && !isHostNetwork(pod));
  if (!cluster || config.clusterDns.length === 0) return resolvConf;
  const { clusterDomain, clusterDns } = config;
  const searches = [`${pod.metadata.namespace}.svc.${clusterDomain}`, `svc.${clusterDomain}`, clusterDomain];
  return {
    servers: clusterDns,
    searches: unique([...searches, ...resolvConf.searches]),
    options: ['ndots:5'],
  };
}

/** Models appendDNSConfig: servers and searches are added, options override by name. */
function withOwn(dns: DnsConfig, pod: Pod): DnsConfig {
  const own = pod.spec.dnsConfig;
  if (own === undefined) return dns;
  const options = new Map(dns.options.map((option) => [option.split(':')[0] as string, option]));
  for (const { name = '', value } of own.options ?? []) {
    options.set(name, value === undefined || value === '' ? name : `${name}:${value}`);
  }
  return {
    servers: unique([...dns.servers, ...(own.nameservers ?? [])]),
    searches: unique([...dns.searches, ...(own.searches ?? [])]),
    options: [...options.values()],
  };
}

function limited(dns: DnsConfig, warnings: string[]): DnsConfig {
  let { servers, searches } = dns;
  if (servers.length > MAX_NAMESERVERS) {
    servers = servers.slice(0, MAX_NAMESERVERS);
    const line = servers.join(' ');
    warnings.push(
      `Nameserver limits were exceeded, some nameservers have been omitted, the applied nameserver line is: ${line}`,
    );
  }
  const fits: string[] = [];
  for (const search of searches) {
    if (fits.length >= MAX_SEARCHES || [...fits, search].join(' ').length > MAX_SEARCH_CHARS) break;
    fits.push(search);
  }
  if (fits.length < searches.length) {
    searches = fits;
    const line = fits.join(' ');
    warnings.push(
      `Search Line limits were exceeded, some search paths have been omitted, the applied search line is: ${line}`,
    );
  }
  return { servers, searches, options: dns.options };
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}
