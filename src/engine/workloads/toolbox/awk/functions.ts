import type { Task } from '../../../kernel/task.ts';
import { formatTime } from '../time.ts';
import type { Expression } from './ast.ts';
import { AwkError } from './lexer.ts';
import type { AwkState } from './state.ts';
import { type Value, fromInput, num, sprintf } from './values.ts';

const RECORD: Expression = { kind: 'field', index: { kind: 'number', value: 0 } };
const MATH: Readonly<Record<string, (x: number, y: number) => number>> = {
  int: Math.trunc,
  sqrt: Math.sqrt,
  exp: Math.exp,
  log: Math.log,
  sin: Math.sin,
  cos: Math.cos,
  atan2: Math.atan2,
  and: (x, y) => x & y,
  or: (x, y) => x | y,
  xor: (x, y) => x ^ y,
  compl: (x) => ~x >>> 0,
  lshift: (x, y) => x * 2 ** y,
  rshift: (x, y) => Math.floor(x / 2 ** y),
};

/** awk's own functions. */
export function* callBuiltin(machine: AwkState, name: string, args: readonly Expression[]): Task<Value> {
  switch (name) {
    case 'length':
      return yield* length(machine, args[0]);
    case 'split':
      return yield* splitInto(machine, args);
    case 'sub':
    case 'gsub':
      return yield* substitute(machine, args, name === 'gsub');
    case 'gensub':
      return yield* gensub(machine, args);
    case 'match':
      return yield* match(machine, args);
    default: {
      const values: Value[] = [];
      for (const arg of args) values.push(yield* machine.value(arg));
      return yield* simple(machine, name, values);
    }
  }
}

function* simple(machine: AwkState, name: string, values: readonly Value[]): Task<Value> {
  const { sys, streams } = machine;
  const [first, second, third] = values;
  const math = MATH[name];
  if (math !== undefined) return math(num(first), num(second));
  switch (name) {
    case 'substr':
      return substr(machine.text(first), num(second), third === undefined ? undefined : num(third));
    case 'index':
      return machine.text(first).indexOf(machine.text(second)) + 1;
    case 'toupper':
      return machine.text(first).toUpperCase();
    case 'tolower':
      return machine.text(first).toLowerCase();
    case 'sprintf':
      return sprintf(machine.text(first), values.slice(1));
    case 'strtonum':
      return Number(machine.text(first)) || 0;
    case 'rand':
      return sys.random().next();
    case 'srand':
      return 0;
    case 'systime':
      return Math.floor(sys.unixUs() / 1e6);
    case 'strftime': {
      const at = second === undefined ? sys.unixUs() : num(second) * 1e6;
      return formatTime(at, first === undefined ? '%a %b %e %H:%M:%S %Z %Y' : machine.text(first));
    }
    case 'system':
      return yield* streams.system(machine.text(first));
    case 'close':
      return yield* streams.close(machine.text(first));
    case 'fflush':
      yield* streams.flush();
      return 0;
    default:
      throw new AwkError('cmd. line:1: Call to undefined function');
  }
}

function substr(text: string, from: number, length: number | undefined): string {
  const start = Math.round(from);
  const end = length === undefined ? Number.POSITIVE_INFINITY : start + Math.round(length);
  return text.slice(Math.max(0, start - 1), Math.max(0, Math.min(text.length, end - 1)));
}

function* length(machine: AwkState, arg: Expression | undefined): Task<number> {
  if (arg === undefined) return (machine.fields[0] as string).length;
  const array = arg.kind === 'variable' ? machine.cell(arg.name).array : undefined;
  return array === undefined ? machine.text(yield* machine.value(arg)).length : array.size;
}

