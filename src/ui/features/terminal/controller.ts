import { type TerminalIndex, terminalIndex } from '../../projections/terminal/terminal.ts';
import type { TerminalMoment } from '../../projections/terminal/transcript.ts';
import { isOver } from '../../session/action-place.ts';
import { act, EMPTY_ENTER } from '../../session/actions.ts';
import { hold } from '../../session/hold.ts';
import type { Branch } from '../../session/branch.ts';
import type { Session } from '../../session/session.ts';
import { complete } from './completion/complete.ts';
import { machineAt } from './completion/machine.ts';
import { splitCommands } from './line/commands.ts';
import { type LineKey, readKeys } from './line/keys.ts';
import { EMPTY_LINE, edit, insert } from './line/line.ts';
import { NOT_TYPING, promptPieces, type Typing } from './prompt.ts';
import type { Screen } from './screen/screen.ts';

/** What a terminal sends for Ctrl-C and Ctrl-D. */
export const INTERRUPT = '\x03';
const END_OF_INPUT = '\x04';
/** What is pasted beyond this belongs in a file: every line of it would be an input of the run. */
const MOST_PASTED = 64_000;
const MOST_COMMANDS = 100;

export interface ControllerTexts {
  readonly tooLong: string;
}

/** Takes what is typed, and keeps the screen at the cursor. */
export class Controller {
  private readonly session: Session;
  private readonly screen: Screen;
  private readonly leave: () => void;
  texts: ControllerTexts;
  private typing: Typing = { line: EMPTY_LINE, ...NOT_TYPING };
  private sentFrom: { readonly branch: number | undefined; readonly count: number } | undefined;
  private frame = 0;
  private readonly stops: (() => void)[];

  constructor(session: Session, screen: Screen, texts: ControllerTexts, leave: () => void) {
    this.session = session;
    this.screen = screen;
    this.texts = texts;
    this.leave = leave;
    const later = (): void => this.drawSoon();
    this.stops = [session.cursor.subscribe(later), session.runs.store.subscribe(later)];
    this.draw();
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    if (this.frame !== 0) cancelAnimationFrame(this.frame);
  }

