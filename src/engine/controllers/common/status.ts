import { deepEqual } from '../../../base/deep.ts';

/** The object without what the API leaves out when it is empty: zeros, empty texts and lists. `keep` names what is a pointer upstream. */
export function withoutZeros<T extends object>(status: T, keep: readonly (keyof T & string)[] = []): T {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(status)) {
    if (keep.includes(key as keyof T & string) ? value !== undefined : isSet(value)) kept[key] = value;
  }
  return kept as T;
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === 0 || value === '' || value === false) return false;
  return !Array.isArray(value) || value.length > 0;
}

/** Whether two statuses are the same but for what the API leaves out. */
export function sameStatus<T extends object>(a: T | undefined, b: T | undefined): boolean {
  return deepEqual(withoutZeros(a ?? {}), withoutZeros(b ?? {}));
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

/** The condition of a type. */
export function conditionOf<C extends Condition>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

export function withoutCondition<C extends Condition>(
  conditions: readonly C[] | undefined,
  type: string,
): readonly C[] {
  const standing = conditions ?? [];
  return standing.some((condition) => condition.type === type)
    ? standing.filter((condition) => condition.type !== type)
    : standing;
}

/** A strategic patch of a status that sets one condition: those that are there keep their order, a new one comes last. */
export function conditionPatch<C extends Condition>(
  standing: readonly C[] | undefined,
  condition: C,
): object {
  const types = (standing ?? []).map(({ type }) => type);
  const order = types.includes(condition.type) ? types : [...types, condition.type];
  return { '$setElementOrder/conditions': order.map((type) => ({ type })), conditions: [condition] };
}
