import type { Trace } from '../../../trace/trace.ts';

/** The request the record at the cursor is part of or came of; undefined when no request is among its causes. */
export function requestUnderCursor(trace: Trace, seq: number): number | undefined {
  const record = trace.find(seq);
  if (record === undefined) return undefined;
  for (const cause of trace.causes(record.seq)) {
    switch (cause.kind) {
      case 'request.send':
      case 'request.stage':
      case 'request.done':
      case 'request.return':
        return cause.data.request;
      case 'object.put':
      case 'object.delete':
        if (cause.data.request !== undefined) return cause.data.request;
        break;
      default:
    }
  }
  return undefined;
}
