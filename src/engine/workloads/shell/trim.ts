import { matchedLength } from './pattern.ts';

/** `${x#pattern}` and `##`. */
export function withoutPrefix(value: string, pattern: string, longest: boolean): string {
  return value.slice(matchedLength(pattern, { text: value, from: 0, longest }) ?? 0);
}

/** `${x%pattern}` and `%%`. */
export function withoutSuffix(value: string, pattern: string, longest: boolean): string {
  const from = value.length;
  return value.slice(
    0,
    from - (matchedLength(pattern, { text: value, from, backwards: true, longest }) ?? 0),
  );
}

/** Where in a text so long replacing ends. */
const MOST_TRIES = 1_000_000;

/** `${x/pattern/to}` and `//`. */
export function replacePattern(value: string, pattern: string, to: string, all: boolean): string {
  if (pattern === '') return value;
  let result = '';
  let at = 0;
  for (let tries = 0; at < value.length && tries < MOST_TRIES; tries++) {
    const length = matchedLength(pattern, { text: value, from: at, longest: true }) ?? 0;
    if (length === 0) {
      result += value[at++];
      continue;
    }
    result += to;
    at += length;
    if (!all) break;
  }
  return result + value.slice(at);
}
