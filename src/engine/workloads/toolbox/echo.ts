import type { Task } from '../../kernel/task.ts';
import type { Syscalls } from '../program.ts';
import { out } from './io.ts';

/** Puts C escapes in place; `\c` ends the output. Octal needs a leading 0 in echo, not in printf. */
export function unescapeC(
  text: string,
  octalZero: boolean,
): { readonly text: string; readonly stop: boolean } {
  let result = '';
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (char !== '\\' || i + 1 >= text.length) {
      result += char;
      continue;
    }
    const next = text[++i] as string;
    const simple = { a: '\x07', b: '\b', e: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\' }[
      next
    ];
    if (next === 'c') return { text: result, stop: true };
    if (simple !== undefined) result += simple;
    else if (next === 'x') {
      const hex = /^[0-9a-fA-F]{1,2}/.exec(text.slice(i + 1))?.[0] ?? '';
      result += hex === '' ? '\\x' : String.fromCharCode(Number.parseInt(hex, 16));
      i += hex.length;
    } else if (/[0-7]/.test(next) && (!octalZero || next === '0')) {
      const octal = (octalZero ? /^0[0-7]{0,3}/ : /^[0-7]{1,3}/).exec(text.slice(i))?.[0] ?? next;
      result += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      i += octal.length - 1;
    } else result += `\\${next}`;
  }
  return { text: result, stop: false };
}

/** Models busybox coreutils/echo.c: -n, -e, -E in any combination. */
export function* echo(sys: Syscalls, argv: readonly string[]): Task<number> {
  let at = 1;
  let newline = true;
  let escapes = false;
  for (; at < argv.length && /^-[neE]+$/.test(argv[at] as string); at++) {
    for (const flag of (argv[at] as string).slice(1)) {
      if (flag === 'n') newline = false;
      else escapes = flag === 'e';
    }
  }
  const joined = argv.slice(at).join(' ');
  const { text, stop } = escapes ? unescapeC(joined, true) : { text: joined, stop: false };
  return (yield* out(sys, stop || !newline ? text : `${text}\n`)) ? 0 : 1;
}

const DASH_ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};

/** dash's own: escapes always count, and -n is its only option. */
export function* dashEcho(sys: Syscalls, argv: readonly string[]): Task<number> {
  const quiet = argv[1] === '-n';
  const [kept = '', ...cut] = argv
    .slice(quiet ? 2 : 1)
    .join(' ')
    .split(/(?<=(?<!\\)(?:\\\\)*)\\c/);
  const text = kept.replace(/\\(?:0([0-7]{0,3})|([abfnrtv\\]))/g, (_, octal?: string, letter?: string) =>
    letter === undefined
      ? String.fromCharCode(Number.parseInt(octal || '0', 8) & 0xff)
      : (DASH_ESCAPES[letter] as string),
  );
  return (yield* out(sys, quiet || cut.length > 0 ? text : `${text}\n`)) ? 0 : 1;
}
