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
}

/** `new`: a pid namespace of its own; a table: one that is shared. */
export interface OciSpec {
  readonly args: readonly string[];
  readonly env: readonly (readonly [string, string])[];
  readonly cwd: string;
  readonly user: OciUser;
  readonly capabilities: ReadonlySet<string>;
  readonly readonlyRootfs: boolean;
  readonly hostname: string;
  readonly mounts: readonly OciMount[];
  readonly cgroupsPath: string;
  readonly oomScoreAdj: number;
  readonly terminal: boolean;
  readonly declaredPorts: readonly number[];
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
const ALL_CAPABILITIES = [
  ...DEFAULT_CAPABILITIES,
  'CAP_SYS_ADMIN',
  'CAP_NET_ADMIN',
  'CAP_SYS_PTRACE',
  'CAP_SYS_TIME',
  'CAP_SYS_MODULE',
  'CAP_SYS_RESOURCE',
];

/** Capabilities in effect: root's only. */
export function effectiveCapabilities(options: {
  readonly uid: number;
  readonly privileged: boolean;
  readonly add: readonly string[];
  readonly drop: readonly string[];
}): ReadonlySet<string> {
  if (options.uid !== 0) return new Set();
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
