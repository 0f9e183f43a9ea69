import { type Result, ok } from '../base/result.ts';
import { type FieldError, FieldPath, aggregateText, errorText, invalid } from './field-error.ts';
import type { LabelSelector } from './generated/types.ts';
import { isLabelValue, isQualifiedName } from './names.ts';
import { parseSelectorTokens, type Requirement, type SelectionOperator } from './label-selector-parser.ts';

// Models k8s.io/apimachinery/pkg/labels selector.go and metav1 helpers.go of 1.36.

export type { Requirement, SelectionOperator } from './label-selector-parser.ts';

export type Labels = Readonly<Record<string, string>>;

/** Requirements sorted by key, all of which must hold; `nothing` = matches no labels at all. */
export interface Selector {
  readonly nothing: boolean;
  readonly requirements: readonly Requirement[];
}

export const EVERYTHING: Selector = { nothing: false, requirements: [] };
export const NOTHING: Selector = { nothing: true, requirements: [] };

function sorted(requirements: readonly Requirement[]): Selector {
  return {
    nothing: false,
    requirements: [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)),
  };
}

/** What is wrong with a requirement, empty if nothing. `path` '' as upstream prints it without one. */
export function requirementErrors(requirement: Requirement, path = new FieldPath('')): readonly FieldError[] {
  const { key, operator, values } = requirement;
  const errors: FieldError[] = [];
  const wrong = (at: FieldPath, value: unknown, detail: string): void => {
    errors.push(invalid(at, value, detail));
  };
  const valuesPath = path.child('values');
  const keyMessages = isQualifiedName(key);
  if (keyMessages.length > 0) wrong(path.child('key'), key, keyMessages.join('; '));
  if ((operator === 'in' || operator === 'notin') && values.length === 0) {
    wrong(valuesPath, values, "for 'in', 'notin' operators, values set can't be empty");
  } else if (['=', '==', '!='].includes(operator) && values.length !== 1) {
    wrong(valuesPath, values, 'exact-match compatibility requires one single value');
  } else if ((operator === 'exists' || operator === '!') && values.length !== 0) {
    wrong(valuesPath, values, 'values set must be empty for exists and does not exist');
  } else if (operator === 'gt' || operator === 'lt') {
    if (values.length !== 1)
      wrong(valuesPath, values, "for 'Gt', 'Lt' operators, exactly one value is required");
    for (const [i, value] of values.entries()) {
      if (parseInt64(value) !== undefined) continue;
      wrong(valuesPath.index(i), value, "for 'Gt', 'Lt' operators, the value must be an integer");
    }
  }
  for (const [i, value] of values.entries()) {
    const messages = isLabelValue(value);
    if (messages.length > 0) wrong(valuesPath.index(i).key(key), value, messages.join('; '));
  }
  return errors;
}

/** Models strconv.ParseInt(s, 10, 64). */
export function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

const PARSE_CACHE_LIMIT = 2_000;
const parsedSelectors = new Map<string, Result<Selector, string>>();

/** Reads `a=b,c!=d,e in (x,y),f,!g,h notin (..)`; the error is upstream's text. Models labels.Parse. */
export function parseLabelSelector(text: string): Result<Selector, string> {
  const known = parsedSelectors.get(text);
  if (known !== undefined) return known;
  if (parsedSelectors.size >= PARSE_CACHE_LIMIT) parsedSelectors.clear();
  const items = parseSelectorTokens(text, checkedRequirement);
  const result = items.ok ? ok(sorted(items.value)) : items;
  parsedSelectors.set(text, result);
  return result;
}

function checkedRequirement(requirement: Requirement): string | undefined {
  const errors = requirementErrors(requirement);
  return errors.length === 0 ? undefined : aggregateText(errors.map(errorText));
}

const EXPRESSION_OPERATORS: Readonly<Record<string, SelectionOperator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
};

const compiled = new WeakMap<LabelSelector, Selector>();

/**
 * A LabelSelector made ready to match: none at all matches nothing, an empty one everything. An
 * unknown operator (validation refuses it) matches nothing. Models metav1.LabelSelectorAsSelector.
 */
export function compileLabelSelector(selector: LabelSelector | undefined): Selector {
  if (selector === undefined) return NOTHING;
  const known = compiled.get(selector);
  if (known !== undefined) return known;
  const requirements: Requirement[] = [];
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) {
    requirements.push({ key, operator: '=', values: [value] });
  }
  let result: Selector | undefined;
  for (const { key, operator, values = [] } of selector.matchExpressions ?? []) {
    const meant = EXPRESSION_OPERATORS[operator];
    if (meant === undefined) result = NOTHING;
    else requirements.push({ key, operator: meant, values });
  }
  result ??= sorted(requirements);
  compiled.set(selector, result);
  return result;
}

/** A selector for exactly these labels; none = everything. Models labels.SelectorFromSet. */
export function selectorFromLabels(labels: Labels | undefined): Selector {
  return sorted(
    Object.entries(labels ?? {}).map(([key, value]) => ({ key, operator: '=', values: [value] })),
  );
}

const NO_LABELS: Labels = {};

function lookup(labels: Labels, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}

function compareMatches(value: string, { operator, values }: Requirement): boolean {
  const actual = parseInt64(value);
  const wanted = values.length === 1 ? parseInt64(values[0] ?? '') : undefined;
  if (actual === undefined || wanted === undefined) return false;
  return operator === 'gt' ? actual > wanted : actual < wanted;
}

/** Models Requirement.Matches. */
export function requirementMatches(requirement: Requirement, labels: Labels): boolean {
  const value = lookup(labels, requirement.key);
  switch (requirement.operator) {
    case 'in':
    case '=':
    case '==':
      return value !== undefined && requirement.values.includes(value);
    case 'notin':
    case '!=':
      return value === undefined || !requirement.values.includes(value);
    case 'exists':
      return value !== undefined;
    case '!':
      return value === undefined;
    case 'gt':
    case 'lt':
      return value !== undefined && compareMatches(value, requirement);
  }
}

export function selectorMatches(selector: Selector, labels: Labels | undefined): boolean {
  if (selector.nothing) return false;
  for (const requirement of selector.requirements) {
    if (!requirementMatches(requirement, labels ?? NO_LABELS)) return false;
  }
  return true;
}

/** Whether a LabelSelector of an object matches labels. */
export function labelSelectorMatches(
  selector: LabelSelector | undefined,
  labels: Labels | undefined,
): boolean {
  return selectorMatches(compileLabelSelector(selector), labels);
}

function requirementText({ key, operator, values }: Requirement): string {
  if (operator === 'exists') return key;
  if (operator === '!') return `!${key}`;
  const joined = [...values].sort().join(',');
  if (operator === 'in' || operator === 'notin') return `${key} ${operator} (${joined})`;
  const sign = operator === 'gt' ? '>' : operator === 'lt' ? '<' : operator;
  return `${key}${sign}${joined}`;
}

/** `app=web,tier in (a,b)`; '' for everything and nothing. Models Selector.String. */
export function formatSelector(selector: Selector): string {
  return selector.requirements.map(requirementText).join(',');
}

/** As kubectl shows a selector field: `<none>` when empty. Models metav1.FormatLabelSelector. */
export function formatLabelSelector(selector: LabelSelector | undefined): string {
  const text = formatSelector(compileLabelSelector(selector));
  return text === '' ? '<none>' : text;
}

/** `a=1,b=2` of plain labels, sorted as texts; `<none>` when there are none. Models labels.FormatLabels. */
export function formatLabels(labels: Labels | undefined): string {
  const pairs = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? '<none>' : pairs.sort().join(',');
}
