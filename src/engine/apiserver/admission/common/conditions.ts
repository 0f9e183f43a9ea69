import type { MatchCondition } from '../../../../api/generated/types.ts';
import { CEL } from '../../cel/port.ts';
import type { Scope } from '../../cel/evaluate.ts';

/** What matchConditions say: all true, one false, or an error that no false one outweighs. Models matchconditions.Matcher. */
type ConditionVerdict = { readonly matches: boolean } | { readonly error: string };

export function conditionsMatch(
  conditions: readonly MatchCondition[] | undefined,
  scope: Scope,
): ConditionVerdict {
  const errors: string[] = [];
  for (const { name, expression } of conditions ?? []) {
    const result = CEL.get().evaluate(expression ?? '', scope);
    if (!result.ok) errors.push(`expression '${expression ?? ''}' resulted in error: ${result.error}`);
    else if (result.value === false) return { matches: false };
    else if (result.value !== true) errors.push(`match condition '${name ?? ''}' is no bool`);
  }
  const [first] = errors;
  if (first === undefined) return { matches: true };
  return { error: errors.length === 1 ? first : `[${errors.join(', ')}]` };
}
