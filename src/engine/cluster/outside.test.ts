import { expect, it } from 'vitest';
import { present } from '../../base/assert.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import { SECOND } from '../../trace/ids.ts';
import { Session } from './session.ts';

// What a Pod needs from outside of the cluster, where nothing of it is there.

interface Told {
  readonly resource?: string;
  readonly object?: { readonly reason?: string; readonly message?: string };
  readonly argv?: readonly string[];
}

/** Warnings' texts, each once, and the programs that containers started, within twenty seconds. */
function outcome(...objects: readonly object[]): {
  readonly warnings: readonly string[];
  readonly started: readonly string[];
} {
  const steps = objects.map((object) => ({ at: '0s', apply: JSON.stringify(object) }));
  const scenario = checkScenario({ title: 'outside', cluster: { preset: 'kind-3' }, steps });
  const warnings = new Set<string>();
  const started: string[] = [];
  const session = new Session({
    scenario: present(scenario.ok ? scenario.value : undefined, 'a scenario'),
    sink: ({ kind, data }) => {
      const { resource, object, argv } = data as Told;
      if (kind === 'object.put' && resource === 'events' && object?.reason?.startsWith('Failed') === true)
        warnings.add(`${object?.reason}: ${object?.message?.replaceAll(/pods\/[0-9a-f-]{36}/g, 'pods/UID')}`);
      if (kind === 'process.start' && argv?.includes('marker') === true) started.push(argv.join(' '));
    },
  });
  session.advance({ until: 20 * SECOND });
  return { warnings: [...warnings], started };
}

const pod = (spec: object, volumeMounts: readonly object[] = []): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: {
    ...spec,
    containers: [{ name: 'c', image: 'busybox', command: ['sh', '-c', 'sleep 60', 'marker'], volumeMounts }],
  },
});
const withVolume = (source: object): object =>
  pod({ volumes: [{ name: 'v', ...source }] }, [{ name: 'v', mountPath: '/v' }]);

it.each([
  [
    { csi: { driver: 'secrets-store.csi.k8s.io' } },
    'kubernetes.io/csi: mounter.SetUpAt failed to get CSI client: driver name secrets-store.csi.k8s.io not found in the list of registered CSI drivers',
  ],
  [
    { gitRepo: { repository: 'https://example.com/a' } },
    'git-repo volume plugin has been disabled; if necessary, it may be re-enabled by enabling the feature-gate `GitRepoVolumeDriver`',
  ],
  [
    { nfs: { server: '10.0.0.1', path: '/x' } },
    'mount failed: exit status 32\nMounting command: mount\nMounting arguments: -t nfs 10.0.0.1:/x /var/lib/kubelet/pods/UID/volumes/kubernetes.io~nfs/v\nOutput: mount: /var/lib/kubelet/pods/UID/volumes/kubernetes.io~nfs/v: bad option; for several filesystems (e.g. nfs, cifs) you might need a /sbin/mount.<type> helper program.\n       dmesg(1) may have more information after failed mount system call.\n',
  ],
])('a volume that nobody serves is not mounted: %j', (source, why) => {
  expect(outcome(withVolume(source))).toEqual({
    warnings: [`FailedMount: MountVolume.SetUp failed for volume "v" : ${why}`],
    started: [],
  });
});

it.each([
  [
    { iscsi: { targetPortal: '10.0.0.1:3260', iqn: 'iqn.2001-04.com.example:disk', lun: 0 } },
    'MountVolume.WaitForAttach failed for volume "v" : executable file not found in $PATH',
  ],
  [
    { fc: { targetWWNs: ['50060e801049cfd1'], lun: 0 } },
    'MountVolume.WaitForAttach failed for volume "v" : no fc disk found',
  ],
  [
    { glusterfs: { endpoints: 'g', path: 'x' } },
    'Unable to attach or mount volumes: unmounted volumes=[v], unattached volumes=[], failed to process volumes=[v]: failed to get Plugin from volumeSpec for volume "v" err=no volume plugin matched',
  ],
])('a device that never comes, and a plugin that is gone, are told of: %j', (source, why) => {
  expect(outcome(withVolume(source))).toEqual({ warnings: [`FailedMount: ${why}`], started: [] });
});

const DEVICE_CLASS = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'DeviceClass',
  metadata: { name: 'gpu.example.com' },
  spec: {},
};
const RESOURCE_CLAIM = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaim',
  metadata: { name: 'gpu' },
  spec: { devices: { requests: [{ name: 'one', exactly: { deviceClassName: 'gpu.example.com' } }] } },
};
const CLAIMING = pod({ resourceClaims: [{ name: 'g', resourceClaimName: 'gpu' }] });

it('a Pod whose ResourceClaim does not exist is not even tried', () => {
  expect(outcome(CLAIMING)).toEqual({ warnings: [], started: [] });
});

it('a ResourceClaim lets its Pod be tried, and nobody has a device for it', () => {
  const { warnings, started } = outcome(CLAIMING, DEVICE_CLASS, RESOURCE_CLAIM);
  expect(warnings).toEqual([
    'FailedScheduling: 0/4 nodes are available: 1 node(s) had untolerated taint(s), 3 cannot allocate all claims. no new claims to deallocate, preemption: 0/4 nodes are available: 4 Preemption is not helpful for scheduling.',
  ]);
  expect(started).toEqual([]);
});

it('a ResourceClaim of a class that does not exist fits no node', () => {
  expect(outcome(CLAIMING, RESOURCE_CLAIM).warnings).toEqual([
    'FailedScheduling: 0/4 nodes are available: request one: device class gpu.example.com does not exist. no new claims to deallocate, preemption: 0/4 nodes are available: 4 Preemption is not helpful for scheduling.',
  ]);
});

it('a folder of an image that nobody knows is mounted empty', () => {
  const image = { reference: 'quay.io/crio/artifact:v2' };
  const mount = { name: 'v', mountPath: '/v', subPath: 'dir' };
  const { warnings, started } = outcome(pod({ volumes: [{ name: 'v', image }] }, [mount]));
  expect([warnings, started.length]).toEqual([[], 1]);
});
