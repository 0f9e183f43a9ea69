import type { Container, PodSecurityContext, SELinuxOptions } from '../../../../api/generated/types.ts';
import {
  type Examined,
  type Violation,
  containersOf,
  containersText,
  namesWhere,
  plural,
  quoted,
  setters,
} from './visit.ts';

// Models pod-security-admission/policy/check_*.go (1.36), the baseline ones.

export type Check = (pod: Examined) => Violation | undefined;

const APPARMOR_ANNOTATION = 'container.apparmor.security.beta.kubernetes.io/';

export const appArmorProfile: Check = (pod) => {
  const values = new Set<string>();
  const bad = (type: string | undefined): boolean => {
    if (type === undefined || type === 'RuntimeDefault' || type === 'Localhost') return false;
    values.add(type);
    return true;
  };
  const onPod = bad(pod.spec.securityContext?.appArmorProfile?.type);
  const names = namesWhere(pod, ({ securityContext }) => bad(securityContext?.appArmorProfile?.type));
  const annotated = Object.entries(pod.annotations).filter(
    ([key, value]) =>
      key.startsWith(APPARMOR_ANNOTATION) &&
      value !== '' &&
      value !== 'runtime/default' &&
      !value.startsWith('localhost/'),
  );
  if (values.size === 0 && annotated.length === 0) return undefined;
  const parts = [
    ...(values.size === 0
      ? []
      : [`${setters(onPod, names)} must not set AppArmor profile type to ${quoted([...values].sort())}`]),
    ...(annotated.length === 0
      ? []
      : [
          `${plural('annotation', 'annotations', annotated.length)} ${quoted(annotated.map(([key, value]) => `${key}=${value}`).sort())}`,
        ]),
  ];
  const reason = plural(
    'forbidden AppArmor profile',
    'forbidden AppArmor profiles',
    values.size + annotated.length,
  );
  return { reason, detail: parts.join('; ') };
};

const DEFAULT_CAPABILITIES = new Set(
  'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT'.split(
    ' ',
  ),
);

export const capabilitiesBaseline: Check = (pod) => {
  const added = new Set<string>();
  const names = namesWhere(pod, ({ securityContext }) => {
    const extra = (securityContext?.capabilities?.add ?? []).filter(
      (capability) => !DEFAULT_CAPABILITIES.has(capability),
    );
    for (const capability of extra) added.add(capability);
    return extra.length > 0;
  });
  if (names.length === 0) return undefined;
  const detail = `${containersText(names)} must not include ${quoted([...added].sort())} in securityContext.capabilities.add`;
  return { reason: 'non-default capabilities', detail };
};

export const hostNamespaces: Check = ({ spec }) => {
  const set = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((field) => spec[field] === true);
  return set.length === 0
    ? undefined
    : { reason: 'host namespaces', detail: set.map((field) => `${field}=true`).join(', ') };
};

export const hostPathVolumes: Check = ({ spec }) => {
  const names = (spec.volumes ?? [])
    .filter(({ hostPath }) => hostPath !== undefined)
    .map(({ name }) => name ?? '');
  if (names.length === 0) return undefined;
  return {
    reason: 'hostPath volumes',
    detail: `${plural('volume', 'volumes', names.length)} ${quoted(names)}`,
  };
};

export const hostPorts: Check = (pod) => {
  const ports = new Set<string>();
  const names = namesWhere(pod, (container) => {
    const used = (container.ports ?? []).flatMap(({ hostPort = 0 }) =>
      hostPort === 0 ? [] : [String(hostPort)],
    );
    for (const port of used) ports.add(port);
    return used.length > 0;
  });
  if (names.length === 0) return undefined;
  const what = `${plural('hostPort', 'hostPorts', ports.size)} ${[...ports].sort().join(', ')}`;
  return {
    reason: 'hostPort',
    detail: `${containersText(names)} ${plural('uses', 'use', names.length)} ${what}`,
  };
};

function hostsOf({ livenessProbe, readinessProbe, startupProbe, lifecycle }: Container): readonly string[] {
  const handlers = [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop];
  return handlers
    .flatMap((handler) => [handler?.httpGet?.host, handler?.tcpSocket?.host])
    .filter((host) => host !== undefined && host !== '') as string[];
}

export const hostProbesAndHostLifecycle: Check = (pod) => {
  const hosts = new Set<string>();
  const names = namesWhere(pod, (container) => {
    const used = hostsOf(container);
    for (const host of used) hosts.add(host);
    return used.length > 0;
  });
  if (names.length === 0) return undefined;
  const what = `${plural('probe or lifecycle host', 'probe or lifecycle hosts', hosts.size)} ${quoted([...hosts].sort())}`;
  return {
    reason: 'probe or lifecycle host',
    detail: `${containersText(names)} ${plural('uses', 'use', names.length)} ${what}`,
  };
};

