const DAY_US = 86_400_000_000;

interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The second asked for last and its text: most of what happens at once bears the same time. */
let lastSecond = Number.NaN;
let lastText = '';

/** metav1.Time: RFC 3339 in UTC with whole seconds (`2026-01-02T15:04:05Z`), from Unix microseconds. */
export function formatTime(unixUs: number): string {
  const second = Math.floor(unixUs / 1_000_000);
  if (second !== lastSecond) {
    lastText = textOfSecond(second * 1_000_000);
    lastSecond = second;
  }
  return lastText;
}

function textOfSecond(unixUs: number): string {
  const days = Math.floor(unixUs / DAY_US);
  const { year, month, day } = civilFromDays(days);
  const seconds = Math.floor((unixUs - days * DAY_US) / 1_000_000);
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${clock}Z`;
}

/** metav1.MicroTime: as `formatTime` with six decimals. */
export function formatMicroTime(unixUs: number): string {
  const micros = ((unixUs % 1_000_000) + 1_000_000) % 1_000_000;
  return `${formatTime(unixUs).slice(0, -1)}.${String(micros).padStart(6, '0')}Z`;
}

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** Unix microseconds of an RFC 3339 time, or undefined when it is not one. */
export function parseTime(text: string): number | undefined {
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second,
    fraction = '',
    sign,
    offsetHour = '0',
    offsetMinute = '0',
  ] = match;
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const days = daysFromCivil({ year: Number(year), month: Number(month), day: Number(day) });
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  const offset = (Number(offsetHour) * 3600 + Number(offsetMinute) * 60) * (sign === '-' ? -1 : 1);
  return days * DAY_US + (seconds - offset) * 1_000_000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/** Day of the civil calendar from days since 1970-01-01. */
export function civilFromDays(daysSinceEpoch: number): CivilDate {
  const shifted = daysSinceEpoch + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** Days since 1970-01-01 of a civil date. */
export function daysFromCivil({ year, month, day }: CivilDate): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const marchMonth = month > 2 ? month - 3 : month + 9;
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
