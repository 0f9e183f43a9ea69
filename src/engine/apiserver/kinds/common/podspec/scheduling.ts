import {
  duplicate,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../../../api/field-error.ts';
import type * as api from '../../../../../api/generated/types.ts';
import { isLabelValue, isQualifiedName } from '../../../../../api/names.ts';
import {
  checkLabelSelector,
  checkPositive,
  checkQualifiedName,
  type Errors,
  invalidEach,
  type Unchecked,
} from '../validate.ts';
import { checkMatchLabelKeys } from './affinity.ts';

// Models pkg/apis/core/validation ValidateTolerations, validateTopologySpreadConstraints, validateSchedulingGates (1.36).

const EFFECTS: readonly string[] = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Of a taint (never empty) or a toleration (empty = all). */
export function checkTaintEffect(errors: Errors, effect: string | undefined, path: FieldPath): void {
  if (!effect) errors.push(required(path));
  else if (!EFFECTS.includes(effect)) errors.push(notSupported(path, effect, EFFECTS));
}

function checkToleration(errors: Errors, toleration: api.Toleration, path: FieldPath): void {
  const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = toleration;
  if (key !== '') invalidEach(errors, path.child('key'), key, isQualifiedName(key));
  if (key === '' && operator !== 'Exists') {
    const message =
      'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    errors.push(invalid(path.child('operator'), operator, message));
  }
  if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
    errors.push(
      invalid(path.child('effect'), effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"),
    );
  }
  if (operator === 'Equal' || operator === '') {
    const messages = isLabelValue(value);
    if (messages.length > 0) errors.push(invalid(path.child('operator'), value, messages.join(';')));
  } else if (operator === 'Exists') {
    if (value !== '')
      errors.push(invalid(path.child('operator'), value, "value must be empty when `operator` is 'Exists'"));
  } else errors.push(notSupported(path.child('operator'), operator, ['Equal', 'Exists']));
  if (effect !== '') checkTaintEffect(errors, effect, path.child('effect'));
}

export function checkTolerations(
  errors: Errors,
  tolerations: readonly api.Toleration[] | undefined,
  path: FieldPath,
): void {
  for (const [i, toleration] of (tolerations ?? []).entries())
    checkToleration(errors, toleration, path.index(i));
}

const ACTIONS: readonly string[] = ['DoNotSchedule', 'ScheduleAnyway'];
const INCLUSION: readonly string[] = ['Honor', 'Ignore'];

function checkInclusion(errors: Errors, policy: string | undefined, path: FieldPath): void {
  if (policy !== undefined && !INCLUSION.includes(policy)) errors.push(notSupported(path, policy, INCLUSION));
}

function checkConstraint(
  errors: Errors,
  all: readonly api.TopologySpreadConstraint[],
  i: number,
  path: FieldPath,
): void {
  const constraint: Unchecked<api.TopologySpreadConstraint> = all[i] ?? {};
  const { topologyKey = '', whenUnsatisfiable: action = '', minDomains } = constraint;
  checkPositive(errors, constraint.maxSkew, path.child('maxSkew'));
  if (topologyKey === '') errors.push(required(path.child('topologyKey'), 'can not be empty'));
  if (!ACTIONS.includes(action)) errors.push(notSupported(path.child('whenUnsatisfiable'), action, ACTIONS));
  const repeated = all
    .slice(i + 1)
    .some((other) => other.topologyKey === topologyKey && other.whenUnsatisfiable === action);
  if (repeated)
    errors.push(duplicate(path.child('{topologyKey, whenUnsatisfiable}'), `{${topologyKey}, ${action}}`));
  if (minDomains !== undefined) {
    checkPositive(errors, minDomains, path.child('minDomains'));
    if (action !== 'DoNotSchedule') {
      const message = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`;
      errors.push(invalid(path.child('minDomains'), minDomains, message));
    }
  }
  checkInclusion(errors, constraint.nodeAffinityPolicy, path.child('nodeAffinityPolicy'));
  checkInclusion(errors, constraint.nodeTaintsPolicy, path.child('nodeTaintsPolicy'));
  checkMatchLabelKeys(errors, constraint, path);
  checkLabelSelector(errors, constraint.labelSelector, path.child('labelSelector'));
}

export function checkSpread(
  errors: Errors,
  constraints: readonly api.TopologySpreadConstraint[] | undefined,
  path: FieldPath,
): void {
  for (const i of (constraints ?? []).keys()) checkConstraint(errors, constraints ?? [], i, path.index(i));
}

export function checkGates(
  errors: Errors,
  gates: readonly api.PodSchedulingGate[] | undefined,
  path: FieldPath,
): void {
  const seen = new Set<string>();
  for (const [i, { name = '' }] of (gates ?? []).entries()) {
    checkQualifiedName(errors, name, path.index(i));
    if (seen.has(name)) errors.push(duplicate(path.index(i), name));
    seen.add(name);
  }
}
