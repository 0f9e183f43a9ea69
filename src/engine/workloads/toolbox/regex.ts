/** Where a pattern matched; `groups[1]` is the first `\( … \)`. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | undefined)[];
}

export interface Regex {
  /** The leftmost match at or after `from`. */
  exec(text: string, from?: number): Match | undefined;
  test(text: string): boolean;
  /** Steps that were taken since this was last asked: what a program pays CPU for. */
  spent(): number;
}

/** The pattern is no regular expression; `message` as regcomp words it. */
export class RegexError {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

type Next = (at: number) => boolean;
type Matcher = (at: number, next: Next) => boolean;
type CharTest = (char: string) => boolean;

/** Steps one search may take, and more for each character: a pattern that backtracks without end matches nothing instead of hanging the engine. */
const MAX_STEPS = 200_000;
const STEPS_PER_CHAR = 8;
/** Steps of all searches with one pattern that nobody pays for: beyond, it matches nothing more. */
const MAX_ALL_STEPS = 5_000_000;
const MAX_REPEAT = 1_000;
const MAX_DEPTH = 2_000;

interface Piece {
  readonly match: Matcher;
  /** Set when the piece is one character: repeats of it need no recursion. */
  readonly char?: CharTest;
}

/** Compiles a POSIX regular expression, basic (grep, sed) or extended (-E). */
export function compileRegex(
  pattern: string,
  options: { readonly extended?: boolean; readonly ignoreCase?: boolean } = {},
): Regex {
  const compiler = new Compiler(pattern, options.extended ?? false, options.ignoreCase ?? false);
  return compiler.compile();
}

class Compiler {
  private at = 0;
  private readonly source: string;
  private readonly extended: boolean;
  private readonly fold: boolean;
  private text = '';
  private steps = 0;
  private most = MAX_STEPS;
  private allSteps = 0;
  private depth = 0;
  private starts: (number | undefined)[] = [];
  private ends: (number | undefined)[] = [];
  private groupCount = 0;
  private open = 0;

  constructor(source: string, extended: boolean, fold: boolean) {
    this.source = fold ? source.toLowerCase() : source;
    this.extended = extended;
    this.fold = fold;
  }

  compile(): Regex {
    const whole = this.alternatives();
    if (this.at < this.source.length) throw new RegexError('Unmatched ( or \\(');
    const exec = (original: string, from = 0): Match | undefined => {
      this.text = this.fold ? original.toLowerCase() : original;
      this.most = MAX_STEPS + STEPS_PER_CHAR * original.length;
      this.allSteps += this.steps;
      this.steps = 0;
      if (this.allSteps > MAX_ALL_STEPS) return undefined;
      for (let start = from; start <= original.length; start++) {
        let end = -1;
        this.starts = [];
        this.ends = [];
        this.depth = 0;
        const found = whole.match(start, (at) => {
          end = at;
          return true;
        });
        if (found) {
          const groups: (string | undefined)[] = [original.slice(start, end)];
          for (let group = 1; group <= this.groupCount; group++) {
            const [low, high] = [this.starts[group], this.ends[group]];
            groups.push(low === undefined || high === undefined ? undefined : original.slice(low, high));
          }
          return { start, end, groups };
        }
        if (this.steps > this.most) return undefined;
      }
      return undefined;
    };
    const spent = (): number => {
      const steps = this.allSteps + this.steps;
      this.allSteps = 0;
      this.steps = 0;
      return steps;
    };
    return { exec, test: (text) => exec(text) !== undefined, spent };
  }

  private alternatives(): Piece {
    const branches = [this.sequence()];
    const bar = this.extended ? '|' : '\\|';
    while (this.source.startsWith(bar, this.at)) {
      this.at += bar.length;
      branches.push(this.sequence());
    }
    if (branches.length === 1) return branches[0] as Piece;
    return { match: (at, next) => branches.some((branch) => branch.match(at, next)) };
  }

