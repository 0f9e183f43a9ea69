import type { Task } from '../../../kernel/task.ts';
import type { Syscalls } from '../../program.ts';
import { writeAll } from '../../toolbox/io.ts';
import { formatTime } from '../../toolbox/time.ts';

/** A line of klog's on stderr: `I1130 09:00:00.123456       1 server.go:191] text`. */
export function* klog(sys: Syscalls, level: 'I' | 'E', from: string, text: string): Task {
  const now = sys.unixUs();
  const micros = String(Math.floor(now % 1_000_000)).padStart(6, '0');
  const pid = String(sys.pid).padStart(7);
  yield* writeAll(sys, 2, `${level}${formatTime(now, '%m%d %H:%M:%S')}.${micros} ${pid} ${from}] ${text}\n`);
}
