import { type Result, err, ok } from '../base/result.ts';
import { assert } from '../base/assert.ts';

// Models k8s.io/apimachinery/pkg/api/resource (quantity.go, suffix.go) of 1.36. Exact: amounts are
// whole billionths in a BigInt. The hot paths (value, milliValue) are cached numbers by text.

export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** A parsed quantity. `text` is the written form when upstream keeps it instead of the canonical one. */
export interface Amount {
  readonly nanos: bigint;
  readonly format: QuantityFormat;
  readonly text?: string;
}

export const QUANTITY_FORMAT_WRONG =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
export const QUANTITY_SUFFIX_WRONG = "unable to parse quantity's suffix";

const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const NANO_EXPONENT = 9;
const BILLION = 1_000_000_000n;
const MAX_INT64 = 9_223_372_036_854_775_807n;
const MAX_NANOS = MAX_INT64 * BILLION;
/** Upstream computes lazily with any exponent; beyond this one we refuse instead. */
const MAX_EXPONENT = 1000;
/** Digits an int64 surely holds; longer numbers leave upstream's fast path. */
const MAX_INT64_FACTORS = 18;

interface Suffix {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

function readSuffix(text: string): Suffix | undefined {
  const decimal = DECIMAL_SUFFIXES.indexOf(text);
  if (decimal >= 0) return { base: 10, exponent: (decimal - 3) * 3, format: 'DecimalSI' };
  const binary = BINARY_SUFFIXES.indexOf(text);
  if (binary > 0) return { base: 2, exponent: binary * 10, format: 'BinarySI' };
  if (/^[eE][+-]?[0-9]+$/.test(text)) {
    const exponent = Number(text.slice(1));
    return Math.abs(exponent) > MAX_EXPONENT ? undefined : { base: 10, exponent, format: 'DecimalExponent' };
  }
  return undefined;
}

/** Whole numbers divided with the remainder counted as one more, away from zero. */
function divideAwayFromZero(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  if (value % divisor === 0n) return quotient;
  return value < 0n ? quotient - 1n : quotient + 1n;
}

function nanosOf(digits: string, fractionDigits: number, suffix: Suffix): bigint {
  const mantissa = BigInt(digits);
  if (suffix.base === 2) {
    return divideAwayFromZero((mantissa << BigInt(suffix.exponent)) * BILLION, 10n ** BigInt(fractionDigits));
  }
  const exponent = suffix.exponent - fractionDigits + NANO_EXPONENT;
  if (exponent >= 0) return mantissa * 10n ** BigInt(exponent);
  return divideAwayFromZero(mantissa, 10n ** BigInt(-exponent));
}

/** Whether upstream keeps the written text because it takes it for canonical already. */
function keepsText(whole: string, fraction: string, suffix: Suffix): boolean {
  const digits = whole + fraction;
  if (suffix.base === 2) {
    const precision = 15 - whole.length - Math.trunc((suffix.exponent * 3) / 10) - 1;
    return fraction === '' && precision >= 0 && Number(whole) % 8 !== 0;
  }
  const scale = suffix.exponent - fraction.length;
  if (digits.length > MAX_INT64_FACTORS || scale < -NANO_EXPONENT) return false;
  return scale % 3 === 0 && !digits.endsWith('000') && digits[0] !== '0';
}

const SHAPE = /^([+-]?)0*([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/;

function parse(text: string): Result<Amount, string> {
  if (text === '') return err(QUANTITY_FORMAT_WRONG);
  if (text === '0') return ok({ nanos: 0n, format: 'DecimalSI', text });
  const match = SHAPE.exec(text);
  if (match === null) return err(QUANTITY_FORMAT_WRONG);
  const [, sign = '', written = '', fraction = '', tail = ''] = match;
  const suffix = readSuffix(tail);
  if (suffix === undefined) return err(QUANTITY_SUFFIX_WRONG);
  const whole = written === '' ? '0' : written;
  let nanos = nanosOf(whole + fraction, fraction.length, suffix);
  let format = suffix.format;
  if (format === 'BinarySI' && nanos > MAX_NANOS) nanos = MAX_NANOS;
  if (format === 'BinarySI' && fraction !== '' && nanos > 0n && nanos < BILLION) format = 'DecimalSI';
  if (sign === '-') nanos = -nanos;
  return ok(keepsText(whole, fraction, suffix) ? { nanos, format, text } : { nanos, format });
}

const CACHE_LIMIT = 20_000;
const parsed = new Map<string, Result<Amount, string>>();
const values = new Map<string, number>();
const milliValues = new Map<string, number>();

function remember<V>(cache: Map<string, V>, key: string, value: V): V {
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(key, value);
  return value;
}

/** Parses a quantity; the error is upstream's text (without a field path). Models ParseQuantity. */
export function parseQuantity(text: string): Result<Amount, string> {
  return parsed.get(text) ?? remember(parsed, text, parse(text));
}

/** The amount of a quantity that validation has let through. */
export function amountOf(text: string): Amount {
  const result = parseQuantity(text);
  assert(result.ok, `not a quantity: ${text}`);
  return result.value;
}

export function amountFromValue(value: number | bigint, format: QuantityFormat = 'DecimalSI'): Amount {
  return { nanos: BigInt(value) * BILLION, format };
}

/** From thousandths, e.g. millicores. */
export function amountFromMilli(milli: number | bigint, format: QuantityFormat = 'DecimalSI'): Amount {
  return { nanos: BigInt(milli) * 1_000_000n, format };
}

function decimalText(nanos: bigint, format: QuantityFormat): string {
  let mantissa = nanos;
  let exponent = -NANO_EXPONENT;
  const highest = format === 'DecimalSI' ? 18 : Infinity;
  while (exponent < highest && mantissa % 1000n === 0n) {
    mantissa /= 1000n;
    exponent += 3;
  }
  if (format === 'DecimalSI') return `${mantissa}${DECIMAL_SUFFIXES[exponent / 3 + 3] ?? ''}`;
  return exponent === 0 ? `${mantissa}` : `${mantissa}e${exponent}`;
}

function binaryText(value: bigint): string {
  let mantissa = value;
  let power = 0;
  while (power < BINARY_SUFFIXES.length - 1 && mantissa % 1024n === 0n) {
    mantissa /= 1024n;
    power += 1;
  }
  return `${mantissa}${BINARY_SUFFIXES[power] ?? ''}`;
}

/** The canonical form: no fraction, the largest suffix that loses nothing. Models CanonicalizeBytes. */
export function canonicalText(amount: Amount): string {
  const { nanos, format } = amount;
  if (nanos === 0n) return '0';
  if (format !== 'BinarySI') return decimalText(nanos, format);
  const small = nanos > -1024n * BILLION && nanos < 1024n * BILLION;
  if (small || nanos % BILLION !== 0n) return decimalText(nanos, 'DecimalSI');
  return binaryText(nanos / BILLION);
}

/** How the quantity is printed and stored. Models Quantity.String. */
export function formatAmount(amount: Amount): string {
  return amount.text ?? canonicalText(amount);
}

/** A quantity as the API server writes it back. Models Quantity's MarshalJSON after UnmarshalJSON. */
export function normalizeQuantity(text: string): Result<string, string> {
  const result = parseQuantity(text.trim());
  return result.ok ? ok(formatAmount(result.value)) : result;
}

/** Rounds away from zero to a power of ten (-3 = milli). Models Quantity.RoundUp. */
export function roundUp(amount: Amount, scale: number): Amount {
  const unit = 10n ** BigInt(scale + NANO_EXPONENT);
  if (amount.nanos % unit === 0n) return amount;
  return { nanos: divideAwayFromZero(amount.nanos, unit) * unit, format: amount.format };
}

/** The sum; a zero takes over the other's format. Models Quantity.Add. */
export function addAmounts(a: Amount, b: Amount): Amount {
  return { nanos: a.nanos + b.nanos, format: a.nanos === 0n ? b.format : a.format };
}

export function subAmounts(a: Amount, b: Amount): Amount {
  return { nanos: a.nanos - b.nanos, format: a.nanos === 0n ? b.format : a.format };
}

export function negAmount(a: Amount): Amount {
  return { nanos: -a.nanos, format: a.format };
}

/** Negative, zero or positive as a is less than, equal to or greater than b. */
export function cmpAmounts(a: Amount, b: Amount): number {
  return a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0;
}

export function isZeroAmount(a: Amount): boolean {
  return a.nanos === 0n;
}

/** Whole units, rounded away from zero. Exact up to 2^53. Models Quantity.Value. */
export function amountValue(a: Amount): number {
  return Number(divideAwayFromZero(a.nanos, BILLION));
}

/** Thousandths, rounded away from zero. Models Quantity.MilliValue. */
export function amountMilliValue(a: Amount): number {
  return Number(divideAwayFromZero(a.nanos, 1_000_000n));
}

/** `quantityValue('64Mi')` = 67108864. For stored (valid) quantities; cached. */
export function quantityValue(text: string): number {
  return values.get(text) ?? remember(values, text, amountValue(amountOf(text)));
}

/** `quantityMilliValue('0.5')` = 500. For stored (valid) quantities; cached. */
export function quantityMilliValue(text: string): number {
  return milliValues.get(text) ?? remember(milliValues, text, amountMilliValue(amountOf(text)));
}

export function cmpQuantities(a: string, b: string): number {
  return a === b ? 0 : cmpAmounts(amountOf(a), amountOf(b));
}

/** `addQuantities('1Gi', '512Mi')` = `1536Mi`. */
export function addQuantities(a: string, b: string): string {
  return canonicalText(addAmounts(amountOf(a), amountOf(b)));
}

export function subQuantities(a: string, b: string): string {
  return canonicalText(subAmounts(amountOf(a), amountOf(b)));
}
