import { expect, test } from 'vitest';
import { evaluateCel } from './cel.ts';
import { compilePattern } from './re2.ts';

const found = (pattern: string, text: string, most = Infinity): readonly string[] | string => {
  const compiled = compilePattern(pattern);
  return compiled.ok ? compiled.value.findAll(text, most) : compiled.error;
};

test('a pattern that others would try for ever is answered', () => {
  expect(found('^(a+)+$', `${'a'.repeat(60)}b`)).toEqual([]);
  expect(evaluateCel(`'${'a'.repeat(60)}b'.matches('^(a+)+$')`, new Map())).toEqual({
    ok: true,
    value: false,
  });
});

test("the syntax is Go's", () => {
  expect(found('(?i)b+', 'abBcb')).toEqual(['bB', 'b']);
  expect(found('(?i)b+', 'abBcb', 1)).toEqual(['bB']);
  expect(found('(', 'a')).toBe('error parsing regexp: missing closing ): `(`');
  expect(found('(?=a)', 'a')).toBe('error parsing regexp: invalid or unsupported Perl syntax: `(?=`');
});
