import type { Pod } from '../../../../api/generated/types.ts';
import type { Rejection } from './predicates.ts';

// Models pkg/kubelet/sysctl (1.36).

const SAFE = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_wmem',
]);

const NAMESPACED: readonly (readonly [prefix: string, host: 'hostIPC' | 'hostNetwork'])[] = [
  ['kernel.shm', 'hostIPC'],
  ['kernel.msg', 'hostIPC'],
  ['kernel.sem', 'hostIPC'],
  ['fs.mqueue.', 'hostIPC'],
  ['net.', 'hostNetwork'],
];

/** Refuses a Pod with a sysctl that the node does not allow. */
export function forbiddenSysctl(pod: Pod, allowedUnsafe: readonly string[]): Rejection | undefined {
  for (const { name: written } of pod.spec.securityContext?.sysctls ?? []) {
    const name = written.replaceAll('/', '.');
    const allowed = SAFE.has(name) || allowedUnsafe.some((pattern) => matches(pattern, name));
    if (!allowed)
      return { reason: 'SysctlForbidden', message: `forbidden sysctl: "${name}" not allowlisted` };
    for (const [prefix, host] of NAMESPACED) {
      if (!name.startsWith(prefix) || pod.spec[host] !== true) continue;
      const what = host === 'hostNetwork' ? 'host net' : 'host ipc';
      return {
        reason: 'SysctlForbidden',
        message: `forbidden sysctl: "${name}" not allowed with ${what} enabled`,
      };
    }
  }
  return undefined;
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
