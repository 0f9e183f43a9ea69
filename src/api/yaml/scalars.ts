import { type Cursor } from './cursor.ts';
import { type Mark, scannerProblem } from './problem.ts';

// Scalars of every style, with the folding rules of YAML 1.1 and the refusals of go-yaml.

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

export interface ScannedScalar {
  readonly value: string;
  readonly style: ScalarStyle;
  readonly start: Mark;
  readonly end: Mark;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  "'": "'",
  '\\': '\\',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
};
const HEX_LENGTHS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function takeEscape(cursor: Cursor, start: Mark): string {
  const letter = cursor.peek(1);
  const length = HEX_LENGTHS[letter];
  const known = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
  if (known === undefined && length === undefined) {
    throw scannerProblem(cursor.mark, 'found unknown escape character', start);
  }
  cursor.skip(2);
  if (length === undefined) return known ?? '';
  const digits = cursor.text.slice(cursor.indexNow, cursor.indexNow + length);
  if (digits.length < length || !/^[0-9a-fA-F]+$/.test(digits)) {
    throw scannerProblem(cursor.mark, 'did not find expected hexdecimal number', start);
  }
  const code = Number.parseInt(digits, 16);
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) {
    throw scannerProblem(cursor.mark, 'found invalid Unicode character escape code', start);
  }
  cursor.skip(length);
  return String.fromCodePoint(code);
}

/** Whitespace between words: kept within a line, folded over lines. */
class Gap {
  private blanks = '';
  private first = '';
  private more = '';
  /** a line break has been passed */
  overLines = false;

  addBlank(char: string): void {
    if (!this.overLines) this.blanks += char;
  }

  addBreak(text: string): void {
    if (this.overLines) {
      this.more += text;
    } else {
      this.blanks = '';
      this.first = text;
      this.overLines = true;
    }
  }

  /** What stands for the gap; empties it. */
  flush(): string {
    let text = this.blanks;
    if (this.overLines) {
      if (this.first === '' || this.first === '\n')
        text = this.more === '' && this.first !== '' ? ' ' : this.more;
      else text = this.first + this.more;
    }
    this.blanks = '';
    this.first = '';
    this.more = '';
    this.overLines = false;
    return text;
  }
}

/** Words of a quoted scalar up to a blank or the closing quote; true when an escaped line break ended them. */
function takeQuotedWords(cursor: Cursor, quote: string, start: Mark, out: string[]): boolean {
  while (!cursor.isBlankOrEnd()) {
    const char = cursor.peek();
    if (char === quote) {
      if (quote !== "'" || cursor.peek(1) !== "'") return false;
      out.push("'");
      cursor.skip(2);
    } else if (quote === '"' && char === '\\' && cursor.isBreak(1)) {
      cursor.skip();
      cursor.takeBreak();
      return true;
    } else {
      out.push(quote === '"' && char === '\\' ? takeEscape(cursor, start) : cursor.take());
    }
  }
  return false;
}

export function scanQuoted(cursor: Cursor): ScannedScalar {
  const start = cursor.mark;
  const quote = cursor.take();
  const out: string[] = [];
  for (;;) {
    if (cursor.atDocumentIndicator())
      throw scannerProblem(cursor.mark, 'found unexpected document indicator', start);
    if (cursor.atEnd) throw scannerProblem(cursor.mark, 'found unexpected end of stream', start);
    const gap = new Gap();
    if (takeQuotedWords(cursor, quote, start, out)) gap.overLines = true;
    if (cursor.peek() === quote) break;
    while (cursor.isBlank() || cursor.isBreak()) {
      if (cursor.isBlank()) gap.addBlank(cursor.take());
      else gap.addBreak(cursor.takeBreak());
    }
    out.push(gap.flush());
  }
  cursor.skip();
  return { value: out.join(''), style: quote === "'" ? 'single' : 'double', start, end: cursor.mark };
}

function endsPlain(cursor: Cursor, inFlow: boolean): boolean {
  const char = cursor.peek();
  if (char === ':' && cursor.isBlankOrEnd(1)) return true;
  return inFlow && char !== '' && ',?[]{}'.includes(char);
}

