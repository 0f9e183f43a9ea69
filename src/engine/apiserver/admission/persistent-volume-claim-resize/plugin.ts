import type { PersistentVolumeClaim, StorageClass } from '../../../../api/generated/types.ts';
import { cmpQuantities } from '../../../../api/quantity.ts';
import { forbid } from '../common/forbid.ts';
import type { AdmissionPlugin } from '../common/plugin.ts';

// Models plugin/pkg/admission/storage/persistentvolume/resize/admission.go (1.36).

export const persistentVolumeClaimResize: AdmissionPlugin = {
  name: 'PersistentVolumeClaimResize',
  handles: ({ operation }, rc) =>
    operation === 'UPDATE' && rc.resourceName === 'persistentvolumeclaims' && rc.subresource === '',
  validate: (attributes, rc) => {
    const claim = attributes.object as unknown as PersistentVolumeClaim;
    const old = attributes.old as PersistentVolumeClaim;
    const before = old.spec?.resources?.requests?.['storage'];
    const after = claim.spec?.resources?.requests?.['storage'];
    if (before === undefined || after === undefined || cmpQuantities(after, before) <= 0) return undefined;
    if (old.status?.phase !== 'Bound')
      return forbid(attributes, rc, 'Only bound persistent volume claims can be expanded');
    const name = claim.spec?.storageClassName ?? '';
    const found =
      name === ''
        ? undefined
        : rc.server.etcd.get<StorageClass>('storageclasses.storage.k8s.io', { namespace: '', name });
    if (found?.allowVolumeExpansion === true) return undefined;
    const text =
      'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
    return forbid(attributes, rc, text);
  },
};
