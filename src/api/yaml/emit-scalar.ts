import { resolvePlain } from './resolve.ts';

// How a text is written as YAML. Models go-yaml v2's encoder and emitter: plain where it reads back as
// text, quoted where not, `|` for text of several lines, folded at the first blank past column 80.

const BEST_WIDTH = 80;
const BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
// Tabs count as special: a text with one is double-quoted.
const SPECIAL = /[^\n\x20-\x7e\u0085\u00a0-\ud7ff\ud800-\udfff\ue000-\ufefe\uff00-\ufffd]/;
const FIRST_INDICATORS = '#,[]{}&*!|>\'"%@`';

export type EmitStyle = 'plain' | 'single' | 'double' | 'literal';

interface Analysis {
  readonly multiline: boolean;
  readonly plainAllowed: boolean;
  readonly singleAllowed: boolean;
  readonly blockAllowed: boolean;
}

function hasIndicators(text: string): boolean {
  if (/^(---|\.\.\.)/.test(text) || FIRST_INDICATORS.includes(text[0] ?? ' ')) return true;
  return /^[-?:](\s|$)|:(\s|$)|\s#/.test(text);
}

function analyse(text: string): Analysis {
  if (text === '') return { multiline: false, plainAllowed: true, singleAllowed: true, blockAllowed: false };
  const multiline = /[\r\n\u0085\u2028\u2029]/.test(text);
  const special = SPECIAL.test(text) || / [\r\n\u0085\u2028\u2029]/.test(text);
  const breakThenSpace = /[\r\n\u0085\u2028\u2029] /.test(text);
  const edges = /^[ \r\n]|[ \r\n]$/.test(text);
  return {
    multiline,
    plainAllowed: !edges && !breakThenSpace && !special && !multiline && !hasIndicators(text),
    singleAllowed: !breakThenSpace && !special,
    blockAllowed: !special && !text.endsWith(' '),
  };
}

/** The style go-yaml gives a string. `asKey`: mapping keys stay on one line. */
export function styleOf(text: string, asKey: boolean): EmitStyle {
  const analysis = analyse(text);
  if (text.includes('\n')) return analysis.blockAllowed && !asKey ? 'literal' : 'double';
  const readsAsText = resolvePlain(text).tag === '!!str' && !BASE_60.test(text);
  if (!readsAsText || (analysis.multiline && asKey)) return 'double';
  if (analysis.plainAllowed && !(text === '' && asKey)) return 'plain';
  return analysis.singleAllowed ? 'single' : 'double';
}

/** Where a scalar is written: the column it starts at and the indentation of its further lines. */
export interface Place {
  readonly column: number;
  readonly indent: number;
  readonly asKey: boolean;
}

/** Writes runs of characters, breaking at blanks past the best width. */
class Line {
  private readonly out: string[] = [];
  private column: number;
  private readonly place: Place;

  constructor(place: Place) {
    this.place = place;
    this.column = place.column;
  }

  get pastWidth(): boolean {
    return !this.place.asKey && this.column > BEST_WIDTH;
  }

  write(text: string): void {
    this.out.push(text);
    this.column += text.length;
  }

  breakLine(): void {
    this.out.push(`\n${' '.repeat(this.place.indent)}`);
    this.column = this.place.indent;
  }

  toString(): string {
    return this.out.join('');
  }
}

function writePlain(text: string, place: Place): string {
  const line = new Line(place);
  let spaces = false;
  const runes = Array.from(text);
  for (const [i, rune] of runes.entries()) {
    if (rune === ' ' && !spaces && line.pastWidth && runes[i + 1] !== ' ') line.breakLine();
    else line.write(rune);
    spaces = rune === ' ';
  }
  return line.toString();
}

function writeSingle(text: string, place: Place): string {
  const line = new Line({ ...place, column: place.column + 1 });
  let spaces = false;
  const runes = Array.from(text);
  for (const [i, rune] of runes.entries()) {
    const inside = i > 0 && i < runes.length - 1;
    if (rune === ' ' && !spaces && line.pastWidth && inside && runes[i + 1] !== ' ') line.breakLine();
    else line.write(rune === "'" ? "''" : rune);
    spaces = rune === ' ';
  }
  return `'${line.toString()}'`;
}

const DOUBLE_ESCAPES: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\x1b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
  '\u0085': '\\N',
  '\u00a0': '\\_',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

function escapeRune(rune: string): string | undefined {
  if (Object.hasOwn(DOUBLE_ESCAPES, rune) && rune !== '\u00a0') return DOUBLE_ESCAPES[rune];
  if (!SPECIAL.test(rune)) return undefined;
  const code = rune.codePointAt(0) ?? 0;
  const hex = (width: number): string => code.toString(16).toUpperCase().padStart(width, '0');
  if (code <= 0xff) return `\\x${hex(2)}`;
  return code <= 0xffff ? `\\u${hex(4)}` : `\\U${hex(8)}`;
}

function writeDouble(text: string, place: Place): string {
  const line = new Line({ ...place, column: place.column + 1 });
  let spaces = false;
  const runes = Array.from(text);
  for (const [i, rune] of runes.entries()) {
    const escaped = escapeRune(rune);
    if (escaped !== undefined) {
      line.write(escaped);
      spaces = false;
    } else if (rune === ' ') {
      if (!spaces && line.pastWidth && i > 0 && i < runes.length - 1) {
        line.breakLine();
        if (runes[i + 1] === ' ') line.write('\\');
      } else {
        line.write(' ');
      }
      spaces = true;
    } else {
      line.write(rune);
      spaces = false;
    }
  }
  return `"${line.toString()}"`;
}

function blockHints(text: string): string {
  const indentation = /^[ \n]/.test(text) ? '2' : '';
  if (!text.endsWith('\n')) return `${indentation}-`;
  return text === '\n' || text.endsWith('\n\n') ? `${indentation}+` : indentation;
}

function writeLiteral(text: string, place: Place): string {
  const pad = ' '.repeat(place.indent);
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return `|${blockHints(text)}\n${lines.map((line) => (line === '' ? '' : pad + line)).join('\n')}`;
}

/** A string as YAML, without a line break at its end. */
export function emitString(text: string, place: Place): string {
  switch (styleOf(text, place.asKey)) {
    case 'plain':
      return writePlain(text, place);
    case 'single':
      return writeSingle(text, place);
    case 'double':
      return writeDouble(text, place);
    case 'literal':
      return writeLiteral(text, place);
  }
}
