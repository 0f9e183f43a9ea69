import { expect, it } from 'vitest';
import { layOut, widthOf } from './region.ts';

const size = { columns: 5, most: 10 };

it('breaks at the width and finds the cursor', () => {
  expect(layOut([{ text: 'abcdefg' }], 6, size)).toEqual({ rows: ['abcde', 'fg'], row: 1, column: 1 });
  expect(layOut([{ text: 'abcde' }], 5, size)).toEqual({ rows: ['abcde', ''], row: 1, column: 0 });
  expect(layOut([{ text: 'abcdef' }], 5, size)).toEqual({ rows: ['abcde', 'f'], row: 1, column: 0 });
  expect(layOut([{ text: 'ab\ncd' }], 2, size)).toEqual({ rows: ['ab', 'cd'], row: 0, column: 2 });
});

it('a wide letter does not hang over the edge', () => {
  expect(widthOf('a한')).toBe(3);
  expect(layOut([{ text: '한글이' }], 3, size)).toEqual({ rows: ['한글', '이'], row: 1, column: 2 });
});

it('looks are closed at the end of a row', () => {
  expect(layOut([{ text: '$ ', look: '90' }, { text: 'abcd' }], 6, size)).toEqual({
    rows: ['\x1b[90m$ \x1b[0mabc', 'd'],
    row: 1,
    column: 1,
  });
});

it('of many rows those with the cursor stay', () => {
  const rows = Array.from({ length: 8 }, (_, index) => String(index)).join('\n');
  expect(layOut([{ text: rows }], 4, { columns: 5, most: 3 })).toEqual({
    rows: ['2', '3', '4'],
    row: 0,
    column: 0,
  });
  expect(layOut([{ text: rows }], 99, { columns: 5, most: 3 }).rows).toEqual(['5', '6', '7']);
});
