import { type Amount, amountOf, canonicalText } from '../../../api/quantity.ts';

export { amountOf, canonicalText };

/** A quantity in whole units of another, rounded up. */
export function ceilDivided(quantity: string, divisor: string): string {
  const { nanos } = amountOf(quantity);
  const unit = amountOf(divisor).nanos;
  if (unit === 0n) return '0';
  return String((nanos + unit - 1n) / unit);
}

/** Percent of a whole, cut to an integer. Models describeNodeResource's fractions. */
export function percentOf(part: Amount, whole: Amount | undefined): string {
  if (whole === undefined || whole.nanos === 0n) return '0';
  return String((part.nanos * 100n) / whole.nanos);
}