function* splitInto(machine: AwkState, args: readonly Expression[]): Task<number> {
  const [source, array, separator] = args;
  if (source === undefined || array?.kind !== 'variable')
    throw new AwkError('cmd. line:1: Too few arguments');
  const text = machine.text(yield* machine.value(source));
  const by = separator === undefined ? machine.text(machine.get('FS')) : yield* machine.pattern(separator);
  const parts = machine.patterns.split(text, by, separator?.kind === 'regex');
  const into = machine.array(array.name);
  into.clear();
  for (const [index, part] of parts.entries()) into.set(String(index + 1), fromInput(part));
  return parts.length;
}

function* match(machine: AwkState, args: readonly Expression[]): Task<number> {
  const [source, pattern, groups] = args;
  if (source === undefined || pattern === undefined) throw new AwkError('cmd. line:1: Too few arguments');
  const text = machine.text(yield* machine.value(source));
  const found = machine.patterns.regex(yield* machine.pattern(pattern)).exec(text);
  machine.set('RSTART', found === undefined ? 0 : found.start + 1);
  machine.set('RLENGTH', found === undefined ? -1 : found.end - found.start);
  if (groups?.kind === 'variable') {
    const into = machine.array(groups.name);
    into.clear();
    for (const [index, group] of (found?.groups ?? []).entries())
      if (group !== undefined) into.set(String(index), fromInput(group));
  }
  return found === undefined ? 0 : found.start + 1;
}

/** The text with matches replaced: all, or the one of that number. */
function* replaced(
  machine: AwkState,
  options: { readonly text: string; readonly pattern: string; readonly which: number },
  by: (groups: readonly (string | undefined)[]) => string,
): Task<{ readonly text: string; readonly count: number }> {
  const { text, which } = options;
  const regex = machine.patterns.regex(options.pattern);
  let result = '';
  let at = 0;
  let seen = 0;
  let count = 0;
  while (at <= text.length) {
    const found = regex.exec(text, at);
    if (found === undefined) break;
    seen++;
    const taken = which === 0 || seen === which;
    result += text.slice(at, found.start) + (taken ? by(found.groups) : text.slice(found.start, found.end));
    if (taken) count++;
    at = found.end;
    if (found.end === found.start) result += text[at++] ?? '';
    if (which !== 0 && taken) break;
    if (seen % 1_000 === 0) yield* machine.sys.cpu(100);
  }
  return { text: result + text.slice(at), count };
}

function* substitute(machine: AwkState, args: readonly Expression[], all: boolean): Task<number> {
  const [pattern, replacement, target = RECORD] = args;
  if (pattern === undefined || replacement === undefined)
    throw new AwkError('cmd. line:1: Too few arguments');
  const source = yield* machine.pattern(pattern);
  const by = machine.text(yield* machine.value(replacement));
  const text = machine.text(yield* machine.value(target));
  const whole = (groups: readonly (string | undefined)[]): string =>
    by.replace(/\\\\|\\&|&/g, (mark) => (mark === '&' ? (groups[0] ?? '') : mark === '\\&' ? '&' : '\\'));
  const done = yield* replaced(machine, { text, pattern: source, which: all ? 0 : 1 }, whole);
  if (done.count > 0) yield* machine.store(target, done.text);
  return done.count;
}

function* gensub(machine: AwkState, args: readonly Expression[]): Task<string> {
  const [pattern, replacement, how, target = RECORD] = args;
  if (pattern === undefined || replacement === undefined || how === undefined)
    throw new AwkError('cmd. line:1: Too few arguments');
  const source = yield* machine.pattern(pattern);
  const by = machine.text(yield* machine.value(replacement));
  const which = machine.text(yield* machine.value(how));
  const text = machine.text(yield* machine.value(target));
  const filled = (groups: readonly (string | undefined)[]): string =>
    by.replace(/\\([0-9&\\])|&/g, (mark, group?: string) => {
      if (mark === '&' || group === '0') return groups[0] ?? '';
      return group === undefined || group === '&' || group === '\\'
        ? (group ?? '')
        : (groups[Number(group)] ?? '');
    });
  const number = /^[gG]/.test(which) ? 0 : Math.max(1, Number(which) || 1);
  return (yield* replaced(machine, { text, pattern: source, which: number }, filled)).text;
}
