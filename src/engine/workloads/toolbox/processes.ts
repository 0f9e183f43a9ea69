import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { ProcessInfo, Program, Syscalls, WaitStatus } from '../program.ts';
import { type Signal, signalByWord } from '../signals.ts';
import { findProgram } from '../shell/lookup.ts';
import { accounts } from './accounts.ts';
import { badOption, fail, linesOf, options, out, readAll, writeAll } from './io.ts';

const UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** `1.5`, `2m`, `1h` in µs; undefined when it is no duration. */
export function durationUs(text: string): number | undefined {
  const found = /^(\d*\.?\d+|\d+\.)([smhd]?)$/.exec(text);
  return found === null
    ? undefined
    : Math.round(Number(found[1]) * (UNITS[found[2] ?? ''] as number) * 1_000_000);
}

export function* sleepApplet(sys: Syscalls, argv: readonly string[]): Task<number> {
  const args = argv.slice(1);
  if (args.length === 0) return yield* fail(sys, 'sleep: missing operand');
  let total = 0;
  for (const arg of args) {
    if (arg === 'infinity' || arg === 'inf') for (;;) yield* sys.pause();
    const us = durationUs(arg);
    if (us === undefined) return yield* fail(sys, `sleep: invalid number '${arg}'`);
    total += us;
  }
  const until = sys.now() + total;
  while (sys.now() < until) yield* sys.sleep(until - sys.now());
  return 0;
}

/** Starts a program found in PATH and waits for it; 127 and 126 as a shell answers them. */
export function* runCommand(
  sys: Syscalls,
  argv: readonly string[],
  options_: { readonly env?: ReadonlyMap<string, string>; readonly name: string },
): Task<WaitStatus | number> {
  const [program = ''] = argv;
  const found = findProgram(sys, program);
  const child = found.ok ? sys.spawn(found.value, { argv, env: options_.env }) : found;
  if (!child.ok)
    return yield* fail(
      sys,
      `${options_.name}: can't execute '${program}': ${ERRNO_TEXT[child.error]}`,
      child.error === 'ENOENT' ? 127 : 126,
    );
  return yield* waitFor(sys, child.value);
}

export function* waitFor(sys: Syscalls, pid: number): Task<WaitStatus | number> {
  for (;;) {
    const ended = yield* sys.wait(pid);
    if (ended === 'interrupted') continue;
    return ended === 'ECHILD' || ended === undefined ? 127 : ended;
  }
}

function codeOf(status: WaitStatus | number): number {
  return typeof status === 'number' ? status : status.code;
}

/** Becomes the program named; answers only when that failed. */
export function* become(
  sys: Syscalls,
  argv: readonly string[],
  name: string,
  env?: ReadonlyMap<string, string>,
): Task<number> {
  const [program = ''] = argv;
  const found = findProgram(sys, program, env?.get('PATH'));
  const error = found.ok ? yield* sys.exec(found.value, argv, env) : found.error;
  return yield* fail(
    sys,
    `${name}: can't execute '${program}': ${ERRNO_TEXT[error]}`,
    error === 'ENOENT' ? 127 : 126,
  );
}

export function* env(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, '+iu:0');
  if (bad !== undefined) return yield* badOption(sys, 'env', bad);
  const environment = new Map(flags.has('i') ? [] : sys.env);
  if (flags.has('u')) environment.delete(flags.get('u') as string);
  let at = 0;
  for (; at < rest.length && (rest[at] as string).includes('='); at++) {
    const arg = rest[at] as string;
    environment.set(arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1));
  }
  if (at < rest.length) return yield* become(sys, rest.slice(at), 'env', environment);
  yield* out(sys, [...environment].map(([name, value]) => `${name}=${value}\n`).join(''));
  return 0;
}

export function* printenv(sys: Syscalls, argv: readonly string[]): Task<number> {
  if (argv.length === 1) return yield* env(sys, ['env']);
  let status = 0;
  for (const name of argv.slice(1)) {
    const value = sys.env.get(name);
    if (value === undefined) status = 1;
    else yield* out(sys, `${value}\n`);
  }
  return status;
}

