import { expect, it } from 'vitest';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/generated/types.ts';
import { bestMatch, deleter, mismatch } from './match.ts';

const pv = (
  name: string,
  storage: string,
  more: { readonly spec?: object; readonly phase?: string; readonly meta?: object } = {},
): PersistentVolume =>
  ({
    metadata: { name, ...more.meta },
    spec: { capacity: { storage }, accessModes: ['ReadWriteOnce'], storageClassName: 'fast', ...more.spec },
    status: { phase: more.phase ?? 'Available' },
  }) as unknown as PersistentVolume;
const claim = (spec: object = {}): PersistentVolumeClaim =>
  ({
    metadata: { name: 'data', namespace: 'default', uid: 'u1' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'fast',
      resources: { requests: { storage: '2Gi' } },
      ...spec,
    },
  }) as unknown as PersistentVolumeClaim;
const reserved = { claimRef: { name: 'data', namespace: 'default' } };

it.each([
  ['the smallest that is large enough', [pv('a', '9Gi'), pv('b', '2Gi'), pv('c', '1Gi')], claim(), 'b'],
  [
    'one with fewer modes before a smaller one',
    [pv('a', '2Gi', { spec: { accessModes: ['ReadWriteOnce', 'ReadOnlyMany'] } }), pv('b', '8Gi')],
    claim(),
    'b',
  ],
  ['none of another class', [pv('a', '2Gi', { spec: { storageClassName: 'slow' } })], claim(), undefined],
  [
    'none that is taken',
    [pv('a', '2Gi', { phase: 'Bound', spec: { claimRef: { name: 'x', namespace: 'default' } } })],
    claim(),
    undefined,
  ],
  ['none that is being deleted', [pv('a', '2Gi', { meta: { deletionTimestamp: 'x' } })], claim(), undefined],
  ['none without the mode', [pv('a', '2Gi')], claim({ accessModes: ['ReadWriteMany'] }), undefined],
  ['none of another volume mode', [pv('a', '2Gi')], claim({ volumeMode: 'Block' }), undefined],
  [
    'what the selector takes',
    [pv('a', '2Gi'), pv('b', '9Gi', { meta: { labels: { disk: 'b' } } })],
    claim({ selector: { matchLabels: { disk: 'b' } } }),
    'b',
  ],
  [
    'the one reserved for it, whatever its size and class',
    [pv('a', '2Gi'), pv('b', '9Gi', { spec: { ...reserved, storageClassName: 'slow' } })],
    claim(),
    'b',
  ],
])('a claim gets %s', (_, volumes, of, name) => {
  expect(bestMatch(volumes, of, false)?.metadata.name).toBe(name);
});

it('a claim that waits for its first consumer gets a reserved one only', () => {
  expect(bestMatch([pv('a', '2Gi')], claim(), true)).toBeUndefined();
  expect(bestMatch([pv('a', '2Gi', { spec: reserved })], claim(), true)?.metadata.name).toBe('a');
});

it.each([
  [pv('a', '1Gi'), 'requested PV is too small'],
  [pv('a', '2Gi', { spec: { storageClassName: 'slow' } }), 'storageClassName does not match'],
  [pv('a', '2Gi', { spec: { volumeMode: 'Block' } }), 'incompatible volumeMode'],
  [pv('a', '2Gi', { spec: { accessModes: ['ReadOnlyMany'] } }), 'incompatible accessMode'],
  [pv('a', '2Gi'), undefined],
])('a volume asked for by name: case %#', (volume, why) => {
  expect(mismatch(volume, claim())).toBe(why);
});

it('host paths below /tmp are deleted here, others fail, foreign ones are left to their provisioner', () => {
  expect(deleter(pv('a', '1Gi', { spec: { hostPath: { path: '/tmp/a' } } }))).toBe('own');
  expect(deleter(pv('a', '1Gi', { spec: { hostPath: { path: '/var/a' } } }))).toEqual({
    error: 'host_path deleter only supports /tmp/.+ but received provided /var/a',
  });
  const annotations = { 'pv.kubernetes.io/provisioned-by': 'example.com/disk' };
  expect(deleter(pv('a', '1Gi', { meta: { annotations } }))).toBe('external');
});
