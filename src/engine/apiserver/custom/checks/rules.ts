import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../../api/field-error.ts';
import { CEL } from '../../cel/port.ts';
import type { Rule, Structure } from '../definition.ts';
import { ruleForm } from './forms.ts';

// Models the part of ValidateCustomResourceDefinitionOpenAPISchema that is about x-kubernetes-validations (1.36).
// Left out: what a rule is estimated to cost.

type Errors = FieldError[];

/** Where in the schema of a resource this one stands. */
export interface Around {
  readonly root: boolean;
  /** Whether rules are compiled: they are once the schema is structural. */
  readonly compile: boolean;
  /** Why there may be no default here; undefined where there may. */
  readonly noDefault: string | undefined;
  readonly insideMeta: boolean;
  /** What keeps an old value from being told apart. */
  readonly uncorrelated: FieldPath | undefined;
}

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];
const LINE = /[\n\r]/;

/** What a rule says besides its expression. */
export function checkRules(errors: Errors, schema: Structure, path: FieldPath): void {
  for (const [i, rule] of (schema['x-kubernetes-validations'] ?? []).entries())
    checkRule(errors, rule, path.child('x-kubernetes-validations').index(i), schema);
}

function checkRule(errors: Errors, rule: Rule, path: FieldPath, schema: Structure): void {
  const { message = '', messageExpression = '', reason, fieldPath = '' } = rule;
  const text = (rule.rule ?? '').trim();
  const at = path.child('message');
  if (text === '') errors.push(required(path.child('rule'), 'rule is not specified'));
  else if (message !== '' && message.trim() === '')
    errors.push(invalid(at, message, 'message must be non-empty if specified'));
  else if (LINE.test(message.trim()))
    errors.push(invalid(at, message, 'message must not contain line breaks'));
  else if (LINE.test(text) && message === '')
    errors.push(required(at, 'message must be specified if rule contains line breaks'));
  if (messageExpression !== '' && messageExpression.trim() === '')
    errors.push(
      required(path.child('messageExpression'), 'messageExpression must be non-empty if specified'),
    );
  if (reason !== undefined && !REASONS.includes(reason))
    errors.push(notSupported(path.child('reason'), reason, REASONS));
  if (fieldPath === '') return;
  const where = path.child('fieldPath');
  if (fieldPath.trim() === '')
    errors.push(invalid(where, fieldPath, 'fieldPath must be non-empty if specified'));
  if (LINE.test(fieldPath)) errors.push(invalid(where, fieldPath, 'fieldPath must not contain line breaks'));
  if (memberAt(schema, fieldPath) === undefined)
    errors.push(invalid(where, fieldPath, 'fieldPath must be a valid path'));
}

/** The schema of what a path like `.spec.a` or `['a.b']` names; undefined where it names nothing. */
export function memberAt(schema: Structure, path: string): Structure | undefined {
  let at: Structure | undefined = schema;
  let rest = path;
  while (rest !== '') {
    const step: RegExpExecArray | null = /^(?:\.([A-Za-z_][\w-]*)|\[(?:'((?:[^'\\]|\\.)*)'|(\d+))\])/.exec(
      rest,
    );
    if (step === null || at === undefined) return undefined;
    const key = step[1] ?? step[2]?.replaceAll(/\\(.)/g, '$1');
    const others: Structure | boolean | undefined = at.additionalProperties;
    if (key === undefined) at = at.items;
    else at = at.properties?.[key] ?? (typeof others === 'object' ? others : undefined);
    rest = rest.slice(step[0].length);
  }
  return at;
}

const ROOT_FIELDS = ['apiVersion', 'kind', 'metadata'];

/** A rule must read, name what there is, and come to a yes or no. Models schema/cel Compile. */
export function ruleErrors(schema: Structure, path: FieldPath, { root, uncorrelated }: Around): Errors {
  const errors: Errors = [];
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true || schema.properties === undefined;
  const own = new Set([...Object.keys(schema.properties ?? {}), ...(root ? ROOT_FIELDS : [])]);
  const fields = new Map(open ? [] : ['self', 'oldSelf'].map((name) => [name, own] as const));
  const names = ['self', 'oldSelf'];
  for (const [i, rule] of (schema['x-kubernetes-validations'] ?? []).entries()) {
    const at = path.child('x-kubernetes-validations').index(i);
    const problem = CEL.get().problem(rule.rule, { names, returns: ['bool'], fields });
    if (problem !== undefined) {
      const why = problem === 'must evaluate to bool' ? 'cel expression must evaluate to a bool' : problem;
      errors.push(invalid(at.child('rule'), ruleForm(rule), why));
    }
    if (rule.messageExpression) {
      const wrong = CEL.get().problem(rule.messageExpression, { names, returns: ['string'], fields });
      const why =
        wrong === 'must evaluate to string'
          ? 'messageExpression must evaluate to a string'
          : `messageExpression ${wrong ?? ''}`;
      if (wrong !== undefined) errors.push(invalid(at.child('messageExpression'), ruleForm(rule), why));
    }
    if (usesOldSelf(rule)) {
      const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated?.toString() ?? ''}`;
      if (uncorrelated !== undefined) errors.push(invalid(at.child('rule'), rule.rule, why));
    } else if (rule.optionalOldSelf !== undefined)
      errors.push(
        invalid(
          at.child('optionalOldSelf'),
          rule.optionalOldSelf,
          'may not be set if oldSelf is not used in rule',
        ),
      );
  }
  return errors;
}

/** Whether a rule names the old value, outside of its texts. */
function usesOldSelf({ rule }: Rule): boolean {
  return /(?<![.\w])oldSelf\b/.test(rule.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "''"));
}