  private sequence(): Piece {
    const pieces: Piece[] = [];
    for (;;) {
      const piece = this.repeated(pieces.length === 0);
      if (piece === undefined) break;
      pieces.push(piece);
    }
    const run = (index: number, at: number, next: Next): boolean => {
      const piece = pieces[index];
      return piece === undefined ? next(at) : piece.match(at, (after) => run(index + 1, after, next));
    };
    return pieces.length === 1 ? (pieces[0] as Piece) : { match: (at, next) => run(0, at, next) };
  }

  private repeated(first: boolean): Piece | undefined {
    let piece = this.atom(first);
    if (piece === undefined) return undefined;
    for (;;) {
      const bounds = this.bounds();
      if (bounds === undefined) return piece;
      piece = this.repeat(piece, bounds[0], bounds[1]);
    }
  }

  private bounds(): readonly [number, number] | undefined {
    const rest = this.source.slice(this.at, this.at + 16);
    const simple = this.extended ? /^[*+?]/ : /^(?:\*|\\[+?])/;
    const found = simple.exec(rest)?.[0];
    if (found !== undefined) {
      this.at += found.length;
      const kind = found[found.length - 1];
      return kind === '*' ? [0, MAX_REPEAT * 1000] : kind === '+' ? [1, MAX_REPEAT * 1000] : [0, 1];
    }
    const interval = (this.extended ? /^\{(\d*)(,?)(\d*)\}/ : /^\\\{(\d*)(,?)(\d*)\\\}/).exec(rest);
    if (interval === null) return undefined;
    this.at += interval[0].length;
    const low = Number(interval[1] === '' ? 0 : interval[1]);
    const high = interval[2] === '' ? low : interval[3] === '' ? MAX_REPEAT * 1000 : Number(interval[3]);
    if (low > MAX_REPEAT || (interval[3] !== '' && high > MAX_REPEAT))
      throw new RegexError('Invalid contents of {}');
    return [low, high];
  }

  private repeat(piece: Piece, low: number, high: number): Piece {
    const { char } = piece;
    if (char !== undefined) {
      return {
        match: (at, next) => {
          let end = at;
          while (end - at < high && end < this.text.length && char(this.text[end] as string)) end++;
          for (; end - at >= low; end--) {
            if (++this.steps > this.most) return false;
            if (next(end)) return true;
          }
          return false;
        },
      };
    }
    const more = (count: number, at: number, next: Next): boolean => {
      if (++this.steps > this.most || this.depth > MAX_DEPTH) return false;
      if (count < high) {
        this.depth++;
        const deeper = piece.match(at, (after) => after !== at && more(count + 1, after, next));
        this.depth--;
        if (deeper) return true;
      }
      return count >= low && next(at);
    };
    return { match: (at, next) => more(0, at, next) };
  }

  private atom(first: boolean): Piece | undefined {
    const { source } = this;
    const char = source[this.at];
    if (char === undefined) return undefined;
    if (this.closes()) return undefined;
    if (this.opens()) return this.group();
    this.at++;
    if (char === '.') return this.single(() => true);
    if (char === '[') return this.single(this.bracket());
    if (char === '^' && (this.extended || first)) return { match: (at, next) => at === 0 && next(at) };
    if (char === '$' && (this.extended || this.atEnd()))
      return { match: (at, next) => at === this.text.length && next(at) };
    if (char === '\\') return this.escape();
    return this.single((candidate) => candidate === char);
  }

  private atEnd(): boolean {
    const rest = this.source.slice(this.at);
    return rest === '' || rest.startsWith('\\)') || rest.startsWith('\\|');
  }

  private opens(): boolean {
    return this.source.startsWith(this.extended ? '(' : '\\(', this.at);
  }

  private closes(): boolean {
    const rest = this.source.slice(this.at, this.at + 2);
    if (this.extended) return rest[0] === '|' || (rest[0] === ')' && this.open > 0);
    return rest === '\\|' || rest === '\\)';
  }

