import type { Kernel } from '../../kernel/kernel.ts';

/** A ticker that only rings when somebody waits for it: times are `phase + k · period`. */
export interface Grid {
  /** The first tick after `at`. */
  after(at: number): number;
  /** The first tick at or after `at`. */
  from(at: number): number;
  /** The last tick at or before `at`. */
  upTo(at: number): number;
}

/** A ticker started now, with its first tick one period later. */
export function gridFromNow(kernel: Kernel, periodUs: number, phaseUs = 0): Grid {
  const start = kernel.now() + phaseUs;
  const index = (at: number): number => (at - start) / periodUs;
  return {
    after: (at) => start + (Math.floor(index(at)) + 1) * periodUs,
    from: (at) => start + Math.ceil(index(at)) * periodUs,
    upTo: (at) => start + Math.floor(index(at)) * periodUs,
  };
}
