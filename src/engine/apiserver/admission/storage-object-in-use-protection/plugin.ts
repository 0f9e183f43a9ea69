import type { AdmissionPlugin } from '../common/plugin.ts';

// Models plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go (1.36).

const FINALIZERS: Readonly<Record<string, string>> = {
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
  persistentvolumes: 'kubernetes.io/pv-protection',
};

export const storageObjectInUseProtection: AdmissionPlugin = {
  name: 'StorageObjectInUseProtection',
  handles: ({ operation }, rc) =>
    operation === 'CREATE' && rc.subresource === '' && FINALIZERS[rc.resourceName] !== undefined,
  admit: ({ object }, rc) => {
    const finalizer = FINALIZERS[rc.resourceName];
    if (object === undefined || finalizer === undefined) return undefined;
    const standing = object.metadata.finalizers ?? [];
    if (!standing.includes(finalizer)) object.metadata.finalizers = [...standing, finalizer];
    return undefined;
  },
};
