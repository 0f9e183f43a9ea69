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

/** What a run is made from, as links and storage hold it. */
export const RunSourceSchema = v.object({
  ...MADE_FROM,
  /** Another run on the same clock. Without a scenario of its own it plays the first one's. */
  twin: v.optional(v.object({ ...MADE_FROM, name: v.optional(v.pipe(v.string(), v.maxLength(200))) })),
  /** The editor's tabs, when they are not what the scenario brings. */
  files: v.optional(v.record(v.string(), Text)),
});

/** Everything that determines a run, and the editor's tabs. */
export type StoredRun = v.InferOutput<typeof RunSourceSchema>;
