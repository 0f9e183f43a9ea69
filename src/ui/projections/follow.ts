import type { TraceRecord } from '../../trace/record.ts';
import type { Trace } from '../../trace/trace.ts';

/** An index that takes records one by one, in order. */
export interface Index {
  add(record: TraceRecord): void;
}

/**
 * An index beside each trace: made when first asked for, and fed with what the trace has grown by since.
 * Nobody has to keep it, nothing is read twice, and it goes when its trace goes.
 */
export function followed<T extends Index>(make: () => T): (trace: Trace) => T {
  const known = new WeakMap<Trace, { readonly index: T; read: number }>();
  return (trace) => {
    let entry = known.get(trace);
    if (entry === undefined) {
      entry = { index: make(), read: 0 };
      known.set(trace, entry);
    }
    const records = trace.all();
    while (entry.read < records.length) entry.index.add(records[entry.read++] as TraceRecord);
    return entry.index;
  };
}
