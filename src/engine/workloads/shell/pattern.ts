/**
 * Matches shell patterns: `*`, `?`, `[…]`, with `\` taking the next character literally.
 * A linear-time matcher with one backtrack point, so that no pattern can run away.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p++;
      mark = t;
      continue;
    }
    const step = p < pattern.length ? matchOne(pattern, p, text[t] as string) : 0;
    if (step > 0) {
      p += step;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p >= pattern.length;
}

/** How many characters of the pattern matched `char`; 0 when it does not match. */
function matchOne(pattern: string, at: number, char: string): number {
  const first = pattern[at] as string;
  if (first === '?') return 1;
  if (first === '\\' && at + 1 < pattern.length) return pattern[at + 1] === char ? 2 : 0;
  if (first === '[') {
    const set = bracket(pattern, at);
    if (set !== undefined) return set.has(char) ? set.length : 0;
  }
  return first === char ? 1 : 0;
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
