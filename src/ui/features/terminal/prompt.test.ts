import { expect, it } from 'vitest';
import { EMPTY_LINE } from './line/line.ts';
import { NOT_TYPING, promptPieces } from './prompt.ts';

it('lines that were sent and are not in the records yet stand below each other', () => {
  const typing = { line: EMPTY_LINE, ...NOT_TYPING, sent: ['ssh worker-2', 'for i in 1\ndo :; done'] };
  const shown = (running: readonly number[]): string =>
    promptPieces(typing, { running, failed: false }, 80)
      .pieces.map(({ text }) => text)
      .join('');
  expect(shown([])).toBe('$ ssh worker-2\n$ for i in 1\n> do :; done');
  expect(shown([0])).toBe('ssh worker-2\nfor i in 1\n> do :; done');
});
