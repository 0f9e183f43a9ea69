import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { FileChange } from '../../trace/kinds/input.ts';
import { Trace } from '../../trace/trace.ts';
import { createFilesStore } from './files-store.ts';
import { followMachineFiles } from './machine-files.ts';

it('tabs follow what commands leave, but for those that somebody has changed meanwhile', () => {
  const files = createFilesStore();
  files.load({ 'web.yaml': 'kind: Pod\n', 'mine.txt': 'a' });
  const trace = new Trace();
  const store = createStore<{ version: number }>(() => ({ version: 0 }));
  followMachineFiles({ store, active: () => ({ id: 1, trace }) } as never, files);
  const ended = (changes: Readonly<Record<string, FileChange>>): void => {
    const data = { command: 0, exit: 0, files: changes };
    trace.append({
      seq: trace.length,
      at: 0,
      turn: 0,
      actor: 'workstation',
      kind: 'command.exit',
      data,
    } as never);
    store.setState(({ version }) => ({ version: version + 1 }));
  };
  ended({ 'out.txt': { text: 'one' }, 'mine.txt': { before: 'a', text: 'b' } });
  expect(files.store.getState().files).toEqual({
    'web.yaml': 'kind: Pod\n',
    'mine.txt': 'b',
    'out.txt': 'one',
  });
  files.write('mine.txt', 'edited');
  ended({ 'mine.txt': { before: 'b', text: 'c' }, 'out.txt': { before: 'one' } });
  expect(files.store.getState().files).toEqual({ 'web.yaml': 'kind: Pod\n', 'mine.txt': 'edited' });
});

it('what a command waits to have edited comes to the front', () => {
  const files = createFilesStore();
  files.load({ 'web.yaml': 'kind: Pod\n' });
  const trace = new Trace();
  const store = createStore<{ version: number }>(() => ({ version: 0 }));
  followMachineFiles({ store, active: () => ({ id: 1, trace }) } as never, files);
  const data = {
    command: 0,
    open: 'kubectl-edit-1.yaml',
    files: { 'kubectl-edit-1.yaml': { text: 'kind: ConfigMap\n' } },
  };
  trace.append({ seq: 0, at: 0, turn: 0, actor: 'workstation', kind: 'command.files', data } as never);
  store.setState({ version: 1 });
  expect(files.store.getState()).toMatchObject({
    open: 'kubectl-edit-1.yaml',
    files: { 'web.yaml': 'kind: Pod\n', 'kubectl-edit-1.yaml': 'kind: ConfigMap\n' },
  });
});
