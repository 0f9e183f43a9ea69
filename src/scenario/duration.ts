const UNIT_US: Readonly<Record<string, number>> = {
  us: 1,
  µs: 1,
  ms: 1_000,
  s: 1_000_000,
  m: 60_000_000,
  h: 3_600_000_000,
};
const PART = /(\d+(?:\.\d+)?)(us|µs|ms|s|m|h)/y;

/** Whole microseconds of a text such as `2.5s` or `1m30s`; a bare number means seconds. Undefined when it is neither. */
export function parseDuration(value: unknown): number | undefined {
  if (typeof value === 'number')
    return Number.isFinite(value) && value >= 0 ? Math.round(value * 1e6) : undefined;
  if (typeof value !== 'string' || value === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.round(Number(value) * 1e6);
  let us = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < value.length) {
    const found = PART.exec(value);
    if (found === null) return undefined;
    us += Number(found[1]) * (UNIT_US[found[2] as string] as number);
  }
  return Number.isSafeInteger(Math.round(us)) ? Math.round(us) : undefined;
}

/** Seconds with as many decimals as needed: `2.5s`. */
export function formatDuration(us: number): string {
  return `${us / 1e6}s`;
}
