import type { Draft } from '../../../../base/brand.ts';
import type { PersistentVolume } from '../../../../api/generated/types.ts';
import { accessModesText } from '../common/access-modes.ts';
import { defineKind } from '../common/define.ts';
import { ageOf } from '../common/duration.ts';
import { defaultResourceList } from '../common/resource-list.ts';
import { AGE, NAME, column, orUnset, wideColumn } from '../common/table.ts';
import { METADATA, SPEC } from '../common/validate.ts';
import { oldLabelWarning, type Warn } from '../common/podspec/warnings.ts';
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

const OLD_ANNOTATIONS = [
  [
    'volume.beta.kubernetes.io/storage-class',
    'deprecated since v1.8; use "storageClassName" attribute instead',
  ],
  ['volume.beta.kubernetes.io/mount-options', 'deprecated since v1.31; use "mountOptions" attribute instead'],
] as const;

const OLD_SOURCES = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
] as const;

const RECYCLED =
  'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';

/** Models pkg/api/persistentvolume/util.go GetWarningsForPersistentVolume. */
function warnings({ metadata, spec }: PersistentVolume): readonly string[] {
  const texts: string[] = [];
  const warn: Warn = (path, text) => texts.push(`${path.toString()}: ${text}`);
  for (const [key, text] of OLD_ANNOTATIONS)
    if (metadata.annotations?.[key] !== undefined) warn(METADATA.child('annotations').key(key), text);
  if (spec?.persistentVolumeReclaimPolicy === 'Recycle')
    warn(SPEC.child('persistentVolumeReclaimPolicy'), RECYCLED);
  const terms = SPEC.child('nodeAffinity', 'required', 'nodeSelectorTerms');
  for (const [i, { matchExpressions }] of (spec?.nodeAffinity?.required?.nodeSelectorTerms ?? []).entries())
    for (const [j, { key }] of (matchExpressions ?? []).entries())
      oldLabelWarning(warn, key, terms.index(i).child('matchExpressions').index(j).child('key'));
  for (const [source, text] of OLD_SOURCES) if (spec?.[source]) warn(SPEC.child(source), text);
  return texts;
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
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
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