export function* timeout(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, '+s:k:fpv');
  if (bad !== undefined) return yield* badOption(sys, 'timeout', bad);
  const [limit = '', ...command] = rest;
  const us = durationUs(limit);
  const signal: Signal | undefined = signalByWord(flags.get('s') ?? 'TERM');
  if (us === undefined || signal === undefined || command.length === 0)
    return yield* fail(sys, `timeout: invalid number '${limit}'`);
  // As busybox does: a child watches, and this process becomes the program. So PID 1 is not ended by its own watcher.
  const killUs = durationUs(flags.get('k') ?? '');
  sys.fork(watcher(sys.pid, [[us, signal], ...(killUs ? [[killUs, 'SIGKILL'] as const] : [])]), {
    fds: new Map(),
  });
  return yield* become(sys, command, 'timeout');
}

function watcher(pid: number, stages: readonly (readonly [number, Signal])[]): Program {
  return function* (sys) {
    for (const [us, signal] of stages) {
      const until = sys.now() + us;
      while (sys.now() < until) {
        if (!sys.processes().some((process) => process.pid === pid && process.state !== 'Z')) return 0;
        yield* sys.sleep(Math.min(1_000_000, until - sys.now()));
      }
      sys.kill(pid, signal);
    }
    return 0;
  };
}

/** nohup, nice, ionice, setsid, chroot's simple uses: run the rest in this process's place. */
export function prefixApplet(name: string, spec: string, operands = 0) {
  return function* (sys: Syscalls, argv: readonly string[]): Task<number> {
    const rest = options(argv, `+${spec}`).rest.slice(operands);
    if (rest.length === 0) return yield* fail(sys, `${name}: missing operand`);
    if (name === 'nohup') sys.signal('SIGHUP', 'ignore');
    return yield* become(sys, rest, name);
  };
}

export function* time(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { rest } = options(argv, '+vpao:f:');
  const started = sys.now();
  const status = yield* runCommand(sys, rest, { name: 'time' });
  const seconds = (sys.now() - started) / 1e6;
  yield* writeAll(
    sys,
    2,
    `real\t${Math.floor(seconds / 60)}m ${(seconds % 60).toFixed(2)}s\nuser\t0m 0.00s\nsys\t0m 0.00s\n`,
  );
  return codeOf(status);
}

