import { expect, it } from 'vitest';
import { freeBlock } from './blocks.ts';

it('takes the lowest block that no node has', () => {
  expect(freeBlock('10.244', new Set())).toBe('10.244.0.0/24');
  expect(freeBlock('10.244', new Set(['10.244.0.0/24', '10.244.2.0/24']))).toBe('10.244.1.0/24');
  const all = Array.from({ length: 256 }, (_, block) => `10.244.${block}.0/24`);
  expect(freeBlock('10.244', new Set(all))).toBeUndefined();
});
