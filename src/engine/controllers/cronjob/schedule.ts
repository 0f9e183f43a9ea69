import { parseGoDuration } from '../../../api/duration.ts';
import { civilFromDays, daysFromCivil } from '../../../api/time.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Zone } from './time-zone.ts';

const MINUTE_US = 60_000_000;
const HOUR_US = 60 * MINUTE_US;
const DAY_US = 24 * HOUR_US;
const SECOND_US = 1_000_000;
const YEARS_AHEAD = 5;

/** Says when something is due next. */
export interface Schedule {
  /** The first time after `afterUs`, both in Unix µs; undefined when there is none within five years. */
  next(afterUs: number): number | undefined;
}

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly words?: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const FIELDS: readonly Field[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, words: MONTHS },
  { name: 'day of week', min: 0, max: 6, words: DAYS },
];
const SHORTHANDS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

interface FieldValues {
  readonly values: ReadonlySet<number>;
  /** Written as * or ?. */
  readonly any: boolean;
}

/** Reads a schedule as a CronJob has it, told by the clocks of a zone. Models robfig/cron v3 ParseStandard. */
export function parseSchedule(text: string, zone: Zone = () => 0): Result<Schedule, string> {
  if (text.startsWith('@every ')) return everySchedule(text.slice('@every '.length), text);
  if (text.startsWith('@') && SHORTHANDS[text] === undefined) return err(`unrecognized descriptor: ${text}`);
  const words = (SHORTHANDS[text] ?? text).trim().split(/\s+/);
  if (words.length !== FIELDS.length)
    return err(`expected exactly 5 fields, found ${words.length}: [${words.join(' ')}]`);
  const fields: FieldValues[] = [];
  for (const [place, field] of FIELDS.entries()) {
    const parsed = parseField(words[place] ?? '', field);
    if (!parsed.ok) return parsed;
    fields.push(parsed.value);
  }
  return ok(fieldSchedule(fields, zone));
}

function everySchedule(duration: string, text: string): Result<Schedule, string> {
  const parsed = parseGoDuration(duration);
  if (!parsed.ok) return err(`failed to parse duration ${text}: ${parsed.error}`);
  const period = Math.max(SECOND_US, Math.floor(parsed.value / SECOND_US) * SECOND_US);
  return ok({ next: (afterUs) => Math.floor((afterUs + period) / SECOND_US) * SECOND_US });
}

function parseField(text: string, field: Field): Result<FieldValues, string> {
  const values = new Set<number>();
  let any = false;
  for (const part of text.split(',')) {
    const parsed = parseRange(part, field);
    if (!parsed.ok) return parsed;
    const { first, last, step, star } = parsed.value;
    any ||= star;
    for (let value = first; value <= last; value += step)
      values.add(field.max === 6 && value === 7 ? 0 : value);
  }
  return ok({ values, any });
}

interface Range {
  readonly first: number;
  readonly last: number;
  readonly step: number;
  readonly star: boolean;
}

function parseRange(part: string, field: Field): Result<Range, string> {
  const [range = '', stepText, ...more] = part.split('/');
  if (more.length > 0) return err(`too many slashes: ${part}`);
  const step = stepText === undefined ? 1 : number(stepText);
  if (step === undefined)
    return err(`failed to parse int from ${stepText}: strconv.Atoi: parsing "${stepText}": invalid syntax`);
  if (step === 0) return err(`step of range should be a positive number: ${part}`);
  const star = range === '*' || range === '?';
  if (star) return ok({ first: field.min, last: field.max, step, star: step === 1 });
  const [low = '', high, ...beyond] = range.split('-');
  if (beyond.length > 0) return err(`too many hyphens: ${part}`);
  const first = valueOf(low, field);
  const last = high === undefined ? (stepText === undefined ? first : field.max) : valueOf(high, field);
  if (first === undefined || last === undefined)
    return err(`failed to parse int from ${low}: strconv.Atoi: parsing "${low}": invalid syntax`);
  if (first < field.min) return err(`beginning of range (${first}) below minimum (${field.min}): ${part}`);
  if (last > field.max) return err(`end of range (${last}) above maximum (${field.max}): ${part}`);
  if (first > last) return err(`beginning of range (${first}) beyond end of range (${last}): ${part}`);
  return ok({ first, last, step, star: false });
}

function number(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

function valueOf(text: string, { words, min }: Field): number | undefined {
  const place = words?.indexOf(text.toLowerCase()) ?? -1;
  return place >= 0 ? place + min : number(text);
}

function fieldSchedule(fields: readonly FieldValues[], zone: Zone): Schedule {
  const [minutes, hours, days, months, weekdays] = fields as [
    FieldValues,
    FieldValues,
    FieldValues,
    FieldValues,
    FieldValues,
  ];
  /** A day matches if both do when one of them is *, else if either does. */
  const isDay = (day: number, weekday: number): boolean => {
    const [byDay, byWeekday] = [days.values.has(day), weekdays.values.has(weekday)];
    return days.any || weekdays.any ? byDay && byWeekday : byDay || byWeekday;
  };
  const nextAt = (afterUs: number, offsetUs: number): number | undefined => {
    const start = Math.floor((afterUs + offsetUs) / MINUTE_US) * MINUTE_US + MINUTE_US;
    const firstDay = Math.floor(start / DAY_US);
    const { year } = civilFromDays(firstDay);
    const lastDay = daysFromCivil({ year: year + YEARS_AHEAD, month: 12, day: 31 });
    for (let day = firstDay; day <= lastDay; day++) {
      const civil = civilFromDays(day);
      if (!months.values.has(civil.month) || !isDay(civil.day, (((day + 4) % 7) + 7) % 7)) continue;
      const from = day === firstDay ? start - day * DAY_US : 0;
      const time = timeOfDay(minutes.values, hours.values, from);
      if (time !== undefined) return day * DAY_US + time - offsetUs;
    }
    return undefined;
  };
  const next = (afterUs: number): number | undefined => {
    const found = nextAt(afterUs, zone(afterUs));
    // Clocks may have been changed in between.
    return found === undefined || zone(found) === zone(afterUs) ? found : nextAt(afterUs, zone(found));
  };
  return { next };
}

/** The first matching minute of a day from `fromUs` on. */
function timeOfDay(
  minutes: ReadonlySet<number>,
  hours: ReadonlySet<number>,
  fromUs: number,
): number | undefined {
  for (let hour = Math.floor(fromUs / HOUR_US); hour < 24; hour++) {
    if (!hours.has(hour)) continue;
    const first = hour * HOUR_US >= fromUs ? 0 : Math.ceil((fromUs - hour * HOUR_US) / MINUTE_US);
    for (let minute = first; minute < 60; minute++)
      if (minutes.has(minute)) return hour * HOUR_US + minute * MINUTE_US;
  }
  return undefined;
}
