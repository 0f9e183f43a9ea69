import type { KubeObject, ResourceName } from '../../../api/object.ts';
import { RESOURCES } from '../../../api/resources.ts';
import { API_SERVICES, type ApiService } from './port.ts';

// Models pkg/controlplane/apiserver/aggregator.go DefaultGenericAPIServicePriorities (1.36) and autoregister.

const V1 = 15;
/** Priorities of groups and versions as the server registers them. Groups it does not name come in by 100 below the last. */
const PRIORITIES: Readonly<Record<string, readonly [group: number, version: number]>> = {
  v1: [18_000, 1],
  'apps/v1': [17_800, V1],
  'events.k8s.io/v1': [17_750, V1],
  'authentication.k8s.io/v1': [17_700, V1],
  'authorization.k8s.io/v1': [17_600, V1],
  'autoscaling/v2': [17_500, 30],
  'batch/v1': [17_400, V1],
  'certificates.k8s.io/v1': [17_300, V1],
  'networking.k8s.io/v1': [17_200, V1],
  'policy/v1': [17_100, V1],
  'rbac.authorization.k8s.io/v1': [17_000, V1],
  'storage.k8s.io/v1': [16_800, V1],
  'apiextensions.k8s.io/v1': [16_700, V1],
  'admissionregistration.k8s.io/v1': [16_700, V1],
  'scheduling.k8s.io/v1': [16_600, V1],
  'coordination.k8s.io/v1': [16_500, V1],
  'node.k8s.io/v1': [16_300, V1],
  'discovery.k8s.io/v1': [16_200, V1],
  'flowcontrol.apiserver.k8s.io/v1': [16_100, 21],
  'resource.k8s.io/v1': [15_900, 20],
};

/** What the aggregator itself serves is none of them. */
const AGGREGATORS_OWN = 'apiregistration.k8s.io/v1';

/** One APIService for each group and version that the server serves itself. */
export function localApiServices(
  now: string,
): readonly { readonly resource: ResourceName; readonly object: KubeObject }[] {
  const versions = new Set(RESOURCES.map(({ apiVersion }) => apiVersion));
  versions.delete(AGGREGATORS_OWN);
  return [...versions].map((apiVersion) => ({
    resource: API_SERVICES,
    object: localApiService(apiVersion, now),
  }));
}

function localApiService(apiVersion: string, now: string): ApiService {
  const [group, version] = apiVersion.includes('/')
    ? (apiVersion.split('/') as [string, string])
    : ['', apiVersion];
  const [groupPriorityMinimum, versionPriority] = PRIORITIES[apiVersion] ?? [15_800, 9];
  return {
    apiVersion: AGGREGATORS_OWN,
    kind: 'APIService',
    metadata: {
      name: `${version}.${group}`,
      labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' },
    },
    spec: { ...(group === '' ? {} : { group }), version, groupPriorityMinimum, versionPriority },
    status: {
      conditions: [
        {
          lastTransitionTime: now,
          message: 'Local APIServices are always available',
          reason: 'Local',
          status: 'True',
          type: 'Available',
        },
      ],
    },
  };
}