export const privileged: Check = (pod) => {
  const names = namesWhere(pod, ({ securityContext }) => securityContext?.privileged === true);
  return names.length === 0
    ? undefined
    : {
        reason: 'privileged',
        detail: `${containersText(names)} must not set securityContext.privileged=true`,
      };
};

function procMountViolation(pod: Examined): Violation | undefined {
  const values = new Set<string>();
  const names = namesWhere(pod, ({ securityContext }) => {
    const value = securityContext?.procMount ?? 'Default';
    if (value === 'Default') return false;
    values.add(value);
    return true;
  });
  if (names.length === 0) return undefined;
  return {
    reason: 'procMount',
    detail: `${containersText(names)} must not set securityContext.procMount to ${quoted([...values].sort())}`,
  };
}

/** A Pod in a user namespace of its own may unmask /proc, at the baseline level. */
export const procMount: Check = (pod) => (pod.spec.hostUsers === false ? undefined : procMountViolation(pod));

export const procMountRestricted: Check = procMountViolation;

const SELINUX_TYPES = new Set([
  '',
  'container_t',
  'container_init_t',
  'container_kvm_t',
  'container_engine_t',
]);

export const seLinuxOptions: Check = (pod) => {
  const types = new Set<string>();
  let user = false;
  let role = false;
  const bad = (options: SELinuxOptions | undefined): boolean => {
    if (options === undefined) return false;
    const { type = '' } = options;
    const badType = !SELINUX_TYPES.has(type);
    const badUser = (options.user ?? '') !== '';
    const badRole = (options.role ?? '') !== '';
    if (badType) types.add(type);
    user ||= badUser;
    role ||= badRole;
    return badType || badUser || badRole;
  };
  const onPod = bad(pod.spec.securityContext?.seLinuxOptions);
  const names = namesWhere(pod, ({ securityContext }) => bad(securityContext?.seLinuxOptions));
  if (!onPod && names.length === 0) return undefined;
  const data = [
    ...(types.size === 0 ? [] : [`${plural('type', 'types', types.size)} ${quoted([...types].sort())}`]),
    ...(user ? ['user may not be set'] : []),
    ...(role ? ['role may not be set'] : []),
  ];
  return {
    reason: 'seLinuxOptions',
    detail: `${setters(onPod, names)} set forbidden securityContext.seLinuxOptions: ${data.join('; ')}`,
  };
};

type Seccomp = PodSecurityContext['seccompProfile'];

export function badSeccomp(profile: Seccomp): boolean {
  return profile?.type !== undefined && profile.type !== 'RuntimeDefault' && profile.type !== 'Localhost';
}

/** Explicitly wrong profiles; both levels forbid them in the same words. */
export function explicitSeccomp(pod: Examined): Violation | undefined {
  const onPod = badSeccomp(pod.spec.securityContext?.seccompProfile);
  const names = namesWhere(pod, ({ securityContext }) => badSeccomp(securityContext?.seccompProfile));
  if (!onPod && names.length === 0) return undefined;
  const profiles = [
    pod.spec.securityContext,
    ...containersOf(pod.spec).map(({ securityContext }) => securityContext),
  ];
  const values = new Set(
    profiles
      .map((context) => context?.seccompProfile)
      .filter(badSeccomp)
      .map((profile) => profile?.type ?? ''),
  );
  const detail = `${setters(onPod, names)} must not set securityContext.seccompProfile.type to ${quoted([...values].sort())}`;
  return { reason: 'seccompProfile', detail };
}

const SAFE_SYSCTLS = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_wmem',
]);

export const sysctls: Check = ({ spec }) => {
  const bad = (spec.securityContext?.sysctls ?? [])
    .map(({ name }) => name ?? '')
    .filter((name) => !SAFE_SYSCTLS.has(name));
  return bad.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: bad.join(', ') };
};

export const windowsHostProcess: Check = (pod) => {
  const onPod = pod.spec.securityContext?.windowsOptions?.hostProcess === true;
  const names = namesWhere(
    pod,
    ({ securityContext }) => securityContext?.windowsOptions?.hostProcess === true,
  );
  if (!onPod && names.length === 0) return undefined;
  return {
    reason: 'hostProcess',
    detail: `${setters(onPod, names)} must not set securityContext.windowsOptions.hostProcess=true`,
  };
};
