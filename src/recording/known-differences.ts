import type { FacetName } from './comparable/compare.ts';

/** A difference that is understood and accepted for now, with the reason a reader can check. */
export interface KnownDifference {
  /** `AREA/NAME`. */
  readonly scenario: string;
  readonly facet: FacetName;
  readonly reason: string;
}

/** Each entry covers one facet of one scenario. `verify` names entries whose facet agrees again: remove those. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [];
