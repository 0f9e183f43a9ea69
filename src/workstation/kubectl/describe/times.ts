/** Go's Time.String of an RFC 3339 time in UTC: `2026-11-30 07:27:02 +0000 UTC`. */
export function goTime(time: string | undefined): string {
  if (time === undefined) return '0001-01-01 00:00:00 +0000 UTC';
  return `${time.slice(0, 10)} ${time.slice(11, 19)} +0000 UTC`;
}
