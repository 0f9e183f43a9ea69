import { goFloat } from '../../../api/go-text.ts';
import { type Json, isObject } from '../../../base/json.ts';

/** A number as Go prints it. */
export const numberText = (value: number): string =>
  Number.isInteger(value) ? String(value) : goFloat(value);

/** Go's %v of a value. */
export function goValueText(value: Json | undefined): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(goValueText).join(' ')}]`;
  if (isObject(value)) {
    const keys = Object.keys(value).filter((key) => value[key] !== undefined);
    return `map[${keys
      .sort()
      .map((key) => `${key}:${goValueText(value[key])}`)
      .join(' ')}]`;
  }
  return typeof value === 'number' ? numberText(value) : String(value);
}
