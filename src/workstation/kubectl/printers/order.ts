import { cmpAmounts, parseQuantity } from '../../../api/quantity.ts';
import type { Json } from '../../../base/json.ts';

/** Order of two values of one field. Models get/sorter.go isLess. */
export function lessValue(a: Json, b: Json): boolean {
  if (a === null) return b !== null;
  if (b === null) return false;
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  if (typeof a === 'string' && typeof b === 'string') {
    const left = parseQuantity(a);
    const right = parseQuantity(b);
    if (left.ok && right.ok) return cmpAmounts(left.value, right.value) < 0;
    return naturalLess(a, b);
  }
  return false;
}

/** Digits compare as numbers. Models sortorder.NaturalLess. */
function naturalLess(a: string, b: string): boolean {
  const left = a.match(/\d+|\D/g) ?? [];
  const right = b.match(/\d+|\D/g) ?? [];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const x = left[at] as string;
    const y = right[at] as string;
    if (x === y) continue;
    if (!/^\d/.test(x) || !/^\d/.test(y)) return x < y;
    const [m, n] = [BigInt(x), BigInt(y)];
    if (m !== n) return m < n;
    return x.length < y.length;
  }
  return left.length < right.length;
}
