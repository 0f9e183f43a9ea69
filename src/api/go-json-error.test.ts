import { expect, it } from 'vitest';
import { jsonError } from './go-json-error.ts';

it.each([
  ['', 'unexpected end of JSON input'],
  ['{"a":', 'unexpected end of JSON input'],
  ['hello', "invalid character 'h' looking for beginning of value"],
  ['{a: 1}', "invalid character 'a' looking for beginning of object key string"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['[1 2]', "invalid character '2' after array element"],
  ['[1,]', "invalid character ']' looking for beginning of value"],
  ['{} x', "invalid character 'x' after top-level value"],
  ['01', "invalid character '1' after top-level value"],
  ['-a', "invalid character 'a' in numeric literal"],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1ex', "invalid character 'x' in exponent of numeric literal"],
  ['trve', "invalid character 'v' in literal true (expecting 'u')"],
  ['"a\nb"', "invalid character '\\n' in string literal"],
  ['"\\x"', "invalid character 'x' in string escape code"],
  ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
  ["'", "invalid character '\\'' looking for beginning of value"],
])('says of %s: %s', (text, problem) => {
  expect(jsonError(text)).toBe(problem);
});

it.each(['{}', ' [1, -0.5e+3, "\\u00e9", null, {"a": [true, false]}]\n', '"x"', '0'])('reads %s', (text) => {
  expect(jsonError(text)).toBeUndefined();
  expect(() => void JSON.parse(text)).not.toThrow();
});

it('is not drowned by depth', () => {
  expect(jsonError('['.repeat(9_000))).toBe('unexpected end of JSON input');
  expect(jsonError('['.repeat(90_000))).toBe('exceeded max depth');
});
