import { goQuote } from './go-text.ts';

// What Go's encoding/json says of a text that is no JSON. Models encoding/json/scanner.go.

const END = 'unexpected end of JSON input';
const BLANK = /[ \t\r\n]*/y;
const LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };

class Problem extends Error {}

/** Why the text is not one JSON value; undefined when it is. */
export function jsonError(text: string): string | undefined {
  try {
    const scanner = new Scanner(text);
    scanner.value();
    scanner.end();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/** Deeper than this encoding/json does not read. */
const MAX_DEPTH = 10_000;

class Scanner {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** One value; what is open is kept in a list, as deep texts would outgrow the stack. */
  value(): void {
    const open: ('{' | '[')[] = [];
    for (;;) {
      const began = this.begin();
      if (began !== undefined) {
        open.push(began);
        if (open.length > MAX_DEPTH) throw new Problem('exceeded max depth');
        if (!this.taken(began === '{' ? '}' : ']')) {
          if (began === '{') this.key();
          continue;
        }
        open.pop();
      }
      if (!this.goesOn(open)) return;
    }
  }

  end(): void {
    this.blanks();
    if (this.at < this.text.length) this.fail('after top-level value');
  }

  /** After a value: closes what ends here. Whether another value follows. */
  private goesOn(open: ('{' | '[')[]): boolean {
    for (;;) {
      const inside = open.at(-1);
      if (inside === undefined) return false;
      if (this.taken(',')) {
        if (inside === '{') this.key();
        return true;
      }
      if (!this.taken(inside === '{' ? '}' : ']'))
        this.fail(inside === '{' ? 'after object key:value pair' : 'after array element');
      open.pop();
    }
  }

  private key(): void {
    this.blanks();
    if (this.text[this.at] !== '"') this.fail('looking for beginning of object key string');
    this.string();
    if (!this.taken(':')) this.fail('after object key');
  }

  /** A scalar whole, or the bracket that opens a value. */
  private begin(): '{' | '[' | undefined {
    this.blanks();
    const char = this.text[this.at];
    if (char === '{' || char === '[') {
      this.at++;
      return char;
    }
    if (char === '"') this.string();
    else if (char !== undefined && /[-0-9]/.test(char)) this.number();
    else if (char !== undefined && LITERALS[char] !== undefined) this.literal(LITERALS[char]);
    else this.fail('looking for beginning of value');
    return undefined;
  }

  private string(): void {
    for (this.at++; ; this.at++) {
      const char = this.text[this.at];
      if (char === '"') break;
      if (char === undefined || char < ' ') this.fail('in string literal');
      if (char === '\\') this.escape();
    }
    this.at++;
  }

  private escape(): void {
    const code = this.text[++this.at];
    if (code === undefined || !'bfnrt\\/"u'.includes(code)) this.fail('in string escape code');
    if (code !== 'u') return;
    for (let digit = 0; digit < 4; digit++)
      if (!/[0-9a-fA-F]/.test(this.text[++this.at] ?? '')) this.fail('in \\u hexadecimal character escape');
  }

  private number(): void {
    if (this.text[this.at] === '-') this.at++;
    if (this.text[this.at] === '0') this.at++;
    else this.digits('in numeric literal');
    if (this.text[this.at] === '.') {
      this.at++;
      this.digits('after decimal point in numeric literal');
    }
    if (!/[eE]/.test(this.text[this.at] ?? '')) return;
    this.at++;
    if (/[-+]/.test(this.text[this.at] ?? '')) this.at++;
    this.digits('in exponent of numeric literal');
  }

  private digits(where: string): void {
    if (!/[0-9]/.test(this.text[this.at] ?? '')) this.fail(where);
    while (/[0-9]/.test(this.text[this.at] ?? '')) this.at++;
  }

  private literal(word: string): void {
    for (const letter of word) {
      if (this.text[this.at] !== letter) this.fail(`in literal ${word} (expecting '${letter}')`);
      this.at++;
    }
  }

  private taken(char: string): boolean {
    this.blanks();
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  private blanks(): void {
    BLANK.lastIndex = this.at;
    BLANK.exec(this.text);
    this.at = BLANK.lastIndex;
  }

  private fail(where: string): never {
    if (this.at >= this.text.length) throw new Problem(END);
    throw new Problem(`invalid character ${quoteChar(this.text, this.at)} ${where}`);
  }
}

/** Models quoteChar: of a longer character the first byte. */
function quoteChar(text: string, at: number): string {
  const char = String.fromCharCode(firstByte(text.codePointAt(at) ?? 0));
  if (char === "'") return "'\\''";
  return char === '"' ? `'"'` : `'${goQuote(char).slice(1, -1)}'`;
}

/** Of a code point in UTF-8. */
function firstByte(code: number): number {
  if (code < 0x80) return code;
  return code < 0x800 ? 0xc0 | (code >> 6) : code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
}
