import { compareText } from '../../../base/compare.ts';
import type { Task } from '../../kernel/task.ts';
import type { Syscalls } from '../program.ts';
import { badOption, fail, linesOf, openError, options, out, over, writeAll } from './io.ts';
import { eachFile } from './text.ts';

/** A key: where it begins and ends (fields and characters from 1, 0 for the end of its field), and how it compares. */
interface Key {
  readonly from: readonly [field: number, char: number];
  readonly to: readonly [field: number, char: number] | undefined;
  readonly how: string;
}

/** Letters that say how texts compare. */
const HOW = /[bdfgihMnrV]/g;

/** Models busybox coreutils/sort.c. */
export function* sort(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'bcdfghik:mMno:rRsS:t:T:uzV');
  if (bad !== undefined) return yield* badOption(sys, 'sort', bad);
  let lines: string[] = [];
  const status = yield* eachFile(sys, 'sort', rest, (text) => {
    lines = lines.concat(flags.has('z') ? text.split('\0').filter((item) => item !== '') : linesOf(text));
    return over(undefined);
  });
  yield* sys.cpu(1 + lines.length / 2, 1 + lines.length / 500);
  const global = [...flags.keys()].join('').match(HOW)?.join('') ?? '';
  const keys = (flags.get('k')?.split('\n') ?? []).map((spec) => keyOf(spec, global));
  const compare = comparison(keys.length > 0 ? keys : [whole(global)], {
    separator: flags.get('t'),
    // Without it lines whose keys are alike stand in their own order.
    rest: !flags.has('u') && !flags.has('s'),
    reverse: global.includes('r'),
  });
  if (flags.has('c')) {
    const wrong = lines.findIndex(
      (line, index) => index > 0 && compare(lines[index - 1] as string, line) > 0,
    );
    return wrong < 0 ? 0 : yield* fail(sys, `sort: disorder: line ${wrong + 1}`);
  }
  lines.sort(compare);
  const shown = flags.has('u')
    ? lines.filter((line, index) => index === 0 || compare(lines[index - 1] as string, line) !== 0)
    : lines;
  const end = flags.has('z') ? '\0' : '\n';
  const text = shown.map((line) => `${line}${end}`).join('');
  const target = flags.get('o');
  if (target === undefined) yield* out(sys, text);
  else {
    const opened = sys.open(target, 'write', { create: true, truncate: true });
    if (!opened.ok) return yield* fail(sys, openError('sort', target, opened.error));
    yield* writeAll(sys, opened.value, text);
    sys.close(opened.value);
  }
  return status;
}

function whole(how: string): Key {
  return { from: [1, 1], to: undefined, how };
}

/** `2`, `2,3`, `1.3,1.4nr`: letters of its own stand for those of the command line. */
function keyOf(spec: string, global: string): Key {
  const found = /^(\d+)(?:\.(\d+))?([a-zA-Z]*)(?:,(\d+)(?:\.(\d+))?([a-zA-Z]*))?/.exec(spec);
  if (found === null) return whole(global);
  const [, from = '1', char = '1', first = '', to, last = '0', second = ''] = found;
  const own = first + second;
  return {
    from: [Number(from), Number(char)],
    to: to === undefined ? undefined : [Number(to), Number(last)],
    how: own === '' ? global : own,
  };
}

function comparison(
  keys: readonly Key[],
  how: { readonly separator: string | undefined; readonly rest: boolean; readonly reverse: boolean },
): (a: string, b: string) => number {
  return (a, b) => {
    for (const key of keys) {
      const order = compareBy(key.how, textOf(key, a, how.separator), textOf(key, b, how.separator));
      if (order !== 0) return key.how.includes('r') ? -order : order;
    }
    if (!how.rest) return 0;
    return how.reverse ? -compareText(a, b) : compareText(a, b);
  };
}

/** The part of a line that a key means. Without a separator the blanks before a field belong to it. */
function textOf({ from, to, how }: Key, line: string, separator: string | undefined): string {
  if (from[0] === 1 && from[1] === 1 && to === undefined) return how.includes('b') ? line.trimStart() : line;
  const place = ([field, char]: readonly [number, number], end: boolean): number => {
    const span = fieldAt(line, field, separator);
    if (end && char === 0) return span.end;
    const blanks = how.includes('b') ? (/^[ \t]*/.exec(line.slice(span.start))?.[0].length ?? 0) : 0;
    return Math.min(span.start + blanks + char - (end ? 0 : 1), line.length);
  };
  return line.slice(place(from, false), to === undefined ? line.length : place(to, true));
}

function fieldAt(
  line: string,
  field: number,
  separator: string | undefined,
): { readonly start: number; readonly end: number } {
  let start = 0;
  for (let number = 1; ; number++) {
    let end = start;
    if (separator === undefined) {
      while (' \t'.includes(line[end] ?? 'x')) end++;
      while (end < line.length && !' \t'.includes(line[end] as string)) end++;
    } else {
      const next = line.indexOf(separator, start);
      end = next < 0 ? line.length : next;
    }
    if (number === field) return { start, end };
    if (end >= line.length) return { start: line.length, end: line.length };
    start = separator === undefined ? end : end + separator.length;
  }
}

function compareBy(how: string, a: string, b: string): number {
  if (/[ngh]/.test(how)) return number(a, how.includes('h')) - number(b, how.includes('h'));
  if (how.includes('V')) return compareVersions(a, b);
  if (how.includes('M')) return month(a) - month(b);
  return compareText(plain(how, a), plain(how, b));
}

function plain(how: string, text: string): string {
  const kept = how.includes('d') ? text.replace(/[^A-Za-z0-9 \t]/g, '') : text;
  return how.includes('f') ? kept.toUpperCase() : kept;
}

function number(text: string, human: boolean): number {
  const found = /^\s*(-?\d*\.?\d+)([KMGTP]?)/.exec(text);
  if (found === null) return 0;
  return (
    Number(found[1]) * (human ? 1024 ** ' KMGTP'.indexOf(found[2] === '' ? ' ' : (found[2] as string)) : 1)
  );
}

const MONTHS = 'JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC';

function month(text: string): number {
  return MONTHS.indexOf(text.trim().slice(0, 3).toUpperCase()) + 1;
}

/** Numbers within the texts compare as numbers. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.match(/\d+|\D+/g) ?? []);
  for (let at = 0; ; at++) {
    const [x, y] = [left?.[at], right?.[at]];
    if (x === undefined || y === undefined) return Number(x !== undefined) - Number(y !== undefined);
    const order = /^\d/.test(x) && /^\d/.test(y) ? Number(x) - Number(y) : compareText(x, y);
    if (order !== 0) return order;
  }
}
