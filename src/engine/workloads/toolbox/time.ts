const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const LONG_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const LONG_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A moment taken apart, in UTC. */
export interface CivilTime {
  readonly year: number;
  /** 1–12 */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nanos: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly yearDay: number;
}

/** Unix time in µs to civil time. Models the days-from-civil algorithm (proleptic Gregorian calendar). */
export function civilTime(unixUs: number): CivilTime {
  const seconds = Math.floor(unixUs / 1_000_000);
  const days = Math.floor(seconds / 86_400);
  const rest = seconds - days * 86_400;
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthIndex = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthIndex + 2) / 5) + 1;
  const month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return {
    year,
    month,
    day,
    hour: Math.floor(rest / 3_600),
    minute: Math.floor((rest % 3_600) / 60),
    second: rest % 60,
    nanos: Math.round(unixUs - seconds * 1_000_000) * 1_000,
    weekday: (((days + 4) % 7) + 7) % 7,
    yearDay: days - daysFromCivil(year, 1, 1) + 1,
  };
}

/** Days since 1970-01-01. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  );
}

export function two(value: number): string {
  return String(value).padStart(2, '0');
}

const COMPOUND: Readonly<Record<string, string>> = {
  T: '%H:%M:%S',
  F: '%Y-%m-%d',
  R: '%H:%M',
  D: '%m/%d/%y',
  c: '%a %b %e %H:%M:%S %Y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
  r: '%I:%M:%S %p',
};

function field(t: CivilTime, unixUs: number, letter: string): string | undefined {
  switch (letter) {
    case 'Y':
      return String(t.year);
    case 'C':
      return two(Math.floor(t.year / 100));
    case 'y':
      return two(t.year % 100);
    case 'm':
      return two(t.month);
    case 'd':
      return two(t.day);
    case 'e':
      return String(t.day).padStart(2);
    case 'H':
      return two(t.hour);
    case 'I':
      return two(t.hour % 12 === 0 ? 12 : t.hour % 12);
    case 'M':
      return two(t.minute);
    case 'S':
      return two(t.second);
    case 'N':
      return String(t.nanos).padStart(9, '0');
    case 's':
      return String(Math.floor(unixUs / 1_000_000));
    case 'a':
      return DAYS[t.weekday];
    case 'A':
      return LONG_DAYS[t.weekday];
    case 'b':
    case 'h':
      return MONTHS[t.month - 1];
    case 'B':
      return LONG_MONTHS[t.month - 1];
    case 'p':
      return t.hour < 12 ? 'AM' : 'PM';
    case 'j':
      return String(t.yearDay).padStart(3, '0');
    case 'u':
      return String(t.weekday === 0 ? 7 : t.weekday);
    case 'w':
      return String(t.weekday);
    case 'U':
      return two(Math.floor((t.yearDay + 6 - t.weekday) / 7));
    case 'W':
      return two(Math.floor((t.yearDay + 6 - ((t.weekday + 6) % 7)) / 7));
    case 'Z':
      return 'UTC';
    case 'z':
      return '+0000';
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case '%':
      return '%';
    default:
      return undefined;
  }
}

/** strftime in UTC and the C locale. */
export function formatTime(unixUs: number, format: string): string {
  const t = civilTime(unixUs);
  return format.replace(/%[-_0]?([a-zA-Z%])/g, (whole, letter: string) => {
    const other = COMPOUND[letter];
    return other === undefined ? (field(t, unixUs, letter) ?? whole) : formatTime(unixUs, other);
  });
}

/** A date as -d takes it, as Unix time in µs; undefined when it is none. */
export function parseDate(text: string, now: number): number | undefined {
  const unix = /^@(\d+)$/.exec(text);
  if (unix !== null) return Number(unix[1]) * 1_000_000;
  if (text === 'now') return now;
  const civil = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text);
  if (civil === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = civil;
  return (
    ((daysFromCivil(Number(year), Number(month), Number(day)) * 24 + Number(hour)) * 60 + Number(minute)) *
      60_000_000 +
    Number(second) * 1_000_000
  );
}
