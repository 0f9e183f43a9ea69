import { formatTime, parseTime } from '../../../../api/time.ts';
import { Future, type Task, wait } from '../../../kernel/task.ts';
import type { LogsRequest, StreamSink } from '../../../machinery/kubelet-server.ts';
import type { LogFile, LogLine } from '../../cri/port/runtime.ts';

// Models pkg/kubelet/kuberuntime/logs/logs.go ReadLogs (1.36).

/** Writes a log's lines as asked, and goes on with new ones while it is followed. */
export function* readLogs(
  { file, nowUnixUs }: { readonly file: LogFile; readonly nowUnixUs: number },
  request: LogsRequest,
  sink: StreamSink,
  gone?: Future,
): Task {
  let at = firstLine(file.lines, request, nowUnixUs);
  let left = request.limitBytes ?? Number.POSITIVE_INFINITY;
  for (;;) {
    while (at < file.lines.length && left > 0) {
      const line = file.lines[at++] as LogLine;
      const text = render(line, request.timestamps === true);
      sink.write(line.stream, text.slice(0, left));
      left -= text.length;
    }
    if (request.follow !== true || file.closed || left <= 0 || gone?.settled === true) return;
    const more = new Future();
    const off = file.onChange(() => more.resolve());
    const hung = gone?.subscribe(() => more.resolve());
    yield* wait(more);
    off();
    hung?.();
  }
}

function firstLine(lines: readonly LogLine[], request: LogsRequest, nowUnixUs: number): number {
  let first = 0;
  if (request.tailLines !== undefined) first = tailStart(lines, request.tailLines);
  const since =
    request.sinceSeconds !== undefined
      ? nowUnixUs - request.sinceSeconds * 1_000_000
      : parseTime(request.sinceTime ?? '');
  if (since !== undefined) while (first < lines.length && (lines[first] as LogLine).atUnixUs < since) first++;
  return first;
}

/** Lines are counted by their ends: a partial one belongs to the next. */
function tailStart(lines: readonly LogLine[], count: number): number {
  let wanted = count;
  for (let at = lines.length - 1; at >= 0; at--) {
    if ((lines[at] as LogLine).partial && at < lines.length - 1) continue;
    if (wanted-- === 0) return at + 1;
  }
  return 0;
}

function render({ atUnixUs, text, partial }: LogLine, timestamps: boolean): string {
  const body = partial ? text : `${text}\n`;
  if (!timestamps) return body;
  const nanos = String(Math.floor(atUnixUs % 1_000_000)).padStart(6, '0');
  return `${formatTime(atUnixUs).slice(0, -1)}.${nanos}000Z ${body}`;
}
