import {
  duplicate,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../../../../api/field-error.ts';
import type * as api from '../../../../../api/generated/types.ts';
import { isUserId } from '../../../../../api/names.ts';
import { internalForm } from '../internal/form.ts';
import { type Errors, invalidEach } from '../validate.ts';
import { type PodCheck, visitContainers } from './check.ts';
import { checkLocalDescendingPath } from './paths.ts';
import { checkWindowsOptions } from './windows.ts';

// Models pkg/apis/core/validation ValidateSecurityContext, validatePodSpecSecurityContext (1.36).

const PROFILES: readonly string[] = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function checkId(errors: Errors, id: number | undefined, path: FieldPath): void {
  if (id !== undefined) invalidEach(errors, path, id, isUserId(id));
}

export function checkSeccomp(errors: Errors, profile: api.SeccompProfile | undefined, path: FieldPath): void {
  if (!profile) return;
  const { type, localhostProfile } = profile;
  if (!type) errors.push(required(path.child('type'), 'type is required when seccompProfile is set'));
  else if (!PROFILES.includes(type)) errors.push(notSupported(path.child('type'), type, PROFILES));
  const at = path.child('localhostProfile');
  if (type === 'Localhost') {
    if (localhostProfile === undefined)
      errors.push(required(at, 'must be set when seccomp type is Localhost'));
    else checkLocalDescendingPath(errors, localhostProfile, at);
  } else if (localhostProfile !== undefined) {
    errors.push(
      invalid(at, internalForm('SeccompProfile', profile), 'can only be set when seccomp type is Localhost'),
    );
  }
}

const MAX_PROFILE_PATH = 4095;

function checkLocalAppArmor(errors: Errors, profile: string | undefined, path: FieldPath): void {
  const trimmed = profile?.trim();
  if (profile === undefined || profile === '')
    errors.push(required(path, 'must be set when AppArmor type is Localhost'));
  else if (trimmed !== profile) errors.push(invalid(path, profile, 'must not be padded with whitespace'));
  if ((profile?.length ?? 0) > MAX_PROFILE_PATH) errors.push(tooLong(path, MAX_PROFILE_PATH));
}

export function checkAppArmor(
  errors: Errors,
  profile: api.AppArmorProfile | undefined,
  path: FieldPath,
): void {
  if (!profile) return;
  const { type, localhostProfile } = profile;
  const at = path.child('localhostProfile');
  if (!type) errors.push(required(path.child('type'), 'type is required when appArmorProfile is set'));
  else if (!PROFILES.includes(type)) errors.push(notSupported(path.child('type'), type, PROFILES));
  else if (type === 'Localhost') checkLocalAppArmor(errors, localhostProfile, at);
  else if (localhostProfile !== undefined) {
    errors.push(invalid(at, localhostProfile, 'can only be set when AppArmor type is Localhost'));
  }
}

function checkEscalation(errors: Errors, context: api.SecurityContext, path: FieldPath): void {
  if (context.allowPrivilegeEscalation !== false) return;
  const shown = () => internalForm('SecurityContext', context);
  if (context.privileged === true) {
    errors.push(
      invalid(path, shown(), 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true'),
    );
  }
  for (const capability of context.capabilities?.add ?? []) {
    if (capability !== 'CAP_SYS_ADMIN') continue;
    const message = 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN';
    errors.push(invalid(path, shown(), message));
  }
}

const PROC_MOUNTS: readonly string[] = ['Default', 'Unmasked'];

/** Of a container. */
export function checkSecurityContext(
  check: PodCheck,
  context: api.SecurityContext | undefined,
  path: FieldPath,
): void {
  if (!context) return;
  const { errors, hostUsers } = check;
  checkId(errors, context.runAsUser, path.child('runAsUser'));
  checkId(errors, context.runAsGroup, path.child('runAsGroup'));
  const { procMount } = context;
  if (procMount !== undefined) {
    const at = path.child('procMount');
    if (!PROC_MOUNTS.includes(procMount)) errors.push(notSupported(at, procMount, PROC_MOUNTS));
    if (hostUsers && procMount === 'Unmasked') {
      errors.push(invalid(at, procMount, '`hostUsers` must be false to use `Unmasked`'));
    }
  }
  checkSeccomp(errors, context.seccompProfile, path.child('seccompProfile'));
  checkEscalation(errors, context, path);
  if (context.windowsOptions)
    checkWindowsOptions(errors, context.windowsOptions, path.child('windowsOptions'));
  checkAppArmor(errors, context.appArmorProfile, path.child('appArmorProfile'));
}

const SYSCTL_NAME = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/;
const SYSCTL_SHAPE = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';
const MAX_SYSCTL = 253;
const IPC_SYSCTLS: readonly string[] = ['kernel.sem'];

function namespaceOf(sysctl: string): 'ipc' | 'net' | undefined {
  const name = sysctl.replaceAll('/', '.');
  if (IPC_SYSCTLS.includes(name) || /^(kernel\.shm|kernel\.msg|fs\.mqueue\.)/.test(name)) return 'ipc';
  return name.startsWith('net.') ? 'net' : undefined;
}

function checkSysctls({ errors, spec }: PodCheck, sysctls: readonly api.Sysctl[], path: FieldPath): void {
  const names = new Set<string>();
  for (const [i, { name = '' }] of sysctls.entries()) {
    const at = path.index(i).child('name');
    if (name === '') errors.push(required(at));
    else if (name.length > MAX_SYSCTL || !SYSCTL_NAME.test(name)) {
      errors.push(
        invalid(at, name, `must have at most ${MAX_SYSCTL} characters and match regex ${SYSCTL_SHAPE}`),
      );
    } else if (names.has(name)) errors.push(duplicate(at, name));
    const namespace = namespaceOf(name);
    if (spec.hostNetwork && namespace === 'net')
      errors.push(invalid(at, name, "may not be specified when 'hostNetwork' is true"));
    else if (spec.hostIPC && namespace === 'ipc')
      errors.push(invalid(at, name, "may not be specified when 'hostIPC' is true"));
    names.add(name);
  }
}

function checkListed(
  errors: Errors,
  value: string | undefined,
  path: FieldPath,
  words: readonly string[],
): void {
  if (value !== undefined && !words.includes(value)) errors.push(notSupported(path, value, words));
}

/** Of the Pod; `path` is that of spec. */
export function checkPodSecurityContext(check: PodCheck, path: FieldPath): void {
  const { errors, spec } = check;
  const context = spec.securityContext;
  const at = path.child('securityContext');
  if (context) {
    checkId(errors, context.fsGroup, at.child('fsGroup'));
    checkId(errors, context.runAsUser, at.child('runAsUser'));
    checkId(errors, context.runAsGroup, at.child('runAsGroup'));
    for (const [i, id] of (context.supplementalGroups ?? []).entries())
      checkId(errors, id, at.child('supplementalGroups').index(i));
  }
  if (spec.shareProcessNamespace && spec.hostPID) {
    errors.push(
      invalid(
        at.child('shareProcessNamespace'),
        true,
        'ShareProcessNamespace and HostPID cannot both be enabled',
      ),
    );
  }
  if (!context) return;
  if (context.sysctls?.length) checkSysctls(check, context.sysctls, at.child('sysctls'));
  checkListed(errors, context.fsGroupChangePolicy, at.child('fsGroupChangePolicy'), [
    'Always',
    'OnRootMismatch',
  ]);
  checkSeccomp(errors, context.seccompProfile, at.child('seccompProfile'));
  if (context.windowsOptions) checkWindowsOptions(errors, context.windowsOptions, at.child('windowsOptions'));
  checkAppArmor(errors, context.appArmorProfile, at.child('appArmorProfile'));
  checkListed(errors, context.supplementalGroupsPolicy, at.child('supplementalGroupsPolicy'), [
    'Merge',
    'Strict',
  ]);
  checkListed(errors, context.seLinuxChangePolicy, at.child('seLinuxChangePolicy'), [
    'MountOption',
    'Recursive',
  ]);
}

/** What a Pod with hostUsers: false must not share with the host. Models validateHostUsers. */
export function checkHostUsers(check: PodCheck, path: FieldPath): void {
  const { errors, spec, hostUsers } = check;
  if (hostUsers) return;
  const message = 'when `hostUsers` is false';
  if (spec.hostNetwork) errors.push(forbidden(path.child('hostNetwork'), message));
  if (spec.hostPID) errors.push(forbidden(path.child('HostPID'), message));
  if (spec.hostIPC) errors.push(forbidden(path.child('HostIPC'), message));
  visitContainers(spec, path, (container, at) => {
    if (container.volumeDevices?.length) errors.push(forbidden(at.child('volumeDevices'), message));
  });
}
