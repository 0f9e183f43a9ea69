import { expect, it } from 'vitest';
import { sha256 } from './append-hash.ts';

it('is SHA-256', () => {
  expect(sha256([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256([0x61, 0x62, 0x63])).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
