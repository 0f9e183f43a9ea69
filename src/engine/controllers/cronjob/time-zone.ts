const HOUR_US = 3_600_000_000;

/** Zones that keep one offset all year, in hours ahead of UTC. Zones with daylight saving are not modelled. */
const FIXED: Readonly<Record<string, number>> = {
  UTC: 0,
  'Etc/UTC': 0,
  'Etc/GMT': 0,
  GMT: 0,
  'Africa/Johannesburg': 2,
  'Africa/Lagos': 1,
  'Africa/Nairobi': 3,
  'America/Bogota': -5,
  'America/Lima': -5,
  'America/Mexico_City': -6,
  'America/Phoenix': -7,
  'America/Sao_Paulo': -3,
  'Asia/Bangkok': 7,
  'Asia/Dubai': 4,
  'Asia/Ho_Chi_Minh': 7,
  'Asia/Hong_Kong': 8,
  'Asia/Jakarta': 7,
  'Asia/Kolkata': 5.5,
  'Asia/Manila': 8,
  'Asia/Riyadh': 3,
  'Asia/Seoul': 9,
  'Asia/Shanghai': 8,
  'Asia/Singapore': 8,
  'Asia/Taipei': 8,
  'Asia/Tokyo': 9,
  'Australia/Brisbane': 10,
  'Europe/Istanbul': 3,
  'Europe/Moscow': 3,
};

/** µs that a zone is ahead of UTC; undefined for one that is not modelled. Without a zone the controller's own: UTC. */
export function zoneOffsetUs(zone: string | undefined): number | undefined {
  if (zone === undefined) return 0;
  const hours = FIXED[zone];
  return hours === undefined ? undefined : hours * HOUR_US;
}

/** `Z` or `+09:00`. */
export function offsetText(offsetUs: number): string {
  if (offsetUs === 0) return 'Z';
  const minutes = Math.abs(offsetUs) / 60_000_000;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${offsetUs < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}
