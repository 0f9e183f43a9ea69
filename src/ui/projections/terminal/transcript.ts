import type { RecordOf } from '../../../trace/record.ts';

/** A record of the terminal. */
export type TerminalRecord =
  | RecordOf<'input.command'>
  | RecordOf<'command.output'>
  | RecordOf<'command.exit'>;

/** What the terminal has come to after one of its records. */
export interface TerminalMoment {
  readonly seq: number;
  /** What the record adds to the screen: text with the control sequences of a terminal. */
  readonly text: string;
  /** What stands on the last line, behind which a prompt goes; without control sequences. */
  readonly tail: string;
  /** The commands that have not ended. */
  readonly running: readonly number[];
  /** Whether a program has the whole screen to itself (`watch`). */
  readonly full: boolean;
  /** Whether the last command to end failed. */
  readonly failed: boolean;
}

export const START: TerminalMoment = {
  seq: -1,
  text: '',
  tail: '',
  running: [],
  full: false,
  failed: false,
};

const ENTER_FULL = '\x1b[?1049h';
const LEAVE_FULL = '\x1b[?1049l';
/** Says, unseen, that command N begins on this line. */
export const COMMAND_MARK = 7747;
/** A line without an end that is longer than this is ended before a prompt. */
const LONGEST_TAIL = 2_000;

// oxlint-disable-next-line no-control-regex -- control sequences are what is looked for
const CONTROL = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])/g;
/** What leaves nothing of the line before it, but for a line's end. */
// oxlint-disable-next-line no-control-regex -- as above
const NEW_LINE = /\x1b\[H|\x1b\[2J|\x1bc/;

/** The sign before a command line. Red after a failure, as many prompts are. */
export function promptText(failed: boolean): string {
  return failed ? '\x1b[31m$\x1b[0m ' : '\x1b[90m$\x1b[0m ';
}

/** The terminal after one more record. `line` is the command as it was typed. Pure. */
export function follow(before: TerminalMoment, record: TerminalRecord, line: string): TerminalMoment {
  const { seq } = record;
  switch (record.kind) {
    case 'input.command': {
      const fresh = before.tail === '' ? '' : '\r\n';
      const mark = `\x1b]${COMMAND_MARK};${record.data.index}\x07`;
      const typed = `\x1b[97;1m${line.replaceAll('\n', '\r\n\x1b[0;90m>\x1b[0m \x1b[97;1m')}\x1b[0m`;
      return {
        ...before,
        seq,
        text: `${fresh}${mark}${promptText(before.failed)}${typed}\r\n`,
        tail: '',
        running: [...before.running, record.data.index],
      };
    }
    case 'command.output': {
      const { text } = record.data;
      const full = text.includes(ENTER_FULL) || (before.full && !text.includes(LEAVE_FULL));
      const tail = full ? before.tail : tailOf(before.tail, text);
      const long = tail.length > LONGEST_TAIL;
      return { ...before, seq, full, text: long ? `${text}\r\n` : text, tail: long ? '' : tail };
    }
    case 'command.exit': {
      const { command, exit } = record.data;
      const left = before.full ? LEAVE_FULL : '';
      const stopped = exit === 'interrupted' ? '\x1b[90m^C\x1b[0m\r\n' : '';
      return {
        seq,
        full: false,
        text: left + stopped,
        tail: stopped === '' ? before.tail : '',
        running: before.running.filter((index) => index !== command),
        failed: exit !== 0 && exit !== 'interrupted',
      };
    }
  }
}

/** The last line after a text has been printed behind it. */
function tailOf(before: string, text: string): string {
  const lineEnd = text.lastIndexOf('\n');
  const last = (lineEnd < 0 ? before + text : text.slice(lineEnd + 1)).split(NEW_LINE).at(-1) ?? '';
  return (
    last
      .split('\r')
      .filter((part) => part !== '')
      .at(-1) ?? ''
  ).replaceAll(CONTROL, '');
}

/** Switches between the lines and a screen of a program's own: between the two, lines are places. */
const FULL = '\x1b[?1049';

/** The end of a text, from the start of a line: what is left of it on a terminal that holds so many lines. */
export function lastLines(text: string, lines: number): string {
  if (text.length < lines || text.includes(FULL)) return text;
  let start = text.length;
  for (let left = lines; left >= 0 && start > 0; left--) start = text.lastIndexOf('\n', start - 1);
  return start <= 0 ? text : `\x1b[0m${text.slice(start + 1)}`;
}
