import { expect, it } from 'vitest';
import { TextOfPieces, bytesOf, textOf } from './bytes.ts';

it('any bytes come back, however they are cut', () => {
  const bytes = Buffer.from([...Buffer.from('a é 한 😀 \uef80 \ufffd'), 0xff, 0xc3, 0x28, 0xf0, 0x9f]);
  expect(bytesOf(textOf(bytes)).equals(bytes)).toBe(true);
  for (let cut = 1; cut < bytes.length; cut++) {
    const pieces = new TextOfPieces();
    const text = pieces.take(bytes.subarray(0, cut)) + pieces.take(bytes.subarray(cut)) + pieces.rest();
    expect(bytesOf(text).equals(bytes)).toBe(true);
  }
});
