import type { Json, JsonObject } from '../../../base/json.ts';
import type { OciMount, OciSpec } from '../oci/spec.ts';
import type { LinuxResources, LinuxSecurity, SandboxConfig } from './port/runtime.ts';

// Models containerd internal/cri/server/container_create.go and pkg/cri/opts (2.1): the config.json that runc is given.

export interface ConfigJsonInputs {
  readonly spec: OciSpec;
  readonly resources: LinuxResources;
  readonly security: LinuxSecurity;
  readonly sandboxId: string;
  readonly sandbox: SandboxConfig;
  readonly imageName: string;
  readonly containerName: string;
  /** The sandbox's pause process, on the node: whose namespaces are joined. */
  readonly pausePid: number;
  /** The first process of the container whose pid namespace is joined. */
  readonly targetPid: number | undefined;
}

const MASKED: readonly string[] = [
  '/proc/acpi',
  '/proc/asound',
  '/proc/kcore',
  '/proc/keys',
  '/proc/latency_stats',
  '/proc/timer_list',
  '/proc/timer_stats',
  '/proc/sched_debug',
  '/sys/firmware',
  '/sys/devices/virtual/powercap',
  '/proc/scsi',
];
const READ_ONLY: readonly string[] = [
  '/proc/bus',
  '/proc/fs',
  '/proc/irq',
  '/proc/sys',
  '/proc/sysrq-trigger',
];

/** The runtime's config of a container as JSON, with what is modelled of it. */
export function configJson(inputs: ConfigJsonInputs): JsonObject {
  const { spec, resources, security, sandbox } = inputs;
  const capabilities: Json = [...spec.capabilities];
  const bounding: Json = [...spec.bounding];
  const masked = !security.privileged && !security.procMountUnmasked;
  return {
    ociVersion: '1.2.1',
    process: {
      ...(spec.terminal ? { terminal: true } : {}),
      user: { uid: spec.user.uid, gid: spec.user.gid, additionalGids: spec.user.additionalGids },
      args: spec.args,
      env: spec.env.map(([name, value]) => `${name}=${value}`),
      cwd: spec.cwd,
      capabilities: { bounding, effective: capabilities, permitted: capabilities },
      ...(security.noNewPrivileges ? { noNewPrivileges: true } : {}),
      oomScoreAdj: spec.oomScoreAdj,
    },
    root: { path: 'rootfs', ...(spec.readonlyRootfs ? { readonly: true } : {}) },
    mounts: [...kernelMounts(inputs), ...spec.mounts.map(bindMount)],
    annotations: {
      'io.kubernetes.cri.container-name': inputs.containerName,
      'io.kubernetes.cri.container-type': 'container',
      'io.kubernetes.cri.image-name': inputs.imageName,
      'io.kubernetes.cri.sandbox-id': inputs.sandboxId,
      'io.kubernetes.cri.sandbox-name': sandbox.metadata.name,
      'io.kubernetes.cri.sandbox-namespace': sandbox.metadata.namespace,
      'io.kubernetes.cri.sandbox-uid': sandbox.metadata.uid,
    },
    linux: {
      namespaces: namespaces(inputs),
      cgroupsPath: systemdPath(spec.cgroupsPath),
      resources: resourcesJson(resources),
      ...(masked ? { maskedPaths: MASKED, readonlyPaths: READ_ONLY } : {}),
    },
  };
}

/** `slice:prefix:id`, as the systemd driver is told it. */
function systemdPath(path: string): string {
  const parts = path.split('/');
  const scope = /^cri-containerd-(.*)\.scope$/.exec(parts.at(-1) ?? '');
  return scope === null ? path : `${parts.at(-2) ?? ''}:cri-containerd:${scope[1]}`;
}

/** Its own: mount, cgroup and, unless shared, pid. Joined through pause: network, ipc, uts. */
function namespaces({ security, sandbox, pausePid, targetPid }: ConfigJsonInputs): readonly Json[] {
  const joined = (type: string, file: string, pid = pausePid): Json => ({
    type,
    path: `/proc/${pid}/ns/${file}`,
  });
  const { pid } = security;
  const own: Json[] =
    pid === 'node'
      ? []
      : pid === 'container'
        ? [{ type: 'pid' }]
        : [joined('pid', 'pid', pid === 'pod' ? pausePid : (targetPid ?? pausePid))];
  return [
    ...own,
    { type: 'mount' },
    { type: 'cgroup' },
    joined('ipc', 'ipc'),
    joined('uts', 'uts'),
    ...(sandbox.hostNetwork ? [] : [joined('network', 'net')]),
    ...(sandbox.userNamespace === undefined ? [] : [joined('user', 'user')]),
  ];
}

function resourcesJson({ cpuShares, cpuQuotaUs, cpuPeriodUs, memoryLimitBytes }: LinuxResources): JsonObject {
  return {
    cpu: { shares: cpuShares, ...(cpuQuotaUs > 0 ? { quota: cpuQuotaUs, period: cpuPeriodUs } : {}) },
    ...(memoryLimitBytes > 0 ? { memory: { limit: memoryLimitBytes, swap: memoryLimitBytes } } : {}),
    unified: { 'memory.oom.group': '1' },
  };
}

function kernelMounts({ sandboxId, security }: ConfigJsonInputs): readonly Json[] {
  const access = security.privileged ? 'rw' : 'ro';
  return [
    { destination: '/proc', type: 'proc', source: 'proc', options: ['nosuid', 'noexec', 'nodev'] },
    {
      destination: '/dev',
      type: 'tmpfs',
      source: 'tmpfs',
      options: ['nosuid', 'strictatime', 'mode=755', 'size=65536k'],
    },
    {
      destination: '/dev/pts',
      type: 'devpts',
      source: 'devpts',
      options: ['nosuid', 'noexec', 'newinstance', 'ptmxmode=0666', 'mode=0620', 'gid=5'],
    },
    { destination: '/dev/mqueue', type: 'mqueue', source: 'mqueue', options: ['nosuid', 'noexec', 'nodev'] },
    { destination: '/sys', type: 'sysfs', source: 'sysfs', options: ['nosuid', 'noexec', 'nodev', access] },
    {
      destination: '/sys/fs/cgroup',
      type: 'cgroup',
      source: 'cgroup',
      options: ['nosuid', 'noexec', 'nodev', 'relatime', access],
    },
    {
      destination: '/dev/shm',
      type: 'bind',
      source: `/run/containerd/io.containerd.grpc.v1.cri/sandboxes/${sandboxId}/shm`,
      options: ['rbind', 'rprivate', 'rw'],
    },
  ];
}

function bindMount({ destination, source, readonly }: OciMount): Json {
  return { destination, type: 'bind', source, options: ['rbind', 'rprivate', readonly ? 'ro' : 'rw'] };
}
