import type { ValidatingAdmissionPolicy, Validation } from '../../../../api/generated/types.ts';
import { CEL } from '../../cel/port.ts';
import type { Scope } from '../../cel/evaluate.ts';
import { CelError } from '../../cel/error.ts';

/** One validation that does not hold. */
export interface Decision {
  readonly message: string;
  readonly reason: string;
}

/** Evaluates a policy's validations; those that hold leave nothing. */
export function decide(policy: ValidatingAdmissionPolicy, base: Scope): readonly Decision[] {
  const scope = new Map(base);
  scope.set('variables', variablesOf(policy, scope));
  const fails = policy.spec?.failurePolicy !== 'Ignore';
  return (policy.spec?.validations ?? []).flatMap((validation) => {
    const expression = validation.expression ?? '';
    const result = CEL.get().evaluate(expression, scope);
    if (!result.ok)
      return fails
        ? [{ message: `expression '${expression}' resulted in error: ${result.error}`, reason: 'Invalid' }]
        : [];
    return result.value === true
      ? []
      : [{ message: messageOf(validation, scope), reason: validation.reason ?? 'Invalid' }];
  });
}

function messageOf({ expression, message = '', messageExpression = '' }: Validation, scope: Scope): string {
  const made = messageExpression === '' ? undefined : CEL.get().evaluate(messageExpression, scope);
  const text = made?.ok === true && typeof made.value === 'string' ? made.value.trim() : '';
  if (text !== '' && !text.includes('\n')) return text;
  return message.trim() === '' ? `failed expression: ${expression.trim()}` : message.trim();
}

/** Variables are evaluated when first used, and may use those before them. */
function variablesOf(
  policy: ValidatingAdmissionPolicy,
  scope: Map<string, unknown>,
): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  for (const { name, expression } of policy.spec?.variables ?? []) {
    let known: { readonly value: unknown } | undefined;
    variables[name ?? ''] = () => {
      if (known === undefined) {
        const result = CEL.get().evaluate(expression ?? '', scope);
        if (!result.ok)
          throw new CelError(`composited variable "${name ?? ''}" fails to evaluate: ${result.error}`);
        known = { value: result.value };
      }
      return known.value;
    };
  }
  return variables;
}
