import type { Draft } from '../../../../../base/brand.ts';
import type { DownwardAPIVolumeFile, Volume } from '../../../../../api/generated/types.ts';
import { defaultPullPolicy } from '../image-name.ts';
import { defaultClaimSpec } from '../claim-defaults.ts';
import { defaultFieldRef, defaultResourceFieldRef } from './refs.ts';

// Models pkg/apis/core/v1/defaults.go SetDefaults_Volume and the defaults of each source (1.36).

/** 0644 */
const FILE_MODE = 420;
const TOKEN_SECONDS = 3600;

function defaultFiles(files: readonly Draft<DownwardAPIVolumeFile>[] | undefined): void {
  for (const file of files ?? []) {
    defaultFieldRef(file.fieldRef);
    defaultResourceFieldRef(file.resourceFieldRef);
  }
}

function defaultProjected(volume: Draft<Volume>): void {
  if (!volume.projected) return;
  volume.projected.defaultMode ??= FILE_MODE;
  for (const source of volume.projected.sources ?? []) {
    if (source.serviceAccountToken) source.serviceAccountToken.expirationSeconds ??= TOKEN_SECONDS;
    defaultFiles(source.downwardAPI?.items);
  }
}

function defaultNetworkDisks(volume: Draft<Volume>): void {
  if (volume.iscsi) volume.iscsi.iscsiInterface ||= 'default';
  if (volume.rbd) {
    volume.rbd.pool ||= 'rbd';
    volume.rbd.user ||= 'admin';
    volume.rbd.keyring ||= '/etc/ceph/keyring';
  }
  if (volume.scaleIO) {
    volume.scaleIO.storageMode ||= 'ThinProvisioned';
    volume.scaleIO.fsType ||= 'xfs';
  }
  if (volume.azureDisk) {
    volume.azureDisk.cachingMode ??= 'ReadWrite';
    volume.azureDisk.kind ??= 'Shared';
    volume.azureDisk.fsType ??= 'ext4';
    volume.azureDisk.readOnly ??= false;
  }
}

function hasSource(volume: object): boolean {
  for (const key in volume) {
    if (key !== 'name' && (volume as Record<string, unknown>)[key] != null) return true;
  }
  return false;
}

/** A volume with nothing but a name is an emptyDir. */
export function defaultVolume(volume: Draft<Volume>): void {
  if (!hasSource(volume)) volume.emptyDir = {};
  if (volume.secret) volume.secret.defaultMode ??= FILE_MODE;
  if (volume.configMap) volume.configMap.defaultMode ??= FILE_MODE;
  if (volume.hostPath) volume.hostPath.type ??= '';
  if (volume.downwardAPI) {
    volume.downwardAPI.defaultMode ??= FILE_MODE;
    defaultFiles(volume.downwardAPI.items);
  }
  defaultProjected(volume);
  defaultNetworkDisks(volume);
  if (volume.ephemeral?.volumeClaimTemplate) defaultClaimSpec(volume.ephemeral.volumeClaimTemplate.spec);
  if (volume.image) volume.image.pullPolicy ||= defaultPullPolicy(volume.image.reference);
}
