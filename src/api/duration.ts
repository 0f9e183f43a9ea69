import { type Result, err, ok } from '../base/result.ts';
import { goQuote } from './go-text.ts';

// Durations: Go's own text (time.Duration) and kubectl's short ages (apimachinery
// pkg/util/duration). Lengths are in whole microseconds.

const SECOND_US = 1_000_000;
const MINUTE_US = 60 * SECOND_US;
const HOUR_US = 60 * MINUTE_US;

const UNITS_US: Readonly<Record<string, number>> = {
  ns: 0.001,
  us: 1,
  µs: 1,
  μs: 1,
  ms: 1000,
  s: SECOND_US,
  m: MINUTE_US,
  h: HOUR_US,
};

/** Reads `1h2m3.5s`, `-1.5h`, `0`. Fractions of a microsecond are cut. Models time.ParseDuration with its texts. */
export function parseGoDuration(text: string): Result<number, string> {
  const invalid = err(`time: invalid duration ${goQuote(text)}`);
  const sign = text.startsWith('-') ? -1 : 1;
  let rest = /^[+-]/.test(text) ? text.slice(1) : text;
  if (rest === '0') return ok(0);
  if (rest === '') return invalid;
  let total = 0;
  while (rest !== '') {
    const number = /^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)/.exec(rest)?.[0];
    if (number === undefined) return invalid;
    rest = rest.slice(number.length);
    const unit = /^[^.0-9]+/.exec(rest)?.[0];
    if (unit === undefined) return err(`time: missing unit in duration ${goQuote(text)}`);
    const length = Object.hasOwn(UNITS_US, unit) ? UNITS_US[unit] : undefined;
    if (length === undefined) return err(`time: unknown unit ${goQuote(unit)} in duration ${goQuote(text)}`);
    total += Number(number) * length;
    rest = rest.slice(unit.length);
  }
  return ok(sign * Math.trunc(total + 1e-6));
}

function withFraction(us: number, unitUs: number): string {
  const digits = Math.round(Math.log10(unitUs));
  const whole = Math.floor(us / unitUs);
  const fraction = String(us % unitUs)
    .padStart(digits, '0')
    .replace(/0+$/, '');
  return digits === 0 || fraction === '' ? String(whole) : `${whole}.${fraction}`;
}

/** `1h2m3.5s`, `1.5ms`, `0s`. Models Duration.String. */
export function formatGoDuration(us: number): string {
  if (us === 0) return '0s';
  if (us < 0) return `-${formatGoDuration(-us)}`;
  if (us < 1000) return `${us}µs`;
  if (us < SECOND_US) return `${withFraction(us, 1000)}ms`;
  const hours = Math.floor(us / HOUR_US);
  const minutes = Math.floor(us / MINUTE_US) % 60;
  const seconds = `${withFraction(us % MINUTE_US, SECOND_US)}s`;
  if (hours > 0) return `${hours}h${minutes}m${seconds}`;
  return minutes > 0 ? `${minutes}m${seconds}` : seconds;
}

function pair(whole: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${whole}${unit}` : `${whole}${unit}${rest}${restUnit}`;
}

/** kubectl's ages with two or three figures: `95s`, `4m10s`, `3h5m`, `5d2h`. Models HumanDuration. */
export function humanDuration(us: number): string {
  const seconds = Math.trunc(us / SECOND_US);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return pair(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return pair(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (hours < 24 * 8) return pair(days, 'd', hours % 24, 'h');
  if (hours < 24 * 365 * 2) return `${days}d`;
  const years = Math.floor(days / 365);
  return hours < 24 * 365 * 8 ? pair(years, 'y', days % 365, 'd') : `${years}y`;
}

/** One figure only: `59s`, `3m`, `47h`, `5d`. Models ShortHumanDuration. */
export function shortHumanDuration(us: number): string {
  const seconds = Math.trunc(us / SECOND_US);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}h`;
  const days = Math.floor(hours / 24);
  return hours < 24 * 365 ? `${days}d` : `${Math.floor(days / 365)}y`;
}
