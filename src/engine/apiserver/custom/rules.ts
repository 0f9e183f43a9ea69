import {
  type FieldError,
  FieldPath,
  duplicate,
  forbidden,
  invalid,
  required,
} from '../../../api/field-error.ts';
import { CEL } from '../cel/port.ts';
import type { Rule, Structure } from './definition.ts';
import { memberOf } from './structure.ts';

// Models apiextensions-apiserver pkg/apiserver/schema/cel/validation.go (1.36).

type Mapping = Readonly<Record<string, unknown>>;

/** Whether there is a rule anywhere in the schema. */
export function hasRules(schema: Structure | undefined): boolean {
  if (schema === undefined) return false;
  const { properties = {}, additionalProperties: others, items } = schema;
  const below = [...Object.values(properties), items, typeof others === 'object' ? others : undefined];
  return (schema['x-kubernetes-validations'] ?? []).length > 0 || below.some(hasRules);
}

/** What x-kubernetes-validations say; rules about `oldSelf` hold of what was there before only. */
export function ruleErrors(
  schema: Structure | undefined,
  value: unknown,
  old: unknown,
  path: FieldPath = new FieldPath(''),
): FieldError[] {
  if (schema === undefined || value === null || value === undefined) return [];
  const errors: FieldError[] = [];
  for (const rule of schema['x-kubernetes-validations'] ?? []) {
    const error = ruleError(schema, rule, { value, old, path });
    if (error !== undefined) errors.push(error);
  }
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries())
      errors.push(...ruleErrors(schema.items, item, oldItem(schema, item, old), path.index(i)));
  } else if (typeof value === 'object') {
    const members = value as Mapping;
    for (const key of Object.keys(members).sort()) {
      const member = memberOf(schema, key);
      errors.push(...ruleErrors(member, members[key], (old as Mapping | undefined)?.[key], path.child(key)));
    }
  }
  return errors;
}

/** Items of a map list are known again by their keys, others are not. */
function oldItem(schema: Structure, item: unknown, old: unknown): unknown {
  if (schema['x-kubernetes-list-type'] !== 'map' || !Array.isArray(old)) return undefined;
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  return old.find((other) =>
    keys.every((key) => (other as Mapping | null)?.[key] === (item as Mapping | null)?.[key]),
  );
}

interface At {
  readonly value: unknown;
  readonly old: unknown;
  readonly path: FieldPath;
}

function ruleError(schema: Structure, rule: Rule, { value, old, path }: At): FieldError | undefined {
  if (old === undefined && /\boldSelf\b/.test(rule.rule)) return undefined;
  const scope = new Map<string, unknown>([
    ['self', value],
    ['oldSelf', old ?? null],
  ]);
  const at = (rule.fieldPath ?? '')
    .split('.')
    .filter((part) => part !== '')
    .reduce((place, part) => place.child(part), path);
  const shown = schema.type ?? '';
  const result = CEL.get().evaluate(rule.rule, scope);
  if (!result.ok) return invalid(at, shown, `rule evaluation error: ${result.error}`);
  if (result.value === true) return undefined;
  const said =
    rule.messageExpression === undefined ? undefined : CEL.get().evaluate(rule.messageExpression, scope);
  const message =
    said?.ok === true && typeof said.value === 'string' && said.value.trim() !== ''
      ? said.value.trim()
      : (rule.message ?? `failed rule: ${rule.rule.trim()}`);
  return byReason(rule.reason, at, { shown, message });
}

function byReason(
  reason: string | undefined,
  path: FieldPath,
  { shown, message }: { readonly shown: string; readonly message: string },
): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return forbidden(path, message);
    case 'FieldValueRequired':
      return required(path, message);
    case 'FieldValueDuplicate':
      return duplicate(path, shown);
    default:
      return invalid(path, shown, message);
  }
}
