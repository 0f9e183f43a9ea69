import { expect, it } from 'vitest';
import { imagesOf } from './image-volumes.ts';

const mounting = (...names: string[]) => ({
  name: 'app',
  volumeMounts: names.map((name) => ({ name, mountPath: `/${name}` })),
});
const refused = { reason: 'ErrImagePull', message: 'not found' };

it('fails the start of a container that mounts an image which could not be pulled, and of no other', () => {
  const volumes = new Map([
    ['good', { ok: true as const, value: 'sha256:1' }],
    ['bad', { ok: false as const, error: refused }],
  ]);
  expect(imagesOf(mounting('good', 'data'), volumes)).toEqual({
    ok: true,
    value: new Map([['good', 'sha256:1']]),
  });
  expect(imagesOf(mounting('bad', 'good'), volumes)).toEqual({ ok: false, error: refused });
});
