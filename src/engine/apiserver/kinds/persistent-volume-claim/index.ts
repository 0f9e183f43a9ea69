import type { Draft } from '../../../../base/brand.ts';
import type { PersistentVolumeClaim } from '../../../../api/generated/types.ts';
import { accessModesText } from '../common/access-modes.ts';
import { defaultClaimSpec } from '../common/claim-defaults.ts';
import { defineKind } from '../common/define.ts';
import { ageOf } from '../common/duration.ts';
import { fractionalBytesWarning } from '../common/podspec/warnings.ts';
import { AGE, NAME, column, orUnset, wideColumn } from '../common/table.ts';
import { SPEC } from '../common/validate.ts';
import { validateClaim, validateClaimUpdate } from './validate.ts';

// Models pkg/registry/core/persistentvolumeclaim/strategy.go, printPersistentVolumeClaim (1.36).

const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';

function defaultClaim(claim: Draft<PersistentVolumeClaim>): void {
  claim.spec ??= {};
  defaultClaimSpec(claim.spec);
  claim.status ??= {};
  claim.status.phase ||= 'Pending';
}

/** The two ways to name a source say the same, as long as it is in the claim's own namespace. */
function normalizeSources({ spec }: Draft<PersistentVolumeClaim>): void {
  if (!spec) return;
  const { dataSource, dataSourceRef } = spec;
  if (dataSource && !dataSourceRef) spec.dataSourceRef = { ...dataSource };
  else if (!dataSource && dataSourceRef && !dataSourceRef.namespace) spec.dataSource = { ...dataSourceRef };
}

function warnings({ metadata, spec }: PersistentVolumeClaim): readonly string[] {
  const texts: string[] = [];
  if (metadata.annotations?.[BETA_CLASS] !== undefined) {
    texts.push(
      `metadata.annotations[${BETA_CLASS}]: deprecated since v1.8; use "storageClassName" attribute instead`,
    );
  }
  const path = SPEC.child('resources', 'requests').key('storage');
  fractionalBytesWarning(
    (at, text) => texts.push(`${at.toString()}: ${text}`),
    spec?.resources?.requests?.['storage'],
    path,
  );
  return texts;
}

export const PERSISTENT_VOLUME_CLAIM = defineKind<PersistentVolumeClaim>({
  resource: 'persistentvolumeclaims',
  kind: 'PersistentVolumeClaim',
  apiVersion: 'v1',
  namespaced: true,
  default: defaultClaim,
  prepareForCreate: (claim) => {
    claim.status = { phase: 'Pending' };
    normalizeSources(claim);
  },
  prepareForUpdate: (claim, old) => {
    // Sources named both ways stay so when only one of them comes back.
    if (old.spec?.dataSource || old.spec?.dataSourceRef) normalizeSources(claim);
  },
  validateCreate: validateClaim,
  validateUpdate: validateClaimUpdate,
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  subresources: { status: {} },
  selectableFields: { name: ({ metadata }) => metadata.name },
  tableColumns: [
    NAME,
    column('Status'),
    column('Volume'),
    column('Capacity'),
    column('Access Modes'),
    column('StorageClass'),
    column('VolumeAttributesClass'),
    AGE,
    wideColumn('VolumeMode'),
  ],
  row: ({ metadata, spec, status }, { nowUs }) => {
    const bound = Boolean(spec?.volumeName);
    return [
      metadata.name,
      metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? ''),
      spec?.volumeName ?? '',
      bound ? (status?.capacity?.['storage'] ?? '0') : '',
      bound ? accessModesText(status?.accessModes) : '',
      metadata.annotations?.[BETA_CLASS] ?? spec?.storageClassName ?? '',
      orUnset(spec?.volumeAttributesClassName),
      ageOf(metadata.creationTimestamp, nowUs),
      orUnset(spec?.volumeMode),
    ];
  },
});
