import { expect, it } from 'vitest';
import { claimsOf, webToken } from './web-token.ts';

it('says what was put into it, and nothing where it is no token', () => {
  const claims = { sub: 'system:serviceaccount:default:büro', n: 1 };
  const token = webToken(claims, 'a signature');
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(claimsOf(token)).toEqual(claims);
  expect(['', 'a', 'a.b.c', 'a.e3h9.b', `a.${token.split('.')[2]}.c`].map(claimsOf)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});
