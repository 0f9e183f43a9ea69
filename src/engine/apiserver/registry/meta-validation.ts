import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  required,
  tooLong,
} from '../../../api/field-error.ts';
import {
  byteLength,
  isLabelValue,
  isQualifiedName,
  nameIsDNSLabel,
  nameIsDNSSubdomain,
} from '../../../api/names.ts';
import { splitApiVersion } from '../../../api/resources.ts';
import type { MetaLike, OwnerReferenceLike } from '../../../api/object.ts';
import type { Kind } from '../kinds/kind.ts';
import { deepEqual } from './draft.ts';

// Models apimachinery/pkg/api/validation/objectmeta.go (1.36).

const META = new FieldPath('metadata');
const ANNOTATIONS_LIMIT_BYTES = 262_144;

/** What is wrong with the metadata of an object to be created. */
export function validateMeta(meta: MetaLike, kind: Kind): readonly FieldError[] {
  const errors: FieldError[] = [];
  const nameProblems = kind.validateName?.bind(kind) ?? nameIsDNSSubdomain;
  const { generateName = '', name = '', namespace = '' } = meta;
  if (generateName !== '') {
    for (const problem of nameProblems(generateName, true))
      errors.push(invalid(META.child('generateName'), generateName, problem));
  }
  if (name === '') errors.push(required(META.child('name'), 'name or generateName is required'));
  else
    for (const problem of nameProblems(name, false)) errors.push(invalid(META.child('name'), name, problem));
  if (!kind.namespaced) {
    if (namespace !== '') errors.push(forbidden(META.child('namespace'), 'not allowed on this type'));
  } else if (namespace === '') errors.push(required(META.child('namespace')));
  else
    for (const problem of nameIsDNSLabel(namespace))
      errors.push(invalid(META.child('namespace'), namespace, problem));
  errors.push(...validateLabels(meta.labels, META.child('labels')));
  errors.push(...validateAnnotations(meta.annotations, META.child('annotations')));
  errors.push(...validateOwners(meta.ownerReferences, META.child('ownerReferences')));
  errors.push(...validateFinalizers(meta.finalizers, META.child('finalizers')));
  return errors;
}

/** What is wrong with the metadata of a new version of `old`. */
export function validateMetaUpdate(meta: MetaLike, old: MetaLike): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (old.deletionTimestamp !== undefined) {
    const added = (meta.finalizers ?? []).filter((finalizer) => !(old.finalizers ?? []).includes(finalizer));
    if (added.length > 0) {
      const list = `[]string{${[...added]
        .sort()
        .map((text) => JSON.stringify(text))
        .join(', ')}}`;
      const detail = `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`;
      errors.push(forbidden(META.child('finalizers'), detail));
    }
  }
  if ((meta.resourceVersion ?? '') === '')
    errors.push(invalid(META.child('resourceVersion'), '', 'must be specified for an update'));
  for (const field of [
    'name',
    'namespace',
    'uid',
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
  ] as const) {
    if (!deepEqual(meta[field], old[field]))
      errors.push(invalid(META.child(field), meta[field] ?? null, 'field is immutable'));
  }
  errors.push(...validateLabels(meta.labels, META.child('labels')));
  errors.push(...validateAnnotations(meta.annotations, META.child('annotations')));
  errors.push(...validateOwners(meta.ownerReferences, META.child('ownerReferences')));
  return errors;
}

/** Models metav1 validation ValidateLabels. */
function validateLabels(
  labels: Readonly<Record<string, string>> | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (labels === undefined) return [];
  const errors: FieldError[] = [];
  for (const key in labels) {
    const value = labels[key] as string;
    if (knownLabel(key, value)) continue;
    for (const problem of isQualifiedName(key)) errors.push(invalid(path, key, problem));
    for (const problem of isLabelValue(value)) errors.push(invalid(path, value, problem));
  }
  return errors;
}

const SIMPLE = /^[a-z0-9](?:[a-z0-9-]{0,60}[a-z0-9])?$/;

/** The plain form most labels have, known to be right without the long way. */
function knownLabel(key: string, value: string): boolean {
  return SIMPLE.test(key) && (value === '' || SIMPLE.test(value));
}

/** Models ValidateAnnotations. */
function validateAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (annotations === undefined) return [];
  const errors: FieldError[] = [];
  let size = 0;
  for (const key in annotations) {
    size += byteLength(key) + byteLength(annotations[key] as string);
    for (const problem of isQualifiedName(key.toLowerCase())) errors.push(invalid(path, key, problem));
  }
  if (size > ANNOTATIONS_LIMIT_BYTES) errors.push(tooLong(path, ANNOTATIONS_LIMIT_BYTES));
  return errors;
}

function validateOwners(
  owners: readonly OwnerReferenceLike[] | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (owners === undefined) return [];
  const errors: FieldError[] = [];
  let controller: OwnerReferenceLike | undefined;
  for (const owner of owners) {
    errors.push(...validateOwner(owner, path));
    if (owner.controller !== true) continue;
    if (controller !== undefined) {
      const detail = `Only one reference can have Controller set to true. Found "true" in references for ${controller.name} and ${owner.name}`;
      errors.push(invalid(path, owners, detail));
    }
    controller = owner;
  }
  return errors;
}

function validateOwner(owner: Partial<OwnerReferenceLike>, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { apiVersion = '', kind = '', name = '', uid = '' } = owner;
  if (splitApiVersion(apiVersion).version === '') {
    errors.push(invalid(path.child('apiVersion'), apiVersion, 'version must not be empty'));
  }
  if (kind === '') errors.push(invalid(path.child('kind'), kind, 'kind must not be empty'));
  if (name === '') errors.push(invalid(path.child('name'), name, 'name must not be empty'));
  if (uid === '') errors.push(invalid(path.child('uid'), uid, 'uid must not be empty'));
  if (apiVersion === 'v1' && kind === 'Event') {
    errors.push(invalid(path, owner, '/v1, Kind=Event is disallowed from being an owner'));
  }
  return errors;
}

const STANDARD_FINALIZERS = ['kubernetes', 'orphan', 'foregroundDeletion'];

function validateFinalizers(
  finalizers: readonly string[] | undefined,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const finalizer of finalizers ?? []) {
    for (const problem of isQualifiedName(finalizer)) errors.push(invalid(path, finalizer, problem));
    if (!finalizer.includes('/') && !STANDARD_FINALIZERS.includes(finalizer)) {
      errors.push(
        invalid(path, finalizer, 'name is neither a standard finalizer name nor is it fully qualified'),
      );
    }
  }
  if (finalizers?.includes('orphan') === true && finalizers.includes('foregroundDeletion')) {
    errors.push(invalid(path, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'));
  }
  return errors;
}