  private group(): Piece {
    this.at += this.extended ? 1 : 2;
    const number = ++this.groupCount;
    this.open++;
    const inner = this.alternatives();
    const close = this.extended ? ')' : '\\)';
    if (!this.source.startsWith(close, this.at)) throw new RegexError('Unmatched ( or \\(');
    this.at += close.length;
    this.open--;
    return {
      match: (at, next) =>
        inner.match(at, (after) => {
          const [low, high] = [this.starts[number], this.ends[number]];
          this.starts[number] = at;
          this.ends[number] = after;
          if (next(after)) return true;
          this.starts[number] = low;
          this.ends[number] = high;
          return false;
        }),
    };
  }

  private single(test: CharTest): Piece {
    return {
      char: test,
      match: (at, next) =>
        ++this.steps <= this.most && at < this.text.length && test(this.text[at] as string) && next(at + 1),
    };
  }

  private escape(): Piece {
    const char = this.source[this.at++];
    if (char === undefined) throw new RegexError('Trailing backslash');
    const word: CharTest = (candidate) => /[A-Za-z0-9_]/.test(candidate);
    if (char === 'w') return this.single(word);
    if (char === 'W') return this.single((candidate) => !word(candidate));
    if (char === 's') return this.single((candidate) => /\s/.test(candidate));
    if (char === 'S') return this.single((candidate) => !/\s/.test(candidate));
    if (char === 'n') return this.single((candidate) => candidate === '\n');
    if (char === 't') return this.single((candidate) => candidate === '\t');
    if ('b<>'.includes(char)) {
      return {
        match: (at, next) => {
          const before = at > 0 && word(this.text[at - 1] as string);
          const after = at < this.text.length && word(this.text[at] as string);
          return (
            (char === '<' ? !before && after : char === '>' ? before && !after : before !== after) && next(at)
          );
        },
      };
    }
    if (/[1-9]/.test(char)) {
      const group = Number(char);
      return {
        match: (at, next) => {
          const text = this.text.slice(this.starts[group] ?? 0, this.ends[group] ?? 0);
          return this.text.startsWith(text, at) && next(at + text.length);
        },
      };
    }
    return this.single((candidate) => candidate === char);
  }

  private bracket(): CharTest {
    const { source } = this;
    const negated = source[this.at] === '^';
    if (negated) this.at++;
    const tests: CharTest[] = [];
    for (let first = true; ; first = false) {
      const low = source[this.at];
      if (low === undefined) throw new RegexError('Unmatched [, [^, [:, [., or [=');
      if (low === ']' && !first) break;
      const named = /^\[:(\w+):\]/.exec(source.slice(this.at, this.at + 12));
      if (named !== null) {
        this.at += named[0].length;
        const test = CLASSES[named[1] as string];
        if (test === undefined) throw new RegexError('Invalid character class name');
        tests.push((char) => test.test(char));
        continue;
      }
      this.at++;
      const high = source[this.at + 1];
      if (source[this.at] === '-' && high !== undefined && high !== ']') {
        this.at += 2;
        if (low > high) throw new RegexError('Invalid range end');
        tests.push((char) => char >= low && char <= high);
      } else tests.push((char) => char === low);
    }
    this.at++;
    return (char) => tests.some((test) => test(char)) !== negated;
  }
}

const CLASSES: Readonly<Record<string, RegExp>> = {
  alpha: /[A-Za-z]/,
  digit: /[0-9]/,
  alnum: /[A-Za-z0-9]/,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  space: /\s/,
  blank: /[ \t]/,
  punct: /[!-/:-@[-`{-~]/,
  xdigit: /[0-9A-Fa-f]/,
  print: /[ -~]/,
  graph: /[!-~]/,
  cntrl: /\p{Cc}/u,
};
