/** One item of a pattern: `*`, or what one character has to be. */
type Item = typeof STAR | ((char: string) => boolean);

const STAR = Symbol('star');
/** Patterns read lately: a loop uses the same ones again. */
const read = new Map<string, readonly Item[]>();
const KEPT = 500;
/** Steps one match may take: a pattern that tries without end matches nothing instead of hanging the engine. */
const MAX_STEPS = 20_000_000;

function itemsOf(pattern: string): readonly Item[] {
  const known = read.get(pattern);
  if (known !== undefined) return known;
  const items: Item[] = [];
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at] as string;
    const set = char === '[' ? bracket(pattern, at) : undefined;
    const literal = char === '\\' && at + 1 < pattern.length ? (pattern[at + 1] as string) : undefined;
    at += set?.length ?? (literal === undefined ? 1 : 2);
    if (set !== undefined) items.push(set.has);
    else if (literal !== undefined) items.push((candidate) => candidate === literal);
    else if (char === '*') {
      if (items[items.length - 1] !== STAR) items.push(STAR);
    } else items.push(char === '?' ? () => true : (candidate) => candidate === char);
  }
  if (read.size >= KEPT) read.clear();
  if (pattern.length < 1_000) read.set(pattern, items);
  return items;
}

/** Beyond so much text and pattern trying one star at a time may take too long. */
const SHORT = 4_096;

/** How much work it is to lay the pattern against the text, in characters. */
export function matchWork(pattern: string, text: string): number {
  return text.length * Math.ceil((pattern.length + 1) / WORD);
}

/** Matches shell patterns: `*`, `?`, `[…]`, with `\` taking the next character literally. */
export function matchesPattern(pattern: string, text: string): boolean {
  const items = itemsOf(pattern);
  if (text.length * items.length > SHORT) return matchesWhole(items, text);
  let p = 0;
  let t = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    const item = items[p];
    if (item === STAR) {
      star = p++;
      mark = t;
    } else if (item?.(text[t] as string) === true) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (items[p] === STAR) p++;
  return p >= items.length;
}

function matchesWhole(items: readonly Item[], text: string): boolean {
  const ways = new Ways(items);
  for (let at = 0; at < text.length; at++) {
    if (ways.takesAll) return true;
    if (ways.none || at * ways.words > MAX_STEPS) return false;
    ways.step(text.charCodeAt(at));
  }
  return ways.complete;
}

/** How a pattern is laid against one end of a text. */
export interface Against {
  readonly text: string;
  /** Where it begins. */
  readonly from: number;
  /** Towards the beginning of the text instead of its end. */
  readonly backwards?: boolean;
  readonly longest: boolean;
}

/** How many characters match, from a place on; undefined when no number of them does. */
export function matchedLength(
  pattern: string,
  { text, from, backwards = false, longest }: Against,
): number | undefined {
  const ways = new Ways(backwards ? [...itemsOf(pattern)].reverse() : itemsOf(pattern));
  const room = backwards ? from : text.length - from;
  let best: number | undefined;
  for (let length = 0; ; length++) {
    if (ways.complete) {
      best = length;
      if (!longest) return best;
    }
    if (length >= room || ways.none || length * ways.words > MAX_STEPS) return best;
    if (ways.takesAll) return room;
    ways.step(text.charCodeAt(backwards ? from - 1 - length : from + length));
  }
}

/** Items to a word of bits; what is longer goes on in the next. */
const WORD = 30;
const ASCII = 128;

/** All ways to match at once: a bit for each place in the pattern that has been reached. */
class Ways {
  private readonly items: readonly Item[];
  readonly words: number;
  private readonly stars: number[];
  private state: number[];
  /** By character: the items that it may stand for. */
  private readonly masks: (readonly number[] | undefined)[] = [];

  constructor(items: readonly Item[]) {
    this.items = items;
    this.words = Math.floor(items.length / WORD) + 1;
    this.stars = this.maskOf((item) => item === STAR);
    this.state = Array.from({ length: this.words }, () => 0);
    this.state[0] = 1;
    this.passStars();
  }

