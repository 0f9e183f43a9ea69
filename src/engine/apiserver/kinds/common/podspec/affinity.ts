import { type FieldPath, forbidden, invalid, required } from '../../../../../api/field-error.ts';
import type * as api from '../../../../../api/generated/types.ts';
import {
  isLabelValue,
  isQualifiedName,
  nameIsDNSLabel,
  nameIsDNSSubdomain,
} from '../../../../../api/names.ts';
import { checkLabelSelector, type Errors, invalidEach, type Unchecked } from '../validate.ts';

// Models pkg/apis/core/validation validateAffinity, ValidateNodeSelector (1.36).

type Requirement = Unchecked<api.NodeSelectorRequirement>;

function checkRequirement(
  errors: Errors,
  requirement: Requirement,
  path: FieldPath,
  anyValues: boolean,
): void {
  const { key = '', operator, values = [] } = requirement;
  const at = path.child('values');
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0)
      errors.push(required(at, "must be specified when `operator` is 'In' or 'NotIn'"));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0)
      errors.push(forbidden(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
  } else if (operator === 'Gt' || operator === 'Lt') {
    if (values.length !== 1)
      errors.push(required(at, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
  } else errors.push(invalid(path.child('operator'), operator ?? '', 'not a valid selector operator'));
  invalidEach(errors, path.child('key'), key, isQualifiedName(key));
  if (anyValues) return;
  for (const [i, value] of values.entries()) invalidEach(errors, at.index(i), value, isLabelValue(value));
}

function checkFieldRequirement(errors: Errors, requirement: Requirement, path: FieldPath): void {
  const { key = '', operator, values = [] } = requirement;
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length !== 1) {
      const message = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
      errors.push(required(path.child('values'), message));
    }
  } else errors.push(invalid(path.child('operator'), operator ?? '', 'not a valid selector operator'));
  if (key !== 'metadata.name') errors.push(invalid(path.child('key'), key, 'not a valid field selector key'));
  else {
    for (const [i, value] of values.entries()) {
      invalidEach(errors, path.child('values').index(i), value, nameIsDNSSubdomain(value));
    }
  }
}

function checkTerm(errors: Errors, term: api.NodeSelectorTerm, path: FieldPath, anyValues: boolean): void {
  for (const [i, requirement] of (term.matchExpressions ?? []).entries()) {
    checkRequirement(errors, requirement, path.child('matchExpressions').index(i), anyValues);
  }
  for (const [i, requirement] of (term.matchFields ?? []).entries()) {
    checkFieldRequirement(errors, requirement, path.child('matchFields').index(i));
  }
}

/** Of a Pod's node affinity or a volume's. */
export function checkNodeSelector(errors: Errors, selector: api.NodeSelector, path: FieldPath): void {
  const terms = selector.nodeSelectorTerms ?? [];
  const at = path.child('nodeSelectorTerms');
  if (terms.length === 0) errors.push(required(at, 'must have at least one node selector term'));
  for (const [i, term] of terms.entries()) checkTerm(errors, term, at.index(i), false);
}

function checkWeight(errors: Errors, weight: number | undefined, path: FieldPath): void {
  const value = weight ?? 0;
  if (value <= 0 || value > 100) errors.push(invalid(path, value, 'must be in the range 1-100'));
}

function checkNodeAffinity(errors: Errors, affinity: api.NodeAffinity, path: FieldPath): void {
  const hard = affinity.requiredDuringSchedulingIgnoredDuringExecution;
  if (hard) checkNodeSelector(errors, hard, path.child('requiredDuringSchedulingIgnoredDuringExecution'));
  const soft = path.child('preferredDuringSchedulingIgnoredDuringExecution');
  for (const [i, term] of (affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
    checkWeight(errors, term.weight, soft.index(i).child('weight'));
    checkTerm(errors, term.preference ?? {}, soft.index(i).child('preference'), true);
  }
}

function checkLabelKeys(
  errors: Errors,
  keys: readonly string[],
  path: FieldPath,
  hasSelector: boolean,
): void {
  if (keys.length === 0) return;
  if (!hasSelector)
    return void errors.push(forbidden(path, 'must not be specified when labelSelector is not set'));
  for (const [i, key] of keys.entries()) invalidEach(errors, path.index(i), key, isQualifiedName(key));
}

interface LabelKeys {
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
  readonly labelSelector?: api.LabelSelector;
}

/** Keys must be names, and not stand in the selector as well. Models ValidateMatchLabelKeysAndMismatchLabelKeys. */
export function checkMatchLabelKeys(errors: Errors, owner: LabelKeys, path: FieldPath): void {
  const { matchLabelKeys = [], mismatchLabelKeys = [], labelSelector } = owner;
  checkLabelKeys(errors, matchLabelKeys, path.child('matchLabelKeys'), Boolean(labelSelector));
  checkLabelKeys(errors, mismatchLabelKeys, path.child('mismatchLabelKeys'), Boolean(labelSelector));
  const seen = new Set(Object.keys(labelSelector?.matchLabels ?? {}));
  for (const { key } of labelSelector?.matchExpressions ?? []) {
    const at = matchLabelKeys.lastIndexOf(key);
    // The server has added the expressions of the keys already: only a second one is the user's.
    if (at >= 0 && seen.has(key))
      errors.push(invalid(path.index(at), key, 'exists in both matchLabelKeys and labelSelector'));
    seen.add(key);
  }
  for (const [i, key] of matchLabelKeys.entries()) {
    if (!mismatchLabelKeys.includes(key)) continue;
    errors.push(
      invalid(
        path.child('matchLabelKeys').index(i),
        key,
        'exists in both matchLabelKeys and mismatchLabelKeys',
      ),
    );
  }
}

function checkPodTerm(errors: Errors, term: api.PodAffinityTerm, path: FieldPath): void {
  checkLabelSelector(errors, term.labelSelector, path.child('labelSelector'));
  checkLabelSelector(errors, term.namespaceSelector, path.child('namespaceSelector'));
  for (const name of term.namespaces ?? [])
    invalidEach(errors, path.child('namespace'), name, nameIsDNSLabel(name));
  checkMatchLabelKeys(errors, term, path);
  const key = term.topologyKey ?? '';
  if (key === '') errors.push(required(path.child('topologyKey'), 'can not be empty'));
  invalidEach(errors, path.child('topologyKey'), key, isQualifiedName(key));
}

function checkPodAffinity(errors: Errors, affinity: api.PodAffinity, path: FieldPath): void {
  const hard = path.child('requiredDuringSchedulingIgnoredDuringExecution');
  for (const [i, term] of (affinity.requiredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
    checkPodTerm(errors, term, hard.index(i));
  }
  const soft = path.child('preferredDuringSchedulingIgnoredDuringExecution');
  for (const [i, term] of (affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
    checkWeight(errors, term.weight, soft.index(i).child('weight'));
    checkPodTerm(errors, term.podAffinityTerm ?? {}, soft.index(i).child('podAffinityTerm'));
  }
}

export function checkAffinity(errors: Errors, affinity: api.Affinity | undefined, path: FieldPath): void {
  if (!affinity) return;
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  if (nodeAffinity) checkNodeAffinity(errors, nodeAffinity, path.child('nodeAffinity'));
  if (podAffinity) checkPodAffinity(errors, podAffinity, path.child('podAffinity'));
  if (podAntiAffinity) checkPodAffinity(errors, podAntiAffinity, path.child('podAntiAffinity'));
}
