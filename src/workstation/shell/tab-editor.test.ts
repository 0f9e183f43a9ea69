import { expect, it } from 'vitest';
import type { RecordOf } from '../../trace/record.ts';
import type { RunningCommand } from '../port.ts';
import { Desk } from '../testing/desk.ts';

/** A line that waits for somebody to edit. */
function waiting(desk: Desk, line: string): RunningCommand {
  const running = desk.workstation.run({ run: { line } });
  desk.settle();
  expect(running.done.settled).toBe(false);
  return running;
}

/** The tab that a command has asked for last, and its text. */
function asked(desk: Desk): { readonly name: string; readonly text: string } {
  const records = desk.server.records.filter((record) => record.kind === 'command.files');
  const { files } = (records.at(-1) as RecordOf<'command.files'>).data;
  const [name = ''] = Object.keys(files);
  return { name, text: files[name]?.text ?? '' };
}

function saved(desk: Desk, running: RunningCommand, files: Readonly<Record<string, string>>): void {
  desk.workstation.writeFiles(files);
  running.type(' \n');
  desk.settle();
}

it('kubectl edit opens a tab, and applies what is in it at Enter', () => {
  const desk = new Desk();
  desk.kubectl('create configmap web --from-literal=a=one');
  const running = waiting(desk, 'kubectl edit cm web');
  const { name, text } = asked(desk);
  expect(name).toMatch(/^kubectl-edit-\d+\.yaml$/);
  expect(text).toMatch(/^# Please edit the object below/);
  saved(desk, running, { [name]: text.replace('a: one', 'a: two') });
  expect(running.done.value()).toBe(0);
  expect(desk.printed()).toContain('configmap/web edited\n');
  expect(desk.kubectl('get cm web -o jsonpath={.data.a}').stdout).toBe('two');
  expect(desk.line('ls').stdout).toBe('');
});

it('what the server refuses is opened again with what is wrong of it', () => {
  const desk = new Desk();
  desk.kubectl('create configmap web --from-literal=a=one');
  const running = waiting(desk, 'kubectl edit cm web');
  const { name, text } = asked(desk);
  saved(desk, running, { [name]: text.replace('a: one', "'a b': two") });
  expect(desk.printed()).toContain('error: configmaps "web" is invalid\n');
  const { name: again, text: told } = asked(desk);
  expect(again).toBe(name);
  expect(told).toContain('# configmaps "web" was not valid:\n# * data[a b]: Invalid value: "a b": ');
  saved(desk, running, { [name]: told.replace("'a b': two", 'ab: two').replace('a b: two', 'ab: two') });
  expect(running.done.value()).toBe(0);
  expect(desk.kubectl('get cm web -o jsonpath={.data.ab}').stdout).toBe('two');
});

it('left as it was, or given up, nothing is sent', () => {
  const desk = new Desk();
  desk.kubectl('create configmap web --from-literal=a=one');
  const running = waiting(desk, 'kubectl edit cm web');
  running.type(' \n');
  desk.settle();
  expect(desk.printed()).toContain('Edit cancelled, no changes made.\n');
  waiting(desk, 'kubectl edit cm web').interrupt();
  expect(desk.kubectl('get cm web -o jsonpath={.data.a}').stdout).toBe('one');
});

it('vi opens a file of the home directory as the tab that it is', () => {
  const desk = new Desk();
  desk.workstation.writeFiles({ 'notes.txt': 'one\n' });
  const running = waiting(desk, 'vi notes.txt new.txt');
  saved(desk, running, { 'notes.txt': 'two\n' });
  expect(running.done.value()).toBe(0);
  expect(desk.line('cat notes.txt').stdout).toBe('two\n');
  expect(desk.line('vi notes.txt < /dev/null').stderr).toBe("vi: files are edited in the editor's tabs\n");
});

it('a file that is a tab already is asked for, too; what was lent goes with Ctrl-C', () => {
  const desk = new Desk();
  desk.workstation.writeFiles({ 'notes.txt': 'one\n' });
  desk.kubectl('create configmap web --from-literal=a=one');
  waiting(desk, 'vi notes.txt').interrupt();
  const told = desk.server.records.filter((record) => record.kind === 'command.files');
  expect(told.map(({ data }) => data)).toEqual([
    { command: expect.any(Number), open: 'notes.txt', files: {} },
  ]);
  expect(desk.line('cat notes.txt').stdout).toBe('one\n');
  const running = waiting(desk, 'kubectl edit cm web');
  const { name, text } = asked(desk);
  running.type('\x03');
  const ended = desk.server.records.filter((record) => record.kind === 'command.exit').at(-1);
  expect(ended?.data).toMatchObject({ exit: 'interrupted', files: { [name]: { before: text } } });
  expect(desk.line('ls').stdout).toBe('notes.txt\n');
});
