import type { Kernel } from '../kernel/kernel.ts';

/**
 * The suffixes of Events' names: Unix nanoseconds in hexadecimal. The clock's missing digits are drawn, but one
 * recorder's names rise as a real clock's would, since lists of Events are in the order of their names.
 */
export class EventNames {
  private readonly kernel: Kernel;
  private last = 0n;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  suffix(unixUs: number): string {
    const drawn = BigInt(unixUs) * 1000n + BigInt(this.kernel.random('event-name').int(1000));
    this.last = drawn > this.last ? drawn : this.last + 1n;
    return this.last.toString(16);
  }
}
