import { expect, it } from 'vitest';
import type { PersistentVolume } from '../../../api/generated/types.ts';
import { recyclerPod } from './recycler.ts';

const volume = (spec: object): PersistentVolume =>
  ({
    metadata: { name: 'pv1' },
    spec: { capacity: { storage: '1Gi' }, ...spec },
  }) as unknown as PersistentVolume;

it('a volume that a path or an NFS server holds is emptied by a Pod that mounts it', () => {
  expect(recyclerPod(volume({ hostPath: { path: '/tmp/x', type: '' } }))).toMatchObject({
    metadata: { name: 'recycler-for-pv1', namespace: 'default' },
    spec: {
      activeDeadlineSeconds: 60,
      restartPolicy: 'Never',
      volumes: [{ name: 'vol', hostPath: { path: '/tmp/x' } }],
      containers: [{ name: 'pv-recycler', volumeMounts: [{ name: 'vol', mountPath: '/scrub' }] }],
    },
  });
  const nfs = { server: 'nfs', path: '/x' };
  expect(recyclerPod(volume({ nfs }))).toMatchObject({ spec: { volumes: [{ nfs }] } });
});

it('it gets half a minute a GiB', () => {
  const big = { hostPath: { path: '/tmp/x' }, capacity: { storage: '5Gi' } };
  expect(recyclerPod(volume(big))).toMatchObject({ spec: { activeDeadlineSeconds: 150 } });
});

it('nobody empties another volume', () => {
  expect(recyclerPod(volume({ csi: { driver: 'd', volumeHandle: 'h' } }))).toBeUndefined();
});
