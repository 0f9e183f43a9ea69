import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Program, Syscalls } from '../program.ts';
import { fail, readFile, writeAll } from '../toolbox/io.ts';
import { ShellSyntaxError } from './ast.ts';
import { takeOptions } from './builtins/variables.ts';
import type { Dialect } from './dialect.ts';
import { parseShell } from './parser.ts';
import { Shell } from './shell.ts';
import { type ShellOptions, ShellState, Variables } from './state.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The shell as a program: `sh [-euxf] [-c TEXT [NAME ARG…] | FILE ARG… | -s]`. */
export function shellProgram(dialect: Dialect = 'ash'): Program {
  return function* (sys: Syscalls): Task<number> {
    const options: ShellOptions = {
      errexit: false,
      nounset: false,
      xtrace: false,
      noglob: false,
      noexec: false,
      pipefail: false,
      allexport: false,
    };
    const argv = sys.argv;
    const name = (argv[0] ?? 'sh').split('/').pop()?.replace(/^-/, '') ?? 'sh';
    const { fields, command } = splitCommand(argv);
    const taken = takeOptions(options, fields, 1, dialect);
    if (taken.bad !== undefined) return yield* fail(sys, `${name}: illegal option ${taken.bad}`, 2);
    const rest = fields.slice(fields[taken.next] === '--' ? taken.next + 1 : taken.next);
    const shell = new Shell(sys, initialState(sys, options, name, dialect));
    if (command) {
      const [text, zero] = rest;
      if (text === undefined) return yield* fail(sys, `${name}: -c requires an argument`, 2);
      if (zero !== undefined) shell.state.name = zero;
      shell.state.positional = rest.slice(2);
      // The last command takes the shell's place; but not in dash, and in ash not when a line's end follows it.
      const last = dialect === 'bash' || (dialect === 'ash' && !text.endsWith('\n'));
      return yield* shell.main(text, last, dialect === 'ash' ? 0 : 1);
    }
    const [file] = rest;
    if (file === undefined || argv.includes('-s')) {
      shell.state.positional = rest;
      return yield* fromStdin(shell);
    }
    const text = yield* readFile(sys, file);
    if (!text.ok) return yield* fail(sys, `${name}: can't open '${file}': ${ERRNO_TEXT[text.error]}`, 2);
    shell.state.name = file;
    shell.state.positional = rest.slice(1);
    yield* shell.run(text.value, false, 1);
    return yield* shell.finish();
  };
}

/** Takes -c out of the options: it may stand with others, as in `-ec`. */
function splitCommand(argv: readonly string[]): {
  readonly fields: readonly string[];
  readonly command: boolean;
} {
  let command = false;
  const fields: string[] = [];
  let options = true;
  for (const [index, arg] of argv.entries()) {
    if (index > 0 && options && /^-[a-zA-Z]+$/.test(arg) && arg.includes('c') && arg !== '-o') {
      command = true;
      const left = arg.replace('c', '');
      if (left !== '-') fields.push(left);
      continue;
    }
    if (index > 0 && !/^[-+]/.test(arg) && argv[index - 1] !== '-o') options = false;
    fields.push(arg);
  }
  return { fields, command };
}

function initialState(sys: Syscalls, options: ShellOptions, name: string, dialect: Dialect): ShellState {
  const variables = new Variables();
  for (const [key, value] of sys.env)
    if (NAME.test(key)) variables.set(key, { value, exported: true, readOnly: false });
  if (!variables.has('PATH'))
    variables.set('PATH', { value: '/sbin:/usr/sbin:/bin:/usr/bin', exported: false, readOnly: false });
  variables.set('IFS', { value: ' \t\n', exported: false, readOnly: false });
  variables.set('PWD', { value: sys.cwd(), exported: true, readOnly: false });
  variables.set('OPTIND', { value: '1', exported: false, readOnly: false });
  if (!variables.has('SHLVL')) variables.set('SHLVL', { value: '1', exported: true, readOnly: false });
  return new ShellState({
    variables,
    functions: new Map(),
    options,
    name,
    positional: [],
    subshell: false,
    mainPid: sys.pid,
    startedUs: sys.unixUs(),
    dialect,
  });
}

/** Reads commands as they come: from a terminal with prompts, else line by line. */
function* fromStdin(shell: Shell): Task<number> {
  const { sys, state } = shell;
  shell.interactive = sys.isTerminal(0);
  const prompt = (): string => promptOf(sys, state.variables.get('PS1')?.value);
  let text = '';
  let line = 1;
  let ended = false;
  let interrupted = false;
  if (shell.interactive) {
    // An interactive shell outlives Ctrl-C: it gives up its line and asks for another.
    sys.signal('SIGINT', () => (interrupted = true));
    yield* writeAll(sys, 2, prompt());
  }
  while (!ended && shell.flow?.kind !== 'exit') {
    const next = yield* readLine(sys, shell.interactive);
    if (interrupted) {
      interrupted = false;
      text = '';
      state.status = 130;
      yield* writeAll(sys, 2, `\n${prompt()}`);
      continue;
    }
    ended = next === undefined;
    text += next ?? '';
    const parsed = parseShell(text, line, state.bash);
    if (parsed instanceof ShellSyntaxError) {
      if (parsed.incomplete && !ended) {
        if (shell.interactive) yield* writeAll(sys, 2, '> ');
        continue;
      }
      shell.line = parsed.line;
      yield* shell.complain(parsed.message);
      state.status = 2;
      if (!shell.interactive) return 2;
    } else yield* shell.execute(parsed, false);
    line += text.split('\n').length - 1;
    text = '';
    const fresh = interrupted ? '\n' : '';
    interrupted = false;
    if (shell.interactive && shell.flow === undefined)
      yield* writeAll(sys, 2, ended ? '\n' : fresh + prompt());
  }
  return yield* shell.finish();
}

/** PS1 with the few escapes that prompts are made of; without one, busybox's. */
function promptOf(sys: Syscalls, ps1: string | undefined): string {
  const cwd = sys.cwd();
  const sign = sys.uid === 0 ? '#' : '$';
  if (ps1 === undefined) return `${cwd} ${sign} `;
  const home = sys.env.get('HOME') ?? '';
  const escapes: Readonly<Record<string, string>> = {
    w: home !== '' && cwd.startsWith(home) ? `~${cwd.slice(home.length)}` : cwd,
    h: sys.hostname(),
    u: sys.env.get('USER') ?? '',
    $: sign,
  };
  return ps1.replace(/\\([whu$])/g, (all, letter: string) => escapes[letter] ?? all);
}

function* readLine(sys: Syscalls, interruptible: boolean): Task<string | undefined> {
  let line = '';
  for (;;) {
    const char = yield* sys.read(0, 1);
    if (char === 'interrupted') {
      if (interruptible) return line;
      continue;
    }
    if (!char.ok || char.value === '') return line === '' ? undefined : line;
    line += char.value;
    if (char.value === '\n') return line;
  }
}
