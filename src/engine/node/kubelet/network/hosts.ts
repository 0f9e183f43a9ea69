import type { HostAlias } from '../../../../api/generated/types.ts';

// Models pkg/kubelet/kubelet_pods.go ensureHostsFile (1.36).

export interface HostsInputs {
  readonly podIps: readonly string[];
  readonly hostname: string;
  readonly domain: string;
  readonly aliases: readonly HostAlias[];
}

const LOCAL = [
  '127.0.0.1\tlocalhost',
  '::1\tlocalhost ip6-localhost ip6-loopback',
  'fe00::0\tip6-localnet',
  'fe00::0\tip6-mcastprefix',
  'fe00::1\tip6-allnodes',
  'fe00::2\tip6-allrouters',
];

/** The managed /etc/hosts of a Pod with its own network. */
export function managedHosts({ podIps, hostname, domain, aliases }: HostsInputs): string {
  const name = domain === '' ? hostname : `${hostname}.${domain}\t${hostname}`;
  const own = podIps.map((ip) => `${ip}\t${name}`);
  return `${['# Kubernetes-managed hosts file.', ...LOCAL, ...own].join('\n')}\n${aliasLines(aliases)}`;
}

/** The node's own file with a note, for Pods in the host's network. */
export function hostNetworkHosts(nodeHosts: string, aliases: readonly HostAlias[]): string {
  return `# Kubernetes-managed hosts file (host network).\n${nodeHosts}${aliasLines(aliases)}`;
}

function aliasLines(aliases: readonly HostAlias[]): string {
  if (aliases.length === 0) return '';
  const lines = aliases.map(({ ip, hostnames = [] }) => `${ip}\t${hostnames.join('\t')}`);
  return `\n# Entries added by HostAliases.\n${lines.join('\n')}\n`;
}
