import type { ObjectRef } from '../../../api/object.ts';
import { formatTime } from '../../../api/time.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { LIMITS } from '../../kernel/limits.ts';
import type { LogFile, LogLine } from './port/runtime.ts';

// Models containerd internal/cri/io/logger.go: output cut into lines, a line without its end kept until it comes.

export interface LogOwner {
  readonly kernel: Kernel;
  readonly actor: string;
  readonly pod: ObjectRef;
  readonly podUid: string;
  readonly container: string;
  readonly attempt: number;
}

type StreamName = 'stdout' | 'stderr';

interface Piece {
  readonly text: string;
  readonly partial: boolean;
}

/** What comes without an end of line for so long is written as a part of one: max_container_log_line_size. */
const MAX_LINE = 16 * 1024;

/** Whole lines in pieces no longer than the logger writes, and what is still open. */
function cut(open: string, text: string): { readonly pieces: readonly Piece[]; readonly open: string } {
  const [first = '', ...others] = text.split('\n');
  const lines = [open + first, ...others];
  const pieces: Piece[] = [];
  let rest = '';
  for (const [index, line] of lines.entries()) {
    const ends = index < lines.length - 1;
    let from = 0;
    for (; line.length - from > MAX_LINE; from += MAX_LINE)
      pieces.push({ text: line.slice(from, from + MAX_LINE), partial: true });
    if (ends) pieces.push({ text: line.slice(from), partial: false });
    else rest = line.slice(from);
  }
  return { pieces, open: rest };
}

export class ContainerLog implements LogFile {
  readonly lines: LogLine[] = [];
  closed = false;
  private readonly owner: LogOwner;
  private readonly open: Record<StreamName, string> = { stdout: '', stderr: '' };
  private readonly listeners = new Set<() => void>();
  /** Written so far. */
  bytes = 0;

  constructor(owner: LogOwner) {
    this.owner = owner;
  }

  /** Takes output as the program writes it. */
  write(stream: StreamName, text: string): void {
    if (this.closed || text === '') return;
    const { pieces, open } = cut(this.open[stream], text);
    this.open[stream] = open;
    if (pieces.length > 0) this.append(stream, pieces);
  }

  /** The program is over: what has no end of line is written as it is. */
  close(): void {
    if (this.closed) return;
    for (const stream of ['stdout', 'stderr'] as const) {
      if (this.open[stream] !== '') this.append(stream, [{ text: this.open[stream], partial: true }]);
    }
    this.closed = true;
    this.tell();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** As the file on the node reads. */
  text(): string {
    return this.lines
      .map(
        ({ atUnixUs, stream, text, partial }) =>
          `${nanoTime(atUnixUs)} ${stream} ${partial ? 'P' : 'F'} ${text}\n`,
      )
      .join('');
  }

  private append(stream: StreamName, pieces: readonly Piece[]): void {
    const { kernel, actor, pod, podUid, container, attempt } = this.owner;
    const atUnixUs = kernel.unixUs();
    let kept = '';
    for (const { text, partial } of pieces) {
      if (this.bytes > LIMITS.logBytes) break;
      this.bytes += text.length + 1;
      if (this.bytes > LIMITS.logBytes)
        kernel.record(actor, 'limit', {
          what: `log bytes of container ${container}`,
          limit: LIMITS.logBytes,
        });
      this.lines.push({ atUnixUs, stream, text, partial });
      kept += partial ? text : `${text}\n`;
    }
    if (kept === '') return;
    kernel.record(actor, 'log.container', { pod, podUid, container, attempt, stream, text: kept });
    this.tell();
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

function nanoTime(unixUs: number): string {
  return `${formatTime(unixUs).slice(0, -1)}.${String(Math.floor(unixUs % 1_000_000)).padStart(6, '0')}000Z`;
}
