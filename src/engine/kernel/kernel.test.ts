import { describe, expect, it } from 'vitest';
import type { TraceRecord } from '../../trace/record.ts';
import { Kernel } from './kernel.ts';
import { Channel, Future, TIMED_OUT, type Task, sleep, wait, waitUpTo } from './task.ts';

function kernelWith(records: TraceRecord[] = []): Kernel {
  return new Kernel({ seed: 1, epochUs: 0, sink: (record) => records.push(record) });
}

function* worker(kernel: Kernel, name: string, inbox: Channel<string>, log: string[]): Task {
  for (;;) {
    const item = yield* inbox.receive();
    log.push(`${kernel.now()} ${name} ${item}`);
    yield* sleep(10);
  }
}

describe('kernel', () => {
  it('runs equal times in the order they were queued, whatever the chunks', () => {
    const run = (maxTurns: number): string[] => {
      const kernel = kernelWith();
      const log: string[] = [];
      const inbox = new Channel<string>();
      kernel.spawn(worker(kernel, 'a', inbox, log));
      kernel.spawn(worker(kernel, 'b', inbox, log));
      for (let i = 0; i < 5; i++) kernel.after(5, () => inbox.send(`item-${i}`));
      while (kernel.advance({ maxTurns }) === 'turns');
      return log;
    };
    expect(run(1)).toEqual(run(1000));
    expect(run(1000).map((line) => line.split(' ')[2])).toEqual([
      'item-0',
      'item-1',
      'item-2',
      'item-3',
      'item-4',
    ]);
  });

  it('carries the cause through timers, futures and tasks', () => {
    const records: TraceRecord[] = [];
    const kernel = kernelWith(records);
    const ready = new Future<number>();
    kernel.spawn(
      (function* (): Task {
        yield* wait(ready);
        kernel.record('waiter', 'step', { track: 't', name: 'woken', level: 1 });
      })(),
    );
    kernel.after(3, () => {
      kernel.record('waker', 'step', { track: 't', name: 'wakes', level: 1 });
      ready.resolve(1);
    });
    kernel.advance({});
    expect(records.map((record) => [record.actor, record.cause])).toEqual([
      ['waker', undefined],
      ['waiter', 0],
    ]);
  });

  it('is quiet when only background work is left, and escalation ends that', () => {
    const kernel = kernelWith();
    let beats = 0;
    let consequences = 0;
    kernel.spawn(
      (function* (): Task {
        for (;;) {
          yield* sleep(1_000);
          if (++beats === 3) {
            kernel.escalate();
            kernel.after(50, () => consequences++);
          }
        }
      })(),
      { background: true },
    );
    expect(kernel.advance({ quiet: true })).toBe('quiet');
    expect(kernel.advance({ until: 3_020 })).toBe('until');
    expect(kernel.nextForeground()).toBe(3_050);
    expect(kernel.advance({ quiet: true })).toBe('quiet');
    expect([beats, consequences, kernel.now()]).toEqual([3, 1, 3_050]);
  });

  it('answers TIMED_OUT and never resumes a waiter twice', () => {
    const kernel = kernelWith();
    const late = new Future<string>();
    const answers: unknown[] = [];
    kernel.spawn(
      (function* (): Task {
        answers.push(yield* waitUpTo(late, 100));
        answers.push(yield* waitUpTo(late, 1_000));
      })(),
    );
    kernel.after(500, () => late.resolve('here'));
    kernel.advance({});
    expect(answers).toEqual([TIMED_OUT, 'here']);
  });

  it('cancels a suspended task and counts its timer off', () => {
    const kernel = kernelWith();
    let cleaned = false;
    const handle = kernel.spawn(
      (function* (): Task {
        try {
          yield* sleep(1_000_000);
        } finally {
          cleaned = true;
        }
      })(),
    );
    kernel.after(10, () => handle.cancel());
    expect(kernel.advance({ quiet: true })).toBe('quiet');
    expect([cleaned, kernel.now()]).toEqual([true, 10]);
  });

  it('draws from named streams that never move each other', () => {
    const one = kernelWith();
    const two = kernelWith();
    two.random('other').next();
    expect(one.random('jitter').next()).toBe(two.random('jitter').next());
  });
});
