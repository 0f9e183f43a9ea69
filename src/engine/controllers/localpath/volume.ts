import type {
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from '../../../api/generated/types.ts';
import type { KubeObject } from '../../../api/object.ts';

// What rancher/local-path-provisioner makes of a claim: a folder on the node, and a volume that is only there.

export const PROVISIONER = 'rancher.io/local-path';
const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';
const SELECTED_NODE = 'volume.kubernetes.io/selected-node';
const STORAGE_PROVISIONER = 'volume.kubernetes.io/storage-provisioner';
const NODE_LABEL = 'kubernetes.io/hostname';

/** Whose turn it is: claims of the class that have their node and no volume yet. Models the library's shouldProvision. */
export function wantsVolume({ metadata, spec, status }: PersistentVolumeClaim): boolean {
  if ((spec.volumeName ?? '') !== '' || status?.phase === 'Bound') return false;
  return metadata.annotations?.[STORAGE_PROVISIONER] === PROVISIONER && nodeOf({ metadata }) !== undefined;
}

/** The node that the scheduler has chosen for the claim's first consumer. */
export function nodeOf({ metadata }: Pick<PersistentVolumeClaim, 'metadata'>): string | undefined {
  const node = metadata.annotations?.[SELECTED_NODE] ?? '';
  return node === '' ? undefined : node;
}

/** Whether a volume is to be done away with. Models the library's shouldDelete. */
export function isReleased({ metadata, spec, status }: PersistentVolume): boolean {
  return (
    metadata.annotations?.[PROVISIONED_BY] === PROVISIONER &&
    metadata.deletionTimestamp === undefined &&
    spec.persistentVolumeReclaimPolicy === 'Delete' &&
    status?.phase === 'Released'
  );
}

export function volumeName({ metadata }: PersistentVolumeClaim): string {
  return `pvc-${metadata.uid}`;
}

/** Why the claim cannot be served; undefined when it can. */
export function refusal({ spec }: PersistentVolumeClaim): string | undefined {
  if (spec.selector !== undefined) return 'claim.Spec.Selector is not supported';
  const modes = spec.accessModes ?? [];
  if (modes.some((mode) => mode !== 'ReadWriteOnce' && mode !== 'ReadWriteOncePod'))
    return 'NodePath only supports ReadWriteOnce and ReadWriteOncePod (1.22+) access modes';
  return undefined;
}

export interface Place {
  readonly node: string;
  /** The folder on the node that all volumes are in. */
  readonly folder: string;
}

export function pathOf(claim: PersistentVolumeClaim, folder: string): string {
  return `${folder}/${volumeName(claim)}_${claim.metadata.namespace}_${claim.metadata.name}`;
}

/** An object that the server has not seen yet. */
type Draft<T extends { readonly spec: unknown }> = KubeObject & { readonly spec: T['spec'] };

/** The volume as it is written, bound to its claim from the start. */
export function volumeFor(
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
  { node, folder }: Place,
): Draft<PersistentVolume> {
  const { namespace, name, uid, resourceVersion } = claim.metadata;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: volumeName(claim),
      annotations: { 'local.path.provisioner/selected-node': node, [PROVISIONED_BY]: PROVISIONER },
    },
    spec: {
      accessModes: claim.spec.accessModes,
      capacity: { storage: claim.spec.resources?.requests?.['storage'] ?? '0' },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, resourceVersion, uid },
      hostPath: { path: pathOf(claim, folder), type: 'DirectoryOrCreate' },
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: NODE_LABEL, operator: 'In', values: [node] }] }],
        },
      },
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? 'Delete',
      storageClassName: storageClass.metadata.name,
      volumeMode: claim.spec.volumeMode ?? 'Filesystem',
    },
  };
}

/** The node of a volume, from its affinity. */
export function nodeOfVolume({ spec }: PersistentVolume): string | undefined {
  return spec.nodeAffinity?.required?.nodeSelectorTerms[0]?.matchExpressions?.[0]?.values?.[0];
}

export interface HelperJob {
  readonly action: 'create' | 'delete';
  readonly volume: string;
  readonly path: string;
  readonly node: string;
  readonly sizeBytes: string;
}

/** The Pod that makes or removes the folder on the node. Models createHelperPod. */
export function helperPod(
  { action, volume, path, node, sizeBytes }: HelperJob,
  from: {
    readonly namespace: string;
    readonly image: string;
    readonly config: string;
    readonly account: string;
  },
): Draft<Pod> {
  const script = action === 'create' ? 'setup' : 'teardown';
  const parent = path.slice(0, path.lastIndexOf('/'));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `helper-pod-${action}-${volume}`, namespace: from.namespace },
    spec: {
      nodeName: node,
      serviceAccountName: from.account,
      restartPolicy: 'Never',
      tolerations: [{ operator: 'Exists' }],
      containers: [
        {
          name: 'helper-pod',
          image: from.image,
          imagePullPolicy: 'IfNotPresent',
          command: ['/bin/sh', `/script/${script}`],
          args: ['-p', path, '-s', sizeBytes, '-m', 'Filesystem'],
          env: [
            { name: 'VOL_DIR', value: path },
            { name: 'VOL_MODE', value: 'Filesystem' },
            { name: 'VOL_SIZE_BYTES', value: sizeBytes },
          ],
          securityContext: { privileged: true },
          volumeMounts: [
            { name: 'script', mountPath: '/script' },
            { name: 'data', mountPath: parent },
          ],
        },
      ],
      volumes: [
        { name: 'data', hostPath: { path: parent, type: 'DirectoryOrCreate' } },
        {
          name: 'script',
          configMap: { name: from.config, items: [{ key: script, path: script }] },
        },
      ],
    },
  };
}
