import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../base/rng.ts';
import { FileText, utf8Length } from './file-text.ts';

describe('the text of a file', () => {
  it('reads and counts as one string would, whatever is written where', () => {
    const random = randomStream(1, 'file-text');
    const text = new FileText('é and more');
    let plain = 'é and more';
    for (let i = 0; i < 400; i++) {
      const at = random.int(plain.length + 1);
      const piece = random.pick(['x', 'ß€', 'line\n', 'long '.repeat(1_500)]);
      if (random.int(2) === 0) {
        text.write(plain.length, piece);
        plain += piece;
      } else {
        text.write(at, piece);
        plain = plain.slice(0, at) + piece + plain.slice(at + piece.length);
      }
      const from = random.int(plain.length);
      expect(text.slice(from, from + 20_000)).toBe(plain.slice(from, from + 20_000));
    }
    expect([text.length, text.bytes, text.toString() === plain]).toEqual([
      plain.length,
      utf8Length(plain),
      true,
    ]);
    const copy = text.copy();
    copy.write(0, '!');
    expect([copy.slice(0, 1), text.slice(0, 1)]).toEqual(['!', plain[0]]);
  });
});
