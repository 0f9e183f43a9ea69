import { civilFromDays, daysFromCivil } from '../../../api/time.ts';

const HOUR_US = 3_600_000_000;
const DAY_US = 24 * HOUR_US;
const WEEK_DAYS = 7;

/** How far ahead of UTC a zone is at a moment (Unix µs), in µs. */
export type Zone = (unixUs: number) => number;

/** When clocks are an hour ahead: the European Union's, the United States' rule, or never. */
type Summer = 'eu' | 'us';

interface Rule {
  readonly hours: number;
  readonly summer?: Summer;
}

const CENTRAL_EUROPE: Rule = { hours: 1, summer: 'eu' };
const EASTERN_EUROPE: Rule = { hours: 2, summer: 'eu' };

/** Zones of the larger cities. Others of the time zone database are not modelled. */
const ZONES: Readonly<Record<string, Rule>> = {
  UTC: { hours: 0 },
  'Etc/UTC': { hours: 0 },
  'Etc/GMT': { hours: 0 },
  GMT: { hours: 0 },
  'Africa/Cairo': { hours: 2 },
  'Africa/Johannesburg': { hours: 2 },
  'Africa/Lagos': { hours: 1 },
  'Africa/Nairobi': { hours: 3 },
  'America/Argentina/Buenos_Aires': { hours: -3 },
  'America/Bogota': { hours: -5 },
  'America/Chicago': { hours: -6, summer: 'us' },
  'America/Denver': { hours: -7, summer: 'us' },
  'America/Lima': { hours: -5 },
  'America/Los_Angeles': { hours: -8, summer: 'us' },
  'America/Mexico_City': { hours: -6 },
  'America/New_York': { hours: -5, summer: 'us' },
  'America/Phoenix': { hours: -7 },
  'America/Sao_Paulo': { hours: -3 },
  'America/Toronto': { hours: -5, summer: 'us' },
  'Asia/Bangkok': { hours: 7 },
  'Asia/Dubai': { hours: 4 },
  'Asia/Ho_Chi_Minh': { hours: 7 },
  'Asia/Hong_Kong': { hours: 8 },
  'Asia/Jakarta': { hours: 7 },
  'Asia/Kolkata': { hours: 5.5 },
  'Asia/Manila': { hours: 8 },
  'Asia/Riyadh': { hours: 3 },
  'Asia/Seoul': { hours: 9 },
  'Asia/Shanghai': { hours: 8 },
  'Asia/Singapore': { hours: 8 },
  'Asia/Taipei': { hours: 8 },
  'Asia/Tokyo': { hours: 9 },
  'Australia/Brisbane': { hours: 10 },
  'Europe/Amsterdam': CENTRAL_EUROPE,
  'Europe/Athens': EASTERN_EUROPE,
  'Europe/Berlin': CENTRAL_EUROPE,
  'Europe/Brussels': CENTRAL_EUROPE,
  'Europe/Copenhagen': CENTRAL_EUROPE,
  'Europe/Dublin': { hours: 0, summer: 'eu' },
  'Europe/Helsinki': EASTERN_EUROPE,
  'Europe/Istanbul': { hours: 3 },
  'Europe/Kyiv': EASTERN_EUROPE,
  'Europe/Lisbon': { hours: 0, summer: 'eu' },
  'Europe/London': { hours: 0, summer: 'eu' },
  'Europe/Madrid': CENTRAL_EUROPE,
  'Europe/Moscow': { hours: 3 },
  'Europe/Oslo': CENTRAL_EUROPE,
  'Europe/Paris': CENTRAL_EUROPE,
  'Europe/Prague': CENTRAL_EUROPE,
  'Europe/Rome': CENTRAL_EUROPE,
  'Europe/Stockholm': CENTRAL_EUROPE,
  'Europe/Vienna': CENTRAL_EUROPE,
  'Europe/Warsaw': CENTRAL_EUROPE,
  'Europe/Zurich': CENTRAL_EUROPE,
};

/** The zone of a name; undefined for one that is not modelled. Without a name the controller's own: UTC. */
export function zoneOf(name: string | undefined): Zone | undefined {
  const rule = name === undefined ? { hours: 0 } : ZONES[name];
  if (rule === undefined) return undefined;
  const { hours, summer }: Rule = rule;
  return (unixUs) => (hours + (summer !== undefined && isSummer(summer, hours, unixUs) ? 1 : 0)) * HOUR_US;
}

function isSummer(summer: Summer, hours: number, unixUs: number): boolean {
  const { year } = civilFromDays(Math.floor(unixUs / DAY_US));
  const [start, end] =
    summer === 'eu'
      ? [lastSunday(year, 3) * DAY_US + HOUR_US, lastSunday(year, 10) * DAY_US + HOUR_US]
      : // At two in the morning, by the clock that then holds.
        [
          sunday(year, 3, 2) * DAY_US + (2 - hours) * HOUR_US,
          sunday(year, 11, 1) * DAY_US + (1 - hours) * HOUR_US,
        ];
  return unixUs >= start && unixUs < end;
}

/** The day of the `nth` Sunday of a month. */
function sunday(year: number, month: number, nth: number): number {
  const first = daysFromCivil({ year, month, day: 1 });
  return first + ((WEEK_DAYS - weekday(first)) % WEEK_DAYS) + (nth - 1) * WEEK_DAYS;
}

function lastSunday(year: number, month: number): number {
  const last = daysFromCivil({ year, month, day: 31 });
  return last - weekday(last);
}

/** 0 = Sunday. */
function weekday(day: number): number {
  return (((day + 4) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS;
}

/** `Z` or `+09:00`. */
export function offsetText(offsetUs: number): string {
  if (offsetUs === 0) return 'Z';
  const minutes = Math.abs(offsetUs) / 60_000_000;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${offsetUs < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}
