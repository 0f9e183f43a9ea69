import { own } from '../../../../base/own.ts';
import type { LabelSelector, LabelSelectorRequirement } from '../../../../api/generated/types.ts';
import {
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../../api/field-error.ts';
import {
  inclusiveRangeError,
  isDNS1123Label,
  isDNS1123Subdomain,
  isHTTPPath,
  isLabelValue,
  isPercent,
  isPortName,
  isPortNumber,
  isQualifiedName,
} from '../../../../api/names.ts';

// Checks that many kinds share. Each appends to `errors` in upstream's order.
// Models apimachinery pkg/api/validation and pkg/apis/meta/v1/validation, pkg/apis/core/validation (1.36).

export const NOT_NEGATIVE = 'must be greater than or equal to 0';
export const IMMUTABLE = 'field is immutable';
export const POSITIVE = 'must be greater than zero';
export const MAX_INT32 = 2_147_483_647;

export const SPEC = fieldPath('spec');
export const STATUS = fieldPath('status');
export const METADATA = fieldPath('metadata');

export type Errors = FieldError[];
/** What was decoded may lack the fields its schema calls required. */
export type Unchecked<T> = Partial<T>;
export function unchecked<T extends object>(value: T): Unchecked<T> {
  return value;
}

export type Labels = Readonly<Record<string, string>>;

/** One Invalid error per message. */
export function invalidEach(
  errors: Errors,
  path: FieldPath,
  value: unknown,
  messages: readonly string[],
): void {
  for (const message of messages) errors.push(invalid(path, value, message));
}

export function checkDnsLabel(errors: Errors, value: string, path: FieldPath): void {
  invalidEach(errors, path, value, isDNS1123Label(value));
}

export function checkDnsSubdomain(errors: Errors, value: string, path: FieldPath): void {
  invalidEach(errors, path, value, isDNS1123Subdomain(value));
}

export function checkQualifiedName(errors: Errors, value: string, path: FieldPath): void {
  invalidEach(errors, path, value, isQualifiedName(value));
}

/** An absent number is zero. */
export function checkNotNegative(errors: Errors, value: number | undefined, path: FieldPath): void {
  if (value !== undefined && value < 0) errors.push(invalid(path, value, NOT_NEGATIVE));
}

export function checkPositive(errors: Errors, value: number | undefined, path: FieldPath): void {
  if ((value ?? 0) <= 0) errors.push(invalid(path, value ?? 0, POSITIVE));
}

/** Labels of an object, a selector or a node selector: no key in the path. Models ValidateLabels. */
export function checkLabels(errors: Errors, labels: Labels | undefined, path: FieldPath): void {
  if (labels === undefined) return;
  for (const key in labels) {
    invalidEach(errors, path, key, isQualifiedName(key));
    const value = labels[key] ?? '';
    invalidEach(errors, path, value, isLabelValue(value));
  }
}

const MAX_ANNOTATION_BYTES = 262_144;

/** Keys of annotations may have capitals; the size of all is limited. Models ValidateAnnotations. */
export function checkAnnotations(errors: Errors, annotations: Labels | undefined, path: FieldPath): void {
  let size = 0;
  for (const key in annotations) {
    invalidEach(errors, path, key, isQualifiedName(key.toLowerCase()));
    size += key.length + (annotations[key]?.length ?? 0);
  }
  if (size > MAX_ANNOTATION_BYTES) {
    errors.push({
      type: 'FieldValueTooLong',
      field: path.toString(),
      value: '',
      detail: `may not be more than ${MAX_ANNOTATION_BYTES} bytes`,
    });
  }
}

function checkRequirement(
  errors: Errors,
  { key, operator, values = [] }: LabelSelectorRequirement,
  path: FieldPath,
): void {
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0)
      errors.push(required(path.child('values'), "must be specified when `operator` is 'In' or 'NotIn'"));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) {
      errors.push(
        forbidden(path.child('values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
      );
    }
  } else errors.push(invalid(path.child('operator'), operator ?? '', 'not a valid selector operator'));
  invalidEach(errors, path.child('key'), key ?? '', isQualifiedName(key ?? ''));
  for (const [i, value] of values.entries())
    invalidEach(errors, path.child('values').index(i), value, isLabelValue(value));
}

