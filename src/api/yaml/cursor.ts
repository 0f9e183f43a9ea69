import type { Mark } from './problem.ts';

/** A text being read. `peek` gives '' at the end. */
export class Cursor {
  readonly text: string;
  private index = 0;
  private line = 0;
  private column = 0;

  constructor(text: string) {
    this.text = text;
  }

  get mark(): Mark {
    return { index: this.index, line: this.line, column: this.column };
  }

  get lineNow(): number {
    return this.line;
  }

  get columnNow(): number {
    return this.column;
  }

  get indexNow(): number {
    return this.index;
  }

  get atEnd(): boolean {
    return this.index >= this.text.length;
  }

  peek(offset = 0): string {
    return this.text[this.index + offset] ?? '';
  }

  /** Passes one character (both halves of a surrogate pair). */
  skip(count = 1): void {
    for (let i = 0; i < count; i++) {
      this.index += (this.text.codePointAt(this.index) ?? 0) > 0xffff ? 2 : 1;
      this.column += 1;
    }
  }

  /** Reads one character. */
  take(): string {
    const from = this.index;
    this.skip();
    return this.text.slice(from, this.index);
  }

  /** Passes a line break and gives what it stands for: `\n`, or the separator itself. */
  takeBreak(): string {
    const char = this.peek();
    this.index += char === '\r' && this.peek(1) === '\n' ? 2 : 1;
    this.line += 1;
    this.column = 0;
    return char === '\u2028' || char === '\u2029' ? char : '\n';
  }

  /** The end of the stream counts as the start of a new line. */
  forceNewLine(): void {
    if (this.column === 0) return;
    this.column = 0;
    this.line += 1;
  }

  isBreak(offset = 0): boolean {
    const char = this.peek(offset);
    return char === '\n' || char === '\r' || char === '\u0085' || char === '\u2028' || char === '\u2029';
  }

  isBlank(offset = 0): boolean {
    const char = this.peek(offset);
    return char === ' ' || char === '\t';
  }

  isBreakOrEnd(offset = 0): boolean {
    return this.peek(offset) === '' || this.isBreak(offset);
  }

  isBlankOrEnd(offset = 0): boolean {
    return this.isBlank(offset) || this.isBreakOrEnd(offset);
  }

  /** `---` or `...` at the start of a line. */
  atDocumentIndicator(): boolean {
    if (this.column !== 0) return false;
    const three = this.text.slice(this.index, this.index + 3);
    return (three === '---' || three === '...') && this.isBlankOrEnd(3);
  }

  /** Passes the rest of a line that may hold only blanks and a comment. */
  skipBlanksAndComment(): void {
    while (this.isBlank()) this.skip();
    if (this.peek() === '#') while (!this.isBreakOrEnd()) this.skip();
  }
}

export function isWordCharacter(char: string): boolean {
  return /^[0-9A-Za-z_-]$/.test(char);
}
