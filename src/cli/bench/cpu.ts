/** Milliseconds of CPU, of all threads, that something took. */
export function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of a few measurements: what the rest of the machine does only ever adds. */
export function least(rounds: number, measure: () => number): number {
  return Math.min(...Array.from({ length: rounds }, measure));
}