/** Models ValidateLabelSelector. */
export function checkLabelSelector(
  errors: Errors,
  selector: LabelSelector | undefined | null,
  path: FieldPath,
): void {
  if (!selector) return;
  checkLabels(errors, selector.matchLabels, path.child('matchLabels'));
  for (const [i, requirement] of (selector.matchExpressions ?? []).entries()) {
    checkRequirement(errors, requirement, path.child('matchExpressions').index(i));
  }
}

/** Whether a selector has nothing to say (`{}`). */
export function isEmptySelector(selector: LabelSelector): boolean {
  return Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions?.length ?? 0) === 0;
}

/** A port of a probe or Service. An absent one is the number 0. Models ValidatePortNumOrName. */
export function checkPortNumberOrName(
  errors: Errors,
  port: number | string | undefined,
  path: FieldPath,
): void {
  if (typeof port === 'string') invalidEach(errors, path, port, isPortName(port));
  else invalidEach(errors, path, port ?? 0, isPortNumber(port ?? 0));
}

/** Models apps validation ValidatePositiveIntOrPercent. */
export function checkIntOrPercent(errors: Errors, value: number | string | undefined, path: FieldPath): void {
  if (typeof value === 'string') invalidEach(errors, path, value, isPercent(value));
  else checkNotNegative(errors, value ?? 0, path);
}

/** The number of a percentage, undefined for other texts and numbers. Models getPercentValue. */
export function percentOf(value: number | string | undefined): number | undefined {
  if (typeof value !== 'string' || isPercent(value).length > 0) return undefined;
  return Number(value.slice(0, -1));
}

/** Models IsNotMoreThan100Percent. */
export function checkAtMost100Percent(
  errors: Errors,
  value: number | string | undefined,
  path: FieldPath,
): void {
  if ((percentOf(value) ?? 0) > 100) errors.push(invalid(path, value, 'must not be greater than 100%'));
}

/** One of a few words; an empty one is reported as missing. */
export function checkWord(
  errors: Errors,
  value: string | undefined,
  path: FieldPath,
  words: readonly string[],
): void {
  if (!value) errors.push(required(path));
  else if (!words.includes(value)) errors.push(notSupported(path, value, words));
}

export function checkRange(
  errors: Errors,
  value: number,
  path: FieldPath,
  range: readonly [number, number],
): void {
  if (value < range[0] || value > range[1])
    errors.push(invalid(path, value, inclusiveRangeError(range[0], range[1])));
}

/** Absent, zero, '', false, empty lists and mappings mean the same to Go's semantic equality. */
function isUnset(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return true;
  if (typeof value !== 'object') return false;
  for (const key in value) if (!isUnset((value as Record<string, unknown>)[key])) return false;
  return Array.isArray(value) ? value.length === 0 : true;
}

/** Deep equality of two JSON values where absent and empty are the same. Models apiequality.Semantic.DeepEqual. */
export function semanticEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a === 'string' && typeof b === 'string') return false;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return isUnset(a) && isUnset(b);
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b)) return isUnset(a) && isUnset(b);
    return a.length === b.length && a.every((item, i) => semanticEqual(item, b[i]));
  }
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  for (const key in left) if (!semanticEqual(left[key], own(right, key))) return false;
  for (const key in right) if (!Object.hasOwn(left, key) && !isUnset(right[key])) return false;
  return true;
}

/** `acme.io/foo`. Models validation.IsDomainPrefixedPath. */
export function checkDomainPrefixedPath(errors: Errors, value: string, path: FieldPath): void {
  if (value === '') return void errors.push(required(path));
  const slash = value.indexOf('/');
  const host = value.slice(0, Math.max(slash, 0));
  const rest = value.slice(slash + 1);
  if (host === '' || rest === '')
    return void errors.push(invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")'));
  invalidEach(errors, path, host, isDNS1123Subdomain(host));
  invalidEach(errors, path, rest, isHTTPPath(rest));
}

/** Models ValidateImmutableField. `shown` is how the new value prints. */
export function checkImmutable(
  errors: Errors,
  pair: readonly [next: unknown, old: unknown],
  path: FieldPath,
  shown: unknown = pair[0],
): void {
  if (!semanticEqual(pair[0], pair[1])) errors.push(invalid(path, shown ?? null, IMMUTABLE));
}
