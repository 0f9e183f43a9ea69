import { expect, it } from 'vitest';
import { LineDiscipline, forTerminal } from './line-discipline.ts';

function typed(...keys: readonly string[]): { readonly shown: string; readonly lines: readonly string[] } {
  let shown = '';
  const lines: string[] = [];
  const tty = new LineDiscipline(
    (text) => (shown += text),
    (line) => lines.push(line),
  );
  for (const each of keys) tty.type(each);
  return { shown, lines };
}

it('hands on whole lines, and shows what is typed', () => {
  expect(typed('l', 's\r', 'pw')).toEqual({ shown: 'ls\npw', lines: ['ls\n'] });
});

it('edits a line before it goes', () => {
  expect(typed('lx\x7fs\r').lines).toEqual(['ls\n']);
  expect(typed('\x7f\x7fls\r')).toEqual({ shown: 'ls\n', lines: ['ls\n'] });
  expect(typed('echo a b \x17c\r').lines).toEqual(['echo a c\n']);
  expect(typed('nonsense\x15ls\r').lines).toEqual(['ls\n']);
  expect(typed('ls\x1b[A\x1b[1;5D\r').lines).toEqual(['ls\n']);
});

it('Ctrl-C drops the line and goes alone, Ctrl-D ends what is empty and sends what is not', () => {
  expect(typed('slee\x03').lines).toEqual(['\x03']);
  expect(typed('\x04', 'ab\x04').lines).toEqual(['\x04', 'ab']);
});

it('a line’s end takes the cursor back', () => {
  expect(forTerminal('a\nb\r\n')).toBe('a\r\nb\r\n');
});
