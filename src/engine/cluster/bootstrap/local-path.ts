import type { KubeObject } from '../../../api/object.ts';
import type { Identity } from '../../machinery/client.ts';
import { type SeedObject, seed } from './meta.ts';

const LOCAL_PATH_NAMESPACE = 'local-path-storage';
const LOCAL_PATH_FOLDER = '/var/local-path-provisioner';
const ACCOUNT = 'local-path-provisioner-service-account';
const ROLE = 'local-path-provisioner-role';
const CONFIG = 'local-path-config';
const APP = 'local-path-provisioner';
const IMAGE = 'docker.io/kindest/local-path-provisioner:v20250214-acbabc1a';
const HELPER_IMAGE = 'docker.io/kindest/local-path-helper:v20241212-8ac705d0';
const RBAC = 'rbac.authorization.k8s.io';

export const LOCAL_PATH_IMAGES: readonly string[] = [IMAGE, HELPER_IMAGE];

/** What the provisioner is told by its flags and its configuration. */
export const LOCAL_PATH = {
  namespace: LOCAL_PATH_NAMESPACE,
  folder: LOCAL_PATH_FOLDER,
  helperImage: HELPER_IMAGE,
  config: CONFIG,
  account: ACCOUNT,
} as const;

/** Who the provisioner is to the API server. */
export function localPathIdentity(node: string): Identity {
  return {
    user: `system:serviceaccount:${LOCAL_PATH_NAMESPACE}:${ACCOUNT}`,
    groups: [
      'system:serviceaccounts',
      `system:serviceaccounts:${LOCAL_PATH_NAMESPACE}`,
      'system:authenticated',
    ],
    client: APP,
    from: node,
  };
}

/** kind's default storage: the class `standard` and the provisioner behind it. */
export function localPathObjects(): SeedObject[] {
  return [
    seed('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: LOCAL_PATH_NAMESPACE,
        labels: { 'kubernetes.io/metadata.name': LOCAL_PATH_NAMESPACE },
      },
      ...{ spec: { finalizers: ['kubernetes'] } },
    }),
    seed('serviceaccounts', {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: ACCOUNT, namespace: LOCAL_PATH_NAMESPACE },
    }),
    ...permissions(),
    seed('storageclasses.storage.k8s.io', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      ...{
        provisioner: 'rancher.io/local-path',
        reclaimPolicy: 'Delete',
        volumeBindingMode: 'WaitForFirstConsumer',
      },
    }),
    seed('configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: CONFIG, namespace: LOCAL_PATH_NAMESPACE },
      ...{ data: CONFIG_DATA },
    }),
    seed('deployments.apps', provisioner()),
  ];
}

function permissions(): SeedObject[] {
  const read = ['get', 'list', 'watch'];
  const rule = (apiGroups: string[], resources: string[], verbs: readonly string[]): object => ({
    apiGroups,
    resources,
    verbs,
  });
  const subjects = [{ kind: 'ServiceAccount', name: ACCOUNT, namespace: LOCAL_PATH_NAMESPACE }];
  const object = (kind: string, name: string, rest: object, namespace?: string): KubeObject => ({
    apiVersion: `${RBAC}/v1`,
    kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    ...rest,
  });
  const bound = (kind: string): object => ({ roleRef: { apiGroup: RBAC, kind, name: ROLE }, subjects });
  const all = [
    rule([''], ['nodes', 'persistentvolumeclaims', 'configmaps', 'pods', 'pods/log'], read),
    rule([''], ['persistentvolumes'], [...read, 'create', 'patch', 'update', 'delete']),
    rule([''], ['events'], ['create', 'patch']),
    rule(['storage.k8s.io'], ['storageclasses'], read),
  ];
  const own = [rule([''], ['pods'], [...read, 'create', 'patch', 'update', 'delete'])];
  const name = 'local-path-provisioner-bind';
  return [
    seed(`roles.${RBAC}`, object('Role', ROLE, { rules: own }, LOCAL_PATH_NAMESPACE)),
    seed(`clusterroles.${RBAC}`, object('ClusterRole', ROLE, { rules: all })),
    seed(`rolebindings.${RBAC}`, object('RoleBinding', name, bound('Role'), LOCAL_PATH_NAMESPACE)),
    seed(`clusterrolebindings.${RBAC}`, object('ClusterRoleBinding', name, bound('ClusterRole'))),
  ];
}

/** kind schedules it before any worker has joined; here all nodes are there from the start. */
const ON_CONTROL_PLANE = {
  nodeAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: [
      {
        weight: 100,
        preference: {
          matchExpressions: [{ key: 'node-role.kubernetes.io/control-plane', operator: 'Exists' }],
        },
      },
    ],
  },
};

function provisioner(): KubeObject {
  const labels = { app: APP };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: APP, namespace: LOCAL_PATH_NAMESPACE },
    ...{
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            nodeSelector: { 'kubernetes.io/os': 'linux' },
            affinity: ON_CONTROL_PLANE,
            tolerations: [
              { key: 'node-role.kubernetes.io/control-plane', operator: 'Equal', effect: 'NoSchedule' },
              { key: 'node-role.kubernetes.io/master', operator: 'Equal', effect: 'NoSchedule' },
            ],
            serviceAccountName: ACCOUNT,
            containers: [
              {
                name: APP,
                image: IMAGE,
                imagePullPolicy: 'IfNotPresent',
                command: [
                  'local-path-provisioner',
                  '--debug',
                  'start',
                  '--helper-image',
                  HELPER_IMAGE,
                  '--config',
                  '/etc/config/config.json',
                ],
                volumeMounts: [{ name: 'config-volume', mountPath: '/etc/config/' }],
                env: [
                  { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
                ],
              },
            ],
            volumes: [{ name: 'config-volume', configMap: { name: CONFIG } }],
          },
        },
      },
    },
  };
}

const CONFIG_DATA = {
  'config.json': `{
  "nodePathMap": [
    {"node": "DEFAULT_PATH_FOR_NON_LISTED_NODES", "paths": ["${LOCAL_PATH_FOLDER}"]}
  ]
}
`,
  setup: '#!/bin/sh\nset -eu\nmkdir -m 0777 -p "$VOL_DIR"\n',
  teardown: '#!/bin/sh\nset -eu\nrm -rf "$VOL_DIR"\n',
  'helperPod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: helper-pod
spec:
  containers:
  - name: helper-pod
    image: ${HELPER_IMAGE}
    imagePullPolicy: IfNotPresent
`,
};
