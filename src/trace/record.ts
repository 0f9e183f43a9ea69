import type { Actor, Seq, SimTime } from './ids.ts';
import type { InputKinds } from './kinds/input.ts';
import type { NetworkKinds } from './kinds/network.ts';
import type { NodeKinds } from './kinds/node.ts';
import type { RequestKinds } from './kinds/request.ts';
import type { SchedulerKinds } from './kinds/scheduler.ts';
import type { SpanKinds } from './kinds/span.ts';
import type { StateKinds } from './kinds/state.ts';
import type { TextKinds } from './kinds/text.ts';

/** The whole vocabulary: kind → data. To add a kind, add it to its family and its level to level.ts. */
export interface RecordKinds
  extends InputKinds,
    StateKinds,
    RequestKinds,
    SpanKinds,
    SchedulerKinds,
    NodeKinds,
    NetworkKinds,
    TextKinds {}

export type RecordKind = keyof RecordKinds;

/** One record of one kind. */
export interface RecordOf<K extends RecordKind> {
  readonly seq: Seq;
  /** When it happened. */
  readonly at: SimTime;
  /** The kernel turn it was made in: records of one turn are one step of one component. */
  readonly turn: number;
  readonly actor: Actor;
  /** The record without which this one would not be. Absent only for inputs and the cluster's own start. */
  readonly cause: Seq | undefined;
  readonly kind: K;
  readonly data: RecordKinds[K];
}

/** Any record, as a union that narrows on `kind`. */
export type TraceRecord = { [K in RecordKind]: RecordOf<K> }[RecordKind];
