import { type Result, err, ok } from '../../../base/result.ts';
import { Future } from '../../kernel/task.ts';
import type { Errno } from '../errno.ts';
import type { Data } from '../program.ts';
import type { OpenFile } from '../vfs/port.ts';

const PIPE_BYTES = 65_536;

/** 'again': nothing to do now; wait for `ready`. */
export type Attempt<T> = Result<T, Errno> | 'again';

/** What several descriptors may share. `refs` counts them; the last close closes it. */
export interface Description {
  refs: number;
  readonly terminal: boolean;
  read(max: number): Attempt<string>;
  write(data: Data, nowUs: number): Attempt<number>;
  /** Settles when a read or write that answered 'again' may go on. */
  ready(): Future;
  closed(): void;
}

function never(): Future {
  return new Future();
}

/** A file or device with its own offset. */
export function fileDescription(
  file: OpenFile,
  options: { readonly append: boolean; readonly read: boolean; readonly write: boolean },
): Description {
  let offset = 0;
  return {
    refs: 0,
    terminal: false,
    read(max) {
      if (!options.read) return err('EBADF');
      const text = file.read(offset, max);
      offset += text.length;
      return { ok: true, value: text };
    },
    write(data, nowUs) {
      if (!options.write) return err('EBADF');
      const written = file.write(offset, data, options.append, nowUs);
      if (!written.ok) return written;
      offset = written.value;
      return ok(typeof data === 'string' ? data.length : data.zeros);
    },
    ready: never,
    closed: () => undefined,
  };
}

/** Where a container's output goes, or its input comes from. */
export interface Stream {
  readonly terminal?: boolean;
  /** Takes output. */
  write?(text: string): void;
  /** The next input: '' is its end, undefined means none yet (then `ready` tells when). */
  read?(max: number): string | undefined;
  ready?(): Future;
}

export function streamDescription(stream: Stream): Description {
  return {
    refs: 0,
    terminal: stream.terminal ?? false,
    read(max) {
      const text = stream.read === undefined ? '' : stream.read(max);
      return text === undefined ? 'again' : { ok: true, value: text };
    },
    write(data) {
      stream.write?.(typeof data === 'string' ? data : '\0'.repeat(Math.min(data.zeros, 4096)));
      return ok(typeof data === 'string' ? data.length : data.zeros);
    },
    ready: () => stream.ready?.() ?? never(),
    closed: () => undefined,
  };
}

class Pipe {
  buffer = '';
  readers = true;
  writers = true;
  private waiters = new Future();

  ready(): Future {
    return this.waiters;
  }

  wake(): void {
    const waiters = this.waiters;
    this.waiters = new Future();
    waiters.resolve();
  }
}

/** [read end, write end] of a new pipe. A write beyond its buffer waits for a reader. */
export function pipeDescriptions(): readonly [Description, Description] {
  const pipe = new Pipe();
  const reader: Description = {
    refs: 0,
    terminal: false,
    read(max) {
      if (pipe.buffer === '') return pipe.writers ? 'again' : { ok: true, value: '' };
      const text = pipe.buffer.slice(0, max);
      pipe.buffer = pipe.buffer.slice(max);
      pipe.wake();
      return { ok: true, value: text };
    },
    write: () => err('EBADF'),
    ready: () => pipe.ready(),
    closed() {
      pipe.readers = false;
      pipe.wake();
    },
  };
  const writer: Description = {
    refs: 0,
    terminal: false,
    read: () => err('EBADF'),
    write(data) {
      if (!pipe.readers) return err('EPIPE');
      const room = PIPE_BYTES - pipe.buffer.length;
      if (room <= 0) return 'again';
      const text = typeof data === 'string' ? data.slice(0, room) : '\0'.repeat(Math.min(room, data.zeros));
      pipe.buffer += text;
      pipe.wake();
      return ok(text.length);
    },
    ready: () => pipe.ready(),
    closed() {
      pipe.writers = false;
      pipe.wake();
    },
  };
  return [reader, writer];
}
