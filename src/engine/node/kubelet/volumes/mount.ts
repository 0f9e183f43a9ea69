import type { PersistentVolume, Volume } from '../../../../api/generated/types.ts';
import { quantityValue } from '../../../../api/quantity.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import { podCgroupValues } from '../cgroups/values.ts';
import type { KubeletDeps } from '../deps.ts';
import { podUid } from '../pod.ts';
import { writeAtomically } from './atomic-writer.ts';
import { attachableName, driverRegistered, isAttached } from './attached.ts';
import { boundVolume, claimName, nodeAllowed } from './claims.ts';
import { checkHostPath } from './host-path.ts';
import { type MountFailure, outsideFailure } from './outside.ts';
import { type PayloadInputs, volumePayload } from './payload.ts';

// Models the SetUp of each in-tree volume plugin that the kubelet runs itself (1.36).

/** A volume on the node, ready to be bound into containers. */
export interface MountedVolume {
  readonly hostPath: string;
  readonly readOnly: boolean;
  /** The PersistentVolume behind a claim. */
  readonly persistentVolume?: string;
}

/** `blocked` keeps the volume out of what is tried at all (claims); otherwise a FailedMount event tells of it. */
export interface MountInputs extends PayloadInputs {
  /** Whether another Pod of the node has this PersistentVolume mounted. */
  readonly usedByOther: (persistentVolume: string) => boolean;
  /** Notes that a volume which has to be attached is in use here, before it is mounted. */
  readonly inUse: (name: string) => void;
}

export const PODS_FOLDER = '/var/lib/kubelet/pods';
const NO_BOUND = 2 ** 50;

export function podDirectory(uid: string): string {
  return `${PODS_FOLDER}/${uid}`;
}

function pluginOf(volume: Volume): string {
  if (volume.configMap !== undefined) return 'kubernetes.io~configmap';
  if (volume.secret !== undefined) return 'kubernetes.io~secret';
  if (volume.projected !== undefined) return 'kubernetes.io~projected';
  if (volume.downwardAPI !== undefined) return 'kubernetes.io~downward-api';
  if (
    volume.persistentVolumeClaim !== undefined ||
    volume.ephemeral !== undefined ||
    volume.csi !== undefined
  )
    return 'kubernetes.io~csi';
  if (volume.nfs !== undefined) return 'kubernetes.io~nfs';
  return 'kubernetes.io~empty-dir';
}

/** Whether a later sync writes the volume's files anew. */
export function requiresRemount(volume: Volume): boolean {
  return [volume.configMap, volume.secret, volume.projected, volume.downwardAPI].some(
    (source) => source !== undefined,
  );
}

export function volumeDirectory(uid: string, volume: Volume): string {
  return `${podDirectory(uid)}/volumes/${pluginOf(volume)}/${volume.name}`;
}

/** Brings one volume to the node. */
export function* setUpVolume(
  deps: KubeletDeps,
  volume: Volume,
  inputs: MountInputs,
): Task<Result<MountedVolume, MountFailure>> {
  const { host, kernel } = deps;
  const { pod } = inputs;
  const failed = (message: string): Result<never, MountFailure> =>
    err({ message: `MountVolume.SetUp failed for volume "${volume.name}" : ${message}`, blocked: false });
  if (volume.hostPath !== undefined) {
    const checked = checkHostPath(host.disk, volume.hostPath);
    return checked.ok ? ok({ hostPath: volume.hostPath.path, readOnly: false }) : failed(checked.error);
  }
  const directory = volumeDirectory(podUid(pod), volume);
  const gid = pod.spec.securityContext?.fsGroup;
  if (requiresRemount(volume)) {
    const payload = yield* volumePayload(volume, inputs);
    if (!payload.ok) return failed(payload.error);
    // All but ConfigMaps lie in memory of their own, whose root is sticky.
    const mode = (volume.configMap === undefined ? 0o1777 : 0o777) | (gid === undefined ? 0 : 0o2000);
    host.disk.makeDirectory(directory, { mode, ...(gid === undefined ? {} : { gid }) });
    const written = writeAtomically(host.disk, directory, payload.value, {
      owner: gid === undefined ? {} : { gid },
      unixUs: kernel.unixUs(),
    });
    return written.ok ? ok({ hostPath: directory, readOnly: true }) : failed(written.error);
  }
  const claim = claimName(pod, volume);
  if (claim !== undefined) return yield* setUpClaim(deps, volume, inputs, claim);
  if (volume.csi !== undefined) {
    const { driver } = volume.csi;
    if (!(yield* driverRegistered(deps.client, driver)))
      return failed(
        `kubernetes.io/csi: mounter.SetUpAt failed to get CSI client: driver name ${driver} not found in the list of registered CSI drivers`,
      );
  }
  const refusal = outsideFailure(volume, volume.name, directory);
  if (refusal !== undefined) return err(refusal);
  const owner = { mode: gid === undefined ? 0o777 : 0o2777, ...(gid === undefined ? {} : { gid }) };
  const made = host.disk.makeDirectory(directory, owner);
  if (!made.ok) return failed(made.error);
  if (volume.emptyDir?.medium === 'Memory') {
    host.disk.mount(directory, { kind: 'tmpfs', sizeLimitBytes: memoryVolumeBytes(inputs, volume) });
  } else if (volume.emptyDir === undefined) {
    host.disk.mount(directory, { kind: 'shared', key: `inline/${JSON.stringify(volume)}` });
  }
  return ok({ hostPath: directory, readOnly: false });
}