  /** A frame's worth of changes is drawn once. */
  private drawSoon(): void {
    if (this.frame === 0)
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.draw();
      });
  }

  private draw(): void {
    const { index, count, moment, branch } = this.now();
    const { sentFrom } = this;
    if (sentFrom !== undefined) {
      const there = branch?.id !== sentFrom.branch || count !== sentFrom.count;
      const over = branch !== undefined && branch.status !== 'simulating' && this.atEnd(branch);
      if (there || over) this.forgetSent();
    }
    const { pieces, cursor } = promptPieces(this.typing, moment, this.screen.columns);
    this.screen.show({ index, count, pieces, cursor });
  }

  private forgetSent(): void {
    this.sentFrom = undefined;
    this.typing = { ...this.typing, sent: [] };
  }

  private atEnd(branch: Branch): boolean {
    const { seq, level } = this.session.cursor.getState();
    return branch.story.next(seq, level) === undefined;
  }

  /** The terminal at the cursor. */
  private now(): {
    readonly branch: Branch | undefined;
    readonly index: TerminalIndex;
    readonly count: number;
    readonly moment: TerminalMoment;
  } {
    const branch = this.session.runs.active();
    const index = branch === undefined ? NOTHING : terminalIndex(branch.trace);
    const { seq } = this.session.cursor.getState();
    const count = branch === undefined ? 0 : index.countUntil(lastSeqOfMoment(branch, seq));
    return { branch, index, count, moment: index.moment(count) };
  }

  /** Keys, as the terminal sends them. */
  take(data: string): void {
    for (const key of readKeys(data)) this.press(key);
    const { line, before } = this.typing;
    hold(this.session.cursor, 'terminal', before + line.text !== '' || line.search !== undefined);
    this.draw();
  }

  /** The keyboard has gone elsewhere: what was begun stays, and nothing waits for it. */
  left(): void {
    hold(this.session.cursor, 'terminal', false);
  }

  private press(key: LineKey): void {
    const { moment, index, count } = this.now();
    const { line } = this.typing;
    // What is typed where nothing can happen any more stays to be read.
    if (key.kind === 'enter' && this.isOver()) return;
    const offers = this.typing.offers.length > 0;
    this.typing = { ...this.typing, offers: [], notice: undefined };
    if (moment.full && key.kind !== 'interrupt' && key.kind !== 'escape') return;
    switch (key.kind) {
      case 'enter':
        return this.enter(`${this.typing.before}${line.text}\n`, moment);
      case 'paste':
        return this.paste(key.text, moment);
      case 'interrupt':
        return this.interrupt(moment);
      case 'end-of-input':
        if (line.text === '' && moment.running.length > 0) return this.send([END_OF_INPUT]);
        break;
      case 'clear':
        return this.screen.clear();
      case 'complete':
        return this.complete();
      case 'escape':
        if (line.search === undefined && !offers) return this.leave();
        break;
      default:
    }
    this.typing = { ...this.typing, line: edit(line, key, index.history(count)) };
  }

  private isOver(): boolean {
    const { branch } = this.now();
    return branch !== undefined && isOver(branch, this.session.cursor.getState());
  }

  private enter(text: string, moment: TerminalMoment): void {
    // A program takes lines as they are; a shell waits for the end of a command.
    const busy = moment.running.length > 0;
    const { commands, rest } = busy
      ? { commands: [text === '\n' ? EMPTY_ENTER : text.slice(0, -1)], rest: '' }
      : splitCommands(text);
    this.startLine('', rest);
    this.send(commands);
  }

  /** Lines that are whole run in order; the last one stays to be edited. */
  private paste(text: string, moment: TerminalMoment): void {
    const { line, before } = this.typing;
    if (text.length > MOST_PASTED) return this.say(this.texts.tooLong);
    const pasted = insert(line, text);
    if (!text.includes('\n')) {
      this.typing = { ...this.typing, line: pasted };
      return;
    }
    const whole = before + pasted.text;
    const busy = moment.running.length > 0;
    const { commands, rest } = busy ? linesOf(whole) : splitCommands(whole);
    if (commands.length > MOST_COMMANDS) return this.say(this.texts.tooLong);
    const end = rest.lastIndexOf('\n') + 1;
    this.startLine(rest.slice(end), rest.slice(0, end));
    this.send(commands);
  }

  /** A fresh line; what was cut last can still be put back. */
  private startLine(text: string, before: string): void {
    const { cut } = this.typing.line;
    this.typing = { ...this.typing, line: { ...insert(EMPTY_LINE, text), cut }, before };
  }

  private say(notice: string): void {
    this.typing = { ...this.typing, notice };
  }

  private interrupt(moment: TerminalMoment): void {
    this.startLine('', '');
    if (moment.running.length > 0) this.send([INTERRUPT]);
  }

  /** Types lines into the machine at the cursor: the future is made anew from there. */
  private send(lines: readonly string[]): void {
    if (lines.length === 0) return;
    // What was sent before and is not in the records yet stays above it.
    const waiting = this.sentFrom?.count === this.now().count ? this.typing.sent : [];
    if (!act(this.session, ...lines.map((line) => ({ run: line })))) return;
    const [first = ''] = lines;
    const key = first === INTERRUPT || first === END_OF_INPUT;
    // The cursor may have gone on to where the line runs.
    const { branch, count } = this.now();
    this.typing = { ...this.typing, sent: key ? [] : [...waiting, first] };
    this.sentFrom = { branch: branch?.id, count };
  }

  private complete(): void {
    const { before, line } = this.typing;
    const { branch, moment } = this.now();
    if (moment.running.length > 0 || branch === undefined) return;
    const machine = machineAt(
      branch,
      this.session.cursor.getState().seq,
      this.session.files.store.getState().files,
    );
    const { from, words, finished } = complete(before + line.text.slice(0, line.at), machine);
    const start = from - before.length;
    if (start < 0 || words.length === 0) return;
    const typed = line.text.slice(start, line.at);
    const common = commonStart(words);
    const text = words.length === 1 ? common + (finished ? ' ' : '') : common;
    if (text !== typed && text.startsWith(typed)) {
      this.typing = { ...this.typing, line: insert(line, text.slice(typed.length)) };
      if (words.length === 1) return;
    }
    if (words.length > 1) this.typing = { ...this.typing, offers: words };
  }
}

const NOTHING = terminalIndex({ all: () => [] } as never);

/** Output belongs to the step that is shown: everything up to the next step has been printed. */
export function lastSeqOfMoment(branch: Branch, seq: number): number {
  const next = branch.story.next(seq, 2);
  return next === undefined ? Number.POSITIVE_INFINITY : Math.max(seq, next - 1);
}

function linesOf(text: string): { readonly commands: readonly string[]; readonly rest: string } {
  const commands = text.split('\n');
  const rest = commands.pop() ?? '';
  return { commands, rest };
}

function commonStart(words: readonly string[]): string {
  const [first = ''] = words;
  let end = first.length;
  for (const word of words) while (!word.startsWith(first.slice(0, end))) end--;
  return first.slice(0, end);
}
