import { type Channel, Future } from '../../kernel/task.ts';
import type { Kernel, TaskHandle } from '../../kernel/kernel.ts';
import type { Stream } from '../oci/shapes.ts';
import type { StreamIo } from './port/runtime.ts';

const INTERRUPT = '\x03';
const END_OF_INPUT = '\x04';

/**
 * A program's standard input fed from a stream of text; null ends it. With `interrupt` it is a terminal: Ctrl-C calls it,
 * Ctrl-D ends what is read there.
 */
export function inputStream(
  kernel: Kernel,
  source: Channel<string | null>,
  interrupt?: () => void,
): { stream: Stream; pump: TaskHandle<void> } {
  const terminal = interrupt !== undefined;
  let buffer = '';
  let ended = false;
  let arrival = new Future();
  const pump = kernel.spawn(
    (function* () {
      while (!ended) {
        const text = yield* source.receive();
        if (text === null) ended = true;
        else if (terminal && text === INTERRUPT) {
          buffer = '';
          interrupt();
        } else buffer += text;
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
      if (terminal && buffer.startsWith(END_OF_INPUT)) {
        buffer = buffer.slice(1);
        return '';
      }
      const end = terminal ? buffer.indexOf(END_OF_INPUT) : -1;
      const text = buffer.slice(0, end < 0 ? max : Math.min(max, end));
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
