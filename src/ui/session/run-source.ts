import type { TimedInput } from '../../scenario/timed-input.ts';

/** What a run is made from: a scenario that comes with the product, or a whole text; and what was done to it. */
export interface Made {
  readonly catalogue?: string;
  readonly scenario?: string;
  readonly seed?: number;
  readonly inputs?: readonly TimedInput[];
  readonly untilUs?: number;
  readonly name?: string;
  /** The branch it left, by its place in the list. */
  readonly from?: number;
}

/** A run to be opened, and the branches that come with it; see `scenario/run-source.ts`. */
export interface RunSource extends Made {
  /** The editor's tabs, when they are not the scenario's own files. */
  readonly files?: Readonly<Record<string, string>>;
  readonly place?: number;
  /** Another run beside it; without a scenario of its own it plays this one's. */
  readonly twin?: Made & { readonly place?: number };
  readonly branches?: readonly (Made & { readonly same?: number })[];
}
