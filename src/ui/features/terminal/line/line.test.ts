import { expect, it } from 'vitest';
import { needsMore, splitCommands } from './commands.ts';
import { readKeys } from './keys.ts';
import { EMPTY_LINE, type Line, edit } from './line.ts';

/** The line after a terminal's input; `|` marks the cursor. */
function after(input: readonly string[], history: readonly string[] = []): string {
  let line: Line = EMPTY_LINE;
  for (const data of input) for (const key of readKeys(data)) line = edit(line, key, history);
  return `${line.text.slice(0, line.at)}|${line.text.slice(line.at)}`;
}

it.each([
  [['kubectl get', '\x01', 'x', '\x05', 'y'], 'xkubectl gety|'],
  [['kubectl get pods', '\x17', '\x17'], 'kubectl |'],
  [['kubectl get pods', '\x17', '\x01', '\x19'], 'pods|kubectl get '],
  [['one two', '\x1b[1;5D', '\x0b'], 'one |'],
  [['one two', '\x1bb', '\x15'], '|two'],
  [['ab', '\x1b[D', '\x1b[3~'], 'a|'],
  [['한글😀', '\x7f', '\x1b[D', 'x'], '한x|글'],
  [['ab', '\x14'], 'ba|'],
  [['a\tb\x7fc'], 'ac|'],
] as const)('keys %j', (input, wanted) => {
  expect(after(input)).toBe(wanted);
});

it('history goes back and comes forward to what was being typed', () => {
  const history = ['first', 'second'];
  expect(after(['dra', '\x1b[A'], history)).toBe('second|');
  expect(after(['dra', '\x1b[A', '\x1b[A', '\x1b[A'], history)).toBe('first|');
  expect(after(['dra', '\x1b[A', '\x1b[A', '\x1b[B', '\x1b[B'], history)).toBe('dra|');
});

it('Ctrl-R finds the newest line that holds the text, then older ones', () => {
  const history = ['kubectl get pods', 'ls', 'kubectl get nodes'];
  expect(after(['\x12', 'get'], history)).toBe('kubectl get nodes|');
  expect(after(['\x12', 'get', '\x12'], history)).toBe('kubectl get pods|');
  expect(after(['\x12', 'get', '\x05', ' -A'], history)).toBe('kubectl get nodes -A|');
});

it('a pasted text keeps its lines and loses what steers a terminal', () => {
  expect(readKeys('\x1b[200~a\r\n\tb\x1b[31m\x1b[201~')).toEqual([{ kind: 'paste', text: 'a\n  b[31m' }]);
});

it.each([
  ['ls', false],
  ["echo 'a", true],
  ["echo 'a\nb'", false],
  ['echo a \\', true],
  ['cat x |', true],
  ['true &&', true],
  ['cat <<EOF', true],
  ['cat <<EOF\nline', true],
  ["cat <<'EOF' | kubectl apply -f -\nit's\nEOF", false],
  ['for i in 1 2', true],
  ['for i in 1 2; do', true],
  ['for i in 1 2; do echo $i; done', false],
  ['echo done; echo if', false],
  ['if true; then', true],
  ['if true; then echo; fi', false],
  ['echo $(ls', true],
  ['echo a # it is "open', false],
  ["kubectl get pods -o jsonpath='{.items[*]}'", false],
] as const)('%j needs more: %s', (text, wanted) => {
  expect(needsMore(text)).toBe(wanted);
});

it('several lines are several commands, a here-document is one', () => {
  expect(splitCommands('ls\n\npwd\ncat <<EOF\na\nEOF\nech')).toEqual({
    commands: ['ls', 'pwd', 'cat <<EOF\na\nEOF'],
    rest: 'ech',
  });
});
