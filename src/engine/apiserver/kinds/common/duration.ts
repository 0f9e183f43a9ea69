import { parseTime } from '../../../../api/time.ts';

const SECOND = 1_000_000;

interface Unit {
  readonly seconds: number;
  readonly name: string;
}

const SECONDS: Unit = { seconds: 1, name: 's' };
const MINUTES: Unit = { seconds: 60, name: 'm' };
const HOURS: Unit = { seconds: 3600, name: 'h' };
const DAYS: Unit = { seconds: 86_400, name: 'd' };
const YEARS: Unit = { seconds: 365 * 86_400, name: 'y' };

// Two units as long as the second one tells something, one unit after that.
const STEPS: readonly { readonly below: number; readonly unit: Unit; readonly rest?: Unit }[] = [
  { below: 600, unit: MINUTES, rest: SECONDS },
  { below: 3 * 3600, unit: MINUTES },
  { below: 8 * 3600, unit: HOURS, rest: MINUTES },
  { below: 48 * 3600, unit: HOURS },
  { below: 8 * 86_400, unit: DAYS, rest: HOURS },
  { below: 2 * 365 * 86_400, unit: DAYS },
  { below: 8 * 365 * 86_400, unit: YEARS, rest: DAYS },
];

/** How kubectl prints an elapsed time, from microseconds: `59s`, `2m1s`, `3h5m`, `7d23h`. Models util/duration HumanDuration. */
export function humanDuration(elapsedUs: number): string {
  const seconds = Math.trunc(elapsedUs / SECOND);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const step = STEPS.find(({ below }) => seconds < below);
  if (step === undefined) return `${Math.floor(seconds / YEARS.seconds)}y`;
  const whole = `${Math.floor(seconds / step.unit.seconds)}${step.unit.name}`;
  if (step.rest === undefined) return whole;
  const rest = Math.floor((seconds % step.unit.seconds) / step.rest.seconds);
  return rest === 0 ? whole : `${whole}${rest}${step.rest.name}`;
}

/** The age of a timestamp at `nowUs` (Unix µs); `<unknown>` when there is none. Models translateTimestampSince. */
export function ageOf(timestamp: string | undefined | null, nowUs: number): string {
  const since = timestamp ? parseTime(timestamp) : undefined;
  return since === undefined ? '<unknown>' : humanDuration(nowUs - since);
}
