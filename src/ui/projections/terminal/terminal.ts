import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import { followed } from '../follow.ts';
import { START, type TerminalMoment, type TerminalRecord, follow } from './transcript.ts';

/** One command of the terminal, with what it had printed by the cursor. */
export interface TerminalEntry {
  readonly index: number;
  /** The record that began it. */
  readonly seq: number;
  readonly at: number;
  readonly line: string;
  readonly output: readonly { readonly stream: 'stdout' | 'stderr'; readonly text: string }[];
  /** Absent while it runs. */
  readonly exit?: number | 'interrupted';
}

function isOwn(record: TraceRecord): record is TerminalRecord {
  return (
    record.kind === 'input.command' || record.kind === 'command.output' || record.kind === 'command.exit'
  );
}

/** The terminal's records, gathered as the trace grows. Positions count them: after `n` of them, the terminal is so. */
export class TerminalIndex {
  private readonly records: TerminalRecord[] = [];
  private readonly moments: TerminalMoment[] = [];
  private readonly commands = new Map<number, RecordOf<'input.command'>>();

  add(record: TraceRecord): void {
    if (record.at < 0 || !isOwn(record)) return;
    if (record.kind === 'input.command') this.commands.set(record.data.index, record);
    // What the cluster was prepared with is not the learner's.
    else if (!this.commands.has(record.data.command)) return;
    const line = record.kind === 'input.command' ? lineOf(record) : '';
    this.moments.push(follow(this.moments.at(-1) ?? START, record, line));
    this.records.push(record);
  }

  /** What had been typed and printed after record `seq`, command by command. */
  at(seq: number): readonly TerminalEntry[] {
    const entries = new Map<
      number,
      {
        index: number;
        seq: number;
        at: number;
        line: string;
        output: { stream: 'stdout' | 'stderr'; text: string }[];
        exit?: number | 'interrupted';
      }
    >();
    for (const record of this.records) {
      if (record.seq > seq) break;
      if (record.kind === 'input.command') {
        const { index } = record.data;
        entries.set(index, { index, seq: record.seq, at: record.at, line: lineOf(record), output: [] });
        continue;
      }
      const entry = entries.get(record.data.command);
      if (entry === undefined) continue;
      if (record.kind === 'command.exit') entry.exit = record.data.exit;
      else entry.output.push(record.data);
    }
    return [...entries.values()];
  }

  /** How many records of the terminal there are up to `seq`: changes when the terminal does. */
  countUntil(seq: number): number {
    let low = 0;
    let high = this.records.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.records[middle] as TerminalRecord).seq <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** When the last of its records happened. */
  get lastAt(): number {
    return this.records.at(-1)?.at ?? 0;
  }

  /**
   * When everything typed from one moment on and before another had ended; undefined while some of it runs or none
   * is known. Virtual µs.
   */
  ended(from: number, before: number): number | undefined {
    const ends = new Map<number, number>();
    for (const { at, kind, data } of this.records) if (kind === 'command.exit') ends.set(data.command, at);
    const own = [...this.commands.values()].filter(({ at }) => at >= from && at < before);
    if (own.some(({ data }) => !ends.has(data.index))) return undefined;
    return own.length === 0 ? undefined : Math.max(...own.map(({ data }) => ends.get(data.index) ?? 0));
  }

  /** The terminal after `count` of its records. */
  moment(count: number): TerminalMoment {
    return this.moments[count - 1] ?? START;
  }

  /** What the records from one position to another add to the screen. */
  text(from: number, to: number): string {
    let text = '';
    for (let at = from; at < to; at++) text += this.moments[at]?.text ?? '';
    return text;
  }

  /** The lines typed by a position, oldest first, each once in a row. */
  history(count: number): readonly string[] {
    const lines: string[] = [];
    for (const record of this.records.slice(0, count)) {
      if (record.kind !== 'input.command') continue;
      const line = lineOf(record);
      if (lines.at(-1) !== line) lines.push(line);
    }
    return lines;
  }

  /** Every command of the run, as it was typed, and what it was given to read. Virtual µs. */
  typed(): readonly {
    readonly seq: number;
    readonly at: number;
    readonly line: string;
    readonly stdin?: string;
  }[] {
    return [...this.commands.values()].map((record) => {
      const { stdin } = record.data;
      const { seq, at } = record;
      return { seq, at, line: lineOf(record), ...(stdin === undefined ? {} : { stdin }) };
    });
  }

  /** A command by its number. */
  command(index: number): { readonly at: number; readonly line: string } | undefined {
    const record = this.commands.get(index);
    return record === undefined ? undefined : { at: record.at, line: lineOf(record) };
  }
}

/** The terminal's records of a trace. */
export const terminalIndex = followed(() => new TerminalIndex());

/** The command line as somebody would have typed it. */
export function lineOf({ data }: RecordOf<'input.command'>): string {
  if (data.line !== undefined) return data.line;
  const words = data.argv[0] === 'kubectl' ? data.argv : ['kubectl', ...data.argv];
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
