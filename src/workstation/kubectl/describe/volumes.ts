import type {
  PersistentVolumeClaimTemplate,
  PersistentVolumeSpec,
  ProjectedVolumeSource,
  Volume,
} from '../../../api/generated/types.ts';
import { compareText } from '../../../base/compare.ts';
import { amountOf } from './amounts.ts';
import type { DescribeWriter } from './writer.ts';

/** Models describeVolumes. */
export function describeVolumes(
  w: DescribeWriter,
  volumes: readonly Volume[] | undefined,
  space: string,
): void {
  if (volumes === undefined || volumes.length === 0) {
    w.write(0, `${space}Volumes:\t<none>\n`);
    return;
  }
  w.write(0, `${space}Volumes:\n`);
  for (const volume of volumes) {
    w.write(1, `${space === '' ? '' : ' '}${volume.name}:\n`);
    volumeSource(w, volume);
  }
}

type Rows = readonly (readonly [string, string | number | boolean])[];

/** The kind of volume and its facts, one a line. */
export function rows(w: DescribeWriter, type: string, facts: Rows): void {
  w.field('Type', type, 2);
  for (const [key, value] of facts) w.write(0, `    ${key}:\t${value}\n`);
}

function volumeSource(w: DescribeWriter, volume: Volume): void {
  const { emptyDir, secret, configMap, projected, persistentVolumeClaim, downwardAPI, ephemeral, image } =
    volume;
  if (emptyDir !== undefined) {
    const { sizeLimit, medium = '' } = emptyDir;
    const limit = sizeLimit !== undefined && amountOf(sizeLimit).nanos > 0n ? sizeLimit : '<unset>';
    rows(w, "EmptyDir (a temporary directory that shares a pod's lifetime)", [
      ['Medium', medium],
      ['SizeLimit', limit],
    ]);
  } else if (secret !== undefined) {
    rows(w, 'Secret (a volume populated by a Secret)', [
      ['SecretName', secret.secretName ?? ''],
      ['Optional', secret.optional === true],
    ]);
  } else if (configMap !== undefined) {
    rows(w, 'ConfigMap (a volume populated by a ConfigMap)', [
      ['Name', configMap.name ?? ''],
      ['Optional', configMap.optional === true],
    ]);
  } else if (projected !== undefined) projectedSource(w, projected);
  else if (persistentVolumeClaim !== undefined) {
    rows(w, 'PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)', [
      ['ClaimName', persistentVolumeClaim.claimName],
      ['ReadOnly', persistentVolumeClaim.readOnly === true],
    ]);
  } else if (downwardAPI !== undefined) {
    w.write(2, 'Type:\tDownwardAPI (a volume populated by information about the pod)\n    Items:\n');
    for (const { fieldRef, resourceFieldRef, path } of downwardAPI.items ?? []) {
      w.write(3, `${fieldRef?.fieldPath ?? resourceFieldRef?.resource ?? ''} -> ${path}\n`);
    }
  } else if (ephemeral !== undefined) {
    w.write(
      2,
      'Type:\tEphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)\n',
    );
    if (ephemeral.volumeClaimTemplate !== undefined) claimTemplate(w, ephemeral.volumeClaimTemplate);
  } else if (image !== undefined) {
    rows(w, 'Image (a container image or OCI artifact)', [
      ['Reference', image.reference ?? ''],
      ['PullPolicy', image.pullPolicy ?? ''],
    ]);
  } else if (!storageSource(w, volume)) w.write(1, '<unknown>\n');
}

