import { Channel, Future, type Task, wait } from '../../engine/kernel/task.ts';
import type { Stream } from '../../engine/workloads/process/descriptors.ts';
import type { ProcessHandle } from '../../engine/workloads/process/table.ts';
import type { Syscalls } from '../../engine/workloads/program.ts';
import { fail, writeAll } from '../../engine/workloads/toolbox/io.ts';
import { END_OF_INPUT, INTERRUPT } from '../shell/terminal.ts';
import type { ProcessStreams } from './port.ts';

interface Chunk {
  readonly fd: 1 | 2;
  readonly text: string;
}

/** Input that goes to a process elsewhere. As a terminal, Ctrl-D ends what is read there. */
class RemoteInput implements Stream {
  readonly terminal: boolean;
  private readonly chunks: string[] = [];
  private ended = false;
  private arrival = new Future();

  constructor(terminal: boolean) {
    this.terminal = terminal;
  }

  add(text: string | undefined): void {
    if (text === undefined) this.ended = true;
    else this.chunks.push(text);
    const { arrival } = this;
    this.arrival = new Future();
    arrival.resolve();
  }

  read(max: number): string | undefined {
    const first = this.chunks.shift();
    if (first === undefined) return this.ended ? '' : undefined;
    if (this.terminal && first === END_OF_INPUT) return '';
    if (first.length > max) this.chunks.unshift(first.slice(max));
    return first.slice(0, max);
  }

  ready(): Future {
    return this.arrival;
  }
}

/**
 * Runs a process elsewhere with this one's streams, until it ends: what ssh and docker exec do. With `terminal` Ctrl-C goes
 * there. Answers its exit code; `start` may answer why it cannot.
 */
export function* runElsewhere(
  sys: Syscalls,
  terminal: boolean,
  start: (streams: ProcessStreams) => ProcessHandle | string,
): Task<number> {
  const chunks = new Channel<Chunk | 'end'>();
  const written = new Future();
  const input = new RemoteInput(terminal);
  const sink = (fd: 1 | 2): Stream => ({ terminal, write: (text) => chunks.send({ fd, text }) });
  const started = start({ stdin: input, stdout: sink(1), stderr: sink(terminal ? 1 : 2) });
  if (typeof started === 'string') return yield* fail(sys, started, 1);
  sys.thread(
    (function* (): Task {
      for (;;) {
        const chunk = yield* chunks.receive();
        if (chunk === 'end') return written.resolve();
        yield* writeAll(sys, chunk.fd, chunk.text);
      }
    })(),
  );
  sys.thread(feed(sys, input, started, chunks));
  try {
    const status = yield* wait(started.done);
    chunks.send('end');
    yield* wait(written);
    return status.code;
  } finally {
    if (!started.done.settled) started.kill('SIGHUP');
  }
}

function* feed(
  sys: Syscalls,
  input: RemoteInput,
  process: ProcessHandle,
  chunks: Channel<Chunk | 'end'>,
): Task {
  for (;;) {
    const chunk = yield* sys.read(0);
    if (chunk === 'interrupted') continue;
    if (!chunk.ok || chunk.value === '') return input.add(undefined);
    if (input.terminal && chunk.value === INTERRUPT) {
      chunks.send({ fd: 1, text: '^C' });
      process.interrupt();
    } else input.add(chunk.value);
  }
}
