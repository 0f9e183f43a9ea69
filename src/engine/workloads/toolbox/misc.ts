import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { BufferedOutput, badOption, fail, linesOf, options, out, readFile } from './io.ts';
import { RegexError, compileRegex } from './regex.ts';
import { anyBase64Bytes, base64OfBytes, utf8Bytes } from '../../../base/base64.ts';
import { textOfOctets } from '../../../base/octets.ts';

/** Numbers between payments of CPU. */
const ITEMS = 1_000;

export function* seq(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = numericOptions(argv);
  if (bad !== undefined) return yield* badOption(sys, 'seq', bad);
  const numbers = rest.map(Number);
  const wrong = numbers.findIndex((value) => Number.isNaN(value));
  if (wrong >= 0 || numbers.length === 0)
    return yield* fail(
      sys,
      numbers.length === 0 ? 'seq: missing operand' : `seq: invalid number '${rest[wrong]}'`,
    );
  const [first, step, last] =
    numbers.length === 1
      ? [1, 1, numbers[0] as number]
      : numbers.length === 2
        ? [numbers[0] as number, 1, numbers[1] as number]
        : [numbers[0] as number, numbers[1] as number, numbers[2] as number];
  const digits = Math.min(
    100,
    Math.max(...rest.map((text) => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0))),
  );
  const separator = flags.get('s') ?? '\n';
  const width = flags.has('w') ? Math.max(first.toFixed(digits).length, last.toFixed(digits).length) : 0;
  const output = new BufferedOutput(sys);
  for (let i = 0; !output.failed; i++) {
    const value = first + i * step;
    if (step > 0 ? value > last + 1e-9 : value < last - 1e-9) {
      if (i > 0) yield* output.write('\n');
      break;
    }
    const shown = digits === 0 ? String(Math.round(value)) : value.toFixed(digits);
    yield* output.write(`${i === 0 ? '' : separator}${width > 0 ? shown.padStart(width, '0') : shown}`);
    if (i % ITEMS === ITEMS - 1) yield* sys.cpu(100);
  }
  yield* output.flush();
  return output.failed ? 1 : 0;
}

/** seq's operands may be negative numbers. */
function numericOptions(argv: readonly string[]): ReturnType<typeof options> {
  const at = argv.findIndex((arg, index) => index > 0 && /^-[\d.]/.test(arg));
  const parsed = options(at < 0 ? argv : argv.slice(0, at), 's:w');
  return at < 0 ? parsed : { ...parsed, rest: [...parsed.rest, ...argv.slice(at)] };
}

export function* yes(sys: Syscalls, argv: readonly string[]): Task<number> {
  const line = `${argv.length > 1 ? argv.slice(1).join(' ') : 'y'}\n`;
  const chunk = line.repeat(Math.max(1, Math.floor(4_096 / line.length)));
  for (;;) {
    yield* sys.cpu(50);
    if (!(yield* out(sys, chunk))) return 1;
  }
}

export function* basename(sys: Syscalls, argv: readonly string[]): Task<number> {
  const [, path, suffix = ''] = argv;
  if (path === undefined) return yield* fail(sys, 'basename: missing operand');
  const base = path.replace(/\/+$/, '').split('/').pop() || path.slice(0, 1);
  yield* out(
    sys,
    `${suffix !== '' && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base}\n`,
  );
  return 0;
}

export function* dirname(sys: Syscalls, argv: readonly string[]): Task<number> {
  const [, path] = argv;
  if (path === undefined) return yield* fail(sys, 'dirname: missing operand');
  const trimmed = path.replace(/\/+$/, '');
  const slash = trimmed.lastIndexOf('/');
  yield* out(sys, `${slash < 0 ? '.' : trimmed.slice(0, slash).replace(/\/+$/, '') || '/'}\n`);
  return 0;
}

export function* expr(sys: Syscalls, argv: readonly string[]): Task<number> {
  const parser = new ExprParser(argv.slice(1));
  try {
    const value = parser.or();
    if (!parser.ended) return yield* fail(sys, 'expr: syntax error', 2);
    yield* out(sys, `${value}\n`);
    return value === '' || value === '0' ? 1 : 0;
  } catch (error) {
    if (error instanceof ExprError || error instanceof RegexError)
      return yield* fail(sys, `expr: ${error.message}`, 2);
    throw error;
  }
}

