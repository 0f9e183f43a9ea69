import { type FieldPath, forbidden, invalid, notSupported, required } from '../../../../api/field-error.ts';
import type {
  ObjectMeta,
  PersistentVolumeClaimSpec,
  TypedObjectReference,
} from '../../../../api/generated/types.ts';
import { isDNS1123Subdomain, nameIsDNSLabel, nameIsDNSSubdomain } from '../../../../api/names.ts';
import { amountOf, cmpAmounts } from '../../../../api/quantity.ts';
import {
  checkAnnotations,
  checkLabelSelector,
  checkLabels,
  type Errors,
  invalidEach,
  POSITIVE,
} from './validate.ts';

// Models pkg/apis/core/validation ValidatePersistentVolumeClaimSpec and its parts (1.36).

const ACCESS_MODES: readonly string[] = [
  'ReadOnlyMany',
  'ReadWriteMany',
  'ReadWriteOnce',
  'ReadWriteOncePod',
];
const VOLUME_MODES: readonly string[] = ['Block', 'Filesystem'];

/** Of a claim or a volume. */
export function checkAccessModes(
  errors: Errors,
  modes: readonly string[] | undefined,
  path: FieldPath,
): void {
  let single = false;
  let other = false;
  for (const mode of modes ?? []) {
    if (!ACCESS_MODES.includes(mode)) errors.push(notSupported(path, mode, ACCESS_MODES));
    else if (mode === 'ReadWriteOncePod') single = true;
    else other = true;
  }
  if (single && other) errors.push(forbidden(path, 'may not use ReadWriteOncePod with other access modes'));
}

export function checkVolumeMode(errors: Errors, mode: string | undefined, path: FieldPath): void {
  if (mode !== undefined && !VOLUME_MODES.includes(mode)) errors.push(notSupported(path, mode, VOLUME_MODES));
}

/** Greater than zero; the amount prints as text. Models ValidatePositiveQuantityValue. */
export function checkPositiveQuantity(errors: Errors, amount: string, path: FieldPath): void {
  if (cmpAmounts(amountOf(amount), amountOf('0')) <= 0) errors.push(invalid(path, amount, POSITIVE));
}

function checkDataSource(errors: Errors, source: TypedObjectReference, path: FieldPath): void {
  const { name, kind, apiGroup, namespace } = source;
  if (!name) errors.push(required(path.child('name')));
  if (!kind) errors.push(required(path.child('kind')));
  if (!apiGroup && kind !== 'PersistentVolumeClaim') {
    errors.push(
      invalid(path, kind ?? '', "must be 'PersistentVolumeClaim' when referencing the default apiGroup"),
    );
  }
  if (apiGroup) invalidEach(errors, path.child('apiGroup'), apiGroup, isDNS1123Subdomain(apiGroup));
  if (namespace) invalidEach(errors, path.child('namespace'), namespace, nameIsDNSLabel(namespace));
}

function checkDataSources(errors: Errors, spec: PersistentVolumeClaimSpec, path: FieldPath): void {
  const { dataSource, dataSourceRef } = spec;
  if (dataSource) checkDataSource(errors, dataSource, path.child('dataSource'));
  if (dataSourceRef) checkDataSource(errors, dataSourceRef, path.child('dataSourceRef'));
  if (!dataSource || !dataSourceRef) return;
  const at = path.child('dataSource').toString();
  if (dataSourceRef.namespace) {
    errors.push(invalid(path, at, 'may not be specified when dataSourceRef.namespace is specified'));
  } else if (
    dataSource.apiGroup !== dataSourceRef.apiGroup ||
    dataSource.kind !== dataSourceRef.kind ||
    dataSource.name !== dataSourceRef.name
  ) {
    errors.push(invalid(path, at, 'must match dataSourceRef'));
  }
}

export function checkClaimSpec(errors: Errors, spec: PersistentVolumeClaimSpec, path: FieldPath): void {
  if ((spec.accessModes?.length ?? 0) === 0) {
    errors.push(required(path.child('accessModes'), 'at least 1 access mode is required'));
  }
  checkLabelSelector(errors, spec.selector, path.child('selector'));
  checkAccessModes(errors, spec.accessModes, path.child('accessModes'));
  const storage = spec.resources?.requests?.['storage'];
  const storagePath = path.child('resources').key('storage');
  if (storage === undefined) errors.push(required(storagePath));
  else checkPositiveQuantity(errors, storage, storagePath);
  const className = spec.storageClassName;
  if (className)
    invalidEach(errors, path.child('storageClassName'), className, nameIsDNSSubdomain(className));
  checkVolumeMode(errors, spec.volumeMode, path.child('volumeMode'));
  checkDataSources(errors, spec, path);
  const attributes = spec.volumeAttributesClassName;
  if (attributes)
    invalidEach(errors, path.child('volumeAttributesClassName'), attributes, nameIsDNSSubdomain(attributes));
}

interface ClaimTemplate {
  readonly metadata?: Partial<ObjectMeta>;
  readonly spec?: PersistentVolumeClaimSpec;
}

/** The claim template of an ephemeral volume: of its metadata only labels and annotations may be set. */
export function checkClaimTemplate(errors: Errors, template: ClaimTemplate, path: FieldPath): void {
  const { annotations, labels, ...rest } = template.metadata ?? {};
  const metadata = path.child('metadata');
  checkAnnotations(errors, annotations, metadata.child('annotations'));
  checkLabels(errors, labels, metadata.child('labels'));
  for (const [name, value] of Object.entries(rest)) {
    if (value) errors.push(forbidden(metadata.child(name), 'cannot be set'));
  }
  checkClaimSpec(errors, template.spec ?? {}, path.child('spec'));
}
