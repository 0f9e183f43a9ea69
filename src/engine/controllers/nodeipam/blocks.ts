/** Blocks of 256 addresses in a /16 (`--cluster-cidr`, `--node-cidr-mask-size=24`). */
const BLOCKS = 256;

/** The lowest block of `network` (its first two numbers, `10.244`) that is not taken; undefined when all are. */
export function freeBlock(network: string, taken: ReadonlySet<string>): string | undefined {
  for (let block = 0; block < BLOCKS; block++) {
    const cidr = `${network}.${block}.0/24`;
    if (!taken.has(cidr)) return cidr;
  }
  return undefined;
}
