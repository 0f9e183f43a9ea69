import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  VolumeAttachment,
  VolumeAttributesClass,
} from '../../../api/generated/types.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column, orUnset } from './common/table.ts';

// Kinds of storage.k8s.io that no part of the simulation works with: stored, defaulted and shown.
// Models pkg/apis/storage/v1/defaults.go and their printers (1.36).

export const CSI_DRIVER = defineKind<CSIDriver>({
  resource: 'csidrivers.storage.k8s.io',
  kind: 'CSIDriver',
  apiVersion: 'storage.k8s.io/v1',
  namespaced: false,
  default: ({ spec }) => {
    if (!spec) return;
    spec.attachRequired ??= true;
    spec.podInfoOnMount ??= false;
    spec.storageCapacity ??= false;
    spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
    if (!spec.volumeLifecycleModes?.length) spec.volumeLifecycleModes = ['Persistent'];
    spec.requiresRepublish ??= false;
    spec.seLinuxMount ??= false;
  },
  tableColumns: [
    NAME,
    column('AttachRequired', 'boolean'),
    column('PodInfoOnMount', 'boolean'),
    column('StorageCapacity', 'boolean'),
    column('TokenRequests'),
    column('RequiresRepublish', 'boolean'),
    column('Modes'),
    AGE,
  ],
  row: ({ metadata, spec }, { nowUs }) => [
    metadata.name,
    spec?.attachRequired ?? true,
    spec?.podInfoOnMount ?? false,
    spec?.storageCapacity ?? false,
    orUnset((spec?.tokenRequests ?? []).map(({ audience }) => audience).join(',')),
    spec?.requiresRepublish ?? false,
    (spec?.volumeLifecycleModes ?? []).join(',') || '<none>',
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});

export const CSI_NODE = defineKind<CSINode>({
  resource: 'csinodes.storage.k8s.io',
  kind: 'CSINode',
  apiVersion: 'storage.k8s.io/v1',
  namespaced: false,
  tableColumns: [NAME, column('Drivers', 'integer'), AGE],
  row: ({ metadata, spec }, { nowUs }) => [
    metadata.name,
    spec?.drivers?.length ?? 0,
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});

export const CSI_STORAGE_CAPACITY = defineKind<CSIStorageCapacity>({
  resource: 'csistoragecapacities.storage.k8s.io',
  kind: 'CSIStorageCapacity',
  apiVersion: 'storage.k8s.io/v1',
  namespaced: true,
  tableColumns: [NAME, column('StorageClassName'), column('Capacity')],
  row: ({ metadata, storageClassName, capacity }) => [
    metadata.name,
    storageClassName ?? '',
    orUnset(capacity),
  ],
});

export const VOLUME_ATTACHMENT = defineKind<VolumeAttachment>({
  resource: 'volumeattachments.storage.k8s.io',
  kind: 'VolumeAttachment',
  apiVersion: 'storage.k8s.io/v1',
  namespaced: false,
  prepareForCreate: (attachment) => {
    attachment.status = { attached: false };
  },
  subresources: { status: {} },
  tableColumns: [NAME, column('Attacher'), column('PV'), column('Node'), column('Attached', 'boolean'), AGE],
  row: ({ metadata, spec, status }, { nowUs }) => [
    metadata.name,
    spec?.attacher ?? '',
    spec?.source?.persistentVolumeName ?? '',
    spec?.nodeName ?? '',
    status?.attached ?? false,
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});

export const VOLUME_ATTRIBUTES_CLASS = defineKind<VolumeAttributesClass>({
  resource: 'volumeattributesclasses.storage.k8s.io',
  kind: 'VolumeAttributesClass',
  apiVersion: 'storage.k8s.io/v1',
  namespaced: false,
  tableColumns: [NAME, column('DriverName'), AGE],
  row: ({ metadata, driverName }, { nowUs }) => [
    metadata.name,
    driverName ?? '',
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});
