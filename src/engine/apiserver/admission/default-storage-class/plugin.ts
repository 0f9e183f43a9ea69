import type { PersistentVolumeClaim, StorageClass } from '../../../../api/generated/types.ts';
import type { Draft } from '../../../../base/brand.ts';
import type { AdmissionPlugin } from '../common/plugin.ts';

// Models plugin/pkg/admission/storage/storageclass/setdefault/admission.go (1.36).

const IS_DEFAULT = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

export const defaultStorageClass: AdmissionPlugin = {
  name: 'DefaultStorageClass',
  handles: ({ operation }, rc) =>
    rc.resourceName === 'persistentvolumeclaims' && rc.subresource === '' && operation === 'CREATE',
  admit: ({ object }, rc) => {
    const claim = object as unknown as Draft<PersistentVolumeClaim>;
    if (
      claim.spec?.storageClassName !== undefined ||
      claim.metadata.annotations?.[CLASS_ANNOTATION] !== undefined
    )
      return undefined;
    const name = newestDefault(rc.server.etcd.list<StorageClass>('storageclasses.storage.k8s.io', ''))
      ?.metadata.name;
    if (name !== undefined) claim.spec = { ...claim.spec, storageClassName: name };
    return undefined;
  },
};

/** Of several defaults the newest; of equally old ones the first by name. */
function newestDefault(classes: readonly StorageClass[]): StorageClass | undefined {
  let newest: StorageClass | undefined;
  for (const each of classes) {
    if (!IS_DEFAULT.some((key) => each.metadata.annotations?.[key] === 'true')) continue;
    if (newest === undefined || isNewer(each, newest)) newest = each;
  }
  return newest;
}

function isNewer(a: StorageClass, b: StorageClass): boolean {
  const left = a.metadata.creationTimestamp ?? '';
  const right = b.metadata.creationTimestamp ?? '';
  return left === right ? (a.metadata.name ?? '') < (b.metadata.name ?? '') : left > right;
}
