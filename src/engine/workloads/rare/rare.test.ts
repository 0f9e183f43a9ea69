import { expect, it } from 'vitest';
import { asksForRarePrograms } from './asked.ts';
import { BUSYBOX_RARE, DEBIAN_RARE, OPTIONAL_RARE } from './names.ts';
import { RARE_PROGRAMS } from './programs.ts';

it('has code for every name that an image has, and a name for all code', () => {
  const named = [...BUSYBOX_RARE, ...DEBIAN_RARE, ...OPTIONAL_RARE].map((entry) => entry.split(':').at(-1));
  expect(new Set(Object.keys(RARE_PROGRAMS))).toEqual(
    new Set([...named, 'agnhost', 'metrics-server', 'stress']),
  );
});

it.each([
  'sh -c \\"echo a | awk 1\\"',
  'tar czf x; gunzip x',
  'image: polinux/stress',
  'kubectl exec p -- netstat -tln',
])('is asked for by %s', (text) => {
  expect(asksForRarePrograms(JSON.stringify({ script: text }))).toBe(true);
});

it('is not asked for by a Pod that sleeps', () => {
  expect(asksForRarePrograms('{"image":"nginx","command":["sh","-c","sleep 3600"]}')).toBe(false);
});
