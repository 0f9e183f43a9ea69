import type { Trace } from '../../../trace/trace.ts';

/** How far back the last request of a command is looked for. */
const LOOK_BACK = 5000;

/** The request the record at the cursor is part of or came of; of a command's own records, its last one so far. */
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
      case 'input.command':
        return requestOfCommand(trace, cause.seq, seq);
      default:
    }
  }
  return undefined;
}

/** The last request that a command, by its input record, had sent by `seq`. */
export function requestOfCommand(trace: Trace, command: number, seq: number): number | undefined {
  for (let at = seq; at > Math.max(command, seq - LOOK_BACK); at--) {
    const record = trace.at(at);
    if (record.kind !== 'request.send' || record.data.client !== 'kubectl') continue;
    for (const cause of trace.causes(record.seq)) if (cause.seq === command) return record.data.request;
  }
  return undefined;
}
