import { levelOf } from '../../trace/level.ts';
import type { Actor, Level, Seq, SimTime } from '../../trace/ids.ts';
import type { RecordKind, RecordKinds, TraceRecord } from '../../trace/record.ts';
import { LIMITS } from './limits.ts';

/** Takes each record as it is made. */
export type RecordSink = (record: TraceRecord) => void;

/** Numbers records, gives each its cause, and keeps to the level of detail. */
export class Recorder {
  /** The record that what happens next follows from. */
  cause: Seq | undefined;
  private next = 0;
  private level: Level;
  private readonly sink: RecordSink;

  constructor(sink: RecordSink, level: Level) {
    this.sink = sink;
    this.level = level;
  }

  get full(): boolean {
    return this.next >= LIMITS.recordsHard;
  }

  keeps(level: Level): boolean {
    return level <= this.level;
  }

  /** Appends; answers the new record's seq, or the standing cause when this level is not kept. */
  // oxlint-disable-next-line max-params -- the hottest call of all: no object is made for it
  record<K extends RecordKind>(
    at: SimTime,
    turn: number,
    actor: Actor,
    kind: K,
    data: RecordKinds[K],
    cause?: Seq,
  ): Seq | undefined {
    if (this.level < 3 && levelOf(kind, data) > this.level) return this.cause;
    const seq = this.next++ as Seq;
    this.sink({ seq, at, turn, actor, cause: cause ?? this.cause, kind, data } as TraceRecord);
    this.cause = seq;
    if (this.next === LIMITS.records && this.level > 1) this.coarsen(at, turn);
    return seq;
  }

  private coarsen(at: SimTime, turn: number): void {
    this.level = 1;
    this.record(at, turn, 'kernel', 'limit', { what: 'records at full detail', limit: LIMITS.records });
  }
}
