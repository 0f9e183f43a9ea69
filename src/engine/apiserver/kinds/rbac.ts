import type { Draft } from '../../../base/brand.ts';
import { type FieldPath, fieldPath, invalid, notSupported, required } from '../../../api/field-error.ts';
import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
  RoleRef,
  Subject,
} from '../../../api/generated/types.ts';
import { isPathSegmentName, nameIsDNSSubdomain } from '../../../api/names.ts';
import { formatTime, parseTime } from '../../../api/time.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { internalForm } from './common/internal/form.ts';
import { AGE, NAME, column, wideColumn } from './common/table.ts';
import { checkLabelSelector, type Errors, invalidEach, unchecked } from './common/validate.ts';
import type { TableCell } from './kind.ts';

// Models pkg/apis/rbac/validation, pkg/apis/rbac/v1/defaults.go and the printers of the four kinds (1.36).

const GROUP = 'rbac.authorization.k8s.io';

function checkRule(errors: Errors, rule: PolicyRule, path: FieldPath, namespaced: boolean): void {
  const {
    verbs = [],
    apiGroups = [],
    resources = [],
    resourceNames = [],
    nonResourceURLs = [],
  } = unchecked(rule);
  if (verbs.length === 0) errors.push(required(path.child('verbs'), 'verbs must contain at least one value'));
  const urls = path.child('nonResourceURLs');
  if (nonResourceURLs.length > 0) {
    if (namespaced)
      errors.push(invalid(urls, nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs'));
    if (apiGroups.length + resources.length + resourceNames.length > 0) {
      errors.push(
        invalid(urls, nonResourceURLs, 'rules cannot apply to both regular resources and non-resource URLs'),
      );
    }
    return;
  }
  if (apiGroups.length === 0)
    errors.push(required(path.child('apiGroups'), 'resource rules must supply at least one api group'));
  if (resources.length === 0)
    errors.push(required(path.child('resources'), 'resource rules must supply at least one resource'));
}

function validateRules(rules: readonly PolicyRule[] | undefined, namespaced: boolean): Errors {
  const errors: Errors = [];
  for (const [i, rule] of (rules ?? []).entries())
    checkRule(errors, rule, fieldPath('rules').index(i), namespaced);
  return errors;
}

function validateClusterRole({ rules, aggregationRule }: ClusterRole): Errors {
  const errors = validateRules(rules, false);
  if (!aggregationRule) return errors;
  const selectors = aggregationRule.clusterRoleSelectors ?? [];
  const path = fieldPath('aggregationRule', 'clusterRoleSelectors');
  if (selectors.length === 0)
    errors.push(required(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil'));
  for (const [i, selector] of selectors.entries()) checkLabelSelector(errors, selector, path.index(i));
  return errors;
}

interface Binding {
  readonly roleRef: RoleRef;
  readonly subjects?: readonly Subject[];
}

function defaultBinding(binding: Draft<Binding>): void {
  binding.roleRef ??= {} as Draft<RoleRef>;
  binding.roleRef.apiGroup ||= GROUP;
  for (const subject of binding.subjects ?? []) {
    if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ||= GROUP;
  }
}

function checkSubject(errors: Errors, subject: Subject, path: FieldPath, namespaced: boolean): void {
  const { kind = '', name, apiGroup = '', namespace } = unchecked(subject);
  if (!name) errors.push(required(path.child('name')));
  if (kind === 'ServiceAccount') {
    if (name) invalidEach(errors, path.child('name'), name, nameIsDNSSubdomain(name));
    if (apiGroup !== '') errors.push(notSupported(path.child('apiGroup'), apiGroup, ['']));
    if (!namespaced && !namespace) errors.push(required(path.child('namespace')));
  } else if (kind === 'User' || kind === 'Group') {
    if (apiGroup !== GROUP) errors.push(notSupported(path.child('apiGroup'), apiGroup, [GROUP]));
  } else errors.push(notSupported(path.child('kind'), kind, ['ServiceAccount', 'User', 'Group']));
}

function validateBinding({ roleRef, subjects }: Binding, namespaced: boolean): Errors {
  const errors: Errors = [];
  const path = fieldPath('roleRef');
  const { apiGroup = '', kind = '', name = '' } = unchecked(roleRef);
  const kinds = namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
  if (apiGroup !== GROUP) errors.push(notSupported(path.child('apiGroup'), apiGroup, [GROUP]));
  if (!kinds.includes(kind)) errors.push(notSupported(path.child('kind'), kind, kinds));
  if (name === '') errors.push(required(path.child('name')));
  else invalidEach(errors, path.child('name'), name, isPathSegmentName(name));
  for (const [i, subject] of (subjects ?? []).entries())
    checkSubject(errors, subject, fieldPath('subjects').index(i), namespaced);
  return errors;
}

function validateBindingUpdate(binding: Binding, old: Binding, namespaced: boolean): Errors {
  const errors = validateBinding(binding, namespaced);
  const { roleRef } = binding;
  const same =
    roleRef.kind === old.roleRef.kind &&
    roleRef.name === old.roleRef.name &&
    roleRef.apiGroup === old.roleRef.apiGroup;
  if (!same)
    errors.push(invalid(fieldPath('roleRef'), internalForm('RoleRef', roleRef), 'cannot change roleRef'));
  return errors;
}

function subjectsText(subjects: readonly Subject[] | undefined, kind: string): string {
  return (subjects ?? [])
    .filter((subject) => subject.kind === kind)
    .map(({ name, namespace }) => (kind === 'ServiceAccount' ? `${namespace ?? ''}/${name}` : name))
    .join(', ');
}

function createdAt(timestamp: string | undefined): TableCell {
  return formatTime(parseTime(timestamp ?? '') ?? 0);
}

const BINDING_COLUMNS = [
  NAME,
  column('Role'),
  AGE,
  wideColumn('Users'),
  wideColumn('Groups'),
  wideColumn('ServiceAccounts'),
];

function bindingRow(
  { metadata, roleRef, subjects }: RoleBinding | ClusterRoleBinding,
  nowUs: number,
): readonly TableCell[] {
  return [
    metadata.name,
    `${roleRef?.kind ?? ''}/${roleRef?.name ?? ''}`,
    ageOf(metadata.creationTimestamp, nowUs),
    subjectsText(subjects, 'User'),
    subjectsText(subjects, 'Group'),
    subjectsText(subjects, 'ServiceAccount'),
  ];
}

export const ROLE = defineKind<Role>({
  resource: 'roles.rbac.authorization.k8s.io',
  kind: 'Role',
  apiVersion: 'rbac.authorization.k8s.io/v1',
  namespaced: true,
  validateName: isPathSegmentName,
  validateCreate: ({ rules }) => validateRules(rules, true),
  validateUpdate: ({ rules }) => validateRules(rules, true),
  tableColumns: [NAME, column('Created At')],
  row: ({ metadata }) => [metadata.name, createdAt(metadata.creationTimestamp)],
});

export const CLUSTER_ROLE = defineKind<ClusterRole>({
  resource: 'clusterroles.rbac.authorization.k8s.io',
  kind: 'ClusterRole',
  apiVersion: 'rbac.authorization.k8s.io/v1',
  namespaced: false,
  validateName: isPathSegmentName,
  validateCreate: validateClusterRole,
  validateUpdate: validateClusterRole,
  tableColumns: [NAME, column('Created At')],
  row: ({ metadata }) => [metadata.name, createdAt(metadata.creationTimestamp)],
});

export const ROLE_BINDING = defineKind<RoleBinding>({
  resource: 'rolebindings.rbac.authorization.k8s.io',
  kind: 'RoleBinding',
  apiVersion: 'rbac.authorization.k8s.io/v1',
  namespaced: true,
  default: defaultBinding,
  validateName: isPathSegmentName,
  validateCreate: (binding) => validateBinding(binding, true),
  validateUpdate: (binding, old) => validateBindingUpdate(binding, old, true),
  tableColumns: BINDING_COLUMNS,
  row: (binding, { nowUs }) => bindingRow(binding, nowUs),
});

export const CLUSTER_ROLE_BINDING = defineKind<ClusterRoleBinding>({
  resource: 'clusterrolebindings.rbac.authorization.k8s.io',
  kind: 'ClusterRoleBinding',
  apiVersion: 'rbac.authorization.k8s.io/v1',
  namespaced: false,
  default: defaultBinding,
  validateName: isPathSegmentName,
  validateCreate: (binding) => validateBinding(binding, false),
  validateUpdate: (binding, old) => validateBindingUpdate(binding, old, false),
  tableColumns: BINDING_COLUMNS,
  row: (binding, { nowUs }) => bindingRow(binding, nowUs),
});
