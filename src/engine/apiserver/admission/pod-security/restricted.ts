import type { Volume } from '../../../../api/generated/types.ts';
import { type Check, badSeccomp, explicitSeccomp } from './baseline.ts';
import { containersText, isWindows, namesWhere, plural, quoted, setters } from './visit.ts';

// Models pod-security-admission/policy/check_*.go (1.36), the restricted ones.

export const allowPrivilegeEscalation: Check = (pod) => {
  if (isWindows(pod)) return undefined;
  const names = namesWhere(pod, ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
  if (names.length === 0) return undefined;
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${containersText(names)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

export const capabilitiesRestricted: Check = (pod) => {
  if (isWindows(pod)) return undefined;
  const keeps = namesWhere(
    pod,
    ({ securityContext }) => !(securityContext?.capabilities?.drop ?? []).includes('ALL'),
  );
  const added = new Set<string>();
  const adds = namesWhere(pod, ({ securityContext }) => {
    const extra = (securityContext?.capabilities?.add ?? []).filter(
      (capability) => capability !== 'NET_BIND_SERVICE',
    );
    for (const capability of extra) added.add(capability);
    return extra.length > 0;
  });
  if (keeps.length === 0 && adds.length === 0) return undefined;
  const details = [
    ...(keeps.length === 0
      ? []
      : [`${containersText(keeps)} must set securityContext.capabilities.drop=["ALL"]`]),
    ...(adds.length === 0
      ? []
      : [
          `${containersText(adds)} must not include ${quoted([...added].sort())} in securityContext.capabilities.add`,
        ]),
  ];
  return { reason: 'unrestricted capabilities', detail: details.join('; ') };
};

const ALLOWED_VOLUMES = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

function sourceOf(volume: Volume): string | undefined {
  return Object.keys(volume).find((key) => key !== 'name' && volume[key as keyof Volume] !== undefined);
}

export const restrictedVolumes: Check = ({ spec }) => {
  const types = new Set<string>();
  const names = (spec.volumes ?? []).flatMap((volume) => {
    const source = sourceOf(volume) ?? 'unknown';
    if (ALLOWED_VOLUMES.has(source)) return [];
    types.add(source);
    return [volume.name ?? ''];
  });
  if (names.length === 0) return undefined;
  const who = `${plural('volume', 'volumes', names.length)} ${quoted(names)} ${plural('uses', 'use', names.length)}`;
  const what = `restricted volume ${plural('type', 'types', types.size)} ${quoted([...types].sort())}`;
  return { reason: 'restricted volume types', detail: `${who} ${what}` };
};

export const runAsNonRoot: Check = (pod) => {
  const onPod = pod.spec.securityContext?.runAsNonRoot;
  const explicit = namesWhere(pod, ({ securityContext }) => securityContext?.runAsNonRoot === false);
  const reason = 'runAsNonRoot != true';
  if (onPod === false || explicit.length > 0) {
    return {
      reason,
      detail: `${setters(onPod === false, explicit)} must not set securityContext.runAsNonRoot=false`,
    };
  }
  if (onPod === true) return undefined;
  const names = namesWhere(pod, ({ securityContext }) => securityContext?.runAsNonRoot === undefined);
  return names.length === 0
    ? undefined
    : { reason, detail: `pod or ${containersText(names)} must set securityContext.runAsNonRoot=true` };
};

export const runAsUser: Check = (pod) => {
  const onPod = pod.spec.securityContext?.runAsUser === 0;
  const names = namesWhere(pod, ({ securityContext }) => securityContext?.runAsUser === 0);
  return !onPod && names.length === 0
    ? undefined
    : { reason: 'runAsUser=0', detail: `${setters(onPod, names)} must not set runAsUser=0` };
};

export const seccompProfileRestricted: Check = (pod) => {
  if (isWindows(pod)) return undefined;
  const explicit = explicitSeccomp(pod);
  if (explicit !== undefined) return explicit;
  const profile = pod.spec.securityContext?.seccompProfile;
  if (profile?.type !== undefined && !badSeccomp(profile)) return undefined;
  const names = namesWhere(pod, ({ securityContext }) => securityContext?.seccompProfile?.type === undefined);
  if (names.length === 0) return undefined;
  const detail = `pod or ${containersText(names)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`;
  return { reason: 'seccompProfile', detail };
};