export function* xargs(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, '+0n:I:trP:L:s:');
  if (bad !== undefined) return yield* badOption(sys, 'xargs', bad);
  const input = yield* readAll(sys, 0);
  const text = input.ok ? input.value : '';
  const replace = flags.get('I');
  const items = flags.has('0')
    ? text.split('\0').filter((item) => item !== '')
    : replace !== undefined
      ? linesOf(text)
      : (text.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((item) => item.replace(/^(["'])(.*)\1$/s, '$2'));
  const command = rest.length === 0 ? ['echo'] : rest;
  const per =
    replace !== undefined ? 1 : Number(flags.get('n') ?? flags.get('L') ?? Number.POSITIVE_INFINITY);
  if (items.length === 0 && (flags.has('r') || replace !== undefined)) return 0;
  let status = 0;
  for (let at = 0; at === 0 || at < items.length; at += Number.isFinite(per) ? per : items.length) {
    const group = items.slice(at, at + (Number.isFinite(per) ? per : items.length));
    const words =
      replace === undefined
        ? [...command, ...group]
        : command.map((word) => word.replaceAll(replace, group[0] ?? ''));
    const code = codeOf(yield* runCommand(sys, words, { name: 'xargs' }));
    if (code === 126 || code === 127) return code;
    if (code !== 0) status = 123;
    if (items.length === 0) break;
  }
  return status;
}

/** What /proc/PID/comm says: the program's base name, 15 characters. */
export function commandName(process: Pick<ProcessInfo, 'argv'>): string {
  return ((process.argv[0] ?? '').split('/').pop() ?? '').replace(/^-/, '').slice(0, 15);
}

export function* pgrep(sys: Syscalls, argv: readonly string[]): Task<number> {
  const name = (argv[0] ?? 'pgrep').split('/').pop() as string;
  const { flags, rest, bad } = options(
    argv.filter((arg, index) => index === 0 || !(name === 'pkill' && /^-([0-9]+|[A-Z]+)$/.test(arg))),
    'flvnoxs:P:',
  );
  if (bad !== undefined) return yield* badOption(sys, name, bad);
  const [pattern = ''] = rest;
  const word = argv.find((arg) => name === 'pkill' && /^-([0-9]+|[A-Z]+)$/.test(arg));
  const found = sys.processes().filter((process) => {
    if (process.pid === sys.pid || process.state === 'Z') return false;
    const text = flags.has('f') ? process.argv.join(' ') : commandName(process);
    return flags.has('x') ? text === pattern : text.includes(pattern);
  });
  for (const process of found) {
    if (name === 'pkill') sys.kill(process.pid, signalByWord(word?.slice(1) ?? 'TERM') ?? 'SIGTERM');
    else yield* out(sys, `${process.pid}${flags.has('l') ? ` ${commandName(process)}` : ''}\n`);
  }
  return found.length > 0 ? 0 : 1;
}

export function* pidof(sys: Syscalls, argv: readonly string[]): Task<number> {
  const names = argv.slice(1).filter((arg) => !arg.startsWith('-'));
  const found = sys
    .processes()
    .filter((process) => process.pid !== sys.pid && names.includes(commandName(process)));
  if (found.length > 0)
    yield* out(
      sys,
      `${found
        .map((process) => process.pid)
        .reverse()
        .join(' ')}\n`,
    );
  return found.length > 0 ? 0 : 1;
}

export function* killall(sys: Syscalls, argv: readonly string[]): Task<number> {
  const word = argv.find((arg, index) => index > 0 && arg.startsWith('-') && arg !== '-q');
  const signal = signalByWord(word?.slice(1) ?? 'TERM') ?? 'SIGTERM';
  let status = 0;
  for (const name of argv.slice(1).filter((arg) => !arg.startsWith('-'))) {
    const found = sys
      .processes()
      .filter((process) => process.pid !== sys.pid && commandName(process) === name);
    if (found.length === 0) status = yield* fail(sys, `killall: ${name}: no process killed`);
    for (const process of found) sys.kill(process.pid, signal);
  }
  return status;
}

export function* top(sys: Syscalls, argv: readonly string[]): Task<number> {
  const rounds = Number(/(?:^| )-?[a-z]*n *(\d+)/.exec(argv.slice(1).join(' '))?.[1] ?? 1);
  const known = yield* accounts(sys);
  for (let round = 0; round < Math.min(rounds, 1_000); round++) {
    if (round > 0) yield* sys.sleep(5_000_000);
    const { nodeMemoryBytes, nodeUsedBytes } = sys.resources();
    const used = nodeUsedBytes ?? sys.processes().reduce((sum, process) => sum + process.rssBytes, 0);
    const rows = sys.processes().map((process) => {
      const user = (known.user(process.uid) ?? String(process.uid)).slice(0, 8);
      return `${String(process.pid).padStart(5)} ${String(process.ppid).padStart(5)} ${user.padEnd(8)} ${process.state}    ${String(Math.round(process.rssBytes / 1024) + 4_300).padStart(5)}   0%   0   0% ${process.argv.join(' ')}`;
    });
    yield* out(
      sys,
      `Mem: ${Math.round(used / 1024)}K used, ${Math.round((nodeMemoryBytes - used) / 1024)}K free, 0K shrd, 0K buff, 0K cached\nCPU:   0% usr   0% sys   0% nic 100% idle   0% io   0% irq   0% sirq\nLoad average: 0.00 0.00 0.00 1/${sys.processes().length} ${sys.pid}\n  PID  PPID USER     STAT   VSZ %VSZ CPU %CPU COMMAND\n${rows.join('\n')}\n`,
    );
  }
  return 0;
}

export function* watch(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, '+n:tdx');
  if (bad !== undefined) return yield* badOption(sys, 'watch', bad);
  const every = durationUs(flags.get('n') ?? '2') ?? 2_000_000;
  for (;;) {
    yield* runCommand(sys, ['sh', '-c', rest.join(' ')], { name: 'watch' });
    yield* sys.sleep(Math.max(every, 100_000));
  }
}
