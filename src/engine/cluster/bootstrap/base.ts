import { nodePlace } from '../nodes.ts';
import { type SeedObject, seed } from './meta.ts';

/** Namespaces every cluster has. */
export const SYSTEM_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'] as const;

/** The cluster's CA certificate, in PEM: not one that anybody could use. */
export const ROOT_CA = [
  '-----BEGIN CERTIFICATE-----',
  'MIIDBTCCAe2gAwIBAgIIPodscopeSimulatedClusterCertificateAuthorityOnly',
  '-----END CERTIFICATE-----',
  '',
].join('\n');

/** What kube-apiserver and kube-controller-manager make at a cluster's first start. Models pkg/controlplane (1.36). */
export function baseObjects(
  masterNamespace = 'default',
  controlPlaneIP = nodePlace('control-plane', 0).ip,
): SeedObject[] {
  return [
    ...SYSTEM_NAMESPACES.flatMap(namespaceObjects),
    ...priorityClasses(),
    ...kubernetesService(masterNamespace, controlPlaneIP),
  ];
}

function namespaceObjects(name: string): SeedObject[] {
  const labels = { 'kubernetes.io/metadata.name': name };
  return [
    seed('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, labels },
      ...{ spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } },
    }),
    seed('serviceaccounts', {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'default', namespace: name },
    }),
    seed('configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'kube-root-ca.crt',
        namespace: name,
        annotations: {
          'kubernetes.io/description':
            'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
        },
      },
      ...{ data: { 'ca.crt': ROOT_CA } },
    }),
  ];
}

function priorityClasses(): SeedObject[] {
  const classes = [
    [
      'system-cluster-critical',
      2_000_000_000,
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
    ],
    [
      'system-node-critical',
      2_000_001_000,
      'Used for system critical pods that must not be moved from their current node.',
    ],
  ] as const;
  return classes.map(([name, value, description]) =>
    seed('priorityclasses.scheduling.k8s.io', {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name, generation: 1 },
      ...{ value, description, preemptionPolicy: 'PreemptLowerPriority' },
    }),
  );
}

function kubernetesService(namespace: string, controlPlaneIP: string): SeedObject[] {
  const labels = { component: 'apiserver', provider: 'kubernetes' };
  return [
    seed('services', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'kubernetes', namespace, labels },
      ...{
        spec: {
          clusterIP: '10.96.0.1',
          clusterIPs: ['10.96.0.1'],
          internalTrafficPolicy: 'Cluster',
          ipFamilies: ['IPv4'],
          ipFamilyPolicy: 'SingleStack',
          ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
          sessionAffinity: 'None',
          type: 'ClusterIP',
        },
        status: { loadBalancer: {} },
      },
    }),
    seed('endpointslices.discovery.k8s.io', {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: {
        name: 'kubernetes',
        namespace,
        labels: { 'kubernetes.io/service-name': 'kubernetes' },
        generation: 1,
      },
      ...{
        addressType: 'IPv4',
        endpoints: [{ addresses: [controlPlaneIP], conditions: { ready: true } }],
        ports: [{ name: 'https', port: 6443, protocol: 'TCP' }],
      },
    }),
    seed('endpoints', {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: {
        name: 'kubernetes',
        namespace,
        labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' },
      },
      ...{
        subsets: [
          { addresses: [{ ip: controlPlaneIP }], ports: [{ name: 'https', port: 6443, protocol: 'TCP' }] },
        ],
      },
    }),
  ];
}
