import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { type IMarker, Terminal } from '@xterm/xterm';
import type { TerminalIndex } from '../../../projections/terminal/terminal.ts';
import { COMMAND_MARK, lastLines } from '../../../projections/terminal/transcript.ts';
import { PASTE_END, PASTE_START } from '../line/keys.ts';
import { layOut, type Piece } from './region.ts';
import { terminalFont, terminalTheme } from './theme.ts';

/** What the screen shows: the terminal at a position, and below it the lines being typed. */
export interface View {
  readonly index: TerminalIndex;
  readonly count: number;
  readonly pieces: readonly Piece[];
  /** Where the cursor is in the pieces; undefined when nothing can be typed. */
  readonly cursor: number | undefined;
}

export interface ScreenEvents {
  /** Keys and pasted text, as a terminal sends them. */
  readonly onData: (data: string) => void;
  /** What stands at the end of a command's line. */
  readonly note: (command: number) => string;
  /** The command whose output is at the top while its line is out of sight. */
  readonly onTop: (command: number | undefined) => void;
}

const BRACKETED_PASTE = '\x1b[?2004h';
const ERASE_ALL = '\x1bc';
const SCROLLBACK = 5_000;
/** Bytes of the past that are drawn anew when the cursor moves back: more than the scrollback holds. */
const MOST_TEXT = 400_000;
/** Characters written at a time. */
const PIECE = 8_192;
const NOTE_COLUMNS = 14;
const FONT_PX = 12.5;

/** A terminal's screen. It is told what to show and draws what has changed. */
export class Screen {
  private readonly terminal: Terminal;
  private readonly fit = new FitAddon();
  private readonly host: HTMLElement;
  private readonly events: ScreenEvents;
  private readonly stops: (() => void)[] = [];
  private marks: { readonly command: number; readonly marker: IMarker }[] = [];
  private view: View | undefined;
  /** What is drawn: the transcript up to a position, and how far below its region's top the cursor is. */
  private drawn: { index: TerminalIndex; count: number; row: number } | undefined;
  /** Records before this position were cleared away. */
  private from = 0;

  constructor(host: HTMLElement, events: ScreenEvents) {
    this.host = host;
    this.events = events;
    this.terminal = new Terminal({
      allowProposedApi: true,
      convertEol: true,
      cursorStyle: 'block',
      cursorInactiveStyle: 'outline',
      fontFamily: terminalFont(host),
      fontSize: FONT_PX,
      fontWeight: 450,
      fontWeightBold: 620,
      lineHeight: 1.3,
      macOptionIsMeta: true,
      minimumContrastRatio: 4.5,
      screenReaderMode: true,
      scrollback: SCROLLBACK,
      theme: terminalTheme(host),
    });
    this.terminal.loadAddon(this.fit);
    this.terminal.open(host);
    this.terminal.attachCustomKeyEventHandler((event) => this.takesKey(event));
    this.terminal.onData(events.onData);
    this.terminal.onScroll(() => this.reportTop());
    this.terminal.onWriteParsed(() => this.reportTop());
    this.terminal.parser.registerOscHandler(COMMAND_MARK, (data) => this.mark(Number(data)));
    this.listen();
  }

  private listen(): void {
    const { host, stops } = this;
    const input = this.terminal.textarea;
    input?.setAttribute('data-autofocus', '');
    if (input !== undefined) stops.push(takeInsertions(input, this.events.onData));
    const resize = new ResizeObserver(() => this.resize());
    resize.observe(host);
    const theme = new MutationObserver(() => {
      this.terminal.options.theme = terminalTheme(host);
    });
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    let open = true;
    const loaded = async (): Promise<void> => {
      await document.fonts.ready;
      if (open) this.remeasure();
    };
    void loaded();
    stops.push(
      () => resize.disconnect(),
      () => theme.disconnect(),
      () => (open = false),
      () => this.terminal.dispose(),
    );
  }

  dispose(): void {
    for (const stop of this.stops) stop();
  }

  get columns(): number {
    return this.terminal.cols;
  }

  focus(): void {
    this.terminal.focus();
  }

  /** What the field that takes the keys is called, and the element that describes it. */
  name(label: string, description: string): void {
    this.terminal.textarea?.setAttribute('aria-label', label);
    this.terminal.textarea?.setAttribute('aria-describedby', description);
  }

  /** Clears what is there now; it is there again when the cursor moves back before it. */
  clear(): void {
    this.from = this.view?.count ?? 0;
    this.redraw();
  }

  /** Shows a view: adds to what is there where it can. */
  show(view: View): void {
    const before = this.view;
    this.view = view;
    const { drawn } = this;
    const grown = drawn !== undefined && drawn.index === view.index && view.count >= drawn.count;
    if (view.count < this.from || before?.index !== view.index) this.from = 0;
    if (!grown) return this.redraw();
    const { tail, full } = view.index.moment(drawn.count);
    const added = view.index.text(drawn.count, view.count);
    // What pushes everything else off the terminal is drawn without it.
    if (!full && this.held(added) !== added) return this.redraw();
    if (full) return this.write(added, view, 'tail');
    const top = up(drawn.row);
    if (added === '') this.write(top, view, 'region');
    else this.write(`${top}\x1b[J${tail}${added}`, view, 'tail');
  }

  private redraw(): void {
    const { view } = this;
    if (view === undefined) return;
    for (const { marker } of this.marks) marker.dispose();
    this.marks = [];
    let from = view.count;
    for (let left = MOST_TEXT; from > this.from && left > 0; from--)
      left -= view.index.text(from - 1, from).length;
    const text = this.held(view.index.text(from, view.count));
    this.write(ERASE_ALL + BRACKETED_PASTE + text, view, 'tail');
  }

