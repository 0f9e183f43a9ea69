import type { CatalogueEntry } from './entry.ts';

/** Sandbox, network and configuration: what must be there before a container may start. */
export const SETUP: readonly CatalogueEntry[] = [
  {
    id: 'cni-plugin-missing',
    stage: 'setup',
    symptoms: ['ContainerCreating', '0/1', 'FailedCreatePodSandBox', 'network: failed'],
    shows: {
      en: 'The node’s network plugin is broken: every sandbox is torn down again, and the Pod never gets an address.',
      ko: '노드의 네트워크 플러그인이 망가졌다. sandbox는 만들 때마다 헐리고 Pod는 주소를 얻지 못한다.',
    },
    document: {
      title: { en: 'No network, no sandbox', ko: '네트워크가 없으면 sandbox도 없다' },
      tags: ['cni', 'sandbox', 'fault'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeName: worker-2
  containers:
  - name: nginx
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', fault: { cni: { node: 'worker-2', state: 'plugin-error' } } },
        { at: '1s', kubectl: 'apply -f pod.yaml' },
      ],
      until: '30s',
    },
    end: [
      { kubectl: 'get pod web', prints: ['web 0/1 ContainerCreating 0'] },
      { kubectl: 'describe pod web', prints: ['FailedCreatePodSandBox'] },
    ],
  },
  {
    id: 'cni-config-missing',
    stage: 'setup',
    symptoms: ['NotReady', 'Pending', 'NetworkPluginNotReady', 'cni plugin not initialized'],
    shows: {
      en: 'Without a network configuration the node itself is NotReady; running Pods go on, new ones do not start.',
      ko: '네트워크 설정이 사라지면 노드가 NotReady가 된다. 돌던 Pod는 계속 돌고 새 Pod는 시작하지 못한다.',
    },
    document: {
      title: { en: 'A node without a network add-on', ko: '네트워크 애드온이 없는 노드' },
      tags: ['cni', 'node', 'notready'],
      cluster: { preset: 'kind-3' },
      files: {
        'before.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: before
spec:
  nodeName: worker-2
  containers:
  - name: nginx
    image: nginx:1.29
`,
        'after.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: after
spec:
  nodeName: worker-2
  containers:
  - name: nginx
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f before.yaml' },
        { at: '15s', fault: { cni: { node: 'worker-2', state: 'missing-config' } } },
        { at: '35s', kubectl: 'apply -f after.yaml' },
        { at: '42s', kubectl: 'get nodes' },
      ],
      until: '45s',
    },
    end: [
      { kubectl: 'get node worker-2', prints: ['worker-2 NotReady'] },
      { kubectl: 'get pods', prints: ['before 1/1 Running', 'after 0/1'] },
    ],
  },
  {
    id: 'env-secret-key-missing',
    stage: 'setup',
    symptoms: ['CreateContainerConfigError', '0/1', "couldn't find key"],
    shows: {
      en: 'The Secret exists, the key does not. The image is there, the container is never made.',
      ko: 'Secret은 있는데 key가 없다. 이미지까지 받았지만 컨테이너는 만들어지지 않는다.',
    },
    document: {
      title: { en: 'A Secret without the key', ko: 'key가 빠진 Secret' },
      tags: ['env', 'secret', 'config'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: api
spec:
  containers:
  - name: api
    image: nginx:1.29
    env:
    - name: DB_PASSWORD
      valueFrom:
        secretKeyRef:
          name: db
          key: password
`,
      },
      steps: [
        { at: '0s', kubectl: 'create secret generic db --from-literal=passwd=abc' },
        { at: '1s', kubectl: 'apply -f pod.yaml' },
      ],
      until: '25s',
    },
    end: [
      { kubectl: 'get pod api', prints: ['api 0/1 CreateContainerConfigError 0'] },
      { kubectl: 'describe pod api', prints: ["couldn't find key password in Secret default/db"] },
    ],
  },
  {
    id: 'env-configmap-missing',
    stage: 'setup',
    symptoms: ['CreateContainerConfigError', '0/1', 'configmap "settings" not found'],
    shows: {
      en: 'An environment variable refers to a ConfigMap nobody applied. The same gap as a volume, another status.',
      ko: '환경 변수가 가리키는 ConfigMap을 아무도 만들지 않았다. 볼륨과 같은 빈틈이지만 STATUS가 다르다.',
    },
    document: {
      title: { en: 'Settings nobody applied', ko: '아무도 적용하지 않은 설정' },
      tags: ['env', 'configmap'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: api
spec:
  containers:
  - name: api
    image: nginx:1.29
    envFrom:
    - configMapRef:
        name: settings
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f pod.yaml' }],
      until: '25s',
    },
    end: [
      { kubectl: 'get pod api', prints: ['api 0/1 CreateContainerConfigError 0'] },
      { kubectl: 'describe pod api', prints: ['configmap "settings" not found'] },
    ],
  },
];
