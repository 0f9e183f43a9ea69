import type { Quantity } from './generated/types.ts';
import { type Amount, addAmounts, amountOf, cmpAmounts, formatAmount } from './quantity.ts';

/** cpu, memory, … to quantities, as objects carry them. */
export type ResourceList = Readonly<Record<string, Quantity>>;

/** The same while reckoning. Iteration order = order of first mention. */
export type Amounts = Map<string, Amount>;

export function amountsOf(list: ResourceList | undefined): Amounts {
  const amounts: Amounts = new Map();
  if (list !== undefined)
    for (const name of Object.keys(list)) amounts.set(name, amountOf(list[name] ?? '0'));
  return amounts;
}

/** Adds in place. Models addResourceList. */
export function addResources(into: Amounts, more: ResourceList | Amounts | undefined): void {
  forEachAmount(more, (name, amount) => {
    const sum = into.get(name);
    into.set(name, sum === undefined ? amount : addAmounts(sum, amount));
  });
}

/** Raises in place to at least what `other` says. Models maxResourceList. */
export function maxResources(into: Amounts, other: ResourceList | Amounts | undefined): void {
  forEachAmount(other, (name, amount) => {
    const current = into.get(name);
    if (current === undefined || cmpAmounts(amount, current) > 0) into.set(name, amount);
  });
}

function forEachAmount(
  list: ResourceList | Amounts | undefined,
  visit: (name: string, amount: Amount) => void,
): void {
  if (list === undefined) return;
  if (list instanceof Map) for (const [name, amount] of list) visit(name, amount);
  else for (const name of Object.keys(list)) visit(name, amountOf(list[name] ?? '0'));
}

/** Back to text, names sorted. */
export function resourceListOf(amounts: Amounts): ResourceList {
  const list: Record<string, Quantity> = {};
  for (const name of [...amounts.keys()].sort()) {
    const amount = amounts.get(name);
    if (amount !== undefined) list[name] = formatAmount(amount);
  }
  return list;
}
