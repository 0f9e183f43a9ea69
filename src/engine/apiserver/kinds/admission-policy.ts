import type { Draft } from '../../../base/brand.ts';
import {
  duplicate,
  type FieldPath,
  fieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error.ts';
import type {
  MatchResources,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '../../../api/generated/types.ts';
import { nameIsDNSSubdomain } from '../../../api/names.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column } from './common/table.ts';
import { checkLabelSelector, type Errors, invalidEach, SPEC } from './common/validate.ts';

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

const POLICIES: readonly string[] = ['Fail', 'Ignore'];
const ACTIONS: readonly string[] = ['Audit', 'Deny', 'Warn'];

function checkMatch(errors: Errors, match: MatchResources, path: FieldPath): void {
  if (!match.resourceRules?.length) errors.push(required(path.child('resourceRules')));
  checkLabelSelector(errors, match.namespaceSelector, path.child('namespaceSelector'));
  checkLabelSelector(errors, match.objectSelector, path.child('objectSelector'));
}

function validatePolicy({ spec }: ValidatingAdmissionPolicy): Errors {
  const errors: Errors = [];
  const { failurePolicy, matchConstraints, validations = [], auditAnnotations = [] } = spec ?? {};
  if (failurePolicy !== undefined && !POLICIES.includes(failurePolicy)) {
    errors.push(notSupported(SPEC.child('failurePolicy'), failurePolicy, POLICIES));
  }
  if (!matchConstraints) errors.push(required(SPEC.child('matchConstraints')));
  else checkMatch(errors, matchConstraints, SPEC.child('matchConstraints'));
  if (validations.length === 0 && auditAnnotations.length === 0) {
    const message = 'validations or auditAnnotations must contain at least one item';
    errors.push(
      required(SPEC.child('validations'), message),
      required(SPEC.child('auditAnnotations'), message),
    );
  }
  for (const [i, { expression, message }] of validations.entries()) {
    const at = SPEC.child('validations').index(i);
    if (!expression?.trim()) errors.push(required(at.child('expression'), 'expression is not specified'));
    if (message !== undefined && message.trim() === '')
      errors.push(invalid(at.child('message'), message, 'message must be non-empty if specified'));
    else if (message?.trim().includes('\n'))
      errors.push(invalid(at.child('message'), message, 'message must not contain line breaks'));
  }
  return errors;
}

interface BindingSpec {
  readonly policyName?: string;
  readonly validationActions?: readonly string[];
  readonly matchResources?: MatchResources;
}

function checkPolicyName(errors: Errors, name: string | undefined): void {
  if (!name) errors.push(required(SPEC.child('policyName')));
  else invalidEach(errors, SPEC.child('policyName'), name, nameIsDNSSubdomain(name));
}

function validateBinding({ spec }: { readonly spec?: BindingSpec }): Errors {
  const errors: Errors = [];
  checkPolicyName(errors, spec?.policyName);
  const actions = spec?.validationActions ?? [];
  const at = SPEC.child('validationActions');
  if (actions.length === 0) errors.push(required(at, 'at least one validation action is required'));
  const seen = new Set<string>();
  for (const [i, action] of actions.entries()) {
    if (!ACTIONS.includes(action)) errors.push(notSupported(at.index(i), action, ACTIONS));
    if (seen.has(action)) errors.push(duplicate(at.index(i), action));
    seen.add(action);
  }
  if (seen.has('Deny') && seen.has('Warn')) {
    errors.push(
      invalid(
        at,
        actions,
        'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
      ),
    );
  }
  return errors;
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
    checkPolicyName(errors, spec?.policyName);
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
