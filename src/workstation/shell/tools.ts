import type { Task } from '../../engine/kernel/task.ts';
import type { Program, Syscalls } from '../../engine/workloads/program.ts';
import {
  badOption,
  fail,
  linesOf,
  options,
  out,
  readFile,
  writeAll,
} from '../../engine/workloads/toolbox/io.ts';
import { rareProgram } from '../../engine/workloads/rare/rare.ts';
import { signalByWord } from '../../engine/workloads/signals.ts';
import { become, durationUs, runCommand } from '../../engine/workloads/toolbox/processes.ts';
import { formatTime } from '../../engine/workloads/toolbox/time.ts';
import type { TOOL_NAMES } from './tool-names.ts';

/** Erases the terminal's screen, and (`CLEAR_ALL`) what had scrolled out of it. */
const CLEAR_SCREEN = '\x1b[H\x1b[2J';
const CLEAR_ALL = `${CLEAR_SCREEN}\x1b[3J`;
/** A program takes the whole screen; it is given back when the program ends. */
const FULL_SCREEN = '\x1b[?1049h';
const COLUMNS = 80;
const SHORTEST_US = 100_000;
/** What timeout exits with. */
const TIMED_OUT = 124;

const clear: Program = function* (sys: Syscalls): Task<number> {
  yield* out(sys, CLEAR_ALL);
  return 0;
};

/** Runs a command again and again, each time on an empty screen. Models procps-ng watch 4. */
const watch: Program = function* (sys: Syscalls): Task<number> {
  const { flags, rest, bad } = options(sys.argv, 'n:tdxbecgpqCw');
  if (bad !== undefined) return yield* badOption(sys, 'watch', bad);
  if (rest.length === 0) return yield* fail(sys, 'Usage:\n watch [options] command');
  const everyUs = Math.max(durationUs(flags.get('n') ?? '2') ?? 2_000_000, SHORTEST_US);
  const command = rest.join(' ');
  if (sys.isTerminal(1)) yield* out(sys, FULL_SCREEN);
  for (;;) {
    yield* out(sys, CLEAR_SCREEN + (flags.has('t') ? '' : header(sys, everyUs, command)));
    yield* runCommand(sys, flags.has('x') ? rest : ['sh', '-c', command], { name: 'watch' });
    yield* sys.sleep(everyUs);
  }
};

function header(sys: Syscalls, everyUs: number, command: string): string {
  const left = `Every ${(everyUs / 1_000_000).toFixed(1)}s: ${command}`;
  const right = `${sys.hostname()}: ${formatTime(sys.unixUs(), '%a %b %e %H:%M:%S %Y')}`;
  return `${left}${' '.repeat(Math.max(1, COLUMNS - left.length - right.length))}${right}\n\n`;
}

const pager: Program = function* (sys: Syscalls): Task<number> {
  const argv = ['cat', ...sys.argv.slice(1).filter((word) => !/^[-+]./.test(word))];
  const ended = yield* runCommand(sys, argv, { name: 'less' });
  return typeof ended === 'number' ? ended : ended.code;
};

/** `column -t`: words under each other, two blanks apart. Models util-linux column 2.38. */
const column: Program = function* (sys: Syscalls): Task<number> {
  const { flags, rest, bad } = options(sys.argv, 'ts:o:N:');
  if (bad !== undefined) return yield* badOption(sys, 'column', bad);
  if (!flags.has('t')) return yield* fail(sys, 'column: only -t is simulated');
  const separator = flags.get('s');
  const rows: string[][] = flags.has('N') ? [(flags.get('N') ?? '').split(',')] : [];
  for (const path of rest.length === 0 ? ['-'] : rest) {
    const read = yield* readFile(sys, path);
    if (!read.ok) return yield* fail(sys, `column: cannot open ${path}: No such file or directory`);
    const cut =
      separator === undefined ? /[ \t]+/ : new RegExp(`[${separator.replace(/[\\\]^-]/g, '\\$&')}]`);
    for (const line of linesOf(read.value))
      if (line.trim() !== '') rows.push((separator === undefined ? line.trim() : line).split(cut));
  }
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  const between = flags.get('o') ?? '  ';
  const lines = rows.map((row) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join(between),
  );
  yield* out(sys, lines.map((line) => `${line}\n`).join(''));
  return 0;
};

/** bash's `time`, which is a word of its own there. */
const time: Program = function* (sys: Syscalls): Task<number> {
  const started = sys.now();
  const ended = yield* runCommand(sys, sys.argv.slice(1), { name: 'time' });
  const seconds = (sys.now() - started) / 1e6;
  const real = `${Math.floor(seconds / 60)}m${(seconds % 60).toFixed(3)}s`;
  yield* writeAll(sys, 2, `\nreal\t${real}\nuser\t0m0.000s\nsys\t0m0.000s\n`);
  return typeof ended === 'number' ? ended : ended.code;
};

/** `timeout [-s SIGNAL] DURATION COMMAND`. Models coreutils: it stays the parent, and says by 124 that the time was up. */
const timeout: Program = function* (sys: Syscalls): Task<number> {
  const { flags, rest, bad } = options(sys.argv, '+s:k:fpv');
  if (bad !== undefined) return yield* badOption(sys, 'timeout', bad);
  const [limit = '', ...command] = rest;
  const us = durationUs(limit);
  const signal = signalByWord(flags.get('s') ?? 'TERM');
  if (us === undefined) return yield* fail(sys, `timeout: invalid time interval ‘${limit}’`, 125);
  if (signal === undefined || command.length === 0)
    return yield* fail(sys, "Try 'timeout --help' for more information.", 125);
  const child = sys.fork((own) => become(own, command, 'timeout'));
  if (!child.ok) return 125;
  let late = false;
  const watcher = sys.fork(function* (own) {
    yield* own.sleep(us);
    late = true;
    own.kill(child.value, signal);
    return 0;
  });
  let ended = yield* sys.wait(child.value);
  while (ended === 'interrupted') ended = yield* sys.wait(child.value);
  if (watcher.ok) sys.kill(watcher.value, 'SIGKILL');
  return late ? TIMED_OUT : typeof ended === 'object' ? ended.code : 0;
};

/** Programs of the learner's machine beyond busybox's, by name. */
export const TOOLS: Readonly<Record<(typeof TOOL_NAMES)[number], Program>> = {
  clear,
  column,
  diff: rareProgram('gnu-diff'),
  time,
  timeout,
  watch,
  less: pager,
  more: pager,
};
