import type { FileSystem } from '../../workloads/vfs/port.ts';

// What the runtime's config.json says, as far as it is acted on or shown. Models the OCI runtime spec.

export interface OciUser {
  readonly uid: number;
  readonly gid: number;
  readonly additionalGids: readonly number[];
}

export interface OciMount {
  readonly destination: string;
  readonly source: string;
  readonly readonly: boolean;
  /** An image's files in place of the host's. */
  readonly image?: { readonly tree: FileSystem; readonly subPath: string };
}

/** `new`: a pid namespace of its own; a table: one that is shared. */
export interface OciSpec {
  readonly args: readonly string[];
  readonly env: readonly (readonly [string, string])[];
  readonly cwd: string;
  readonly user: OciUser;
  /** In effect. */
  readonly capabilities: ReadonlySet<string>;
  /** What its processes can ever have. */
  readonly bounding: ReadonlySet<string>;
  readonly privileged: boolean;
  /** The node's id that the container's root is, in a user namespace of its own. */
  readonly rootIs?: number;
  readonly readonlyRootfs: boolean;
  readonly hostname: string;
  readonly mounts: readonly OciMount[];
  readonly cgroupsPath: string;
  readonly oomScoreAdj: number;
  readonly noNewPrivileges: boolean;
  /** A filter of system calls is in force. */
  readonly seccomp: boolean;
  readonly terminal: boolean;
  readonly declaredPorts: readonly number[];
  readonly runsToEnd: boolean;
  /** The file that is run for programs which the image does not have. */
  readonly standIn?: string;
}

const DEFAULT_CAPABILITIES = [
  'CAP_CHOWN',
  'CAP_DAC_OVERRIDE',
  'CAP_FSETID',
  'CAP_FOWNER',
  'CAP_MKNOD',
  'CAP_NET_RAW',
  'CAP_SETGID',
  'CAP_SETUID',
  'CAP_SETFCAP',
  'CAP_SETPCAP',
  'CAP_NET_BIND_SERVICE',
  'CAP_SYS_CHROOT',
  'CAP_KILL',
  'CAP_AUDIT_WRITE',
];
/** All of them, by their number in the kernel. */
const ALL_CAPABILITIES =
  'CHOWN DAC_OVERRIDE DAC_READ_SEARCH FOWNER FSETID KILL SETGID SETUID SETPCAP LINUX_IMMUTABLE NET_BIND_SERVICE NET_BROADCAST NET_ADMIN NET_RAW IPC_LOCK IPC_OWNER SYS_MODULE SYS_RAWIO SYS_CHROOT SYS_PTRACE SYS_PACCT SYS_ADMIN SYS_BOOT SYS_NICE SYS_RESOURCE SYS_TIME SYS_TTY_CONFIG MKNOD LEASE AUDIT_WRITE AUDIT_CONTROL SETFCAP MAC_OVERRIDE MAC_ADMIN SYSLOG WAKE_ALARM BLOCK_SUSPEND AUDIT_READ PERFMON BPF CHECKPOINT_RESTORE'
    .split(' ')
    .map((name) => `CAP_${name}`);

/** As /proc/PID/status prints a set. */
export function capabilityMask(set: ReadonlySet<string>): string {
  let mask = 0n;
  for (const [bit, name] of ALL_CAPABILITIES.entries()) if (set.has(name)) mask |= 1n << BigInt(bit);
  return mask.toString(16).padStart(16, '0');
}

/** What a container's processes may hold: root has all of it in effect, others none. */
export function boundingCapabilities(options: {
  readonly privileged: boolean;
  readonly add: readonly string[];
  readonly drop: readonly string[];
}): ReadonlySet<string> {
  if (options.privileged) return new Set(ALL_CAPABILITIES);
  const full = (name: string): string => (name.startsWith('CAP_') ? name : `CAP_${name}`).toUpperCase();
  const held = new Set(options.drop.some((name) => name.toUpperCase() === 'ALL') ? [] : DEFAULT_CAPABILITIES);
  for (const name of options.drop) held.delete(full(name));
  for (const name of options.add) {
    if (name.toUpperCase() === 'ALL') for (const each of ALL_CAPABILITIES) held.add(each);
    else held.add(full(name));
  }
  return held;
}
