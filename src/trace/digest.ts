import { Digest } from '../base/hash.ts';
import type { TraceRecord } from './record.ts';

/** Folds records, in order, into a digest that two equal runs share, in Node and in every browser. */
export class TraceDigest {
  private readonly digest = new Digest();

  add(record: TraceRecord): void {
    const { seq, at, turn, actor, cause, kind, data } = record;
    this.digest.add(`${seq} ${at} ${turn} ${actor} ${cause ?? '-'} ${kind} ${JSON.stringify(data)}`);
  }

  /** 16 hexadecimal digits. */
  hex(): string {
    return this.digest.hex();
  }
}

/** The digest of a whole trace. */
export function digestOfRecords(records: Iterable<TraceRecord>): string {
  const digest = new TraceDigest();
  for (const record of records) digest.add(record);
  return digest.hex();
}
