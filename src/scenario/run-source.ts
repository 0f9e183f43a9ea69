import * as v from 'valibot';

const Text = v.pipe(v.string(), v.maxLength(2_000_000));
const Whole = v.pipe(v.number(), v.safeInteger());

/** A step the reader added: a step of the scenario format, and the files as they stood then. */
const Input = v.object({
  at: v.pipe(v.string(), v.maxLength(40)),
  step: v.record(v.string(), v.unknown()),
  files: v.optional(v.record(v.string(), Text)),
});

const MADE_FROM = {
  /** A built-in scenario's name … */
  catalogue: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}$/))),
  /** … or a scenario's whole text. */
  scenario: v.optional(Text),
  seed: v.optional(Whole),
  /** More than anybody does by hand; the whole is bounded where it is read. */
  inputs: v.optional(v.pipe(v.array(Input), v.maxLength(50_000))),
  /** How far it was simulated past its own end, in virtual µs. */
  untilUs: v.optional(v.pipe(Whole, v.minValue(0))),
};

/** More than a sitting holds. */
const MOST_BRANCHES = 100;
const Place = v.pipe(Whole, v.minValue(0), v.maxValue(MOST_BRANCHES));

/** What the list of branches says of one: what it is called, and which one it left, by its place in the list. */
const LISTED = {
  name: v.optional(v.pipe(v.string(), v.maxLength(200))),
  from: v.optional(Place),
};

/** What a run is made from, as links and storage hold it. */
export const RunSourceSchema = v.object({
  ...MADE_FROM,
  ...LISTED,
  /** Where the run on screen stands in the list; first, unless said. The twin comes next, unless said. */
  place: v.optional(Place),
  /** Another run on the same clock. Without a scenario of its own it plays the first one's. */
  twin: v.optional(v.object({ ...MADE_FROM, ...LISTED, place: v.optional(Place) })),
  /** The other branches, in order of the list. `same`: as many of the first one's inputs come before their own. */
  branches: v.optional(
    v.pipe(
      v.array(v.object({ ...MADE_FROM, ...LISTED, same: v.optional(Whole) })),
      v.maxLength(MOST_BRANCHES),
    ),
  ),
  /** The editor's tabs, when they are not what the scenario brings. */
  files: v.optional(v.record(v.string(), Text)),
});

/** Everything that determines a run, and the editor's tabs. */
export type StoredRun = v.InferOutput<typeof RunSourceSchema>;
