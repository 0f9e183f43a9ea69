import type { Task } from '../../kernel/task.ts';
import type { Program, Syscalls } from '../program.ts';
import { durationUs } from '../toolbox/processes.ts';
import { writeAll } from '../toolbox/io.ts';

// stress, stress-ng and vish/stress: memory and CPU used up as asked, by workers of their own.

interface Asked {
  readonly cpu: number;
  readonly vm: number;
  readonly bytes: number;
  /** Seconds for which a worker keeps its memory; 0 for ever, undefined to give it back at once. */
  readonly hang: number | undefined;
  readonly timeoutUs: number | undefined;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };
/** Memory is touched about this fast. */
const STEP_BYTES = 8 * 1024 * 1024;
const STEP_US = 4_000;
const DEFAULT_BYTES = 256 * 1024 * 1024;

function bytesOf(text: string): number {
  const found = /^(\d+)([bkmg]?)i?b?$/i.exec(text);
  return found === null ? DEFAULT_BYTES : Number(found[1]) * (UNITS[(found[2] ?? '').toLowerCase()] ?? 1);
}

/** Options of all three programs, with one dash or two, `--vm 1` or `--vm=1`. */
function asked(argv: readonly string[]): Asked {
  const words = argv.slice(1).flatMap((arg) => {
    const at = arg.startsWith('-') ? arg.indexOf('=') : -1;
    return at < 0 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
  });
  const value = (...names: string[]): string | undefined => {
    const at = words.findIndex((word) => names.includes(word.replace(/^--?/, '-')));
    return at < 0 ? undefined : (words[at + 1] ?? '');
  };
  const total = value('-mem-total');
  const hang = value('-vm-hang');
  const timeout = value('-timeout', '-t');
  return {
    cpu: Number(value('-cpu', '-c', '-cpus') ?? 0),
    vm: total === undefined ? Number(value('-vm', '-m') ?? 0) : 1,
    bytes: bytesOf(total ?? value('-vm-bytes') ?? ''),
    hang:
      total !== undefined || words.includes('--vm-keep') ? 0 : hang === undefined ? undefined : Number(hang),
    timeoutUs: timeout === undefined ? undefined : durationUs(timeout),
  };
}

function* memoryHog(sys: Syscalls, { bytes, hang }: Asked): Task<number> {
  for (;;) {
    for (let held = 0; held < bytes; held += STEP_BYTES) {
      yield* sys.cpu(STEP_US);
      yield* sys.grow(Math.min(STEP_BYTES, bytes - held));
    }
    if (hang === 0) for (;;) yield* sys.pause();
    if (hang !== undefined) yield* sys.sleep(hang * 1_000_000);
    yield* sys.grow(-bytes);
  }
}

function* cpuHog(sys: Syscalls): Task<number> {
  for (;;) yield* sys.cpu(1_000_000);
}

/** Starts the workers and waits for them: `stress: info: [1] dispatching hogs: …`. */
export const stress: Program = function* (sys) {
  const what = asked(sys.argv);
  const say = (kind: string, text: string): Task<boolean> =>
    writeAll(sys, kind === 'info' ? 1 : 2, `stress: ${kind}: [${sys.pid}] ${text}\n`);
  const started = sys.now();
  const seconds = (): number => Math.round((sys.now() - started) / 1e6);
  yield* say('info', `dispatching hogs: ${what.cpu} cpu, 0 io, ${what.vm} vm, 0 hdd`);
  const workers: number[] = [];
  for (let i = 0; i < Math.min(what.vm + what.cpu, 64); i++) {
    const child = sys.fork((own) => (i < what.vm ? memoryHog(own, what) : cpuHog(own)));
    if (child.ok) workers.push(child.value);
  }
  const stop = function* (): Task {
    for (const pid of workers) sys.kill(pid, 'SIGKILL');
    yield* sys.cpu(1);
  };
  const until = what.timeoutUs === undefined ? Number.POSITIVE_INFINITY : started + what.timeoutUs;
  while (workers.length > 0) {
    const ended = yield* sys.wait(undefined, Number.isFinite(until));
    if (ended === 'interrupted') continue;
    if (ended === 'ECHILD') break;
    if (ended !== undefined) {
      yield* say('FAIL', `(415) <-- worker ${ended.pid} got signal ${ended.code - 128}`);
      yield* say('WARN', '(417) now reaping child worker processes');
      yield* stop();
      yield* say('FAIL', `(451) failed run completed in ${seconds()}s`);
      return 1;
    }
    if (sys.now() >= until) {
      yield* stop();
      yield* say('info', `successful run completed in ${seconds()}s`);
      return 0;
    }
    yield* sys.sleep(Math.min(100_000, until - sys.now()));
  }
  return 0;
};
