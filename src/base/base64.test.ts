import { describe, expect, it } from 'vitest';
import {
  anyBase64Bytes,
  base64Bytes,
  base64Length,
  decodeBase64,
  encodeBase64,
  textOfAnyBase64,
  textOfBytes,
} from './base64.ts';

describe('base64', () => {
  it.each([
    ['', ''],
    ['a', 'YQ=='],
    ['ab', 'YWI='],
    ['abc', 'YWJj'],
    ['é€😀', 'w6nigqzwn5iA'],
  ])('%j is %j and back', (text, encoded) => {
    expect(encodeBase64(text)).toBe(encoded);
    expect(decodeBase64(encoded)).toBe(text);
    expect(base64Length(encoded)).toBe(new TextEncoder().encode(text).length);
  });

  it('tells what is no base64, or passes over it', () => {
    expect([base64Bytes('YQ='), base64Bytes('Y!=='), decodeBase64('YWJ\nj')]).toEqual([
      undefined,
      undefined,
      'abc',
    ]);
    expect(anyBase64Bytes('Y W-J*j')).toEqual([97, 98, 99]);
  });

  it('reads what is no UTF-8', () => {
    expect(textOfBytes([0x61, 0xff, 0xc3])).toBe('a\uFFFD\uFFFD');
    expect(textOfAnyBase64('Yf8=')).toBe('a\u00FF');
  });
});
