import { present } from '../base/assert.ts';
import type { Seq, SimTime } from './ids.ts';
import type { TraceRecord } from './record.ts';

/** The append-only list of records. Records are in order of `seq`, which is also order of time. */
export class Trace {
  private readonly records: TraceRecord[] = [];

  get length(): number {
    return this.records.length;
  }

  /** Appends the next record; its seq must be the trace's length. */
  append(record: TraceRecord): void {
    this.records.push(record);
  }

  /** The record at `seq`; AssertionError when there is none. */
  at(seq: Seq | number): TraceRecord {
    return present(this.records[seq], `record ${seq}`);
  }

  find(seq: Seq | number | undefined): TraceRecord | undefined {
    return seq === undefined ? undefined : this.records[seq];
  }

  all(): readonly TraceRecord[] {
    return this.records;
  }

  /** Number of records whose time is at or before `at`: the cursor's place in the list. O(log n). */
  countUntil(at: SimTime | number): number {
    let low = 0;
    let high = this.records.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.records[middle] as TraceRecord).at <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** From a record up its causes to the root; the record itself comes first. */
  *causes(seq: Seq): Generator<TraceRecord> {
    let record: TraceRecord | undefined = this.find(seq);
    while (record !== undefined) {
      yield record;
      record = this.find(record.cause);
    }
  }
}
