import { expect, it } from 'vitest';
import type { CSIDriver, PersistentVolume, Pod } from '../../../api/generated/types.ts';
import { attachableOf, attachmentName, multiAttachText } from './volumes.ts';

const pv = (accessModes: string[]): PersistentVolume =>
  ({
    metadata: { name: 'disk-1' },
    spec: { accessModes, csi: { driver: 'disk.example.com', volumeHandle: 'vol-1' } },
  }) as unknown as PersistentVolume;
const pod = (name: string, namespace = 'default'): Pod =>
  ({ metadata: { name, namespace } }) as unknown as Pod;
const none = (): undefined => undefined;

it.each([
  [['ReadWriteOnce'], true],
  [['ReadWriteOncePod'], true],
  [['ReadWriteOnce', 'ReadOnlyMany'], false],
  [['ReadWriteMany'], false],
  [[], false],
])('a volume with the modes %j is for one node: %s', (modes, exclusive) => {
  expect(attachableOf(pv(modes), none)?.exclusive).toBe(exclusive);
});

it('what needs no attaching is left alone', () => {
  const driver = { spec: { attachRequired: false } } as unknown as CSIDriver;
  expect(attachableOf(pv(['ReadWriteOnce']), () => driver)).toBeUndefined();
  expect(
    attachableOf({ metadata: { name: 'x' }, spec: { hostPath: { path: '/x' } } } as never, none),
  ).toBeUndefined();
});

it('an attachment is named after the volume, its driver and the node', () => {
  const volume = attachableOf(pv(['ReadWriteOnce']), none);
  expect(volume && attachmentName(volume, 'worker-1')).toBe(
    'csi-44864dc474e02d3a3e326d2471acaefa5aac4e9cc4235c6ff9df022eac53e2b5',
  );
});

it.each([
  [[pod('a'), pod('b')], 'Volume is already used by pod(s) a, b'],
  [[pod('a'), pod('x', 'team')], 'Volume is already used by pod(s) a and 1 pod(s) in different namespaces'],
  [[pod('x', 'team')], 'Volume is already used by 1 pod(s) in different namespaces'],
  [[], "Volume is already exclusively attached to one node and can't be attached to another"],
])('a Pod is told who has its volume, by name in its own namespace only: case %#', (users, why) => {
  expect(multiAttachText('disk-1', users, pod('new'))).toBe(`Multi-Attach error for volume "disk-1" ${why}`);
});
