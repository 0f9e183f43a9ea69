/** Virtual time simulated ahead when a cluster never becomes quiet, in µs. */
const HORIZON_US = 600_000_000;
/** What the reader did last is played out for so long at the least, while the cluster is not quiet, in µs. */
const AFTER_INPUT_US = 60_000_000;
/** No run is simulated on further than a day, in µs. */
const LATEST_US = 86_400_000_000;

/** What says how far a run goes. Virtual µs. */
export interface RunBounds {
  /** The scenario's `until`. */
  readonly untilUs: number | undefined;
  /** How far the reader had it simulated past its own end. */
  readonly extendedUs: number | undefined;
  /** When the reader did something last. */
  readonly lastInputUs: number | undefined;
}

/**
 * How far a run goes: to `said` whatever goes on there (0: nobody says), and then to `most`, unless its cluster comes to
 * rest before. What the reader did near the end of a run, or behind it, is played out, too.
 */
export function runEnd({ untilUs = 0, extendedUs = 0, lastInputUs }: RunBounds): {
  readonly said: number;
  readonly most: number;
} {
  const said = Math.max(untilUs, Math.min(extendedUs, LATEST_US));
  const playedOut = lastInputUs === undefined ? 0 : Math.min(lastInputUs, LATEST_US) + AFTER_INPUT_US;
  return { said, most: Math.max(said === 0 ? HORIZON_US : said, playedOut) };
}
