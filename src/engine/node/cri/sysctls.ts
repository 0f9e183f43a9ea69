import type { SandboxConfig } from './port/runtime.ts';

const PORT_START = 'net.ipv4.ip_unprivileged_port_start';

/** A sandbox's settings by path, and from which port on its programs need no capability. */
export function sysctlsOf({ hostNetwork, sysctls }: SandboxConfig): {
  readonly sysctls: Readonly<Record<string, string>>;
  readonly unprivilegedPortStart: number;
} {
  // enable_unprivileged_ports: containerd sets 0 in a sandbox's own network; the node's keeps the kernel's.
  const own: Readonly<Record<string, string>> = hostNetwork ? {} : { [PORT_START]: '0', ...sysctls };
  const all = hostNetwork ? sysctls : { 'net.ipv4.ping_group_range': '0\t2147483647', ...own };
  return {
    sysctls: Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name.replaceAll('.', '/'), value]),
    ),
    unprivilegedPortStart: Number(own[PORT_START] ?? 1024),
  };
}

/** Settings whose value is text. */
const TEXTS = ['kernel.domainname', 'kernel.hostname', 'net.ipv4.tcp_congestion_control'];

/** What runc says of the first setting that the kernel does not take; undefined when it takes all. */
export function refusedSysctl(sysctls: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(sysctls)) {
    if (TEXTS.includes(name) || /^\s*-?\d+(\s+-?\d+)*\s*$/.test(value)) continue;
    return `write sysctl key ${name}: write /proc/sys/${name.replaceAll('.', '/')}: invalid argument`;
  }
  return undefined;
}
