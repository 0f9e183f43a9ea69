import type { Pod } from '../../../../api/generated/types.ts';
import { fnv1a } from '../../../../base/hash.ts';
import { formatTime } from '../../../../api/time.ts';

// Models pkg/kubelet/config/common.go applyDefaults and file.go (1.36).

/** A Pod as it stands in a manifest, with the API's defaults already in it. */
export type PodManifest = Pod;

/** The Pod that a manifest file makes on a node. */
export function staticPod(manifest: PodManifest, nodeName: string, unixUs: number): Pod {
  const uid = uidOf(manifest, nodeName);
  const tolerations = manifest.spec.tolerations ?? [];
  return {
    ...manifest,
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...manifest.metadata,
      name: `${manifest.metadata.name}-${nodeName.toLowerCase()}`,
      namespace: manifest.metadata.namespace ?? 'default',
      uid,
      annotations: {
        ...manifest.metadata.annotations,
        'kubernetes.io/config.hash': uid,
        'kubernetes.io/config.source': 'file',
        'kubernetes.io/config.seen': formatTime(unixUs),
      },
    },
    spec: {
      ...manifest.spec,
      nodeName,
      tolerations: [...tolerations, { operator: 'Exists', effect: 'NoExecute' }],
    },
    status: { phase: 'Pending' },
  };
}

function uidOf(manifest: PodManifest, nodeName: string): string {
  const text = `${JSON.stringify(manifest.spec)}${JSON.stringify(manifest.metadata)}host:${nodeName}file:${manifest.metadata.name}`;
  const part = (seed: number): string => fnv1a(text, seed).toString(16).padStart(8, '0');
  return part(1) + part(2) + part(3) + part(4);
}

/** The API object that shows a static Pod. */
export function mirrorPod(pod: Pod, nodeUid: string): Pod {
  const { uid, ...metadata } = pod.metadata;
  const owner = {
    apiVersion: 'v1',
    kind: 'Node',
    name: pod.spec.nodeName ?? '',
    uid: nodeUid,
    controller: true,
  };
  return {
    ...pod,
    metadata: {
      ...metadata,
      annotations: { ...metadata.annotations, 'kubernetes.io/config.mirror': uid },
      ...(nodeUid === '' ? {} : { ownerReferences: [owner] }),
    } as unknown as Pod['metadata'],
    status: {},
  };
}
