import {
  duplicate,
  type FieldPath,
  invalid,
  notSupported,
  required,
  tooMany,
} from '../../../../api/field-error.ts';
import type { RuleWithOperations } from '../../../../api/generated/types.ts';
import { isQualifiedName } from '../../../../api/names.ts';
import type { CelRules } from '../../cel/check.ts';
import { CEL } from '../../cel/port.ts';
import { type Errors, invalidEach } from './validate.ts';

// What webhooks and admission policies match. Models pkg/apis/admissionregistration/validation (1.36).

export const FAILURE_POLICIES: readonly string[] = ['Fail', 'Ignore'];
export const MATCH_POLICIES: readonly string[] = ['Equivalent', 'Exact'];

const OPERATIONS: readonly string[] = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const SCOPES: readonly string[] = ['*', 'Cluster', 'Namespaced'];
const MAX_CONDITIONS = 64;

/** `*` stands alone. */
function checkWildcard(errors: Errors, list: readonly string[], path: FieldPath, others: string): void {
  if (list.length === 0) errors.push(required(path));
  if (list.length > 1 && list.includes('*'))
    errors.push(invalid(path, list, `if '*' is present, must not specify other ${others}`));
}

function checkSubresources(errors: Errors, resources: readonly string[], path: FieldPath): void {
  const wholeResources = new Set<string>();
  const wholeSubresources = new Set<string>();
  for (const [i, resource] of resources.entries()) {
    const slash = resource.indexOf('/');
    if (slash < 0) {
      if (resource === '') errors.push(required(path.index(i)));
      continue;
    }
    const [name, sub] = [resource.slice(0, slash), resource.slice(slash + 1)];
    const beside = (wide: string) =>
      errors.push(invalid(path.index(i), resource, `if '${wide}' is present, must not specify ${resource}`));
    if (wholeResources.has(name)) beside(`${name}/*`);
    if (wholeSubresources.has(sub)) beside(`*/${sub}`);
    if (sub === '*') wholeResources.add(name);
    if (name === '*') wholeSubresources.add(sub);
  }
}

function checkResources(errors: Errors, resources: readonly string[], path: FieldPath): void {
  if (resources.length === 0) errors.push(required(path));
  checkSubresources(errors, resources, path);
  if (resources.length > 1 && resources.includes('*/*'))
    errors.push(invalid(path, resources, "if '*/*' is present, must not specify other resources"));
  // Upstream looks at the last resource without a subresource only.
  const last = resources.filter((resource) => resource !== '' && !resource.includes('/')).at(-1);
  if (resources.includes('*') && last !== undefined && last !== '*') {
    const message = "if '*' is present, must not specify other resources without subresources";
    errors.push(invalid(path, resources, message));
  }
}

/** A rule of a webhook or a policy. */
export function checkRule(errors: Errors, rule: Partial<RuleWithOperations>, path: FieldPath): void {
  const { operations = [], apiGroups = [], apiVersions = [], resources = [], scope } = rule;
  checkWildcard(errors, operations, path.child('operations'), 'operations');
  for (const [i, operation] of operations.entries()) {
    if (!OPERATIONS.includes(operation))
      errors.push(notSupported(path.child('operations').index(i), operation, OPERATIONS));
  }
  checkWildcard(errors, apiGroups, path.child('apiGroups'), 'API groups');
  checkWildcard(errors, apiVersions, path.child('apiVersions'), 'API versions');
  for (const [i, version] of apiVersions.entries()) {
    if (version === '') errors.push(required(path.child('apiVersions').index(i)));
  }
  checkResources(errors, resources, path.child('resources'));
  if (scope !== undefined && !SCOPES.includes(scope))
    errors.push(notSupported(path.child('scope'), scope, SCOPES));
}

/** An expression must be one that can be stored. */
export function checkCel(errors: Errors, expression: string, path: FieldPath, rules: CelRules): void {
  const problem = CEL.get().problem(expression, rules);
  if (problem !== undefined) errors.push(invalid(path, expression, problem));
}

interface MatchCondition {
  readonly name?: string;
  readonly expression?: string;
}

/** What conditions may name. */
const CONDITION_NAMES = ['object', 'oldObject', 'request', 'namespaceObject', 'authorizer'];

/** Names, and expressions that can be decided. `more`: what else they may name. */
export function checkMatchConditions(
  errors: Errors,
  conditions: readonly MatchCondition[] | undefined,
  path: FieldPath,
  more: readonly string[] = [],
): void {
  const list = conditions ?? [];
  if (list.length > MAX_CONDITIONS) errors.push(tooMany(path, list.length, MAX_CONDITIONS));
  const names = new Set<string>();
  for (const [i, { name = '', expression = '' }] of list.entries()) {
    const at = path.index(i).child('name');
    if (expression.trim() === '') errors.push(required(path.index(i).child('expression')));
    else
      checkCel(errors, expression, path.index(i).child('expression'), {
        names: [...CONDITION_NAMES, ...more],
        returns: ['bool'],
      });
    if (name === '') errors.push(required(at));
    else invalidEach(errors, at, name, isQualifiedName(name));
    if (name !== '' && names.has(name)) errors.push(duplicate(at, name));
    names.add(name);
  }
}
