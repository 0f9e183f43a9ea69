import type { Pod } from '../../../../api/generated/types.ts';
import { defineKind } from '../common/define.ts';
import { defaultPod } from './defaults.ts';
import {
  podGraceSeconds,
  podWarnings,
  prepareEphemeralContainers,
  preparePodForCreate,
  preparePodResize,
  preparePodStatus,
} from './strategy.ts';
import { POD_COLUMNS, podRow } from './table.ts';
import { validateEphemeralContainers, validatePodResize } from './validate-resize.ts';
import { validatePodStatus } from './validate-status.ts';
import { validatePodCreate, validatePodUpdate } from './validate.ts';

export const POD = defineKind<Pod>({
  resource: 'pods',
  kind: 'Pod',
  apiVersion: 'v1',
  namespaced: true,
  default: defaultPod,
  prepareForCreate: preparePodForCreate,
  keepsSettledSpec: true,
  validateCreate: validatePodCreate,
  validateUpdate: validatePodUpdate,
  warningsOnCreate: podWarnings,
  generationOf: ({ spec }) => [spec],
  graceSeconds: podGraceSeconds,
  subresources: {
    status: { prepareForUpdate: preparePodStatus, validateUpdate: validatePodStatus },
    resize: { prepareForUpdate: preparePodResize, validateUpdate: validatePodResize },
    ephemeralcontainers: {
      prepareForUpdate: prepareEphemeralContainers,
      validateUpdate: validateEphemeralContainers,
    },
  },
  selectableFields: {
    'spec.nodeName': ({ spec }) => spec.nodeName ?? '',
    'spec.restartPolicy': ({ spec }) => spec.restartPolicy ?? '',
    'spec.schedulerName': ({ spec }) => spec.schedulerName ?? '',
    'spec.serviceAccountName': ({ spec }) => spec.serviceAccountName ?? '',
    'spec.hostNetwork': ({ spec }) => String(spec.hostNetwork ?? false),
    'status.phase': ({ status }) => status?.phase ?? '',
    'status.podIP': ({ status }) => status?.podIPs?.[0]?.ip ?? status?.podIP ?? '',
    'status.podIPs': ({ status }) => status?.podIPs?.[0]?.ip ?? '',
    'status.nominatedNodeName': ({ status }) => status?.nominatedNodeName ?? '',
  },
  tableColumns: POD_COLUMNS,
  row: (pod, { nowUs }) => podRow(pod, nowUs),
});
