import { expect, it } from 'vitest';
import type { TraceRecord } from '../../../trace/record.ts';
import { Trace } from '../../../trace/trace.ts';
import { awaitedFiles } from './awaited.ts';

it('a file is awaited from the line that will ask for it to the end of the command', () => {
  const trace = new Trace();
  const add = (at: number, kind: string, data: object): void =>
    trace.append({
      seq: trace.length,
      at,
      turn: 0,
      actor: 'workstation',
      kind,
      data,
    } as unknown as TraceRecord);
  add(10, 'input.command', { index: 3, argv: ['vi a.txt; vi b.txt'] });
  add(20, 'command.files', { command: 3, open: 'a.txt', files: {} });
  add(30, 'command.files', { command: 3, open: 'b.txt', files: {} });
  const at = (us: number) => awaitedFiles(trace).at(us);
  expect([5, 10, 20, 29, 30, 99].map(at)).toEqual([undefined, 'a.txt', 'a.txt', 'a.txt', 'b.txt', 'b.txt']);
  add(40, 'command.exit', { command: 3, exit: 0 });
  expect([39, 40].map(at)).toEqual(['b.txt', undefined]);
});
