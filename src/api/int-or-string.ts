import { type Result, err, ok } from '../base/result.ts';
import { goQuote } from './go-text.ts';
import type { IntOrString } from './generated/types.ts';

// Models k8s.io/apimachinery/pkg/util/intstr of 1.36.

/** The text of a value: `80`, `http`, `25%`. */
export function intOrStringText(value: IntOrString): string {
  return String(value);
}

/** A whole number stays one, any other text is kept as text. Models intstr.Parse. */
export function parseIntOrString(text: string): IntOrString {
  if (!/^[+-]?[0-9]+$/.test(text)) return text;
  const value = Number(text);
  return Number.isSafeInteger(value) && value === (value | 0) ? value : text;
}

/** The percentage of `25%`, or undefined when the value is none. */
export function percentOf(value: IntOrString): number | undefined {
  if (typeof value !== 'string' || !/^[+-]?[0-9]+%$/.test(value)) return undefined;
  return Number(value.slice(0, -1));
}

/**
 * A number as it is, a percentage of `total` rounded up or down. Models
 * GetScaledValueFromIntOrPercent; the error is its text.
 */
export function scaledValue(value: IntOrString, total: number, roundUp: boolean): Result<number, string> {
  if (typeof value === 'number') return ok(value);
  const percent = percentOf(value);
  if (percent === undefined) {
    const reason = value.endsWith('%')
      ? `invalid value ${goQuote(value)}: strconv.Atoi: parsing ${goQuote(value.slice(0, -1))}: invalid syntax`
      : 'invalid type: string is not a percentage';
    return err(`invalid value for IntOrString: ${reason}`);
  }
  const scaled = (percent * total) / 100;
  return ok(roundUp ? Math.ceil(scaled) : Math.floor(scaled));
}
