import type { TimedInput } from '../scenario/timed-input.ts';
import type { SimTime } from '../trace/ids.ts';
import type { TraceRecord } from '../trace/record.ts';
import type { SchedulingAnswer, SchedulingQuestion } from '../trace/scheduling-question.ts';

/** What determines a run entirely: the scenario as written, the seed, and the user's own inputs in order of time. */
export interface RunDocument {
  /** The built-in scenario this is, for short links. */
  readonly catalogue?: string;
  /** YAML or JSON of a Scenario. */
  readonly scenario: string;
  readonly seed?: number;
  readonly inputs: readonly TimedInput[];
  /** How far the reader had it simulated past its own end. Virtual µs. */
  readonly untilUs?: number;
}

/** To the worker. Pull, not push: the worker simulates only what was asked for by `advance`. */
export type HostRequest =
  /** Where the API's descriptions are (the editor's schema): fetched when a run asks for them with `kubectl explain`. */
  | { readonly type: 'descriptions'; readonly url: string }
  /** Hold this lock as long as you live, and say so: its release tells that you died without a word. */
  | { readonly type: 'live'; readonly lock: string }
  | {
      readonly type: 'open';
      readonly run: number;
      readonly document: RunDocument;
      /** Records before this one are known to the page already (a fork shares them) and are not sent. */
      readonly from: number;
    }
  /** Simulate until about `records` more are there, the run is quiet, or `until` is reached. */
  | { readonly type: 'advance'; readonly run: number; readonly records: number; readonly until?: SimTime }
  | { readonly type: 'dispose'; readonly run: number }
  /** A question about a moment, answered by one `answer` from what it brings along: no run is touched. */
  | { readonly type: 'query'; readonly query: number; readonly scheduling: SchedulingQuestion };

/** Why a run has nothing more to send for now. */
export type RunEnd = 'quiet' | 'until' | 'horizon' | 'limit';

/** From the worker. Every `advance` is answered by one `batch`; its `end` says that nothing more is due for now. */
export type HostReply =
  | { readonly type: 'opened'; readonly run: number }
  | { readonly type: 'refused'; readonly run: number; readonly problems: readonly string[] }
  | {
      readonly type: 'batch';
      readonly run: number;
      readonly records: readonly TraceRecord[];
      readonly now: SimTime;
      readonly end?: RunEnd;
    }
  /** The lock of `live` is held. */
  | { readonly type: 'living' }
  /** Without `scheduling` the question could not be answered, for the reason in `problem`. */
  | {
      readonly type: 'answer';
      readonly query: number;
      readonly scheduling?: SchedulingAnswer;
      readonly problem?: string;
    }
  | { readonly type: 'crashed'; readonly run: number; readonly message: string; readonly stack: string };

/** Records in one batch at most: one structured clone that fits a frame. */
export const BATCH = 250;
