import { expect, it } from 'vitest';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '../../../api/generated/types.ts';
import { makeNode, makePod } from '../load/make.ts';
import { defaultClassOf } from './volume-edits.ts';
import { whatWouldFit } from './what-would-fit.ts';
import { snapshotOf, type World } from './world.ts';

const claimed = (name: string, claim: string, node?: string) =>
  makePod(name, {
    ...(node === undefined ? {} : { node }),
    spec: { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: claim } }] },
  });
const claim = (name: string, spec: object): PersistentVolumeClaim =>
  ({
    metadata: { name, namespace: 'default' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '5Gi' } }, ...spec },
    status: { phase: 'Pending' },
  }) as unknown as PersistentVolumeClaim;
const bound = (name: string, volumeName: string, spec: object = {}): PersistentVolumeClaim => ({
  ...claim(name, { volumeName, ...spec }),
  metadata: {
    name,
    namespace: 'default',
    annotations: { 'pv.kubernetes.io/bind-completed': 'yes' },
  } as unknown as PersistentVolumeClaim['metadata'],
});
const storageClass = (name: string, provisioner: string, isDefault: boolean): StorageClass =>
  ({
    metadata: {
      name,
      annotations: { 'storageclass.kubernetes.io/is-default-class': String(isDefault) },
    },
    provisioner,
    volumeBindingMode: 'WaitForFirstConsumer',
  }) as unknown as StorageClass;

const offered = (world: Partial<World>, pod = claimed('web', 'data')) => {
  const defaultClass = defaultClassOf(world.classes ?? []);
  return whatWouldFit(
    pod,
    snapshotOf({ nodes: [makeNode('a')], pods: [], ...world }),
    defaultClass === undefined ? {} : { defaultClass },
  ).map(({ kind, target, values }) => [kind, target.name, values]);
};

it('offers the claim that is missing where a default class would provide for it, and only there', () => {
  const made = [['create-claim', 'data', { claim: 'data', size: '1Gi' }]];
  expect(offered({ classes: [storageClass('standard', 'example.com/disk', true)] })).toEqual(made);
  expect(offered({ classes: [storageClass('standard', 'example.com/disk', false)] })).toEqual([]);
  expect(offered({ classes: [storageClass('local', 'kubernetes.io/no-provisioner', true)] })).toEqual([]);
});

it('offers the volume that a claim waits for, whether it binds at once or with its Pod', () => {
  const values = { volume: 'data-volume', claim: 'data', namespace: 'default', size: '5Gi' };
  const made = [['create-volume', 'data-volume', values]];
  expect(offered({ claims: [claim('data', { storageClassName: 'gone' })] })).toEqual(made);
  const local = storageClass('local', 'kubernetes.io/no-provisioner', false);
  expect(offered({ claims: [claim('data', { storageClassName: 'local' })], classes: [local] })).toEqual(made);
});

it('offers nothing for two claims that both wait: neither volume alone is enough', () => {
  const both = makePod('web', {
    spec: {
      volumes: ['a', 'b'].map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
    },
  });
  expect(offered({ claims: [claim('a', {}), claim('b', {})] }, both)).toEqual([]);
});

it('names the Pod that holds the one claim only one may use, and no other', () => {
  const world = {
    nodes: [makeNode('a'), makeNode('b')],
    pods: [claimed('holder', 'data', 'a'), makePod('plain', { node: 'a' })],
    claims: [bound('data', 'pv', { accessModes: ['ReadWriteOncePod'] })],
    volumes: [{ metadata: { name: 'pv' }, spec: {} } as unknown as PersistentVolume],
  };
  expect(offered(world)).toEqual([
    ['delete-pod', 'holder', { pod: 'holder', namespace: 'default', node: 'a' }],
  ]);
});
