import type { Draft } from '../../../base/brand.ts';
import type { Namespace } from '../../../api/generated/types.ts';
import { invalid } from '../../../api/field-error.ts';
import { isQualifiedName, nameIsDNSLabel } from '../../../api/names.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column } from './common/table.ts';
import { type Errors, invalidEach, SPEC, STATUS } from './common/validate.ts';

// Models pkg/registry/core/namespace/strategy.go, SetDefaults_Namespace, ValidateNamespaceStatusUpdate (1.36).

const NAME_LABEL = 'kubernetes.io/metadata.name';

/** The label says the name, whoever asks for something else. */
function labelName({ metadata }: Draft<Namespace>): void {
  if (!metadata.name) return;
  metadata.labels ??= {};
  metadata.labels[NAME_LABEL] = metadata.name;
}

function prepareForCreate(namespace: Draft<Namespace>): void {
  labelName(namespace);
  namespace.status = { phase: 'Active' };
  const finalizers = namespace.spec?.finalizers ?? [];
  if (finalizers.includes('kubernetes')) return;
  namespace.spec = { ...namespace.spec, finalizers: [...finalizers, 'kubernetes'] };
}

const STANDARD_FINALIZERS: readonly string[] = ['kubernetes', 'foregroundDeletion', 'orphan'];

function checkFinalizers(errors: Errors, { spec }: Namespace, indexed: boolean): void {
  const path = SPEC.child('finalizers');
  for (const [i, finalizer] of (spec?.finalizers ?? []).entries()) {
    const at = indexed ? path.index(i) : path;
    invalidEach(errors, at, finalizer, isQualifiedName(finalizer));
    if (!finalizer.includes('/') && !STANDARD_FINALIZERS.includes(finalizer)) {
      errors.push(
        invalid(at, finalizer, 'name is neither a standard finalizer name nor is it fully qualified'),
      );
    }
  }
}

function validateCreate(namespace: Namespace): Errors {
  const errors: Errors = [];
  checkFinalizers(errors, namespace, false);
  return errors;
}

function validateStatus({ metadata, status }: Namespace): Errors {
  const phase = status?.phase ?? '';
  const at = STATUS.child('Phase');
  if (!metadata.deletionTimestamp && phase !== 'Active') {
    return [invalid(at, phase, "may only be 'Active' if `deletionTimestamp` is empty")];
  }
  if (metadata.deletionTimestamp && phase !== 'Terminating') {
    return [invalid(at, phase, "may only be 'Terminating' if `deletionTimestamp` is not empty")];
  }
  return [];
}

function validateFinalize(namespace: Namespace): Errors {
  const errors: Errors = [];
  checkFinalizers(errors, namespace, true);
  return errors;
}

export const NAMESPACE = defineKind<Namespace>({
  resource: 'namespaces',
  kind: 'Namespace',
  apiVersion: 'v1',
  namespaced: false,
  default: labelName,
  prepareForCreate,
  prepareForUpdate: (namespace, old) => {
    namespace.spec = { ...namespace.spec, finalizers: old.spec?.finalizers as string[] | undefined };
  },
  validateCreate,
  validateName: nameIsDNSLabel,
  subresources: {
    status: { validateUpdate: validateStatus },
    finalize: {
      prepareForUpdate: (namespace, old) => {
        namespace.status = old.status as Draft<Namespace>['status'];
      },
      validateUpdate: validateFinalize,
    },
  },
  selectableFields: {
    name: ({ metadata }) => metadata.name,
    'status.phase': ({ status }) => status?.phase ?? '',
  },
  tableColumns: [NAME, column('Status'), AGE],
  row: ({ metadata, status }, { nowUs }) => [
    metadata.name,
    status?.phase ?? '',
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});
