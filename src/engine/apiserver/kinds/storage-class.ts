import type { Draft } from '../../../base/brand.ts';
import {
  type FieldPath,
  duplicate,
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error.ts';
import type { StorageClass, TopologySelectorTerm } from '../../../api/generated/types.ts';
import { isQualifiedName } from '../../../api/names.ts';
import { defineKind } from './common/define.ts';
import { oldLabelWarning } from './common/podspec/warnings.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column } from './common/table.ts';
import { checkImmutable, type Errors, invalidEach, semanticEqual, unchecked } from './common/validate.ts';

// Models pkg/apis/storage/validation ValidateStorageClass, SetDefaults_StorageClass and printStorageClass (1.36).

const RECLAIM_POLICIES: readonly string[] = ['Delete', 'Retain'];
const BINDING_MODES: readonly string[] = ['Immediate', 'WaitForFirstConsumer'];
const MAX_PARAMETERS = 512;
const MAX_PARAMETER_BYTES = 256 * 1024;

function defaultStorageClass(storageClass: Draft<StorageClass>): void {
  storageClass.reclaimPolicy ??= 'Delete';
  storageClass.volumeBindingMode ??= 'Immediate';
}

function checkParameters(errors: Errors, parameters: Readonly<Record<string, string>>): void {
  const path = fieldPath('parameters');
  const entries = Object.entries(parameters);
  if (entries.length > MAX_PARAMETERS) {
    errors.push({
      type: 'FieldValueTooLong',
      field: 'parameters',
      value: '',
      detail: `may not be more than ${MAX_PARAMETERS} bytes`,
    });
  }
  let size = 0;
  for (const [key, value] of entries) {
    if (key === '') errors.push(invalid(path, key, 'field can not be empty.'));
    size += key.length + value.length;
  }
  if (size > MAX_PARAMETER_BYTES) {
    errors.push({
      type: 'FieldValueTooLong',
      field: 'parameters',
      value: '',
      detail: `may not be more than ${MAX_PARAMETER_BYTES} bytes`,
    });
  }
}

function checkTopology(errors: Errors, term: TopologySelectorTerm, path: FieldPath): void {
  const keys = new Set<string>();
  for (const [i, { key, values }] of (term.matchLabelExpressions ?? []).entries()) {
    const at = path.child('matchLabelExpressions').index(i);
    if (!values?.length) errors.push(required(at.child('values')));
    const seen = new Set<string>();
    for (const [j, value] of (values ?? []).entries()) {
      if (seen.has(value)) errors.push(duplicate(at.child('values').index(j), value));
      seen.add(value);
    }
    invalidEach(errors, at.child('key'), key ?? '', isQualifiedName(key ?? ''));
    if (keys.has(key)) errors.push(duplicate(at.child('key'), key));
    keys.add(key);
  }
}

function validateCreate(storageClass: StorageClass): Errors {
  const errors: Errors = [];
  const { provisioner = '', reclaimPolicy, volumeBindingMode } = unchecked(storageClass);
  if (provisioner === '') errors.push(required(fieldPath('provisioner')));
  else invalidEach(errors, fieldPath('provisioner'), provisioner, isQualifiedName(provisioner.toLowerCase()));
  checkParameters(errors, storageClass.parameters ?? {});
  if (reclaimPolicy && !RECLAIM_POLICIES.includes(reclaimPolicy)) {
    errors.push(notSupported(fieldPath('reclaimPolicy'), reclaimPolicy, RECLAIM_POLICIES));
  }
  if (volumeBindingMode === undefined) errors.push(required(fieldPath('volumeBindingMode')));
  else if (!BINDING_MODES.includes(volumeBindingMode)) {
    errors.push(notSupported(fieldPath('volumeBindingMode'), volumeBindingMode, BINDING_MODES));
  }
  for (const [i, term] of (storageClass.allowedTopologies ?? []).entries()) {
    checkTopology(errors, term, fieldPath('allowedTopologies').index(i));
  }
  return errors;
}

function validateUpdate(storageClass: StorageClass, old: StorageClass): Errors {
  const errors: Errors = [];
  for (const name of ['parameters', 'provisioner', 'reclaimPolicy'] as const) {
    if (semanticEqual(storageClass[name], old[name])) continue;
    errors.push(forbidden(fieldPath(name), `updates to ${name} are forbidden.`));
  }
  checkImmutable(
    errors,
    [storageClass.volumeBindingMode, old.volumeBindingMode],
    fieldPath('volumeBindingMode'),
  );
  return errors;
}

const DEFAULT_CLASS = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

function shownName({ metadata }: StorageClass): string {
  const isDefault = DEFAULT_CLASS.some((key) => metadata.annotations?.[key] === 'true');
  return isDefault ? `${metadata.name} (default)` : metadata.name;
}

/** Models pkg/api/storage/util.go GetWarningsForStorageClass. */
function warnings({ allowedTopologies }: StorageClass): readonly string[] {
  const texts: string[] = [];
  const path = fieldPath('allowedTopologies');
  for (const [i, { matchLabelExpressions }] of (allowedTopologies ?? []).entries())
    for (const [j, { key }] of (matchLabelExpressions ?? []).entries())
      oldLabelWarning(
        (at, text) => texts.push(`${at.toString()}: ${text}`),
        key,
        path.index(i).child('matchLabelExpressions').index(j).child('key'),
      );
  return texts;
}

export const STORAGE_CLASS = defineKind<StorageClass>({
  resource: 'storageclasses.storage.k8s.io',
  kind: 'StorageClass',
  apiVersion: 'storage.k8s.io/v1',
  namespaced: false,
  default: defaultStorageClass,
  validateCreate,
  validateUpdate,
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  tableColumns: [
    NAME,
    column('Provisioner'),
    column('ReclaimPolicy'),
    column('VolumeBindingMode'),
    column('AllowVolumeExpansion', 'boolean'),
    AGE,
  ],
  row: (storageClass, { nowUs }) => [
    shownName(storageClass),
    storageClass.provisioner,
    storageClass.reclaimPolicy ?? 'Delete',
    storageClass.volumeBindingMode ?? 'Immediate',
    storageClass.allowVolumeExpansion ?? false,
    ageOf(storageClass.metadata.creationTimestamp, nowUs),
  ],
});
