// How tools of the container world print times and sizes. Models docker/go-units.

/** `5 minutes`, `About an hour`. Models units.HumanDuration. */
export function humanDuration(us: number): string {
  const seconds = Math.floor(us / 1e6);
  if (seconds < 1) return 'Less than a second';
  if (seconds === 1) return '1 second';
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.floor(us / 60e6);
  if (minutes === 1) return 'About a minute';
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.round(us / 3600e6);
  if (hours === 1) return 'About an hour';
  if (hours < 48) return `${hours} hours`;
  if (hours < 24 * 7 * 2) return `${Math.floor(hours / 24)} days`;
  if (hours < 24 * 30 * 2) return `${Math.floor(hours / 24 / 7)} weeks`;
  if (hours < 24 * 365 * 2) return `${Math.floor(hours / 24 / 30)} months`;
  return `${Math.floor(hours / 24 / 365)} years`;
}

const SIZES = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `59.8MB`: three digits, decimal units. Models units.HumanSizeWithPrecision(size, 3). */
export function humanSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < SIZES.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${Number(size.toPrecision(3))}${SIZES[unit]}`;
}

/** Columns as Go's tabwriter with a least width of 20 and 3 blanks between lays them out: what crictl prints. */
export function crictlTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [place, cell] of row.entries())
      widths[place] = Math.max(widths[place] ?? 0, cell.length + 3, 20);
  const line = (row: readonly string[]): string =>
    row.map((cell, place) => (place === row.length - 1 ? cell : cell.padEnd(widths[place] ?? 0))).join('');
  return rows.map((row) => `${line(row)}\n`).join('');
}
