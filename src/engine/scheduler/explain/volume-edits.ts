import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '../../../api/generated/types.ts';
import type { NodeInfo } from '../cache/node-info.ts';
import type { PodInfo } from '../cache/pod-info.ts';
import { BIND_COMPLETED_ANNOTATION } from '../framework/names.ts';
import type { ClusterObjects } from '../framework/objects.ts';
import type { Snapshot } from '../framework/snapshot.ts';
import { claimClass, isFullyBound } from '../plugins/common/claims.ts';
import { claimSize } from '../plugins/volume-binding/match-volume.ts';
import type { Edit } from './edits.ts';
import { deletionEdits } from './resource-edits.ts';

const NO_PROVISIONER = 'kubernetes.io/no-provisioner';
const MADE_SIZE = '1Gi';

/** A claim or volume that would be made, with what the cluster would then have: the claim bound to it. */
export interface VolumeEdit extends Edit {
  readonly resulting: ClusterObjects;
}

/** Make the claim that is missing, or the volume that a claim waits for. */
export function claimEdits(
  { pod, namespace, claims }: PodInfo,
  { objects }: Snapshot,
  defaultClass: StorageClass | undefined,
): readonly VolumeEdit[] {
  // Claims of a Pod's own making carry its name; their controller makes them.
  const own = new Set(
    (pod.spec.volumes ?? []).flatMap(({ name, ephemeral }) =>
      ephemeral === undefined ? [] : [`${pod.metadata.name}-${name}`],
    ),
  );
  return claims.flatMap((name): VolumeEdit[] => {
    const claim = objects.claim(namespace, name);
    if (claim === undefined)
      return own.has(name) || !provisions(defaultClass) ? [] : [claimMade(namespace, name, objects)];
    return isFullyBound(claim) || claim.metadata.deletionTimestamp !== undefined
      ? []
      : volumeMade(claim, objects);
  });
}

const provisions = (storageClass: StorageClass | undefined): boolean =>
  storageClass !== undefined && storageClass.provisioner !== NO_PROVISIONER;

function claimMade(namespace: string, name: string, objects: ClusterObjects): VolumeEdit {
  const claim: PersistentVolumeClaim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace } as PersistentVolumeClaim['metadata'],
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: MADE_SIZE } } },
  };
  return {
    kind: 'create-claim',
    target: { resource: 'persistentvolumeclaims', namespace, name },
    values: { claim: name, size: MADE_SIZE },
    cost: 2,
    before: null,
    after: claim,
    resulting: bound(objects, claim, volumeFor(claim, `pvc-${name}`)),
  };
}

/** None where the claim chooses by more than plain labels: nobody can say what it would take. */
function volumeMade(claim: PersistentVolumeClaim, objects: ClusterObjects): VolumeEdit[] {
  const { namespace = '', name } = claim.metadata;
  if ((claim.spec?.selector?.matchExpressions?.length ?? 0) > 0) return [];
  const wanted = claim.spec?.volumeName ?? '';
  if (wanted !== '' && objects.volume(wanted) !== undefined) return [];
  const volume = volumeFor(claim, wanted === '' ? `${name}-volume` : wanted);
  return [
    {
      kind: 'create-volume',
      target: { resource: 'persistentvolumes', namespace: '', name: volume.metadata.name },
      values: { volume: volume.metadata.name, claim: name, namespace, size: claimSize(claim) },
      cost: 2,
      before: null,
      after: volume,
      resulting: bound(objects, claim, volume),
    },
  ];
}

function volumeFor(claim: PersistentVolumeClaim, name: string): PersistentVolume {
  const { accessModes, volumeMode, selector } = claim.spec ?? {};
  const className = claimClass(claim);
  const labels = selector?.matchLabels;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, ...(labels === undefined ? {} : { labels }) } as PersistentVolume['metadata'],
    spec: {
      capacity: { storage: claimSize(claim) },
      accessModes: accessModes ?? ['ReadWriteOnce'],
      ...(volumeMode === undefined ? {} : { volumeMode }),
      ...(className === '' ? {} : { storageClassName: className }),
      hostPath: { path: `/var/lib/volumes/${name}` },
    },
  };
}

/** The objects with the claim bound to the volume, as its controller would leave them. */
function bound(
  objects: ClusterObjects,
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
): ClusterObjects {
  const { namespace = '', name, annotations } = claim.metadata;
  const after: PersistentVolumeClaim = {
    ...claim,
    metadata: { ...claim.metadata, annotations: { ...annotations, [BIND_COMPLETED_ANNOTATION]: 'yes' } },
    spec: { ...claim.spec, volumeName: volume.metadata.name },
    status: { ...claim.status, phase: 'Bound' },
  };
  const isOurs = (of: string, called: string): boolean => of === namespace && called === name;
  return {
    namespaceLabels: (of) => objects.namespaceLabels(of),
    namespaces: () => objects.namespaces(),
    claim: (of, called) => (isOurs(of, called) ? after : objects.claim(of, called)),
    volume: (called) => (called === volume.metadata.name ? volume : objects.volume(called)),
    volumesOfClass: (className) => objects.volumesOfClass(className),
    storageClass: (called) => objects.storageClass(called),
    csiNode: (called) => objects.csiNode(called),
    csiDriver: (called) => objects.csiDriver(called),
    storageCapacities: () => objects.storageCapacities(),
    attachmentsOf: (node) => objects.attachmentsOf(node),
    services: (of) => objects.services(of),
    replicaSet: (of, called) => objects.replicaSet(of, called),
    replicationController: (of, called) => objects.replicationController(of, called),
    statefulSet: (of, called) => objects.statefulSet(of, called),
    budgets: () => objects.budgets(),
    resourceClaim: (of, called) => objects.resourceClaim(of, called),
    deviceClass: (called) => objects.deviceClass(called),
  };
}

/** Each Pod of the node that holds a volume: the same one, or one that counts against the node's limit. */
export function holderEdits(pod: PodInfo, node: NodeInfo): readonly Edit[] {
  const holders = new Set(
    node.pods
      .filter(({ pod: { spec } }) =>
        (spec.volumes ?? []).some(
          ({ configMap, secret, projected, emptyDir, downwardAPI }) =>
            (configMap ?? secret ?? projected ?? emptyDir ?? downwardAPI) === undefined,
        ),
      )
      .map((other) => other.pod),
  );
  return deletionEdits(pod, node).filter(({ before }) => holders.has(before as never));
}

/** The class that a claim gets which names none. */
export function defaultClassOf(classes: readonly StorageClass[]): StorageClass | undefined {
  return classes.find(
    ({ metadata }) => metadata.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true',
  );
}
