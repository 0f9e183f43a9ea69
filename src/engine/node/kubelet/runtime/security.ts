import type { Pod } from '../../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { CriImage } from '../../cri/port/image.ts';
import type { LinuxSecurity, PidMode } from '../../cri/port/runtime.ts';
import { type AnyContainer, formatPod } from '../pod.ts';

// Models pkg/kubelet/kuberuntime/security_context.go and security_context_others.go (1.36).

/** Whom an image nobody knows runs as where root is not allowed. */
const NON_ROOT = 65_532;

/** Refuses to run as root what must not. */
export function verifyRunAsNonRoot(pod: Pod, container: AnyContainer, image: CriImage): Result<void, string> {
  if (!mustBeNonRoot(pod, container)) return ok();
  const where = `(pod: "${formatPod(pod)}", container: ${container.name})`;
  const user = runAsUser(pod, container);
  if (user !== undefined)
    return user === 0 ? err(`container's runAsUser breaks non-root policy ${where}`) : ok();
  if (image.guessed) return ok();
  if (image.uid === 0 || (image.uid === undefined && image.username === '')) {
    return err(`container has runAsNonRoot and image will run as root ${where}`);
  }
  if (image.uid === undefined) {
    return err(
      `container has runAsNonRoot and image has non-numeric user (${image.username}), cannot verify user is non-root ${where}`,
    );
  }
  return ok();
}

function mustBeNonRoot(pod: Pod, container: AnyContainer): boolean {
  return (container.securityContext?.runAsNonRoot ?? pod.spec.securityContext?.runAsNonRoot) === true;
}

function runAsUser(pod: Pod, container: AnyContainer): number | undefined {
  return container.securityContext?.runAsUser ?? pod.spec.securityContext?.runAsUser;
}

/** The security half of a container's config. */
export function containerSecurity(
  pod: Pod,
  container: AnyContainer,
  image: CriImage,
  pid: PidMode,
): LinuxSecurity {
  const own = container.securityContext ?? {};
  const shared = pod.spec.securityContext ?? {};
  const guess = image.guessed && mustBeNonRoot(pod, container) ? NON_ROOT : undefined;
  const user = runAsUser(pod, container) ?? image.uid ?? guess;
  const group = own.runAsGroup ?? shared.runAsGroup;
  const groups = [
    ...(shared.fsGroup === undefined ? [] : [shared.fsGroup]),
    ...(shared.supplementalGroups ?? []),
  ];
  const profile = own.seccompProfile ?? shared.seccompProfile;
  return {
    privileged: own.privileged === true,
    ...(user === undefined
      ? image.username === ''
        ? { runAsUser: 0 }
        : { runAsUsername: image.username }
      : { runAsUser: user }),
    ...(group === undefined ? {} : { runAsGroup: group }),
    supplementalGroups: groups,
    supplementalGroupsPolicy: shared.supplementalGroupsPolicy === 'Strict' ? 'Strict' : 'Merge',
    readonlyRootfs: own.readOnlyRootFilesystem === true,
    noNewPrivileges: own.allowPrivilegeEscalation === false,
    addCapabilities: own.capabilities?.add ?? [],
    dropCapabilities: own.capabilities?.drop ?? [],
    pid,
    procMountUnmasked: own.procMount === 'Unmasked',
    seccomp: profile?.type ?? 'Unconfined',
    ...(profile?.localhostProfile === undefined ? {} : { seccompProfile: profile.localhostProfile }),
  };
}

/** Whose pid namespace a container lives in. */
export function pidMode(pod: Pod, targetContainerId: string | undefined): PidMode {
  if (pod.spec.hostPID === true) return 'node';
  if (targetContainerId !== undefined) return { target: targetContainerId };
  return pod.spec.shareProcessNamespace === true ? 'pod' : 'container';
}