class ExprError {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

class ExprParser {
  private at = 0;
  private readonly args: readonly string[];

  constructor(args: readonly string[]) {
    this.args = args;
  }

  get ended(): boolean {
    return this.at >= this.args.length;
  }

  or(): string {
    let left = this.and();
    while (this.take('|')) {
      const right = this.and();
      left = left === '' || left === '0' ? right : left;
    }
    return left;
  }

  private and(): string {
    let left = this.comparison();
    while (this.take('&')) {
      const right = this.comparison();
      left = [left, right].some((value) => value === '' || value === '0') ? '0' : left;
    }
    return left;
  }

  private comparison(): string {
    let left = this.sum();
    for (;;) {
      const operator = ['=', '==', '!=', '<', '<=', '>', '>='].find(
        (candidate) => this.args[this.at] === candidate,
      );
      if (operator === undefined) return left;
      this.at++;
      const right = this.sum();
      const numbers = /^-?\d+$/.test(left) && /^-?\d+$/.test(right);
      const [a, b] = numbers ? [BigInt(left), BigInt(right)] : [left, right];
      const truth =
        operator === '=' || operator === '=='
          ? a === b
          : operator === '!='
            ? a !== b
            : operator === '<'
              ? a < b
              : operator === '<='
                ? a <= b
                : operator === '>'
                  ? a > b
                  : a >= b;
      left = truth ? '1' : '0';
    }
  }

  private sum(): string {
    let left = this.product();
    for (;;) {
      if (this.take('+')) left = String(this.number(left) + this.number(this.product()));
      else if (this.take('-')) left = String(this.number(left) - this.number(this.product()));
      else return left;
    }
  }

  private product(): string {
    let left = this.match();
    for (;;) {
      const operator = this.args[this.at];
      if (operator !== '*' && operator !== '/' && operator !== '%') return left;
      this.at++;
      const [a, b] = [this.number(left), this.number(this.match())];
      if (operator !== '*' && b === 0n) throw new ExprError('division by zero');
      left = String(operator === '*' ? a * b : operator === '/' ? a / b : a % b);
    }
  }

  private match(): string {
    let left = this.primary();
    while (this.take(':')) {
      const found = compileRegex(`^${this.primary()}`).exec(left);
      left =
        found === undefined
          ? String(0)
          : found.groups.length > 1
            ? (found.groups[1] ?? '')
            : String(found.end);
    }
    return left;
  }

  private primary(): string {
    const arg = this.args[this.at++];
    if (arg === undefined) throw new ExprError('syntax error');
    if (arg === '(') {
      const value = this.or();
      if (!this.take(')')) throw new ExprError('syntax error');
      return value;
    }
    if (arg === 'length' && this.args[this.at] !== undefined) return String(this.primary().length);
    if (arg === 'index') {
      const text = this.primary();
      const wanted = this.primary();
      return String(Array.from(text).findIndex((char) => wanted.includes(char)) + 1);
    }
    if (arg === 'substr') {
      const text = this.primary();
      const [start, length] = [Number(this.primary()), Number(this.primary())];
      return text.slice(start - 1, start - 1 + length);
    }
    return arg;
  }

  private number(text: string): bigint {
    if (!/^-?\d+$/.test(text)) throw new ExprError('non-numeric argument');
    return BigInt(text);
  }

  private take(operator: string): boolean {
    if (this.args[this.at] !== operator) return false;
    this.at++;
    return true;
  }
}

export function* base64(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'dw:');
  if (bad !== undefined) return yield* badOption(sys, 'base64', bad);
  const text = yield* readFile(sys, rest[0] ?? '-');
  if (!text.ok) return yield* fail(sys, `base64: ${rest[0]}: ${ERRNO_TEXT[text.error]}`);
  if (flags.has('d')) yield* out(sys, textOfOctets(anyBase64Bytes(text.value)));
  else {
    const width = Number(flags.get('w') ?? 76);
    const encoded = base64OfBytes(utf8Bytes(text.value));
    yield* out(
      sys,
      width > 0
        ? linesOf(encoded.replace(new RegExp(`.{${width}}`, 'g'), '$&\n'))
            .map((line) => `${line}\n`)
            .join('')
        : encoded,
    );
  }
  return 0;
}
