import { fieldPath, forbidden, invalid } from '../../../../api/field-error.ts';
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '../../../../api/generated/types.ts';
import { amountOf, cmpAmounts } from '../../../../api/quantity.ts';
import { checkClaimSpec } from '../common/claim.ts';
import { internalLines } from '../common/internal/form.ts';
import { unifiedDiff } from '../common/internal/diff.ts';
import { checkImmutable, type Errors, IMMUTABLE, METADATA, semanticEqual, SPEC } from '../common/validate.ts';

// Models pkg/apis/core/validation ValidatePersistentVolumeClaimUpdate (1.36).

const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';

export function validateClaim({ spec }: PersistentVolumeClaim): Errors {
  const errors: Errors = [];
  checkClaimSpec(errors, spec ?? {}, SPEC);
  return errors;
}

/** Whether the class was not there and may be filled in, and by what. */
function mayName(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): boolean {
  const was = old.metadata.annotations?.[BETA_CLASS];
  const named = claim.spec?.storageClassName;
  return (
    named !== undefined && old.spec?.storageClassName === undefined && (was === undefined || named === was)
  );
}

/** An empty class name is not the same as none. */
function comparable(spec: PersistentVolumeClaimSpec): object {
  return {
    ...spec,
    storageClassName: spec.storageClassName === undefined ? ['none'] : [spec.storageClassName, 'set'],
  };
}

function munge(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
): { readonly next: PersistentVolumeClaimSpec; readonly was: PersistentVolumeClaimSpec } {
  let next = claim.spec ?? {};
  const was = old.spec?.volumeName ? old.spec : { ...old.spec, volumeName: next.volumeName };
  if (mayName(claim, old)) next = { ...next, storageClassName: was.storageClassName };
  const bound = claim.status?.phase === 'Bound';
  if (bound && next.resources?.requests) {
    const storage = old.spec?.resources?.requests?.['storage'] ?? '0';
    next = { ...next, resources: { ...next.resources, requests: { ...next.resources.requests, storage } } };
  }
  if (bound && next.volumeAttributesClassName !== undefined) {
    next = { ...next, volumeAttributesClassName: was.volumeAttributesClassName };
  }
  return { next, was };
}

const FIXED =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

function checkSize(errors: Errors, claim: PersistentVolumeClaim, old: PersistentVolumeClaim): void {
  const size = amountOf(claim.spec?.resources?.requests?.['storage'] ?? '0');
  const before = amountOf(old.spec?.resources?.requests?.['storage'] ?? '0');
  const actual = amountOf(old.status?.capacity?.['storage'] ?? '0');
  if (cmpAmounts(size, before) >= 0 || cmpAmounts(size, actual) > 0) return;
  errors.push(
    forbidden(SPEC.child('resources', 'requests', 'storage'), 'field can not be less than status.capacity'),
  );
}

function checkAttributes(errors: Errors, next: string | undefined, old: string | undefined): void {
  const at = SPEC.child('volumeAttributesClassName');
  if (old === undefined || next === old) return;
  if (next === undefined) errors.push(forbidden(at, 'update from non-nil value to nil is forbidden'));
  else if (next === '')
    errors.push(forbidden(at, 'update from non-nil value to an empty string is forbidden'));
}

export function validateClaimUpdate(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): Errors {
  const errors = validateClaim(claim);
  const annotation = claim.metadata.annotations?.[BETA_CLASS] ?? '';
  if (annotation !== (old.metadata.annotations?.[BETA_CLASS] ?? '')) {
    errors.push(invalid(METADATA.child('annotations', BETA_CLASS), annotation, IMMUTABLE));
  }
  const { next, was } = munge(claim, old);
  if (!semanticEqual(comparable(next), comparable(was))) {
    const diff = unifiedDiff(
      internalLines('PersistentVolumeClaimSpec', was),
      internalLines('PersistentVolumeClaimSpec', next),
    );
    errors.push(forbidden(SPEC, `${FIXED}\n${diff}`));
  }
  checkSize(errors, claim, old);
  checkImmutable(errors, [claim.spec?.volumeMode, old.spec?.volumeMode], fieldPath('volumeMode'));
  checkAttributes(errors, claim.spec?.volumeAttributesClassName, old.spec?.volumeAttributesClassName);
  return errors;
}
