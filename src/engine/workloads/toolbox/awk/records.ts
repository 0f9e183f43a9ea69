import { type Regex, compileRegex } from '../regex.ts';

const MAX_REGEXES = 500;

/** The patterns of one program, each compiled once, and what they cut. */
export class Patterns {
  private readonly compiled = new Map<string, Regex>();

  regex(source: string): Regex {
    let found = this.compiled.get(source);
    if (found === undefined) {
      if (this.compiled.size >= MAX_REGEXES) this.compiled.clear();
      this.compiled.set(source, (found = compileRegex(source, { extended: true })));
    }
    return found;
  }

  /** The pieces of a text between separators: FS and the third argument of split. */
  split(text: string, separator: string, asRegex = false): string[] {
    if (text === '') return [];
    if (separator === ' ' && !asRegex)
      return text
        .trim()
        .split(/[ \t\n]+/)
        .filter((part) => part !== '');
    if (separator === '') return Array.from(text);
    if (separator.length === 1 && !asRegex && separator !== '\\') return text.split(separator);
    const regex = this.regex(separator);
    const parts: string[] = [];
    let at = 0;
    for (let from = 0; from <= text.length; ) {
      const match = regex.exec(text, from);
      if (match === undefined) break;
      if (match.end === match.start) {
        from = match.end + 1;
        continue;
      }
      parts.push(text.slice(at, match.start));
      at = from = match.end;
    }
    return [...parts, text.slice(at)];
  }

  /** Finds the first record: RS is a character, a pattern, or '' for paragraphs. */
  recordOf(separator: string) {
    return (text: string, over: boolean): Cut | undefined => {
      if (separator.length === 1) {
        const end = text.indexOf(separator);
        return end < 0 ? undefined : { start: 0, end, next: end + 1 };
      }
      if (separator === '') return paragraph(text, over);
      const match = this.regex(separator).exec(text);
      return match === undefined || match.end === match.start || (match.end === text.length && !over)
        ? undefined
        : { start: 0, end: match.start, next: match.end };
    };
  }
}

/** A record in what has been read, and where the next one begins. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

function paragraph(text: string, over: boolean): Cut | undefined {
  const start = /^\n*/.exec(text)?.[0].length ?? 0;
  const found = /\n\n+/.exec(text.slice(start));
  if (found === null) {
    if (!over) return undefined;
    const end = text.endsWith('\n') ? text.length - 1 : text.length;
    return end > start ? { start, end, next: text.length } : undefined;
  }
  const next = start + found.index + found[0].length;
  return next < text.length || over ? { start, end: start + found.index, next } : undefined;
}