/** `indent` = the least column of continuation lines. Also says whether it ended after a line break. */
export function scanPlain(
  cursor: Cursor,
  indent: number,
  inFlow: boolean,
): ScannedScalar & { readonly endedOverLines: boolean } {
  const start = cursor.mark;
  let end = start;
  const out: string[] = [];
  const gap = new Gap();
  for (;;) {
    if (cursor.atDocumentIndicator() || cursor.peek() === '#') break;
    while (!cursor.isBlankOrEnd() && !endsPlain(cursor, inFlow)) {
      out.push(gap.flush(), cursor.take());
      end = cursor.mark;
    }
    if (!cursor.isBlank() && !cursor.isBreak()) break;
    while (cursor.isBlank() || cursor.isBreak()) {
      if (cursor.isBreak()) {
        gap.addBreak(cursor.takeBreak());
      } else {
        if (gap.overLines && cursor.columnNow < indent && cursor.peek() === '\t') {
          throw scannerProblem(cursor.mark, 'found a tab character that violates indentation', start);
        }
        gap.addBlank(cursor.take());
      }
    }
    if (!inFlow && cursor.columnNow < indent) break;
  }
  return { value: out.join(''), style: 'plain', start, end, endedOverLines: gap.overLines };
}

interface BlockHeader {
  /** -1 strip, 0 clip, 1 keep */
  readonly chomping: number;
  readonly increment: number;
}

function takeBlockHeader(cursor: Cursor, start: Mark): BlockHeader {
  let chomping = 0;
  let increment = 0;
  for (let i = 0; i < 2; i++) {
    const char = cursor.peek();
    if ((char === '+' || char === '-') && chomping === 0) {
      chomping = char === '+' ? 1 : -1;
      cursor.skip();
    } else if (/^[0-9]$/.test(char) && increment === 0) {
      if (char === '0') throw scannerProblem(cursor.mark, 'found an indentation indicator equal to 0', start);
      increment = Number(char);
      cursor.skip();
    }
  }
  cursor.skipBlanksAndComment();
  if (!cursor.isBreakOrEnd()) {
    throw scannerProblem(cursor.mark, 'did not find expected comment or line break', start);
  }
  if (cursor.isBreak()) cursor.takeBreak();
  return { chomping, increment };
}

/** Passes indentation and empty lines; a zero indent is found out here. */
function takeBlockBreaks(
  cursor: Cursor,
  indent: number,
  parentIndent: number,
  start: Mark,
): { readonly indent: number; readonly breaks: string } {
  let breaks = '';
  let deepest = 0;
  for (;;) {
    while ((indent === 0 || cursor.columnNow < indent) && cursor.peek() === ' ') cursor.skip();
    deepest = Math.max(deepest, cursor.columnNow);
    if ((indent === 0 || cursor.columnNow < indent) && cursor.peek() === '\t') {
      throw scannerProblem(
        cursor.mark,
        'found a tab character where an indentation space is expected',
        start,
      );
    }
    if (!cursor.isBreak()) break;
    breaks += cursor.takeBreak();
  }
  return { indent: indent === 0 ? Math.max(deepest, parentIndent + 1, 1) : indent, breaks };
}

/** `|` and `>`; `parentIndent` = the indentation the scalar must exceed, -1 at the top. */
export function scanBlock(cursor: Cursor, parentIndent: number): ScannedScalar {
  const start = cursor.mark;
  const literal = cursor.take() === '|';
  const { chomping, increment } = takeBlockHeader(cursor, start);
  let end = cursor.mark;
  const given = increment === 0 ? 0 : increment + Math.max(parentIndent, 0);
  let { indent, breaks } = takeBlockBreaks(cursor, given, parentIndent, start);
  const out: string[] = [];
  let leadingBreak = '';
  let lastBlank = false;
  while (cursor.columnNow === indent && !cursor.atEnd) {
    const blank = cursor.isBlank();
    const folds = !literal && !lastBlank && !blank && leadingBreak === '\n';
    if (folds) out.push(breaks === '' ? ' ' : '');
    else out.push(leadingBreak);
    out.push(breaks);
    lastBlank = blank;
    while (!cursor.isBreakOrEnd()) out.push(cursor.take());
    leadingBreak = cursor.isBreak() ? cursor.takeBreak() : '';
    end = cursor.mark;
    ({ indent, breaks } = takeBlockBreaks(cursor, indent, parentIndent, start));
  }
  if (chomping !== -1) out.push(leadingBreak);
  if (chomping === 1) out.push(breaks);
  return { value: out.join(''), style: literal ? 'literal' : 'folded', start, end };
}
