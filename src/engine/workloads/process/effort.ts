import type { Kernel } from '../../kernel/kernel.ts';

// How much work programs make for whoever runs the simulation. A unit is 0.1 to 0.3 ms of a real processor: a turn that
// carries out a hundred steps of a shell, moves a hundred kilobytes through pipes, or forks.

/** Units that may be used at once, and what comes back in a virtual second. */
const FAMILY = { burst: 8_000, perSecond: 200 };
const EVERYONE = { burst: 30_000, perSecond: 500 };
/** A family that used no more than this is not held back for what others do. */
const MODEST = 500;
/** Units beyond the burst that double the time taken. */
const DOUBLING = 100;
const MOST_DOUBLINGS = 24;

/** A bucket of units that fills with virtual time. */
class Allowance {
  private readonly perSecond: number;
  private used = 0;
  private at = 0;

  constructor(perSecond: number) {
    this.perSecond = perSecond;
  }

  take(units: number, nowUs: number): number {
    this.used = Math.max(0, this.used - ((nowUs - this.at) / 1_000_000) * this.perSecond) + units;
    this.at = nowUs;
    return this.used;
  }
}

const everyone = new WeakMap<Kernel, Allowance>();

/** The work of one family: a process that has no parent in its namespace, and all that descend from it. */
export class Effort {
  private readonly own = new Allowance(FAMILY.perSecond);
  private readonly all: Allowance;
  private readonly kernel: Kernel;
  /** Characters of text its processes hold. */
  text = 0;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    let all = everyone.get(kernel);
    if (all === undefined) everyone.set(kernel, (all = new Allowance(EVERYONE.perSecond)));
    this.all = all;
  }

  /** Counts work; answers how many times over the time that it takes is doubled. */
  spend(units: number): number {
    const nowUs = this.kernel.now();
    const own = this.own.take(units, nowUs);
    const over = own - FAMILY.burst;
    const together = this.all.take(units, nowUs) - EVERYONE.burst;
    return Math.min(MOST_DOUBLINGS, Math.max(doublings(over), own > MODEST ? doublings(together) : 0));
  }
}

function doublings(over: number): number {
  return over <= 0 ? 0 : Math.ceil(over / DOUBLING);
}
