import type {
  CSINode,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
  Volume,
} from '../../../api/generated/types.ts';
import type { Dice, RandomCase } from './random-world.ts';

const DRIVER = 'disks.example.com';
const ZONE = 'topology.kubernetes.io/zone';
const SIZES = ['1Gi', '2Gi', '3Gi', '5Gi'];

const CLASSES: readonly StorageClass[] = [
  classOf('made', DRIVER),
  classOf('found', 'kubernetes.io/no-provisioner'),
  {
    ...classOf('zonal', DRIVER),
    allowedTopologies: [{ matchLabelExpressions: [{ key: ZONE, values: ['a', 'b'] }] }],
  },
];

function classOf(name: string, provisioner: string): StorageClass {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name, uid: name },
    provisioner,
    volumeBindingMode: 'WaitForFirstConsumer',
  };
}

function randomVolume(dice: Dice, i: number, nodes: readonly string[]): PersistentVolume {
  const bound = dice.maybe(0.4);
  const local = dice.maybe(0.4)
    ? {
        key: 'kubernetes.io/hostname',
        operator: 'In' as const,
        values: dice.some(nodes, 0.4).concat(dice.pick(nodes)),
      }
    : { key: ZONE, operator: 'In' as const, values: [dice.pick(['a', 'b', 'c'])] };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: `v${i}`,
      uid: `v${i}`,
      labels: {
        tier: dice.pick(['fast', 'slow']),
        ...(dice.maybe(0.3) ? { [ZONE]: dice.pick(['a', 'b', 'a__b', 'b__c']) } : {}),
      },
    },
    spec: {
      storageClassName: dice.pick(['made', 'found', 'zonal']),
      capacity: { storage: dice.pick(SIZES) },
      accessModes: dice.pick([
        ['ReadWriteOnce'],
        ['ReadWriteOnce', 'ReadWriteOncePod'],
        ['ReadWriteMany', 'ReadWriteOnce'],
      ]),
      csi: { driver: DRIVER, volumeHandle: `h${i}` },
      ...(dice.maybe(0.5)
        ? { nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [local] }] } } }
        : {}),
      ...(bound ? { claimRef: { namespace: 'default', name: `c${i}`, uid: `c${i}` } } : {}),
    },
    status: { phase: bound ? 'Bound' : dice.pick(['Available', 'Available', 'Available', 'Released']) },
  };
}

/** Claim `i` is bound when volume `i` says so; else it waits for its first consumer. */
function randomClaim(
  dice: Dice,
  i: number,
  volumes: readonly PersistentVolume[],
  nodes: readonly string[],
): PersistentVolumeClaim {
  const own = volumes[i]?.spec?.claimRef === undefined ? undefined : volumes[i];
  const volumeName = own?.metadata.name;
  const annotations: Record<string, string> =
    volumeName !== undefined
      ? { 'pv.kubernetes.io/bind-completed': 'yes' }
      : dice.maybe(0.15)
        ? { 'volume.kubernetes.io/selected-node': dice.pick(nodes) }
        : {};
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: `c${i}`, namespace: 'default', uid: `c${i}`, annotations },
    spec: {
      storageClassName: dice.pick(['made', 'found', 'zonal']),
      accessModes: [dice.pick(['ReadWriteOnce', 'ReadWriteOnce', 'ReadWriteOncePod', 'ReadWriteMany'])],
      resources: { requests: { storage: dice.pick(SIZES) } },
      ...(volumeName === undefined ? {} : { volumeName }),
      ...(dice.maybe(0.2) ? { selector: { matchLabels: { tier: 'fast' } } } : {}),
    },
  };
}

/** A claim that nobody allocates. */
const DEVICE_CLAIM = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaim',
  metadata: { name: 'd', namespace: 'default', uid: 'd' },
};

function mounting(pod: Pod, volumes: readonly Volume[]): Pod {
  return { ...pod, metadata: { ...pod.metadata, namespace: 'default' }, spec: { ...pod.spec, volumes } };
}

function randomMounts(dice: Dice, claims: number): Volume[] {
  const claim = dice
    .some(
      Array.from({ length: claims }, (_, i) => i),
      0.4,
    )
    .map((i): Volume => ({ name: `claim${i}`, persistentVolumeClaim: { claimName: `c${i}` } }));
  const disk: Volume[] = dice.maybe(0.25)
    ? [{ name: 'disk', gcePersistentDisk: { pdName: dice.pick(['d1', 'd2']), readOnly: dice.maybe(0.5) } }]
    : [];
  return [...claim, ...disk];
}

/** The case with storage: classes, volumes, claims, drivers with limits, and Pods that mount them. */
export function withVolumes({ world, pod, dice }: RandomCase): RandomCase {
  const nodes = world.nodes.map(({ metadata }) => metadata.name);
  const volumes = Array.from({ length: 6 }, (_, i) => randomVolume(dice, i, nodes));
  const claims = Array.from({ length: 6 }, (_, i) => randomClaim(dice, i, volumes, nodes));
  const csiNodes = dice.some(nodes, 0.6).map(
    (name): CSINode => ({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSINode',
      metadata: { name, uid: name },
      spec: {
        drivers: [
          {
            name: DRIVER,
            nodeID: name,
            ...(dice.maybe(0.9) ? { allocatable: { count: 1 + dice.random.int(2) } } : {}),
          },
        ],
      },
    }),
  );
  const pods = world.pods.map((other) =>
    dice.maybe(0.5) ? mounting(other, randomMounts(dice, claims.length)) : other,
  );
  const mounted = mounting(pod, randomMounts(dice, claims.length));
  const resourceClaims = [{ name: 'device', resourceClaimName: 'd' }];
  return {
    world: { ...world, pods, volumes, claims, classes: CLASSES, csiNodes, resourceClaims: [DEVICE_CLAIM] },
    pod: dice.maybe(0.1) ? { ...mounted, spec: { ...mounted.spec, resourceClaims } } : mounted,
    dice,
  };
}
