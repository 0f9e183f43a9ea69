import type { Draft } from '../../../../base/brand.ts';
import type { PersistentVolume } from '../../../../api/generated/types.ts';
import { accessModesText } from '../common/access-modes.ts';
import { defineKind } from '../common/define.ts';
import { ageOf } from '../common/duration.ts';
import { defaultResourceList } from '../common/resource-list.ts';
import { AGE, NAME, column, orUnset, wideColumn } from '../common/table.ts';
import type { StrategyContext } from '../kind.ts';
import { validatePersistentVolume, validatePersistentVolumeUpdate } from './validate.ts';

// Models pkg/registry/core/persistentvolume/strategy.go, SetDefaults_PersistentVolume, printPersistentVolume (1.36).

function defaultVolume(volume: Draft<PersistentVolume>): void {
  volume.spec ??= {};
  const { spec } = volume;
  volume.status ??= {};
  volume.status.phase ||= 'Pending';
  spec.persistentVolumeReclaimPolicy ||= 'Retain';
  spec.volumeMode ??= 'Filesystem';
  defaultResourceList(spec.capacity);
  if (spec.hostPath) spec.hostPath.type ??= '';
  if (spec.iscsi) spec.iscsi.iscsiInterface ||= 'default';
  if (spec.rbd) {
    spec.rbd.pool ||= 'rbd';
    spec.rbd.user ||= 'admin';
    spec.rbd.keyring ||= '/etc/ceph/keyring';
  }
  if (spec.azureDisk) {
    spec.azureDisk.cachingMode ??= 'ReadWrite';
    spec.azureDisk.kind ??= 'Shared';
    spec.azureDisk.fsType ??= 'ext4';
    spec.azureDisk.readOnly ??= false;
  }
  if (spec.scaleIO) {
    spec.scaleIO.storageMode ||= 'ThinProvisioned';
    spec.scaleIO.fsType ||= 'xfs';
  }
}

/** The server notes when the phase changes, unless the writer does. */
function prepareStatus(volume: Draft<PersistentVolume>, old: PersistentVolume, ctx: StrategyContext): void {
  const { status } = volume;
  if (!status || status.phase === old.status?.phase) return;
  if (
    status.lastPhaseTransitionTime === undefined ||
    status.lastPhaseTransitionTime === old.status?.lastPhaseTransitionTime
  ) {
    status.lastPhaseTransitionTime = ctx.now;
  }
}

export const PERSISTENT_VOLUME = defineKind<PersistentVolume>({
  resource: 'persistentvolumes',
  kind: 'PersistentVolume',
  apiVersion: 'v1',
  namespaced: false,
  default: defaultVolume,
  prepareForCreate: (volume, ctx) => {
    volume.status = { phase: 'Pending', lastPhaseTransitionTime: ctx.now };
  },
  validateCreate: validatePersistentVolume,
  validateUpdate: validatePersistentVolumeUpdate,
  subresources: { status: { prepareForUpdate: prepareStatus } },
  selectableFields: { name: ({ metadata }) => metadata.name },
  tableColumns: [
    NAME,
    column('Capacity'),
    column('Access Modes'),
    column('Reclaim Policy'),
    column('Status'),
    column('Claim'),
    column('StorageClass'),
    column('VolumeAttributesClass'),
    column('Reason'),
    AGE,
    wideColumn('VolumeMode'),
  ],
  row: ({ metadata, spec, status }, { nowUs }) => [
    metadata.name,
    spec?.capacity?.['storage'] ?? '0',
    accessModesText(spec?.accessModes),
    spec?.persistentVolumeReclaimPolicy ?? '',
    metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? ''),
    spec?.claimRef ? `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}` : '',
    metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec?.storageClassName ?? '',
    orUnset(spec?.volumeAttributesClassName),
    status?.reason ?? '',
    ageOf(metadata.creationTimestamp, nowUs),
    orUnset(spec?.volumeMode),
  ],
});
