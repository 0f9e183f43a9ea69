import { type FieldPath, invalid, notSupported, required, tooLong } from '../../../../api/field-error.ts';
import type * as api from '../../../../api/generated/types.ts';
import { inclusiveRangeError, isDNS1123Subdomain, nameIsDNSSubdomain } from '../../../../api/names.ts';
import { checkFileMode, checkLocalPath, checkNoBacksteps } from './podspec/paths.ts';
import {
  checkDnsLabel,
  checkRange,
  type Errors,
  invalidEach,
  unchecked,
  type Unchecked,
} from './validate.ts';

// Sources of volumes that Pods and PersistentVolumes share, and the disks of the network.
// Models pkg/apis/core/validation validate…VolumeSource (1.36).

const HOST_PATH_TYPES: readonly string[] = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

export function checkHostPath(
  errors: Errors,
  { path: target, type }: api.HostPathVolumeSource,
  path: FieldPath,
): void {
  if (!target) return void errors.push(required(path.child('path')));
  checkNoBacksteps(errors, target, path.child('path'));
  if (type !== undefined && !HOST_PATH_TYPES.includes(type)) {
    errors.push(notSupported(path.child('type'), type, HOST_PATH_TYPES));
  }
}

export function checkLocal(errors: Errors, { path: target }: api.LocalVolumeSource, path: FieldPath): void {
  if (!target) return void errors.push(required(path.child('path')));
  checkNoBacksteps(errors, target, path.child('path'));
}

/** Every named field must have a value; several errors come in the order given. */
export function checkRequired(
  errors: Errors,
  source: object,
  path: FieldPath,
  names: readonly string[],
): void {
  for (const name of names) {
    const value = (source as Record<string, unknown>)[name];
    if (!value || (Array.isArray(value) && value.length === 0)) errors.push(required(path.child(name)));
  }
}

export function checkNfs(errors: Errors, source: api.NFSVolumeSource, path: FieldPath): void {
  checkRequired(errors, source, path, ['server', 'path']);
  if (!source.path?.startsWith('/'))
    errors.push(invalid(path.child('path'), source.path ?? '', 'must be an absolute path'));
}

function checkPartition(errors: Errors, partition: number | undefined, path: FieldPath): void {
  const value = partition ?? 0;
  if (value < 0 || value > 255)
    errors.push(invalid(path.child('partition'), value, inclusiveRangeError(1, 255)));
}

export function checkGcePersistentDisk(
  errors: Errors,
  source: api.GCEPersistentDiskVolumeSource,
  path: FieldPath,
): void {
  checkRequired(errors, source, path, ['pdName']);
  checkPartition(errors, source.partition, path);
}

export function checkAwsElasticBlockStore(
  errors: Errors,
  source: api.AWSElasticBlockStoreVolumeSource,
  path: FieldPath,
): void {
  checkRequired(errors, source, path, ['volumeID']);
  checkPartition(errors, source.partition, path);
}

const QUALIFIED_NAMES: readonly { readonly prefix: string; readonly shape: RegExp }[] = [
  { prefix: 'iqn', shape: /iqn\.\d{4}-\d{2}\.([a-zA-Z0-9\-.]+)(:[^,;*&$|\s]+)$/ },
  { prefix: 'eui', shape: /^eui.[a-zA-Z0-9]{16}$/ },
  { prefix: 'naa', shape: /^naa.[a-zA-Z0-9]{32}$/ },
];

function checkQualifiedIscsiName(errors: Errors, name: string, path: FieldPath): void {
  const form = QUALIFIED_NAMES.find(({ prefix }) => name.startsWith(prefix));
  if (form === undefined)
    errors.push(invalid(path, name, 'must be valid format starting with iqn, eui, or naa'));
  else if (!form.shape.test(name)) errors.push(invalid(path, name, 'must be valid format'));
}

export function checkIscsi(
  errors: Errors,
  source: api.ISCSIVolumeSource | api.ISCSIPersistentVolumeSource,
  path: FieldPath,
): void {
  checkRequired(errors, source, path, ['targetPortal', 'iqn']);
  if (source.iqn) checkQualifiedIscsiName(errors, source.iqn, path.child('iqn'));
  checkRange(errors, source.lun ?? 0, path.child('lun'), [0, 255]);
  if ((source.chapAuthDiscovery || source.chapAuthSession) && !source.secretRef)
    errors.push(required(path.child('secretRef')));
  if (source.initiatorName !== undefined)
    checkQualifiedIscsiName(errors, source.initiatorName, path.child('initiatorname'));
}

