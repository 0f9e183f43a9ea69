import { describe, expect, it } from 'vitest';
import { runOf, TraceWriter } from '../testing/builder.ts';
import { contextIndex } from './current-user.ts';

describe("kubectl's context", () => {
  it('is the last one that was switched to, once the switch has succeeded', () => {
    const trace = new TraceWriter();
    const exit = (command: number, code: number) =>
      trace.put('kubectl', 'command.exit', { command, exit: code });
    trace.put('you', 'input.command', { index: 0, argv: ['config', 'use-context', 'developer'] });
    const first = exit(0, 0);
    trace.put('you', 'input.command', { index: 1, argv: [], line: 'kubectl config use-context nosuch' });
    const second = exit(1, 1);
    trace.put('you', 'input.command', { index: 2, argv: [], line: 'kubectl  config use-context nobody' });
    const third = exit(2, 0);
    const index = contextIndex(runOf(trace.records).trace);
    expect([first - 1, first, second, third - 1, third].map((seq) => index.at(seq))).toEqual([
      undefined,
      'developer',
      'developer',
      'developer',
      'nobody',
    ]);
  });
});
