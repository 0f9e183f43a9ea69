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
    const all = this.open[stream] + text;
    const end = all.lastIndexOf('\n');
    this.open[stream] = all.slice(end + 1);
    if (end >= 0) this.append(stream, all.slice(0, end).split('\n'), false);
  }

  /** The program is over: what has no end of line is written as it is. */
  close(): void {
    if (this.closed) return;
    for (const stream of ['stdout', 'stderr'] as const) {
      if (this.open[stream] !== '') this.append(stream, [this.open[stream]], true);
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

  private append(stream: StreamName, texts: readonly string[], partial: boolean): void {
    const { kernel, actor, pod, podUid, container, attempt } = this.owner;
    const atUnixUs = kernel.unixUs();
    const kept: string[] = [];
    for (const text of texts) {
      if (this.bytes > LIMITS.logBytes) break;
      this.bytes += text.length + 1;
      if (this.bytes > LIMITS.logBytes)
        kernel.record(actor, 'limit', {
          what: `log bytes of container ${container}`,
          limit: LIMITS.logBytes,
        });
      this.lines.push({ atUnixUs, stream, text, partial });
      kept.push(text);
    }
    if (kept.length === 0) return;
    const text = kept.join('\n') + (partial ? '' : '\n');
    kernel.record(actor, 'log.container', { pod, podUid, container, attempt, stream, text });
    this.tell();
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

function nanoTime(unixUs: number): string {
  return `${formatTime(unixUs).slice(0, -1)}.${String(Math.floor(unixUs % 1_000_000)).padStart(6, '0')}000Z`;
}
