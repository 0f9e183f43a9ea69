import type { Task } from '../../kernel/task.ts';
import type { Syscalls } from '../program.ts';
import { unescapeC } from './echo.ts';
import { out, writeAll } from './io.ts';

/** Models busybox coreutils/printf.c: the format is used again until the arguments are used up. */
export function* printf(sys: Syscalls, argv: readonly string[]): Task<number> {
  const format = argv[1] === '--' ? argv[2] : argv[1];
  if (format === undefined) {
    yield* writeAll(sys, 2, 'sh: usage: printf FORMAT [ARGUMENT...]\n');
    return 2;
  }
  const args = argv.slice(argv[1] === '--' ? 3 : 2);
  const run = formatText(format, args);
  for (const problem of run.problems) yield* writeAll(sys, 2, `sh: ${problem}\n`);
  yield* out(sys, run.text);
  return run.problems.length > 0 ? 1 : 0;
}

const SPEC =
  /%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+))?([a-zA-Z%])|\\(?:[0-7]{1,3}|x[0-9a-fA-F]{1,2}|[\s\S])|[^%\\]+|[%\\]/g;

/** The text of a format with its arguments, and what was wrong with them. */
export function formatText(
  format: string,
  args: readonly string[],
): { readonly text: string; readonly problems: readonly string[] } {
  const problems: string[] = [];
  let text = '';
  let used = 0;
  do {
    const before = used;
    for (const [whole, flags = '', width, precision, type] of format.matchAll(SPEC)) {
      if (type === undefined) {
        const piece = whole.startsWith('\\') ? unescapeC(whole, false) : { text: whole, stop: false };
        text += piece.text;
        if (piece.stop) return { text, problems };
        continue;
      }
      if (type === '%') {
        text += '%';
        continue;
      }
      const wide = width === '*' ? Number(args[used++] ?? 0) : Number(width ?? 0);
      const exact =
        precision === undefined
          ? undefined
          : precision === '*'
            ? Number(args[used++] ?? 0)
            : Number(precision);
      const piece = convert(type, args[used++], { flags, precision: exact });
      if (piece.problem !== undefined) problems.push(piece.problem);
      text += pad(piece.text, wide, flags);
      if (piece.stop === true) return { text, problems };
    }
    if (used === before) break;
  } while (used < args.length && text.length < 1_000_000);
  return { text, problems };
}

interface Converted {
  readonly text: string;
  readonly problem?: string;
  readonly stop?: boolean;
}

function convert(
  type: string,
  arg: string | undefined,
  how: { readonly flags: string; readonly precision: number | undefined },
): Converted {
  const text = arg ?? '';
  switch (type) {
    case 's':
      return { text: how.precision === undefined ? text : text.slice(0, how.precision) };
    case 'b':
      return unescapeC(text, true);
    case 'c':
      return { text: text.slice(0, 1) };
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return integer(type, arg, how);
    case 'e':
    case 'f':
    case 'g':
    case 'E':
    case 'G': {
      const value = Number(text === '' ? 0 : text);
      const digits = how.precision ?? 6;
      if (Number.isNaN(value))
        return { text: (0).toFixed(Math.min(digits, 100)), problem: `invalid number '${text}'` };
      return { text: floating(type, value, digits) };
    }
    default:
      return { text: '', problem: `%${type}: invalid format` };
  }
}

/** %f, %e and %g as C has them. */
function floating(type: string, value: number, digits: number): string {
  const exponential = (precision: number): string =>
    value.toExponential(Math.min(precision, 100)).replace(/e([-+])(\d)$/, 'e$10$2');
  if (type === 'f') return value.toFixed(Math.min(digits, 100));
  let text: string;
  if (type.toLowerCase() === 'e') text = exponential(digits);
  else {
    const precision = Math.min(digits || 1, 100);
    const exponent = value === 0 ? 0 : Number(value.toExponential(precision - 1).split('e')[1]);
    const small = exponent < -4 || exponent >= precision;
    text = small ? exponential(precision - 1) : value.toFixed(Math.min(100, precision - 1 - exponent));
    if (text.includes('.')) text = text.replace(/\.?0+(?=e|$)/, '');
  }
  return type === type.toUpperCase() ? text.toUpperCase() : text;
}

function integer(
  type: string,
  arg: string | undefined,
  how: { readonly flags: string; readonly precision: number | undefined },
): Converted {
  const text = (arg ?? '').trim();
  const quoted = /^['"]([\s\S])/.exec(text);
  const valid = text === '' || quoted !== null || /^[-+]?(0[xX][0-9a-fA-F]+|\d+)$/.test(text);
  let value = 0n;
  if (quoted !== null) value = BigInt((quoted[1] as string).codePointAt(0) ?? 0);
  else if (valid && text !== '') value = parseInteger(text);
  const sign = value < 0n ? '-' : how.flags.includes('+') ? '+' : how.flags.includes(' ') ? ' ' : '';
  const size = value < 0n ? -value : value;
  const base = type === 'o' ? 8 : type.toLowerCase() === 'x' ? 16 : 10;
  let digits = (base === 10 ? size : BigInt.asUintN(64, value)).toString(base);
  if (type === 'X') digits = digits.toUpperCase();
  if (how.precision !== undefined) digits = digits.padStart(Math.min(how.precision, MAX_WIDTH), '0');
  if (how.flags.includes('#') && base === 16) digits = `0x${digits}`;
  return {
    text: (base === 10 ? sign : '') + digits,
    problem: valid ? undefined : `invalid number '${text}'`,
  };
}

function parseInteger(text: string): bigint {
  const negative = text.startsWith('-');
  const digits = text.replace(/^[-+]/, '');
  const value = /^0\d+$/.test(digits) ? BigInt(`0o${digits.slice(1).replace(/[89]/g, '')}`) : BigInt(digits);
  return negative ? -value : value;
}

/** Widths and precisions are bounded: nobody reads a line of a gigabyte. */
const MAX_WIDTH = 1_000_000;

function pad(text: string, asked: number, flags: string): string {
  const width = Math.max(-MAX_WIDTH, Math.min(MAX_WIDTH, asked));
  if (width < 0 || flags.includes('-')) return text.padEnd(Math.abs(width));
  if (flags.includes('0') && /^[-+ ]?(0x)?[0-9a-fA-F.]+$/.test(text)) {
    const sign = /^[-+ ]/.exec(text)?.[0] ?? '';
    return sign + text.slice(sign.length).padStart(width - sign.length, '0');
  }
  return text.padStart(width);
}
