import { type Channel, Future } from '../../kernel/task.ts';
import type { Kernel, TaskHandle } from '../../kernel/kernel.ts';
import type { Stream } from '../oci/shapes.ts';
import type { StreamIo } from './port/runtime.ts';

/** A program's standard input fed from a stream of text; null ends it. */
export function inputStream(
  kernel: Kernel,
  source: Channel<string | null>,
  terminal: boolean,
): { stream: Stream; pump: TaskHandle<void> } {
  let buffer = '';
  let ended = false;
  let arrival = new Future();
  const pump = kernel.spawn(
    (function* () {
      while (!ended) {
        const text = yield* source.receive();
        if (text === null) ended = true;
        else buffer += text;
        const told = arrival;
        arrival = new Future();
        told.resolve();
      }
    })(),
  );
  const stream: Stream = {
    terminal,
    read(max) {
      if (buffer === '') return ended ? '' : undefined;
      const text = buffer.slice(0, max);
      buffer = buffer.slice(max);
      return text;
    },
    ready: () => arrival,
  };
  return { stream, pump };
}

/** Where an exec's output goes. */
export function outputStream(io: Pick<StreamIo, 'write' | 'tty'>, name: 'stdout' | 'stderr'): Stream {
  return { terminal: io.tty, write: (text) => io.write(io.tty ? 'stdout' : name, text) };
}
