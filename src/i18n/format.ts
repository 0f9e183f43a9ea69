import type { Lang } from './lang.ts';

const MS = 1_000;
const S = 1_000_000;
const MIN = 60 * S;
const HOUR = 60 * MIN;
const DAY = 24 * HOUR;

/** At most `digits` decimals, trailing zeros dropped. */
function trim(value: number, digits: number): string {
  const fixed = value.toFixed(digits);
  return digits === 0 ? fixed : fixed.replace(/\.?0+$/, '');
}

const UNITS = {
  en: { s: ' s', min: ' min', h: ' h', d: ' d' },
  ko: { s: '초', min: '분', h: '시간', d: '일' },
} as const;

function twoUnits(us: number, big: readonly [number, string], small: readonly [number, string]): string {
  const total = Math.round(us / small[0]);
  const per = big[0] / small[0];
  const rest = total % per;
  const head = `${Math.floor(total / per)}${big[1]}`;
  return rest === 0 ? head : `${head} ${rest}${small[1]}`;
}

/** From a minute up: `1 min 48 s`, `1분 48초`, `2 h 5 min`, `3 d 4 h`. */
function long(us: number, lang: Lang): string {
  const unit = UNITS[lang];
  if (us >= DAY - HOUR / 2) return twoUnits(us, [DAY, unit.d], [HOUR, unit.h]);
  if (us >= HOUR - MIN / 2) return twoUnits(us, [HOUR, unit.h], [MIN, unit.min]);
  return twoUnits(us, [MIN, unit.min], [S, unit.s]);
}

function sub(us: number, second: string): string {
  if (us < MS) return `${Math.round(us)} µs`;
  if (us < 999_500) return `${trim(us / MS, us < 10 * MS ? 1 : 0)} ms`;
  return `${trim(us / S, us < 10 * S ? 2 : 1)}${second}`;
}

/** A length of virtual time for a label, in µs: `36 ms`, `2.84 s`, `1 min 48 s`. Seconds are `s` in both languages. */
export function duration(us: number, lang: Lang): string {
  return us < 59_950_000 ? sub(us, ' s') : long(us, lang);
}

/** The same for running text: 2.84초 in Korean. */
export function durationWords(us: number, lang: Lang): string {
  return us < 59_950_000 ? sub(us, UNITS[lang].s) : long(us, lang);
}

/** A length in seconds with a fixed number of decimals: `2.9 s`, `0.0 s`. */
export function seconds(us: number, digits: number): string {
  return `${(us / S).toFixed(digits)} s`;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The clock of the page, in µs from the scenario's first step: `+3.412 s`, `+3:47.120`, `+1:02:03.400`, `−0.250 s` before it. */
export function clock(us: number): string {
  const sign = us < 0 ? '−' : '+';
  const ms = Math.floor(Math.abs(us) / MS);
  const frac = String(ms % 1000).padStart(3, '0');
  const total = Math.floor(ms / 1000);
  if (total < 60) return `${sign}${total}.${frac} s`;
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${sign}${head}:${two(total % 60)}.${frac}`;
}

/** A tick of a time axis whose ticks are `stepUs` apart: `20 ms`, `1.5 s`, `3 min`. 0 is `0`. */
export function tick(us: number, stepUs: number, lang: Lang): string {
  if (us === 0) return '0';
  if (stepUs >= HOUR) return `${trim(us / HOUR, 1)}${UNITS[lang].h}`;
  if (stepUs >= MIN) return `${trim(us / MIN, 1)}${UNITS[lang].min}`;
  if (us >= S)
    return us >= MIN
      ? clock(us).slice(1, stepUs >= S ? -4 : undefined)
      : `${trim(us / S, stepUs < 10 * MS ? 3 : 2)} s`;
  return us < MS ? `${us} µs` : `${trim(us / MS, 2)} ms`;
}

/** A time of day in UTC, from µs since the Unix epoch: `10:21:07`. */
export function timeOfDay(us: number): string {
  const total = Math.floor(us / S);
  const day = ((total % 86_400) + 86_400) % 86_400;
  return `${two(Math.floor(day / 3600))}:${two(Math.floor((day % 3600) / 60))}:${two(day % 60)}`;
}

function scaled(count: number, base: number, units: readonly string[]): string {
  let value = count;
  let unit = 0;
  while (value >= base && unit < units.length - 1) {
    value /= base;
    unit++;
  }
  return `${trim(value, unit === 0 || value >= 100 ? 0 : 1)} ${units[unit]}`;
}

/** Transfer and download sizes, in powers of 1,000: `72.3 MB`. */
export function bytes(count: number): string {
  return scaled(count, 1000, ['B', 'KB', 'MB', 'GB', 'TB']);
}

/** Memory and limits, in powers of 1,024: `128 MiB`. */
export function binaryBytes(count: number): string {
  return scaled(count, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB']);
}

/** A whole count with thousands apart: `100,000`. */
export function count(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A share of 1: `63 %`. Rounded down, so that nothing unfinished reads 100 %. */
export function percent(share: number): string {
  return `${Math.floor(share * 100 + 1e-9)} %`;
}

/** A playing speed: `0.5×`. */
export function speed(factor: number): string {
  return `${trim(factor, 2)}×`;
}

/** Names in a row: `a, b and c`, `a, b, c`. */
export function list(items: readonly string[], lang: Lang): string {
  if (lang === 'ko' || items.length < 2) return items.join(', ');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
