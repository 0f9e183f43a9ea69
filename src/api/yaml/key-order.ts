// The natural order of keys: letters before other characters, runs of digits by their number.
// Models go-yaml v2's keyList.Less.

function isLetter(rune: string): boolean {
  return /^\p{L}$/u.test(rune);
}

function isDigit(rune: string | undefined): boolean {
  return rune !== undefined && rune >= '0' && rune <= '9';
}

interface Run {
  readonly value: number;
  readonly end: number;
}

function digitsFrom(runes: readonly string[], start: number, initial: number): Run {
  let value = initial;
  let end = start;
  while (isDigit(runes[end])) {
    value = value * 10 + Number(runes[end]);
    end += 1;
  }
  return { value, end };
}

/** 1 when a zero at `at` stands within a number that began with another digit, else 0. */
function leadOf(runes: readonly string[], at: number): number {
  for (let i = at - 1; i >= 0 && isDigit(runes[i]); i--) if (runes[i] !== '0') return 1;
  return 0;
}

function compareAt(a: readonly string[], b: readonly string[], at: number): number {
  const left = a[at] ?? '';
  const right = b[at] ?? '';
  const leftLetter = isLetter(left);
  const rightLetter = isLetter(right);
  if (leftLetter !== rightLetter) return rightLetter ? -1 : 1;
  if (!leftLetter) {
    const lead = left === '0' || right === '0' ? leadOf(a, at) : 0;
    const x = digitsFrom(a, at, lead);
    const y = digitsFrom(b, at, lead);
    if (x.value !== y.value) return x.value - y.value;
    if (x.end !== y.end) return x.end - y.end;
  }
  return (left.codePointAt(0) ?? 0) - (right.codePointAt(0) ?? 0);
}

/** A comparator for Array.sort. */
export function compareKeys(a: string, b: string): number {
  const left = Array.from(a);
  const right = Array.from(b);
  const shared = Math.min(left.length, right.length);
  for (let i = 0; i < shared; i++) if (left[i] !== right[i]) return compareAt(left, right, i);
  return left.length - right.length;
}
