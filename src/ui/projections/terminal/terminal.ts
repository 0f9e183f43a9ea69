import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import { followed } from '../follow.ts';

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

type Own = RecordOf<'input.command'> | RecordOf<'command.output'> | RecordOf<'command.exit'>;

function isOwn(record: TraceRecord): record is Own {
  return (
    record.kind === 'input.command' || record.kind === 'command.output' || record.kind === 'command.exit'
  );
}

/** The terminal's records, gathered as the trace grows. */
export class TerminalIndex {
  private readonly records: Own[] = [];

  add(record: TraceRecord): void {
    if (record.at >= 0 && isOwn(record)) this.records.push(record);
  }

  /** What had been typed and printed after record `seq`. */
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
      else if (record.data.text.includes(CLEAR_ALL)) entries.clear();
      else print(entry.output, record.data);
    }
    return [...entries.values()];
  }

  /** How many records of the terminal there are up to `seq`: changes when the terminal does. */
  countUntil(seq: number): number {
    let low = 0;
    let high = this.records.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.records[middle] as Own).seq <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Adds a text; `watch` empties the screen before each round. */
function print(
  output: { stream: 'stdout' | 'stderr'; text: string }[],
  { stream, text }: { readonly stream: 'stdout' | 'stderr'; readonly text: string },
): void {
  const cleared = text.lastIndexOf(CLEAR_SCREEN);
  if (cleared >= 0) output.length = 0;
  output.push({ stream, text: cleared < 0 ? text : text.slice(cleared + CLEAR_SCREEN.length) });
}

/** What `watch` and `clear` print to empty the screen, and the lines that had left it. */
const CLEAR_SCREEN = '\x1b[H\x1b[2J';
const CLEAR_ALL = `${CLEAR_SCREEN}\x1b[3J`;

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
