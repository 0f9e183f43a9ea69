import type { KubeObject } from '../../api/object.ts';

// What kubernetes-sigs/metrics-server v0.8.0 is released as: components.yaml.

const RBAC = 'rbac.authorization.k8s.io';
const NAME = 'metrics-server';
const NAMESPACE = 'kube-system';
const LABELS = { 'k8s-app': NAME };
const SUBJECTS = [{ kind: 'ServiceAccount', name: NAME, namespace: NAMESPACE }];

const own = (name = NAME): object => ({ labels: LABELS, name, namespace: NAMESPACE });

const clusterRole = (name: string, labels: object, rules: readonly object[]): KubeObject => ({
  apiVersion: `${RBAC}/v1`,
  kind: 'ClusterRole',
  metadata: { labels: { ...LABELS, ...labels }, name },
  ...{ rules },
});

const binding = (kind: string, metadata: object, roleRef: object): KubeObject => ({
  apiVersion: `${RBAC}/v1`,
  kind,
  metadata,
  ...{ roleRef: { apiGroup: RBAC, ...roleRef }, subjects: SUBJECTS },
});

const probe = (path: string): object => ({
  failureThreshold: 3,
  httpGet: { path, port: 'https', scheme: 'HTTPS' },
  periodSeconds: 10,
});

function container(flags: readonly string[]): object {
  return {
    args: [
      '--cert-dir=/tmp',
      '--secure-port=10250',
      '--kubelet-preferred-address-types=InternalIP,ExternalIP,Hostname',
      '--kubelet-use-node-status-port',
      '--metric-resolution=15s',
      ...flags,
    ],
    image: 'registry.k8s.io/metrics-server/metrics-server:v0.8.0',
    imagePullPolicy: 'IfNotPresent',
    livenessProbe: probe('/livez'),
    name: NAME,
    ports: [{ containerPort: 10250, name: 'https', protocol: 'TCP' }],
    readinessProbe: { ...probe('/readyz'), initialDelaySeconds: 20 },
    resources: { requests: { cpu: '100m', memory: '200Mi' } },
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    volumeMounts: [{ mountPath: '/tmp', name: 'tmp-dir' }],
  };
}

function deployment(flags: readonly string[]): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: own(),
    ...{
      spec: {
        selector: { matchLabels: LABELS },
        strategy: { rollingUpdate: { maxUnavailable: 0 } },
        template: {
          metadata: { labels: LABELS },
          spec: {
            containers: [container(flags)],
            nodeSelector: { 'kubernetes.io/os': 'linux' },
            priorityClassName: 'system-cluster-critical',
            serviceAccountName: NAME,
            volumes: [{ emptyDir: {}, name: 'tmp-dir' }],
          },
        },
      },
    },
  };
}

/** Its objects in the file's order. `flags` are added to its container's arguments. */
export function metricsServerObjects(flags: readonly string[] = []): readonly KubeObject[] {
  const aggregate = ['admin', 'edit', 'view'].map((to) => [`${RBAC}/aggregate-to-${to}`, 'true']);
  const read = ['get', 'list', 'watch'];
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: own() },
    clusterRole('system:aggregated-metrics-reader', Object.fromEntries(aggregate), [
      { apiGroups: ['metrics.k8s.io'], resources: ['pods', 'nodes'], verbs: read },
    ]),
    clusterRole('system:metrics-server', {}, [
      { apiGroups: [''], resources: ['nodes/metrics'], verbs: ['get'] },
      { apiGroups: [''], resources: ['pods', 'nodes'], verbs: read },
    ]),
    binding('RoleBinding', own('metrics-server-auth-reader'), {
      kind: 'Role',
      name: 'extension-apiserver-authentication-reader',
    }),
    binding(
      'ClusterRoleBinding',
      { labels: LABELS, name: 'metrics-server:system:auth-delegator' },
      { kind: 'ClusterRole', name: 'system:auth-delegator' },
    ),
    binding(
      'ClusterRoleBinding',
      { labels: LABELS, name: 'system:metrics-server' },
      { kind: 'ClusterRole', name: 'system:metrics-server' },
    ),
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: own(),
      ...{
        spec: {
          ports: [{ appProtocol: 'https', name: 'https', port: 443, protocol: 'TCP', targetPort: 'https' }],
          selector: LABELS,
        },
      },
    },
    deployment(flags),
    {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { labels: LABELS, name: 'v1beta1.metrics.k8s.io' },
      ...{
        spec: {
          group: 'metrics.k8s.io',
          groupPriorityMinimum: 100,
          insecureSkipTLSVerify: true,
          service: { name: NAME, namespace: NAMESPACE },
          version: 'v1beta1',
          versionPriority: 100,
        },
      },
    },
  ];
}
