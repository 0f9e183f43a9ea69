import type { TraceRecord } from '../../../trace/record.ts';

/** One event of Chrome's trace-event format (JSON object form), as Perfetto and chrome://tracing open it. */
export interface ChromeEvent {
  readonly name: string;
  /** Metadata, complete, instant, and the two ends of what may overlap others in its lane. */
  readonly ph: 'M' | 'X' | 'i' | 'b' | 'e';
  readonly pid: number;
  readonly tid: number;
  readonly ts?: number;
  readonly dur?: number;
  readonly s?: 't';
  readonly id?: number;
  readonly cat?: string;
  readonly args?: object;
}

/** The machine of an actor is its process, the component its thread: `kubelet/worker-1`. */
function placeOf(track: string): readonly [machine: string, thread: string] {
  const [component = track, machine, ...rest] = track.split('/');
  return machine === undefined ? ['control plane', component] : [machine, [component, ...rest].join('/')];
}

/** What an instant is called in a lane. */
function nameOf(record: TraceRecord): string {
  switch (record.kind) {
    case 'request.send':
      return `${record.data.verb} ${record.data.resource}`;
    case 'watch.deliver':
      return `${record.data.type} ${record.data.resource}/${record.data.name}`;
    case 'object.put':
      return `put ${record.data.resource}/${record.data.name} @${record.data.rev}`;
    case 'object.delete':
      return `delete ${record.data.resource}/${record.data.name} @${record.data.rev}`;
    case 'cri.call':
      return record.data.method;
    case 'step':
      return record.data.name;
    default:
      return record.kind;
  }
}

/** What has begun and ended by it: calls and requests overlap one another, so each has an id. */
function endOf(record: TraceRecord): number | string | undefined {
  switch (record.kind) {
    case 'cri.return':
    case 'cni.return':
      return record.data.call;
    case 'request.return':
      return `request ${record.data.request}`;
    default:
      return undefined;
  }
}
const beginOf = (record: TraceRecord): number | string | undefined =>
  record.kind === 'cri.call' || record.kind === 'cni.call'
    ? record.seq
    : record.kind === 'request.send'
      ? `request ${record.data.request}`
      : undefined;

/** A run as Chrome trace events: spans as complete events, calls and requests from send to return, the rest instants. Virtual µs are their µs. */
export function traceEvents(records: readonly TraceRecord[]): {
  readonly traceEvents: readonly ChromeEvent[];
} {
  const machines = new Map<string, number>();
  const threads = new Map<string, number>();
  const events: ChromeEvent[] = [];
  const laneOf = (track: string): { readonly pid: number; readonly tid: number } => {
    const [machine, thread] = placeOf(track);
    const pid = machines.get(machine) ?? machines.size + 1;
    if (!machines.has(machine)) {
      machines.set(machine, pid);
      events.push({ name: 'process_name', ph: 'M', pid, tid: 0, args: { name: machine } });
    }
    const key = `${machine}\n${thread}`;
    const tid = threads.get(key) ?? threads.size + 1;
    if (!threads.has(key)) {
      threads.set(key, tid);
      events.push({ name: 'thread_name', ph: 'M', pid, tid, args: { name: thread } });
    }
    return { pid, tid };
  };
  const ends = new Map<number, TraceRecord>();
  for (const record of records) if (record.kind === 'span.end') ends.set(record.data.begin, record);
  const returns = new Map<number | string, TraceRecord>();
  for (const record of records) {
    const begun = endOf(record);
    if (begun !== undefined) returns.set(begun, record);
  }
  const last = records.at(-1)?.at ?? 0;
  for (const record of records) {
    const { kind, at, seq, cause } = record;
    if (kind === 'span.end') continue;
    if (kind === 'span.begin') {
      const end = ends.get(seq);
      const { track, name, note, subject } = record.data;
      const outcome = end?.kind === 'span.end' ? end.data.outcome : 'open';
      const dur = (end?.at ?? last) - at;
      events.push({
        name,
        ph: 'X',
        ts: at,
        dur,
        cat: kind,
        ...laneOf(track),
        args: { seq, cause, note, subject, outcome },
      });
      continue;
    }
    if (endOf(record) !== undefined) continue;
    const begun = beginOf(record);
    const returned = begun === undefined ? undefined : returns.get(begun);
    if (returned !== undefined) {
      const both = { name: nameOf(record), cat: kind, id: seq, ...laneOf(record.actor) };
      events.push({ ...both, ph: 'b', ts: at, args: { seq, cause } }, { ...both, ph: 'e', ts: returned.at });
      continue;
    }
    const track = kind === 'step' ? record.data.track : record.actor;
    events.push({
      name: nameOf(record),
      ph: 'i',
      s: 't',
      ts: at,
      cat: kind,
      ...laneOf(track),
      args: { seq, cause },
    });
  }
  return { traceEvents: events };
}
