import {
  duplicate,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../../api/field-error.ts';
import type {
  AuditAnnotation,
  LabelSelector,
  MatchResources,
  NamedRuleWithOperations,
  ParamKind,
  ValidatingAdmissionPolicy,
  Validation,
  Variable,
} from '../../../../api/generated/types.ts';
import {
  isDNS1035Label,
  isDNS1123Subdomain,
  isPathSegmentName,
  isQualifiedName,
  nameIsDNSSubdomain,
} from '../../../../api/names.ts';
import type { CelRules } from '../../cel/check.ts';
import { CEL } from '../../cel/port.ts';
import {
  checkCel,
  checkMatchConditions,
  checkRule,
  FAILURE_POLICIES,
  MATCH_POLICIES,
} from '../common/admission-rules.ts';
import { checkLabelSelector, type Errors, invalidEach, SPEC, unchecked } from '../common/validate.ts';

// Models pkg/apis/admissionregistration/validation ValidateValidatingAdmissionPolicy and its binding's (1.36).

const ACTIONS: readonly string[] = ['Audit', 'Deny', 'Warn'];
const REASONS: readonly string[] = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const NOT_FOUND_ACTIONS: readonly string[] = ['Deny', 'Allow'];
const MAX_ANNOTATIONS = 20;
const CEL_RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

function isCelIdentifier(name: string): boolean {
  return /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !CEL_RESERVED.has(name);
}

function checkApiVersion(errors: Errors, apiVersion: string, path: FieldPath): void {
  if (apiVersion === '') return void errors.push(required(path));
  const parts = apiVersion.split('/');
  if (parts.length > 2)
    return void errors.push(invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`));
  const version = parts.at(-1) ?? '';
  const group = parts.length === 2 ? (parts[0] ?? '') : '';
  const groupMessages = group === '' ? [] : isDNS1123Subdomain(group);
  if (groupMessages.length > 0) errors.push(invalid(path, group, groupMessages.join(',')));
  if (version === '') return void errors.push(invalid(path, apiVersion, 'version must be specified'));
  const messages = isDNS1035Label(version);
  if (messages.length > 0) errors.push(invalid(path, version, messages.join(',')));
}

function checkParamKind(errors: Errors, { apiVersion = '', kind = '' }: ParamKind, path: FieldPath): void {
  checkApiVersion(errors, apiVersion, path.child('apiVersion'));
  const at = path.child('kind');
  if (kind === '') return void errors.push(required(at));
  const messages = isDNS1035Label(kind.toLowerCase());
  if (messages.length === 0) return;
  const detail = `may have mixed case, but should otherwise match: ${messages.join(',')}`;
  errors.push(invalid(at, kind, detail));
}

function checkNamedRule(errors: Errors, rule: NamedRuleWithOperations, path: FieldPath): void {
  const seen = new Set<string>();
  for (const [i, name] of (rule.resourceNames ?? []).entries()) {
    const at = path.child('resourceNames').index(i);
    invalidEach(errors, at, name, isPathSegmentName(name));
    if (seen.has(name)) errors.push(duplicate(at, name));
    seen.add(name);
  }
  checkRule(errors, rule, path);
}

function checkMatchResources(errors: Errors, match: MatchResources, path: FieldPath): void {
  const { matchPolicy, resourceRules = [], excludeResourceRules = [] } = match;
  if (matchPolicy !== undefined && !MATCH_POLICIES.includes(matchPolicy))
    errors.push(notSupported(path.child('matchPolicy'), matchPolicy, MATCH_POLICIES));
  checkLabelSelector(errors, match.namespaceSelector, path.child('namespaceSelector'));
  checkLabelSelector(errors, match.objectSelector, path.child('objectSelector'));
  for (const [i, rule] of resourceRules.entries())
    checkNamedRule(errors, rule, path.child('resourceRules').index(i));
  for (const [i, rule] of excludeResourceRules.entries())
    checkNamedRule(errors, rule, path.child('excludeResourceRules').index(i));
}

function checkVariable(
  errors: Errors,
  { name, expression }: Partial<Variable>,
  path: FieldPath,
  rules: CelRules,
): void {
  if (!name?.trim()) errors.push(required(path.child('name'), 'name is not specified'));
  else if (!isCelIdentifier(name))
    errors.push(invalid(path.child('name'), name, 'name is not a valid CEL identifier'));
  checkExpression(errors, expression, path.child('expression'), rules);
}

/** An expression that must be there. */
function checkExpression(
  errors: Errors,
  expression: string | undefined,
  path: FieldPath,
  rules: CelRules,
): void {
  if (expression?.trim()) checkCel(errors, expression, path, rules);
  else errors.push(required(path, 'expression is not specified'));
}

function checkValidation(errors: Errors, validation: Validation, path: FieldPath, rules: CelRules): void {
  const { expression, message, messageExpression, reason } = validation;
  checkExpression(errors, expression, path.child('expression'), { ...rules, returns: ['bool'] });
  const text = path.child('messageExpression');
  if (messageExpression && messageExpression.trim() === '')
    errors.push(invalid(text, messageExpression, 'must be non-empty if specified'));
  else if (messageExpression) {
    const names = rules.names.filter((name) => name !== 'authorizer');
    checkCel(errors, messageExpression, text, { ...rules, names, returns: ['string'] });
  }
  if (message && message.trim() === '')
    errors.push(invalid(path.child('message'), message, 'message must be non-empty if specified'));
  else if (message && /[\n\r]/.test(message.trim()))
    errors.push(invalid(path.child('message'), message, 'message must not contain line breaks'));
  if (reason !== undefined && !REASONS.includes(reason))
    errors.push(notSupported(path.child('reason'), reason, REASONS));
}

function checkAnnotations(
  errors: Errors,
  annotations: readonly Partial<AuditAnnotation>[],
  policy: string,
  path: FieldPath,
  rules: CelRules,
): void {
  if (annotations.length > MAX_ANNOTATIONS)
    errors.push(invalid(path, annotations, `must not have more than ${MAX_ANNOTATIONS} auditAnnotations`));
  const keys = new Set<string>();
  for (const [i, { key = '', valueExpression }] of annotations.entries()) {
    const at = path.index(i);
    const full = `${policy}/${key}`;
    invalidEach(errors, at.child('key'), full, isQualifiedName(full));
    if (!valueExpression?.trim())
      errors.push(required(at.child('valueExpression'), 'valueExpression is not specified'));
    else
      checkCel(errors, valueExpression, at.child('valueExpression'), {
        ...rules,
        returns: ['string', 'null_type'],
      });
    if (keys.has(key)) errors.push(duplicate(at.child('key'), key));
    keys.add(key);
  }
}

/** What the expressions of a policy may name, besides its params. */
const POLICY_NAMES = ['object', 'oldObject', 'request', 'namespaceObject', 'authorizer', 'variables'];

/** Variables in their order, each of which may name those before it; answers what the rest may name. */
function checkVariables(
  errors: Errors,
  variables: readonly Partial<Variable>[],
  names: readonly string[],
): CelRules {
  const types = new Map<string, string>();
  const rules = { names, variables: types };
  for (const [i, variable] of variables.entries()) {
    checkVariable(errors, variable, SPEC.child('variables').index(i), rules);
    types.set(variable.name ?? '', CEL.get().typeOf(variable.expression ?? '', rules));
  }
  return rules;
}

export function validatePolicy(policy: ValidatingAdmissionPolicy): Errors {
  const { spec = {} } = unchecked(policy);
  const errors: Errors = [];
  const { failurePolicy, paramKind, matchConstraints, validations = [], auditAnnotations = [] } = spec;
  const at = SPEC.child('failurePolicy');
  if (failurePolicy === undefined) errors.push(required(at));
  else if (!FAILURE_POLICIES.includes(failurePolicy))
    errors.push(notSupported(at, failurePolicy, FAILURE_POLICIES));
  if (paramKind) checkParamKind(errors, paramKind, SPEC.child('paramKind'));
  const match = SPEC.child('matchConstraints');
  if (!matchConstraints) errors.push(required(match));
  else {
    checkMatchResources(errors, matchConstraints, match);
    if (!matchConstraints.resourceRules?.length) errors.push(required(match.child('resourceRules')));
  }
  const params = paramKind ? ['params'] : [];
  checkMatchConditions(errors, spec.matchConditions, SPEC.child('matchConditions'), params);
  const rules = checkVariables(errors, spec.variables ?? [], [...POLICY_NAMES, ...params]);
  if (validations.length === 0 && auditAnnotations.length === 0) {
    const message = 'validations or auditAnnotations must contain at least one item';
    for (const name of ['validations', 'auditAnnotations']) errors.push(required(SPEC.child(name), message));
  }
  for (const [i, validation] of validations.entries())
    checkValidation(errors, validation, SPEC.child('validations').index(i), rules);
  checkAnnotations(errors, auditAnnotations, policy.metadata.name, SPEC.child('auditAnnotations'), rules);
  return errors;
}

interface ParamRef {
  readonly name?: string;
  readonly selector?: LabelSelector;
  readonly parameterNotFoundAction?: string;
}

function checkParamRef(errors: Errors, reference: ParamRef, path: FieldPath): void {
  const { name = '', selector, parameterNotFoundAction: action } = reference;
  if (name !== '') invalidEach(errors, path.child('name'), name, isPathSegmentName(name));
  checkLabelSelector(errors, selector, path.child('selector'));
  if (name !== '' && selector) {
    for (const field of ['name', 'selector'])
      errors.push(forbidden(path.child(field), 'name and selector are mutually exclusive'));
  }
  if (name === '' && !selector) errors.push(required(path, 'one of name or selector must be specified'));
  const at = path.child('parameterNotFoundAction');
  if (!action) errors.push(required(at));
  else if (!NOT_FOUND_ACTIONS.includes(action)) errors.push(notSupported(at, action, NOT_FOUND_ACTIONS));
}

interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchResources;
  readonly validationActions?: readonly string[];
}

function checkActions(errors: Errors, actions: readonly string[], path: FieldPath): void {
  const seen = new Set<string>();
  for (const [i, action] of actions.entries()) {
    if (!ACTIONS.includes(action)) errors.push(notSupported(path.index(i), action, ACTIONS));
    if (seen.has(action)) errors.push(duplicate(path.index(i), action));
    seen.add(action);
  }
  if (seen.has('Deny') && seen.has('Warn')) {
    const message =
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
    errors.push(invalid(path, actions, message));
  }
  if (seen.size === 0) errors.push(required(path, 'at least one validation action is required'));
}

/** What bindings of both sorts of policy have. */
export function checkBinding(errors: Errors, spec: BindingSpec): void {
  const { policyName, paramRef, matchResources } = spec;
  if (!policyName) errors.push(required(SPEC.child('policyName')));
  else invalidEach(errors, SPEC.child('policyName'), policyName, nameIsDNSSubdomain(policyName));
  if (paramRef) checkParamRef(errors, paramRef, SPEC.child('paramRef'));
  if (matchResources) checkMatchResources(errors, matchResources, SPEC.child('matchResources'));
}

export function validateBinding({ spec = {} }: { readonly spec?: BindingSpec }): Errors {
  const errors: Errors = [];
  checkBinding(errors, spec);
  checkActions(errors, spec.validationActions ?? [], SPEC.child('validationActions'));
  return errors;
}
