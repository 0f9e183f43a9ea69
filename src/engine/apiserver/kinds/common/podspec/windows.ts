import {
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../../../api/field-error.ts';
import type * as api from '../../../../../api/generated/types.ts';
import { isDNS1123Subdomain } from '../../../../../api/names.ts';
import { type Errors, invalidEach } from '../validate.ts';
import { type PodCheck, visitContainers } from './check.ts';

// Pods that say for which operating system they are. Models pkg/apis/core/validation validateOS,
// validateLinux, validateWindows, validateWindowsSecurityContextOptions, validateWindowsHostProcessPod (1.36).

const MAX_CREDENTIAL_KIB = 64;

/** Length rules only for the user name's parts: its alphabet is Windows' own. */
function checkUserName(errors: Errors, name: string, path: FieldPath): void {
  const parts = name.split('\\');
  const user = parts.at(-1) ?? '';
  const add = (message: string) => errors.push(invalid(path, name, message));
  if (name === '') add('runAsUserName cannot be an empty string');
  else if (Array.from(name).some((char) => char < ' ' || char === '\u007f'))
    add('runAsUserName cannot contain control characters');
  else if (parts.length > 2) add('runAsUserName cannot contain more than one backslash');
  else {
    if (parts.length === 2 && (parts[0]?.length ?? 0) >= 256)
      add("runAsUserName's Domain length must be under 256 characters");
    if (user === '') add("runAsUserName's User cannot be empty");
    else if (user.length > 104) add("runAsUserName's User length must not be longer than 104 characters");
    if (/^[. ]+$/.test(user)) add("runAsUserName's User cannot contain only periods or spaces");
    if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
      add('runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]');
    }
  }
}

export function checkWindowsOptions(
  errors: Errors,
  options: api.WindowsSecurityContextOptions,
  path: FieldPath,
): void {
  const { gmsaCredentialSpecName: name, gmsaCredentialSpec: credentials, runAsUserName } = options;
  if (name !== undefined)
    invalidEach(errors, path.child('gmsaCredentialSpecName'), name, isDNS1123Subdomain(name));
  if (credentials !== undefined) {
    const at = path.child('gmsaCredentialSpec');
    if (credentials === '')
      errors.push(invalid(at, credentials, 'gmsaCredentialSpec cannot be an empty string'));
    else if (credentials.length > MAX_CREDENTIAL_KIB * 1024) {
      errors.push(
        invalid(at, credentials, `gmsaCredentialSpec size must be under ${MAX_CREDENTIAL_KIB} KiB`),
      );
    }
  }
  if (runAsUserName !== undefined) checkUserName(errors, runAsUserName, path.child('runAsUserName'));
}

/** HostProcess containers come all together and on the host's network. */
export function checkHostProcess({ errors, spec }: PodCheck, path: FieldPath): void {
  const pod = spec.securityContext?.windowsOptions?.hostProcess;
  let total = 0;
  let hostProcess = 0;
  visitContainers(spec, path, (container, at) => {
    total += 1;
    const own = container.securityContext?.windowsOptions?.hostProcess;
    if (pod !== undefined && own !== undefined && pod !== own) {
      const message = `pod hostProcess value must be identical if both are specified, was ${pod}`;
      errors.push(invalid(at.child('securityContext', 'windowsOptions', 'hostProcess'), own, message));
    }
    if (own ?? pod) hostProcess += 1;
  });
  if (hostProcess === 0) return;
  if (hostProcess !== total) {
    errors.push(
      invalid(
        path,
        '',
        'If pod contains any hostProcess containers then all containers must be HostProcess containers',
      ),
    );
  }
  if (!spec.hostNetwork) {
    errors.push(
      invalid(
        path.child('hostNetwork'),
        false,
        'hostNetwork must be true if pod contains any hostProcess containers',
      ),
    );
  }
}

const POD_LINUX_ONLY: readonly (keyof api.PodSecurityContext)[] = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
];
const SPEC_LINUX_ONLY: readonly (keyof api.PodSpec)[] = [
  'hostUsers',
  'hostPID',
  'hostIPC',
  'shareProcessNamespace',
];
const CONTAINER_LINUX_ONLY: readonly (keyof api.SecurityContext)[] = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
];

function checkForWindows({ errors, spec }: PodCheck, path: FieldPath): void {
  const message = 'cannot be set for a windows pod';
  const at = path.child('securityContext');
  for (const name of POD_LINUX_ONLY) {
    if (spec.securityContext?.[name] !== undefined) errors.push(forbidden(at.child(name), message));
  }
  for (const name of SPEC_LINUX_ONLY) {
    if (spec[name] !== undefined && spec[name] !== false) errors.push(forbidden(path.child(name), message));
  }
  visitContainers(spec, path, (container, containerPath) => {
    for (const name of CONTAINER_LINUX_ONLY) {
      if (container.securityContext?.[name] !== undefined) {
        errors.push(forbidden(containerPath.child('securityContext', name), message));
      }
    }
  });
}

function checkForLinux({ errors, spec }: PodCheck, path: FieldPath): void {
  const message = 'windows options cannot be set for a linux pod';
  if (spec.securityContext?.windowsOptions)
    errors.push(forbidden(path.child('securityContext', 'windowsOptions'), message));
  visitContainers(spec, path, (container, at) => {
    if (container.securityContext?.windowsOptions)
      errors.push(forbidden(at.child('securityContext', 'windowsOptions'), message));
  });
}

const SYSTEMS: readonly string[] = ['linux', 'windows'];

/** `path` is that of spec. */
export function checkOs(check: PodCheck, path: FieldPath): void {
  const { os } = check.spec;
  if (!os) return;
  if (!os.name) check.errors.push(required(path.child('os', 'name')));
  else if (!SYSTEMS.includes(os.name)) check.errors.push(notSupported(path.child('os'), os.name, SYSTEMS));
  else if (os.name === 'linux') checkForLinux(check, path);
  else checkForWindows(check, path);
}
