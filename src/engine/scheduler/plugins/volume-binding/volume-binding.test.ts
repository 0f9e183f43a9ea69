import { describe, expect, it } from 'vitest';
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from '../../../../api/generated/types.ts';
import { podCondition } from '../../../../api/pod.ts';
import { createScheduler } from '../../scheduler.ts';
import { FakeApi } from '../../load/fake-api.ts';
import { makeNode, makePod } from '../../load/make.ts';

const storageClass = (provisioner: string): StorageClass => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'late', uid: 'sc' },
  provisioner,
  volumeBindingMode: 'WaitForFirstConsumer',
});

const claim = (changes: Partial<PersistentVolumeClaim> = {}): PersistentVolumeClaim => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'default', uid: 'claim' },
  spec: {
    storageClassName: 'late',
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
  },
  status: { phase: 'Pending' },
  ...changes,
});

const volume = (name: string, storage: string, node: string): PersistentVolume => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name, uid: name },
  spec: {
    capacity: { storage },
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'late',
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [node] }] },
        ],
      },
    },
  },
  status: { phase: 'Available' },
});

const db = (): Pod =>
  makePod('db', { spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] } });

function start(provisioner: string, volumes: readonly PersistentVolume[]): FakeApi {
  const api = new FakeApi();
  for (const name of ['w1', 'w2']) api.put('nodes', makeNode(name));
  api.put('storageclasses.storage.k8s.io', storageClass(provisioner));
  api.put('persistentvolumeclaims', claim());
  for (const item of volumes) api.put('persistentvolumes', item);
  createScheduler(api.context).start();
  api.runFor(100_000);
  return api;
}

const pod = (api: FakeApi): Pod => api.get<Pod>('pods', 'default', 'db')!;

/** What the volume controller does once the volume names the claim. */
function bindClaim(api: FakeApi, volumeName: string): void {
  const standing = api.get<PersistentVolumeClaim>('persistentvolumeclaims', 'default', 'data')!;
  const annotations = { ...standing.metadata.annotations, 'pv.kubernetes.io/bind-completed': 'yes' };
  api.put('persistentvolumeclaims', {
    ...standing,
    metadata: { ...standing.metadata, annotations },
    spec: { ...standing.spec, volumeName },
    status: { phase: 'Bound' },
  });
}

describe('VolumeBinding', () => {
  it('takes the smallest volume that will do, names the node meanwhile, and binds within a poll', () => {
    const api = start('kubernetes.io/no-provisioner', [
      volume('big', '9Gi', 'w2'),
      volume('small', '2Gi', 'w2'),
      volume('tiny', '1Mi', 'w1'),
    ]);
    api.put('pods', db());
    api.runFor(500_000);
    expect(pod(api).status?.nominatedNodeName).toBe('w2');
    expect(api.get<PersistentVolume>('persistentvolumes', '', 'small')?.spec?.claimRef).toMatchObject({
      name: 'data',
      uid: 'claim',
    });
    expect(api.get<PersistentVolume>('persistentvolumes', '', 'big')?.spec?.claimRef).toBeUndefined();
    bindClaim(api, 'small');
    api.runFor(100_000);
    expect(pod(api).spec.nodeName).toBeUndefined();
    api.runFor(600_000);
    expect(pod(api).spec.nodeName).toBe('w2');
    expect(pod(api).status?.nominatedNodeName).toBeUndefined();
  });

  it('asks for a volume where the Pod goes, waits ten minutes, then begins anew', () => {
    const api = start('example.com/slow', []);
    api.put('pods', db());
    api.runFor(500_000);
    const chosen = pod(api).status?.nominatedNodeName;
    const annotation = (): string | undefined =>
      api.get<PersistentVolumeClaim>('persistentvolumeclaims', 'default', 'data')?.metadata.annotations?.[
        'volume.kubernetes.io/selected-node'
      ];
    expect(['w1', 'w2']).toContain(chosen);
    expect(annotation()).toBe(chosen);
    expect(api.kernel.advance({ quiet: true })).toBe('quiet');
    api.runFor(600_000_000);
    expect(podCondition(pod(api).status, 'PodScheduled')).toMatchObject({
      reason: 'SchedulerError',
      message: 'running PreBind plugin "VolumeBinding": binding volumes: context deadline exceeded',
    });
  });

  it('says per node what is wrong', () => {
    const api = start('kubernetes.io/no-provisioner', [volume('tiny', '1Mi', 'w1')]);
    api.put('pods', db());
    api.runFor(100_000);
    expect(podCondition(pod(api).status, 'PodScheduled')?.message).toBe(
      "0/2 nodes are available: 2 node(s) didn't find available persistent volumes to bind. no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.",
    );
    // A volume that will do wakes it.
    api.put('persistentvolumes', volume('good', '1Gi', 'w1'));
    api.runFor(100_000);
    expect(pod(api).status?.nominatedNodeName).toBe('w1');
  });

  it('refuses claims that are missing, lost or going, in words that end in a stray suffix', () => {
    const told = (standing: PersistentVolumeClaim | undefined): string | undefined => {
      const api = new FakeApi();
      api.put('nodes', makeNode('w1'));
      if (standing !== undefined) api.put('persistentvolumeclaims', standing);
      createScheduler(api.context).start();
      api.runFor(100_000);
      api.put('pods', db());
      api.runFor(100_000);
      return podCondition(pod(api).status, 'PodScheduled')?.message;
    };
    const head = '0/1 nodes are available:';
    expect(told(undefined)).toBe(`${head} persistentvolumeclaim "data" not found. not found`);
    expect(told(claim({ status: { phase: 'Lost' }, spec: { volumeName: 'disk-1' } }))).toBe(
      `${head} persistentvolumeclaim "data" bound to non-existent persistentvolume "disk-1". not found`,
    );
    const going = {
      name: 'data',
      namespace: 'default',
      uid: 'claim',
      deletionTimestamp: '2026-11-30T09:00:00Z',
    };
    expect(told(claim({ metadata: going }))).toBe(
      `${head} persistentvolumeclaim "data" is being deleted. not found`,
    );
    expect(told(claim({ spec: {} }))).toBe(
      `${head} pod has unbound immediate PersistentVolumeClaims. not found`,
    );
  });
});
