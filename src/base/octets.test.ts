import { expect, it } from 'vitest';
import { encodeBase64, utf8Bytes } from './base64.ts';
import { textOfOctets } from './octets.ts';

it('any bytes come back from the text they were read as', () => {
  const cases = [
    [0x68, 0xc3, 0xa9, 0xff, 0x00, 0xf0, 0x9f, 0x98, 0x80],
    [0xc3], // a character cut off
    [0xed, 0xa0, 0x80], // half of a pair
    [0xc0, 0x80, 0xf8, 0xfe], // forms that UTF-8 does not have
    [0xee, 0xbe, 0x80], // a character that stands for an octet
    Array.from({ length: 256 }, (_, byte) => byte),
  ];
  for (const bytes of cases) expect(utf8Bytes(textOfOctets(bytes))).toEqual(bytes);
});

it('what is UTF-8 reads as itself', () => {
  expect(textOfOctets(utf8Bytes('héllo 😀 한글'))).toBe('héllo 😀 한글');
  expect(encodeBase64(textOfOctets([0xff, 0xfe]))).toBe('//4=');
});
