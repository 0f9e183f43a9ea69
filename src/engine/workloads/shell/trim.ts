import { matchesPattern } from './pattern.ts';

/** `${x#pattern}` and `##`. */
export function withoutPrefix(value: string, pattern: string, longest: boolean): string {
  for (let i = 0; i <= value.length; i++) {
    const cut = longest ? value.length - i : i;
    if (matchesPattern(pattern, value.slice(0, cut))) return value.slice(cut);
  }
  return value;
}

/** `${x%pattern}` and `%%`. */
export function withoutSuffix(value: string, pattern: string, longest: boolean): string {
  for (let i = 0; i <= value.length; i++) {
    const cut = longest ? i : value.length - i;
    if (matchesPattern(pattern, value.slice(cut))) return value.slice(0, cut);
  }
  return value;
}

/** `${x/pattern/to}` and `//`. */
export function replacePattern(value: string, pattern: string, to: string, all: boolean): string {
  if (pattern === '') return value;
  let result = '';
  let at = 0;
  while (at < value.length) {
    let end = value.length;
    while (end > at && !matchesPattern(pattern, value.slice(at, end))) end--;
    if (end === at) {
      result += value[at++];
      continue;
    }
    result += to;
    at = end;
    if (!all) break;
  }
  return result + value.slice(at);
}
