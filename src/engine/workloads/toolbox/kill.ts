import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { SIGNAL_NUMBER, type Signal, signalByWord } from '../signals.ts';
import { fail, out, writeAll } from './io.ts';

/** Models busybox procps/kill.c: `kill [-l] [-s SIG | -SIG] PID…`, with ash's texts. */
export function* kill(sys: Syscalls, argv: readonly string[]): Task<number> {
  let at = 1;
  let signal: Signal | 0 = 'SIGTERM';
  const first = argv[1];
  if (first === '-l') return yield* listSignals(sys, argv.slice(2));
  if (first !== undefined && /^-./.test(first) && first !== '--') {
    const word = first === '-s' || first === '-n' ? argv[2] : first.slice(1);
    at = first === '-s' || first === '-n' ? 3 : 2;
    const named =
      word === '0' || word?.toUpperCase() === 'EXIT'
        ? 0
        : word === undefined
          ? undefined
          : signalByWord(word);
    if (named === undefined) return yield* fail(sys, `sh: bad signal name '${word ?? ''}'`);
    signal = named;
  }
  if (argv[at] === '--') at++;
  const pids = argv.slice(at);
  if (pids.length === 0) return yield* fail(sys, 'sh: you need to specify whom to kill');
  let status = 0;
  for (const word of pids) {
    if (!/^-?\d+$/.test(word)) {
      yield* writeAll(sys, 2, `sh: invalid number '${word}'\n`);
      status = 1;
      continue;
    }
    const sent = sys.kill(Number(word), signal);
    if (sent.ok) continue;
    yield* writeAll(sys, 2, `sh: can't kill pid ${word}: ${ERRNO_TEXT[sent.error]}\n`);
    status = 1;
  }
  return status;
}

function* listSignals(sys: Syscalls, words: readonly string[]): Task<number> {
  if (words.length > 0) {
    for (const word of words) {
      const number = Number(word) > 128 ? String(Number(word) - 128) : word;
      const signal = signalByWord(number);
      if (signal !== undefined)
        yield* out(sys, `${/^\d+$/.test(word) ? signal.slice(3) : SIGNAL_NUMBER[signal]}\n`);
    }
    return 0;
  }
  const lines = Object.entries(SIGNAL_NUMBER).map(
    ([name, number]) => `${String(number).padStart(2)}) ${name.slice(3)}\n`,
  );
  yield* out(sys, lines.join(''));
  return 0;
}
