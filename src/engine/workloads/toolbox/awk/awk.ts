import type { Task } from '../../../kernel/task.ts';
import { ERRNO_TEXT } from '../../errno.ts';
import type { Syscalls } from '../../program.ts';
import { fail, readFile, writeAll } from '../io.ts';
import { RegexError } from '../regex.ts';
import { AwkError, unescapeAwk } from './lexer.ts';
import { AwkMachine } from './machine.ts';
import { parseAwk } from './parser.ts';
import { Input } from './streams.ts';
import { fromInput } from './values.ts';

const ASSIGNMENT = /^([A-Za-z_]\w*)=([\s\S]*)$/;

interface CommandLine {
  readonly script: string;
  readonly assigned: readonly string[];
  readonly operands: readonly string[];
}

/** POSIX awk with the additions that busybox and gawk share. */
export function* awk(sys: Syscalls, argv: readonly string[]): Task<number> {
  const line = yield* commandLine(sys, argv);
  if (typeof line === 'string') return yield* fail(sys, line);
  let machine: AwkMachine | undefined;
  try {
    machine = new AwkMachine(parseAwk(line.script), sys);
    for (const text of line.assigned) assign(machine, text);
    return yield* play(machine, line.operands);
  } catch (error) {
    if (!(error instanceof AwkError || error instanceof RegexError)) throw error;
    if (machine !== undefined) yield* machine.streams.flush();
    return yield* fail(sys, `awk: ${error instanceof RegexError ? 'cmd. line:1: ' : ''}${error.message}`);
  }
}

function* commandLine(sys: Syscalls, argv: readonly string[]): Task<CommandLine | string> {
  const scripts: string[] = [];
  const assigned: string[] = [];
  let at = 1;
  for (; at < argv.length && /^-./.test(argv[at] as string); at++) {
    const arg = argv[at] as string;
    if (arg === '--') {
      at++;
      break;
    }
    const value = arg.length > 2 ? arg.slice(2) : (argv[++at] ?? '');
    if (arg.startsWith('-F')) assigned.push(`FS=${value === 't' ? '\t' : value}`);
    else if (arg.startsWith('-v')) assigned.push(value);
    else if (arg.startsWith('-e')) scripts.push(value);
    else if (arg.startsWith('-f')) {
      const text = yield* readFile(sys, value);
      if (!text.ok) return `awk: ${value}: ${ERRNO_TEXT[text.error]}`;
      scripts.push(text.value);
    } else return `awk: unrecognized option: ${arg[1]}`;
  }
  const script = scripts.length > 0 ? scripts.join('\n') : argv[at++];
  if (script === undefined)
    return 'Usage: awk [OPTIONS] [AWK_PROGRAM] [FILE]...\n\n\t-v VAR=VAL\tSet variable\n\t-F SEP\t\tUse SEP as field separator\n\t-f/-E FILE\tRead program from FILE\n\t-e AWK_PROGRAM';
  return { script, assigned, operands: argv.slice(at) };
}

function assign(machine: AwkMachine, text: string): boolean {
  const [, name, value] = ASSIGNMENT.exec(text) ?? [];
  if (name === undefined || value === undefined) return false;
  machine.set(name, fromInput(unescapeAwk(value)));
  return true;
}

function* play(machine: AwkMachine, operands: readonly string[]): Task<number> {
  const args = machine.array('ARGV');
  for (const [index, arg] of ['awk', ...operands].entries()) args.set(String(index), fromInput(arg));
  machine.set('ARGC', operands.length + 1);
  const files = filesOf(machine);
  machine.nextInput = files.next;
  yield* machine.section('BEGIN');
  if (!machine.exited && machine.readsInput) yield* machine.main();
  // `exit` in BEGIN or a rule still lets END run; there it ends at once.
  machine.exited = false;
  yield* machine.section('END');
  yield* machine.streams.finish();
  return machine.code || files.status();
}

/** The operands in turn: a file, standard input, or an assignment. */
function filesOf(machine: AwkMachine): {
  readonly next: () => Task<Input | undefined>;
  readonly status: () => number;
} {
  const { sys } = machine;
  let at = 1;
  let any = false;
  let failed = 0;
  let open: number | undefined;
  function* next(): Task<Input | undefined> {
    if (open !== undefined) sys.close(open);
    open = undefined;
    for (; at < Number(machine.text(machine.get('ARGC'))); at++) {
      const path = machine.text(machine.array('ARGV').get(String(at)));
      if (path === '' || assign(machine, path)) continue;
      any = true;
      machine.set('FILENAME', path);
      machine.set('FNR', 0);
      const opened = path === '-' ? { ok: true as const, value: 0 } : sys.open(path, 'read');
      if (!opened.ok) {
        failed = 1;
        yield* writeAll(sys, 2, `awk: ${path}: ${ERRNO_TEXT[opened.error]}\n`);
        continue;
      }
      if (path !== '-') open = opened.value;
      at++;
      return new Input(sys, opened.value);
    }
    if (any) return undefined;
    any = true;
    return new Input(sys, 0);
  }
  return { next, status: () => failed };
}