export function checkFlocker(
  errors: Errors,
  { datasetName = '', datasetUUID = '' }: api.FlockerVolumeSource,
  path: FieldPath,
): void {
  if (!datasetName && !datasetUUID)
    errors.push(required(path, 'one of datasetName and datasetUUID is required'));
  if (datasetName && datasetUUID) {
    errors.push(invalid(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'));
  }
  if (datasetName.includes('/'))
    errors.push(invalid(path.child('datasetName'), datasetName, "must not contain '/'"));
}

export function checkFc(
  errors: Errors,
  { targetWWNs = [], wwids = [], lun }: api.FCVolumeSource,
  path: FieldPath,
): void {
  const at = path.child('targetWWNs');
  if (targetWWNs.length < 1 && wwids.length < 1) {
    errors.push(required(at, 'must specify either targetWWNs or wwids, but not both'));
  }
  if (targetWWNs.length > 0 && wwids.length > 0) {
    errors.push(invalid(at, targetWWNs, 'targetWWNs and wwids can not be specified simultaneously'));
  }
  if (targetWWNs.length === 0) return;
  if (lun === undefined)
    errors.push(required(path.child('lun'), 'lun is required if targetWWNs is specified'));
  else checkRange(errors, lun, path.child('lun'), [0, 255]);
}

export function checkFlexVolume(
  errors: Errors,
  source: api.FlexVolumeSource | api.FlexPersistentVolumeSource,
  path: FieldPath,
): void {
  checkRequired(errors, source, path, ['driver']);
  for (const key of Object.keys(source.options ?? {})) {
    const namespace = `.${(key.split('/')[0] ?? '').toLowerCase()}`;
    if (namespace.endsWith('.kubernetes.io') || namespace.endsWith('.k8s.io')) {
      errors.push(
        invalid(path.child('options').key(key), key, 'kubernetes.io and k8s.io namespaces are reserved'),
      );
    }
  }
}

const CACHING_MODES: readonly string[] = ['None', 'ReadOnly', 'ReadWrite'];
const DISK_KINDS: readonly string[] = ['Dedicated', 'Managed', 'Shared'];
const MANAGED_URI =
  '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const BLOB_URI = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

export function checkAzureDisk(errors: Errors, source: api.AzureDiskVolumeSource, path: FieldPath): void {
  checkRequired(errors, source, path, ['diskName', 'diskURI']);
  const { cachingMode, kind, diskURI = '' } = unchecked(source);
  if (cachingMode !== undefined && !CACHING_MODES.includes(cachingMode)) {
    errors.push(notSupported(path.child('cachingMode'), cachingMode, CACHING_MODES));
  }
  if (kind !== undefined && !DISK_KINDS.includes(kind))
    errors.push(notSupported(path.child('kind'), kind, DISK_KINDS));
  if (kind === 'Managed' && !diskURI.startsWith('/subscriptions/')) {
    errors.push(notSupported(path.child('diskURI'), diskURI, [MANAGED_URI]));
  }
  if (kind !== undefined && kind !== 'Managed' && !diskURI.startsWith('https://')) {
    errors.push(notSupported(path.child('diskURI'), diskURI, [BLOB_URI]));
  }
}

export function checkQuobyte(errors: Errors, source: api.QuobyteVolumeSource, path: FieldPath): void {
  const message = 'must be a host:port pair or multiple pairs separated by commas';
  const { registry, tenant = '' } = source;
  if (!registry) errors.push(required(path.child('registry'), message));
  else if (tenant.length >= 65) {
    errors.push(
      required(path.child('tenant'), 'must be a UUID and may not exceed a length of 64 characters'),
    );
  } else {
    for (const pair of registry.split(',')) {
      if (!/^(\[[^\]]*\]|[^:[\]]*):[^:]*$/.test(pair))
        errors.push(invalid(path.child('registry'), registry, message));
    }
  }
  checkRequired(errors, source, path, ['volume']);
}

type StorageOs = api.StorageOSVolumeSource | api.StorageOSPersistentVolumeSource;

export function checkStorageOs(errors: Errors, source: StorageOs, path: FieldPath): void {
  if (!source.volumeName) errors.push(required(path.child('volumeName')));
  else checkDnsLabel(errors, source.volumeName, path.child('volumeName'));
  if (source.volumeNamespace) checkDnsLabel(errors, source.volumeNamespace, path.child('volumeNamespace'));
  if (source.secretRef && !source.secretRef.name) errors.push(required(path.child('secretRef', 'name')));
}

/** Models ValidateCSIDriverName. */
export function checkCsiDriverName(errors: Errors, name: string, path: FieldPath): void {
  if (name === '') errors.push(required(path));
  if (name.length > 63) errors.push(tooLong(path, 63));
  invalidEach(errors, path, name, isDNS1123Subdomain(name.toLowerCase()));
}

export function checkCsi(errors: Errors, source: api.CSIVolumeSource, path: FieldPath): void {
  checkCsiDriverName(errors, source.driver ?? '', path.child('driver'));
  if (!source.nodePublishSecretRef) return;
  const name = source.nodePublishSecretRef.name ?? '';
  if (name === '') errors.push(required(path.child('nodePublishSecretRef', 'name')));
  else invalidEach(errors, path.child('name'), name, nameIsDNSSubdomain(name));
}

/** Keys of a ConfigMap or Secret as files. */
export function checkKeyToPath(
  errors: Errors,
  { key, path: target = '', mode }: Unchecked<api.KeyToPath>,
  path: FieldPath,
): void {
  if (!key) errors.push(required(path.child('key')));
  if (target === '') errors.push(required(path.child('path')));
  checkLocalPath(errors, target, path.child('path'));
  checkFileMode(errors, mode, path.child('mode'));
}
