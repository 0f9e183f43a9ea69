import type { Task } from '../../../kernel/task.ts';
import { SIGNAL_NUMBER, type Signal, signalByWord } from '../../signals.ts';
import { out } from '../../toolbox/io.ts';
import { kill } from '../../toolbox/kill.ts';
import { endingOfJob } from '../endings.ts';
import { type ShellCore, statusOfSignal } from '../port.ts';
import { quoted } from './variables.ts';

/** The pid a word names: a number, or `%n` for a job. */
function pidOf(shell: ShellCore, word: string): number | undefined {
  if (word.startsWith('%')) {
    const number =
      word === '%' || word === '%%' || word === '%+' ? shell.state.jobs.length : Number(word.slice(1));
    return shell.state.jobs.find((job) => job.number === number)?.pid;
  }
  return /^\d+$/.test(word) ? Number(word) : undefined;
}

/** Models ash waitcmd: a trapped signal breaks it off with 128 + its number; the trap runs after it. */
export function* waitBuiltin(shell: ShellCore, fields: readonly string[]): Task<number> {
  const words = fields.slice(1);
  const any = words[0] === '-n';
  if (words.length === 0 || any) {
    for (;;) {
      const ended = yield* shell.sys.wait();
      if (ended === 'ECHILD' || ended === undefined) return 0;
      if (ended !== 'interrupted') {
        forget(shell, ended.pid);
        if (any) return ended.code;
        continue;
      }
      const signal = shell.pendingSignal();
      if (signal !== undefined) return statusOfSignal(signal);
    }
  }
  let status = 0;
  for (const word of words) {
    const pid = pidOf(shell, word);
    if (pid === undefined) {
      yield* shell.complain(
        word.startsWith('%') ? `wait: ${word}: no such job` : `wait: Illegal number: ${word}`,
      );
      return 2;
    }
    const answer = yield* waitFor(shell, pid);
    if (typeof answer !== 'number') return statusOfSignal(answer);
    status = answer;
  }
  return status;
}

function* waitFor(shell: ShellCore, pid: number): Task<number | Signal> {
  for (;;) {
    const ended = yield* shell.sys.wait(pid);
    if (ended === 'ECHILD' || ended === undefined) return 127;
    if (ended !== 'interrupted') {
      forget(shell, pid);
      yield* shell.reportSignal(ended);
      return ended.code;
    }
    const signal = shell.pendingSignal();
    if (signal !== undefined) return signal;
  }
}

function forget(shell: ShellCore, pid: number): void {
  shell.state.jobs = shell.state.jobs.filter((job) => job.pid !== pid);
}

/** Tells of all jobs, and of those that ended for the last time; `-p`: only their pids, `-l`: these too. */
export function* jobs(shell: ShellCore, fields: readonly string[]): Task<number> {
  let text = '';
  const all = shell.state.jobs;
  if (fields[1] === '-p') {
    yield* out(shell.sys, all.map(({ pid }) => `${pid}\n`).join(''));
    return 0;
  }
  for (const [at, job] of all.entries()) {
    const process = shell.sys.processes().find(({ pid }) => pid === job.pid);
    const running = process !== undefined && process.state !== 'Z';
    const mark = !shell.state.bash ? ' ' : at === all.length - 1 ? '+' : at === all.length - 2 ? '-' : ' ';
    const word = (running ? 'Running' : endingOfJob(process?.ended ?? { code: 0 }, shell.state.bash)).padEnd(
      24,
    );
    if (!running) forget(shell, job.pid);
    text += `[${job.number}]${mark}${fields[1] === '-l' ? ` ${job.pid} ` : '  '}${word}${job.text}${running && job.text !== '' ? ' &' : ''}\n`;
  }
  yield* out(shell.sys, text);
  return 0;
}

export function* killBuiltin(shell: ShellCore, fields: readonly string[]): Task<number> {
  const words: string[] = [];
  for (const word of fields) {
    const pid = word.startsWith('%') ? pidOf(shell, word) : undefined;
    words.push(pid === undefined ? word : String(pid));
  }
  return yield* kill(shell.sys, words);
}

export function* trap(shell: ShellCore, fields: readonly string[]): Task<number> {
  const args = fields.slice(1).filter((arg, index) => !(index === 0 && (arg === '--' || arg === '-p')));
  if (args.length === 0) {
    let text = '';
    for (const [signal, action] of shell.state.traps)
      text += `trap -- ${quoted(action)} ${signal.replace(/^SIG/, '')}\n`;
    yield* out(shell.sys, text);
    return 0;
  }
  const first = args[0] as string;
  const resets = args.length === 1 || (signalOrExit(first) !== undefined && /^\d+$/.test(first));
  const action = resets || first === '-' ? undefined : first;
  for (const word of resets && first !== '-' ? args : args.slice(1)) {
    const signal = signalOrExit(word);
    if (signal === undefined) {
      yield* shell.complain(`trap: ${word}: invalid signal specification`);
      return 1;
    }
    shell.setTrap(signal, action);
  }
  return 0;
}

function signalOrExit(word: string): Signal | 'EXIT' | undefined {
  if (word === '0' || word.toUpperCase() === 'EXIT') return 'EXIT';
  const signal = signalByWord(word);
  return signal !== undefined && SIGNAL_NUMBER[signal] > 0 ? signal : undefined;
}