/** A claim that is not made yet: until it has a volume it has neither capacity nor modes. Models printPersistentVolumeClaim. */
function claimTemplate(w: DescribeWriter, { metadata, spec }: PersistentVolumeClaimTemplate): void {
  w.field('StorageClass', spec.storageClassName ?? '', 2);
  w.field('Volume', spec.volumeName ?? '', 2);
  const listed = (title: string, pairs: Readonly<Record<string, string>>, between: string): void => {
    w.write(2, `${title}:\t`);
    const keys = Object.keys(pairs).sort(compareText);
    indentedEach(w, keys.length === 0 ? ['<none>'] : keys.map((key) => `${key}${between}${pairs[key]}`));
  };
  listed('Labels', metadata?.labels ?? {}, '=');
  listed('Annotations', metadata?.annotations ?? {}, ': ');
  w.field('Capacity', '', 2);
  w.field('Access Modes', '', 2);
  w.field('VolumeMode', spec.volumeMode ?? '', 2);
}

/** Values behind a key, one a line. Each is written at the key's level anew, and so are the cells before it. */
function indentedEach(w: DescribeWriter, values: readonly string[]): void {
  for (const [at, value] of values.entries()) {
    if (at > 0) {
      w.write(2, '');
      w.write(2, '\t');
    }
    w.write(2, `${value}\n`);
  }
}

function projectedSource(w: DescribeWriter, projected: ProjectedVolumeSource): void {
  w.write(2, 'Type:\tProjected (a volume that contains injected data from multiple sources)\n');
  for (const {
    secret,
    downwardAPI,
    configMap,
    serviceAccountToken,
    clusterTrustBundle,
  } of projected.sources ?? []) {
    if (secret !== undefined)
      w.write(2, `SecretName:\t${secret.name ?? ''}\n    Optional:\t${secret.optional === true}\n`);
    else if (downwardAPI !== undefined) w.write(2, 'DownwardAPI:\ttrue\n');
    else if (configMap !== undefined)
      w.write(2, `ConfigMapName:\t${configMap.name ?? ''}\n    Optional:\t${configMap.optional === true}\n`);
    else if (serviceAccountToken !== undefined)
      w.write(2, `TokenExpirationSeconds:\t${serviceAccountToken.expirationSeconds ?? 0}\n`);
    else if (clusterTrustBundle !== undefined)
      w.write(2, `ClusterTrustBundle:\t${clusterTrustBundle.name ?? clusterTrustBundle.signerName ?? ''}\n`);
  }
}

/** Sources Pods and PersistentVolumes share; false when it is none of those known here. */
export function storageSource(w: DescribeWriter, source: Volume | PersistentVolumeSpec): boolean {
  const { hostPath, nfs, csi } = source;
  const { local } = source as PersistentVolumeSpec;
  if (hostPath !== undefined) {
    rows(w, 'HostPath (bare host directory volume)', [
      ['Path', hostPath.path],
      ['HostPathType', hostPath.type ?? '<none>'],
    ]);
  } else if (nfs !== undefined) {
    rows(w, 'NFS (an NFS mount that lasts the lifetime of a pod)', [
      ['Server', nfs.server],
      ['Path', nfs.path],
      ['ReadOnly', nfs.readOnly === true],
    ]);
  } else if (csi !== undefined) {
    const handle = (csi as { readonly volumeHandle?: string }).volumeHandle;
    const facts: [string, string | boolean][] = [
      ['Driver', csi.driver],
      ['FSType', csi.fsType ?? ''],
    ];
    if (handle !== undefined) facts.push(['VolumeHandle', handle]);
    facts.push(['ReadOnly', csi.readOnly === true]);
    rows(w, 'CSI (a Container Storage Interface (CSI) volume source)', facts);
    const attributes = Object.entries(csi.volumeAttributes ?? {})
      .sort(([a], [b]) => compareText(a, b))
      .map(([key, value]) => `${key}=${value}`);
    w.write(2, 'VolumeAttributes:\t');
    if (attributes.length === 0) w.line('<none>');
    else indentedEach(w, attributes);
  } else if (local !== undefined) {
    rows(w, 'LocalVolume (a persistent volume backed by local storage on a node)', [['Path', local.path]]);
  } else return false;
  return true;
}
