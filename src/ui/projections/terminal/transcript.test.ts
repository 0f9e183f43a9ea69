import { expect, it } from 'vitest';
import type { TraceRecord } from '../../../trace/record.ts';
import { TerminalIndex } from './terminal.ts';
import { lastLines } from './transcript.ts';

let seq = 0;
const record = (kind: string, data: object): TraceRecord =>
  ({ seq: seq++, at: 1, actor: 'workstation', kind, data }) as never;
const typed = (index: number, line: string): TraceRecord =>
  record('input.command', { index, argv: [line], line });
const printed = (command: number, text: string): TraceRecord =>
  record('command.output', { command, stream: 'stdout', text });
const ended = (command: number, exit: number | 'interrupted'): TraceRecord =>
  record('command.exit', { command, exit });

function indexOf(...records: readonly TraceRecord[]): TerminalIndex {
  const index = new TerminalIndex();
  for (const each of records) index.add(each);
  return index;
}

/** What a screen would read, without the control sequences. */
const plain = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- control sequences are what is taken out
  text.replace(/\x1b(?:\[[\d;?]*[A-Za-z]|\]\d+;\d+\x07)/g, '').replaceAll('\r\n', '\n');

it('commands and what they print stand in the order of time', () => {
  const index = indexOf(
    typed(0, 'kubectl get pods -w'),
    printed(0, 'one\n'),
    typed(1, 'kubectl apply -f web.yaml'),
    printed(1, 'created\n'),
    ended(1, 0),
    printed(0, 'two\n'),
    ended(0, 'interrupted'),
  );
  expect(plain(index.text(0, 7))).toBe(
    '$ kubectl get pods -w\none\n$ kubectl apply -f web.yaml\ncreated\ntwo\n^C\n',
  );
  expect(index.moment(3).running).toEqual([0, 1]);
  expect(index.moment(6).running).toEqual([0]);
  expect(index.moment(7).running).toEqual([]);
  expect(index.history(7)).toEqual(['kubectl get pods -w', 'kubectl apply -f web.yaml']);
});

it('the next prompt stands behind what has no end of line, another command on a line of its own', () => {
  const index = indexOf(typed(0, 'printf x'), printed(0, '\x1b[31mab\x1b[0mc'), ended(0, 1), typed(1, 'ls'));
  expect(index.moment(3)).toMatchObject({ tail: 'abc', failed: true });
  expect(plain(index.text(3, 4))).toBe('\n$ ls\n');
});

it('a program with the whole screen gives it back when it ends', () => {
  const index = indexOf(
    typed(0, 'watch ls'),
    printed(0, '\x1b[?1049h\x1b[H\x1b[2Jround 1'),
    ended(0, 'interrupted'),
  );
  expect(index.moment(2)).toMatchObject({ full: true, tail: '' });
  expect(index.moment(3)).toMatchObject({ full: false, tail: '' });
  expect(index.text(2, 3)).toContain('\x1b[?1049l');
});

it('what prepared the cluster is not shown', () => {
  const before = { ...typed(0, 'kubectl apply -f -'), at: -5 } as TraceRecord;
  expect(indexOf(before, printed(0, 'configured\n'), ended(0, 0)).moment(2).seq).toBe(-1);
});

it('of a long text a terminal keeps the last lines, and the last of them is what a prompt goes behind', () => {
  const text = `${'y\n'.repeat(10_000)}end`;
  expect(lastLines(text, 2)).toBe('\x1b[0my\ny\nend');
  expect(lastLines('a\nb\n', 5_000)).toBe('a\nb\n');
  // A program's own screen is not made of lines.
  const watched = `\x1b[?1049h${'row\n'.repeat(100)}`;
  expect(lastLines(watched, 2)).toBe(watched);
  expect(indexOf(typed(0, 'yes'), printed(0, 'be'), printed(0, `fore\n${text}`)).moment(3).tail).toBe('end');
});
