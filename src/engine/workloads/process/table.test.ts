import { describe, expect, it } from 'vitest';
import type { Program } from '../program.ts';
import { Machine } from '../testing/machine.ts';
import { FileTree } from '../vfs/tree.ts';

function machineWith(program: Program, options: ConstructorParameters<typeof Machine>[0] = {}): Machine {
  const image = new FileTree({ source: 'overlay', type: 'overlay' });
  image.executable('/bin/app', program);
  return new Machine({ ...options, image });
}

describe('process table', () => {
  it('kills a program that grows beyond its limit; it never runs on', () => {
    const log: string[] = [];
    const machine = machineWith(
      function* (sys) {
        for (let i = 0; i < 10; i++) {
          yield* sys.grow(100);
          log.push(`${sys.resources().rssBytes}`);
        }
        return 0;
      },
      { memoryLimitBytes: 350 },
    );
    expect(machine.finish(machine.start(['/bin/app'])).exit).toBe(137);
    expect(log).toEqual(['100', '200', '300']);
  });

  it('kills everything else when PID 1 ends, and shields PID 1 from what it has no handler for', () => {
    const ended: string[] = [];
    const machine = machineWith(
      function* (sys) {
        sys.fork(function* (child) {
          for (;;) yield* child.pause();
        });
        sys.kill(1, 'SIGTERM');
        sys.kill(1, 'SIGKILL');
        yield* sys.sleep(1_000);
        return 3;
      },
      { events: { ended: ({ pid, code, signal }) => ended.push(`${pid} ${code} ${signal ?? '-'}`) } },
    );
    expect(machine.finish(machine.start(['/bin/app'])).exit).toBe(3);
    expect(ended).toEqual(['1 3 -', '2 137 SIGKILL']);
    expect(machine.table.size).toBe(0);
  });

  it('ends the threads of a process with it, and runs handlers while the main thread waits', () => {
    const log: string[] = [];
    const machine = machineWith(function* (sys) {
      let stop = false;
      sys.signal('SIGTERM', (signal) => {
        log.push(signal);
        stop = true;
      });
      sys.thread(
        (function* () {
          for (;;) {
            yield* sys.sleep(1_000_000);
            log.push('tick');
          }
        })(),
      );
      while (!stop) yield* sys.pause();
      return 0;
    });
    const handle = machine.start(['/bin/app']);
    machine.kernel.after(2_500_000, () => handle.kill('SIGTERM'));
    machine.finish(handle, 10_000_000);
    expect(log).toEqual(['tick', 'tick', 'SIGTERM']);
    expect(handle.done.value()).toEqual({ pid: 1, code: 0, signal: undefined });
  });

  it('lets a full pipe wait for its reader and tells a writer whose reader is gone', () => {
    const machine = new Machine();
    expect(machine.sh('dd if=/dev/zero bs=1000 count=200 2>/dev/null | (sleep 1; wc -c)').stdout).toBe(
      '200000\n',
    );
    expect(new Machine().sh('yes | true; echo done').stdout).toBe('done\n');
  });
});
