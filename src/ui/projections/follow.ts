import type { TraceRecord } from '../../trace/record.ts';
import type { Trace } from '../../trace/trace.ts';

/** An index that takes records one by one, in order, with what else it needs to judge them. */
export interface Index<C> {
  add(record: TraceRecord, context: C): void;
}

/**
 * An index beside each trace: made when first asked for, and fed with what the trace has grown by since.
 * Nobody has to keep it, nothing is read twice, and it goes when its trace goes.
 */
export function followed<T extends Index<C>, C = undefined>(
  make: () => T,
): (trace: Trace, ...context: C extends undefined ? [] : [C]) => T {
  const known = new WeakMap<Trace, { readonly index: T; read: number }>();
  return (trace, ...[context]) => {
    let entry = known.get(trace);
    if (entry === undefined) {
      entry = { index: make(), read: 0 };
      known.set(trace, entry);
    }
    const records = trace.all();
    while (entry.read < records.length) entry.index.add(records[entry.read++] as TraceRecord, context as C);
    return entry.index;
  };
}
