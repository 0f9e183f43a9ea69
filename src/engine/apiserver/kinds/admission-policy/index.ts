import type { Draft } from '../../../../base/brand.ts';
import { fieldPath, required } from '../../../../api/field-error.ts';
import type {
  MatchResources,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '../../../../api/generated/types.ts';
import { defineKind } from '../common/define.ts';
import { ageOf } from '../common/duration.ts';
import { AGE, NAME, column } from '../common/table.ts';
import { type Errors, SPEC } from '../common/validate.ts';
import { checkBinding, validateBinding, validatePolicy } from './validate.ts';

// Models pkg/apis/admissionregistration/validation ValidateValidatingAdmissionPolicy …, v1/defaults.go and the
// printers (1.36). Expressions are compiled where they are run, in the admission plugin.

function defaultMatch(match: Draft<MatchResources> | undefined): void {
  if (!match) return;
  match.matchPolicy ??= 'Equivalent';
  match.namespaceSelector ??= {};
  match.objectSelector ??= {};
  for (const rule of [...(match.resourceRules ?? []), ...(match.excludeResourceRules ?? [])])
    rule.scope ??= '*';
}

function paramRefText(
  ref: { readonly name?: string; readonly namespace?: string; readonly selector?: object } | undefined,
): string {
  if (!ref) return '<unset>';
  if (ref.selector) return `${ref.namespace ? `${ref.namespace}/` : ''}*`;
  return ref.namespace ? `${ref.namespace}/${ref.name ?? ''}` : (ref.name ?? '');
}

function paramKindText(kind: { readonly apiVersion?: string; readonly kind?: string } | undefined): string {
  return kind ? `${kind.apiVersion ?? ''}/${kind.kind ?? ''}` : '<unset>';
}

export const VALIDATING_ADMISSION_POLICY = defineKind<ValidatingAdmissionPolicy>({
  resource: 'validatingadmissionpolicies.admissionregistration.k8s.io',
  kind: 'ValidatingAdmissionPolicy',
  apiVersion: 'admissionregistration.k8s.io/v1',
  namespaced: false,
  default: ({ spec }) => {
    if (!spec) return;
    spec.failurePolicy ??= 'Fail';
    defaultMatch(spec.matchConstraints);
  },
  prepareForCreate: (policy) => {
    policy.status = {};
  },
  validateCreate: validatePolicy,
  validateUpdate: validatePolicy,
  generationOf: ({ spec }) => [spec],
  subresources: { status: {} },
  tableColumns: [NAME, column('Validations', 'integer'), column('ParamKind'), AGE],
  row: ({ metadata, spec }, { nowUs }) => [
    metadata.name,
    spec?.validations?.length ?? 0,
    paramKindText(spec?.paramKind),
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});

export const VALIDATING_ADMISSION_POLICY_BINDING = defineKind<ValidatingAdmissionPolicyBinding>({
  resource: 'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  kind: 'ValidatingAdmissionPolicyBinding',
  apiVersion: 'admissionregistration.k8s.io/v1',
  namespaced: false,
  default: ({ spec }) => {
    defaultMatch(spec?.matchResources);
    if (spec?.paramRef) spec.paramRef.parameterNotFoundAction ??= 'Deny';
  },
  validateCreate: validateBinding,
  validateUpdate: validateBinding,
  generationOf: ({ spec }) => [spec],
  tableColumns: [NAME, column('PolicyName'), column('ParamRef'), AGE],
  row: ({ metadata, spec }, { nowUs }) => [
    metadata.name,
    spec?.policyName ?? '',
    paramRefText(spec?.paramRef),
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});

export const MUTATING_ADMISSION_POLICY = defineKind<MutatingAdmissionPolicy>({
  resource: 'mutatingadmissionpolicies.admissionregistration.k8s.io',
  kind: 'MutatingAdmissionPolicy',
  apiVersion: 'admissionregistration.k8s.io/v1',
  namespaced: false,
  default: ({ spec }) => {
    if (!spec) return;
    spec.failurePolicy ??= 'Fail';
    defaultMatch(spec.matchConstraints);
  },
  validateCreate: ({ spec }) => {
    const errors: Errors = [];
    if (!spec?.matchConstraints) errors.push(required(SPEC.child('matchConstraints')));
    if (!spec?.mutations?.length)
      errors.push(required(fieldPath('spec', 'mutations'), 'mutations must contain at least one item'));
    return errors;
  },
  generationOf: ({ spec }) => [spec],
  tableColumns: [NAME, column('Mutations', 'integer'), column('ParamKind'), AGE],
  row: ({ metadata, spec }, { nowUs }) => [
    metadata.name,
    spec?.mutations?.length ?? 0,
    paramKindText(spec?.paramKind),
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});

export const MUTATING_ADMISSION_POLICY_BINDING = defineKind<MutatingAdmissionPolicyBinding>({
  resource: 'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
  kind: 'MutatingAdmissionPolicyBinding',
  apiVersion: 'admissionregistration.k8s.io/v1',
  namespaced: false,
  default: ({ spec }) => defaultMatch(spec?.matchResources),
  validateCreate: ({ spec }) => {
    const errors: Errors = [];
    checkBinding(errors, spec ?? {});
    return errors;
  },
  generationOf: ({ spec }) => [spec],
  tableColumns: [NAME, column('PolicyName'), column('ParamRef'), AGE],
  row: ({ metadata, spec }, { nowUs }) => [
    metadata.name,
    spec?.policyName ?? '',
    paramRefText(spec?.paramRef),
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});