  get complete(): boolean {
    return this.has(this.items.length);
  }

  get none(): boolean {
    return this.state.every((word) => word === 0);
  }

  /** A star at the end has been reached: whatever follows matches. */
  get takesAll(): boolean {
    return this.items[this.items.length - 1] === STAR && this.has(this.items.length - 1);
  }

  step(code: number): void {
    const mask = (code < ASCII ? this.masks[code] : undefined) ?? this.masksFor(code);
    let carry = 0;
    for (let at = 0; at < this.words; at++) {
      const word = this.state[at] as number;
      const moved = word & (mask[at] as number);
      this.state[at] = ((moved << 1) & BITS) | carry | (word & (this.stars[at] as number));
      carry = moved >>> (WORD - 1);
    }
    this.passStars();
  }

  private has(place: number): boolean {
    return (((this.state[Math.floor(place / WORD)] ?? 0) >>> (place % WORD)) & 1) === 1;
  }

  /** A star may stand for nothing. Two never stand together. */
  private passStars(): void {
    let carry = 0;
    for (let at = 0; at < this.words; at++) {
      const word = (this.state[at] as number) | carry;
      const passed = word & (this.stars[at] as number);
      this.state[at] = word | ((passed << 1) & BITS);
      carry = passed >>> (WORD - 1);
    }
  }

  private masksFor(code: number): readonly number[] {
    const char = String.fromCharCode(code);
    const mask = this.maskOf((item) => item !== STAR && item(char));
    if (code < ASCII) this.masks[code] = mask;
    return mask;
  }

  private maskOf(wanted: (item: Item) => boolean): number[] {
    const mask = Array.from({ length: this.words }, () => 0);
    for (const [index, item] of this.items.entries()) {
      const at = Math.floor(index / WORD);
      if (wanted(item)) mask[at] = (mask[at] as number) | (1 << (index % WORD));
    }
    return mask;
  }
}

const BITS = 2 ** WORD - 1;

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
  cntrl: /\p{Cc}/u,
};

function bracket(
  pattern: string,
  at: number,
): { readonly length: number; has(char: string): boolean } | undefined {
  let i = at + 1;
  const negated = pattern[i] === '!' || pattern[i] === '^';
  if (negated) i++;
  const tests: ((char: string) => boolean)[] = [];
  let first = true;
  for (;;) {
    let char = pattern[i];
    if (char === undefined) return undefined;
    if (char === ']' && !first) break;
    first = false;
    const named = /\[:(\w+):\]/y;
    named.lastIndex = i;
    const found = named.exec(pattern);
    const test = found === null ? undefined : CLASSES[found[1] as string];
    if (found !== null && test !== undefined) {
      tests.push((candidate) => test.test(candidate));
      i += found[0].length;
      continue;
    }
    if (char === '\\' && i + 1 < pattern.length) char = pattern[++i] as string;
    const low = char;
    if (pattern[i + 1] === '-' && pattern[i + 2] !== ']' && pattern[i + 2] !== undefined) {
      const high = pattern[i + 2] as string;
      tests.push((candidate) => candidate >= low && candidate <= high);
      i += 3;
    } else {
      tests.push((candidate) => candidate === low);
      i++;
    }
  }
  return { length: i + 1 - at, has: (char) => tests.some((test) => test(char)) !== negated };
}

/** Whether the text has a pattern character that is not escaped. */
export function hasPattern(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if ('*?['.includes(text[i] as string)) return true;
  }
  return false;
}

const SPECIAL = /[*?[\]\\!^-]/;

/** Makes every character of the text literal. */
export function escapePattern(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[*?[\]\\!^-]/g, '\\$&') : text;
}

export function unescapePattern(text: string): string {
  return text.includes('\\') ? text.replace(/\\([\s\S])/g, '$1') : text;
}