/**
 * The least of what the node can give, what the Pod may use and what the volume asks for.
 * Models pkg/volume/emptydir calculateEmptyDirMemorySize.
 */
function memoryVolumeBytes({ pod, node }: MountInputs, volume: Volume): number {
  const own = volume.emptyDir?.sizeLimit;
  const allocatable = node?.status?.allocatable?.['memory'];
  const bounds = [
    allocatable === undefined ? undefined : quantityValue(allocatable),
    podCgroupValues(pod).memoryLimitBytes,
    own === undefined ? undefined : quantityValue(own),
  ];
  return Math.min(...bounds.map((bytes) => (bytes === undefined || bytes <= 0 ? NO_BOUND : bytes)));
}

function* setUpClaim(
  deps: KubeletDeps,
  volume: Volume,
  inputs: MountInputs,
  claim: string,
): Task<Result<MountedVolume, MountFailure>> {
  const { pod, node } = inputs;
  const own = volume.ephemeral !== undefined;
  const bound = yield* boundVolume(deps.client, pod, { claim, own });
  if (!bound.ok) return err({ message: bound.error, blocked: true });
  const name = bound.value.metadata.name;
  if (!nodeAllowed(bound.value, node)) {
    const message = `MountVolume.NodeAffinity check failed for volume "${name}" : no matching NodeSelectorTerms`;
    return err({ message, blocked: false });
  }
  if (bound.value.spec?.accessModes?.includes('ReadWriteOncePod') === true && inputs.usedByOther(name)) {
    const why = 'volume uses the ReadWriteOncePod access mode and is already in use by another pod';
    return err({ message: `MountVolume.SetUp failed for volume "${name}" : ${why}`, blocked: false });
  }
  const attachable = yield* attachableName(deps.client, bound.value);
  if (attachable !== undefined) {
    inputs.inUse(attachable);
    if (!isAttached(attachable, node)) return err({ message: '', blocked: false, unattached: true });
  }
  const readOnly = volume.persistentVolumeClaim?.readOnly === true;
  const onHost = localPath(bound.value);
  if (onHost !== undefined) {
    const checked = checkHostPath(deps.host.disk, onHost);
    if (!checked.ok)
      return err({
        message: `MountVolume.SetUp failed for volume "${name}" : ${checked.error}`,
        blocked: false,
      });
    deps.host.disk.makeDirectory(onHost.path, { mode: 0o755 });
    return ok({ hostPath: onHost.path, readOnly, persistentVolume: name });
  }
  const directory = volumeDirectory(podUid(pod), volume);
  const served = directory.replace('kubernetes.io~csi', 'kubernetes.io~nfs');
  const refusal = outsideFailure(bound.value.spec, name, served);
  if (refusal !== undefined) return err(refusal);
  deps.host.disk.makeDirectory(directory, { mode: 0o777 });
  deps.host.disk.mount(directory, { kind: 'shared', key: `pv/${name}` });
  return ok({ hostPath: directory, readOnly, persistentVolume: name });
}

function localPath({ spec }: PersistentVolume): { path: string; type?: '' } | undefined {
  const path = spec?.hostPath?.path ?? spec?.local?.path;
  if (path === undefined) return undefined;
  const type = spec?.hostPath?.type;
  return { path, ...(type === undefined ? {} : { type: type as '' }) };
}