  private held(text: string): string {
    return lastLines(text, SCROLLBACK + this.terminal.rows);
  }

  /** In pieces: between two of them the terminal lets the page go on. */
  private send(text: string): void {
    for (let at = 0; at < text.length; at += PIECE) this.terminal.write(text.slice(at, at + PIECE));
  }

  /** Writes a text and the region behind it. `at`: where the text leaves the cursor. */
  private write(text: string, view: View, at: 'tail' | 'region'): void {
    const { columns, most } = this.size();
    const { tail, full } = view.index.moment(view.count);
    const cursor = view.cursor === undefined ? '\x1b[?25l' : '\x1b[?25h';
    if (full) {
      this.drawn = { index: view.index, count: view.count, row: 0 };
      return this.send(`${text}\x1b[?25l`);
    }
    const pieces = tail === '' ? view.pieces : [{ text: tail }, ...view.pieces];
    const place = tail.length + (view.cursor ?? Number.POSITIVE_INFINITY);
    const region = layOut(pieces, place, { columns, most });
    const tailRows = tail === '' ? 1 : layOut([{ text: tail }], 0, { columns, most }).rows.length;
    const above = at === 'tail' ? up(tailRows - 1) : '';
    const back = up(region.rows.length - 1 - region.row, '') + right(region.column);
    this.drawn = { index: view.index, count: view.count, row: region.row };
    this.send(`${text}${above}\x1b[J${region.rows.join('\r\n')}${back}${cursor}`);
  }

  private size(): { readonly columns: number; readonly most: number } {
    return { columns: this.terminal.cols, most: Math.max(1, this.terminal.rows - 1) };
  }

  private resize(): void {
    const wanted = this.fit.proposeDimensions();
    if (wanted === undefined || !(wanted.cols > 1) || !(wanted.rows > 0)) return;
    if (wanted.cols === this.terminal.cols && wanted.rows === this.terminal.rows) return;
    this.terminal.resize(wanted.cols, wanted.rows);
    this.redraw();
  }

  /** The face has come: letters have another width. */
  private remeasure(): void {
    this.terminal.options.fontFamily = 'monospace';
    this.terminal.options.fontFamily = terminalFont(this.host);
    this.resize();
  }

  /** Which keys are the terminal's. The others are the browser's or the page's. */
  private takesKey(event: KeyboardEvent): boolean {
    if (event.type !== 'keydown') return true;
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const letter = key.toLowerCase();
    if (/^F\d+$/.test(key) || (key === 'Tab' && (shiftKey || ctrlKey || altKey))) return false;
    if ((ctrlKey || metaKey) && key === 'Enter') return false;
    if (ctrlKey && letter === 'v') return false;
    if (ctrlKey && letter === 'c' && (shiftKey || this.terminal.hasSelection())) {
      if (shiftKey) event.preventDefault();
      void navigator.clipboard?.writeText(this.terminal.getSelection()).catch(() => undefined);
      if (!shiftKey) this.terminal.clearSelection();
      return false;
    }
    return true;
  }

  private mark(command: number): boolean {
    if (!Number.isInteger(command)) return true;
    const marker = this.terminal.registerMarker(0);
    this.marks.push({ command, marker });
    const decoration = this.terminal.registerDecoration({
      marker,
      anchor: 'right',
      x: 1,
      width: NOTE_COLUMNS,
    });
    decoration?.onRender((element) => {
      element.dataset['note'] = this.hasRoomForNote(marker.line) ? this.events.note(command) : '';
    });
    return true;
  }

  /** Whether a line leaves the columns at its end to the note. */
  private hasRoomForNote(row: number): boolean {
    const line = this.terminal.buffer.active.getLine(row);
    const { cols } = this.terminal;
    for (let column = cols - NOTE_COLUMNS; column < cols; column++)
      if ((line?.getCell(column)?.getChars() ?? '').trim() !== '') return false;
    return true;
  }

  private reportTop(): void {
    const { viewportY, type } = this.terminal.buffer.active;
    let top: number | undefined;
    let line = -1;
    for (const { command, marker } of this.marks) {
      if (marker.isDisposed || marker.line > viewportY || marker.line < line) continue;
      top = marker.line === viewportY ? undefined : command;
      line = marker.line;
    }
    this.events.onTop(type === 'alternate' ? undefined : top);
  }
}

/** Text that comes into the field without a key (dictation, assistive tools) is pasted text. Answers how to stop. */
function takeInsertions(input: HTMLTextAreaElement, onData: (data: string) => void): () => void {
  let keys = 0;
  const down = (): void => void (keys = 1);
  const up = (): void => void (keys = 0);
  const inserted = (event: Event): void => {
    if (keys > 0 || (event instanceof InputEvent && event.isComposing) || input.value === '') return;
    const data = event instanceof InputEvent ? event.data : null;
    const text = data === null || input.value.includes('\n') ? input.value : data;
    input.value = '';
    onData(`${PASTE_START}${text}${PASTE_END}`);
  };
  input.addEventListener('keydown', down);
  input.addEventListener('keyup', up);
  input.addEventListener('blur', up);
  input.addEventListener('input', inserted);
  return () => {
    input.removeEventListener('keydown', down);
    input.removeEventListener('keyup', up);
    input.removeEventListener('blur', up);
    input.removeEventListener('input', inserted);
  };
}

/** Up so many rows, to the first column. */
function up(rows: number, then = '\r'): string {
  return rows > 0 ? `\x1b[${rows}A${then}` : then;
}

function right(columns: number): string {
  return columns > 0 ? `\r\x1b[${columns}C` : '\r';
}
