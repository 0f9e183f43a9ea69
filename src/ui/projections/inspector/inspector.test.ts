import { expect, it } from 'vitest';
import { diffLines } from './revisions.ts';

it('shows what a revision brought and took, in place', () => {
  expect(diffLines('a: 1\nb: 2\nc: 3\n', 'a: 1\nb: 9\nc: 3\nd: 4\n')).toEqual([
    { text: 'a: 1' },
    { text: 'b: 2', mark: 'removed' },
    { text: 'b: 9', mark: 'added' },
    { text: 'c: 3' },
    { text: 'd: 4', mark: 'added' },
  ]);
  expect(diffLines('', 'a: 1\n')).toEqual([{ text: 'a: 1', mark: 'added' }]);
});
