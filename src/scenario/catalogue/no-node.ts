import type { CatalogueEntry } from './entry.ts';

/** No node will have the Pod, or nobody asks. */
export const NO_NODE: readonly CatalogueEntry[] = [
  {
    id: 'insufficient-cpu',
    stage: 'scheduling',
    symptoms: ['Pending', 'FailedScheduling', 'Insufficient cpu', '0/4 nodes are available'],
    shows: {
      en: 'No node has ten CPUs. The Pod waits unscheduled; it would start by itself the moment one had room.',
      ko: 'CPU 10개짜리 노드가 없다. Pod는 배정되지 못한 채 기다리고 자리가 나면 저절로 시작한다.',
    },
    document: {
      title: { en: 'More CPU than any node has', ko: '어느 노드보다 큰 요청' },
      tags: ['scheduler', 'resources'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: big
spec:
  containers:
  - name: app
    image: nginx:1.29
    resources:
      requests:
        cpu: "10"
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '3s', kubectl: 'describe pod big' },
      ],
      until: '8s',
    },
    end: [
      { kubectl: 'get pod big', prints: ['big 0/1 Pending 0'] },
      { kubectl: 'describe pod big', prints: ['0/4 nodes are available', '3 Insufficient cpu'] },
    ],
  },
  {
    id: 'node-selector-no-match',
    stage: 'scheduling',
    symptoms: ['Pending', 'FailedScheduling', "didn't match Pod's node affinity/selector"],
    shows: {
      en: 'The Pod wants a label no node carries. You label a node, and the scheduler takes the Pod up at once.',
      ko: 'Pod가 원하는 label이 어느 노드에도 없다. 노드에 label을 붙이자 스케줄러가 바로 다시 집어 든다.',
    },
    document: {
      title: { en: 'A label no node has', ko: '어느 노드에도 없는 label' },
      tags: ['scheduler', 'nodeselector', 'labels'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: cache
spec:
  nodeSelector:
    disk: ssd
  containers:
  - name: nginx
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '6s', kubectl: 'get pod cache' },
        { at: '10s', kubectl: 'label node worker-2 disk=ssd' },
      ],
      until: '30s',
    },
    end: [{ kubectl: 'get pod cache -o wide', prints: ['cache 1/1 Running', 'worker-2'] }],
  },
  {
    id: 'taint-not-tolerated',
    stage: 'scheduling',
    symptoms: ['Pending', 'FailedScheduling', 'had untolerated taint(s)'],
    shows: {
      en: 'Every worker is tainted and the Pod tolerates another key. A toleration must name the very taint.',
      ko: '모든 워커에 taint가 있고 Pod는 다른 key를 견딘다. toleration은 바로 그 taint를 가리켜야 한다.',
    },
    document: {
      title: { en: 'The wrong toleration', ko: '엉뚱한 toleration' },
      tags: ['scheduler', 'taint', 'toleration'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  tolerations:
  - key: nvidia
    operator: Exists
    effect: NoSchedule
  containers:
  - name: train
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'taint nodes worker-1 worker-2 worker-3 gpu=true:NoSchedule' },
        { at: '2s', kubectl: 'apply -f pod.yaml' },
        { at: '5s', kubectl: 'describe pod train' },
      ],
      until: '9s',
    },
    end: [
      { kubectl: 'get pod train', prints: ['train 0/1 Pending 0'] },
      { kubectl: 'describe pod train', prints: ['0/4 nodes are available', 'untolerated taint'] },
    ],
  },
  {
    id: 'host-port-taken',
    stage: 'scheduling',
    symptoms: ['Pending', 'FailedScheduling', "didn't have free ports"],
    shows: {
      en: 'Three workers, one host port each: the fourth replica finds it taken everywhere.',
      ko: '워커 셋에 호스트 포트가 하나씩이다. 네 번째 replica에게는 모두 차 있다.',
    },
    document: {
      title: { en: 'The host port is taken', ko: '이미 쓰는 호스트 포트' },
      tags: ['scheduler', 'hostport'],
      cluster: { preset: 'kind-3' },
      files: {
        'proxy.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: proxy
spec:
  replicas: 4
  selector:
    matchLabels:
      app: proxy
  template:
    metadata:
      labels:
        app: proxy
    spec:
      containers:
      - name: nginx
        image: nginx:1.29
        ports:
        - containerPort: 80
          hostPort: 8080
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f proxy.yaml' }],
      until: '25s',
    },
    end: [
      { kubectl: 'get deployment proxy', prints: ['proxy 3/4 4 3'] },
      { kubectl: 'get events', prints: ["didn't have free ports for the requested pod ports"] },
    ],
  },
  {
    id: 'out-of-cpu',
    stage: 'scheduling',
    symptoms: ['OutOfcpu', '0/1', 'Failed'],
    shows: {
      en: 'nodeName by hand goes past the scheduler. The kubelet counts for itself and turns the Pod away for good.',
      ko: 'nodeName을 손으로 적으면 스케줄러를 지나친다. kubelet이 직접 세어 보고 영영 돌려보낸다.',
    },
    document: {
      title: { en: 'Past the scheduler', ko: '스케줄러를 지나친 Pod' },
      tags: ['kubelet', 'admission', 'nodename'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: pinned
spec:
  nodeName: worker-1
  containers:
  - name: nginx
    image: nginx:1.29
    resources:
      requests:
        cpu: "5"
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f pod.yaml' }],
      until: '8s',
    },
    end: [{ kubectl: 'get pod pinned', prints: ['pinned 0/1 OutOfcpu 0'] }],
  },
  {
    id: 'scheduler-down',
    stage: 'scheduling',
    symptoms: ['Pending', '0/1', 'no events', '<none>'],
    shows: {
      en: 'Pending without a single event: no one refused the Pod, no one looked at it.',
      ko: '이벤트 하나 없는 Pending. 거절한 이가 없는 것이 아니라 본 이가 없다.',
    },
    document: {
      title: { en: 'Pending in silence', ko: '말없는 Pending' },
      tags: ['scheduler', 'fault'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: nginx
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', fault: { component: 'kube-scheduler', state: 'down' } },
        { at: '1s', kubectl: 'apply -f pod.yaml' },
        { at: '8s', kubectl: 'describe pod web' },
      ],
      until: '10s',
    },
    end: [
      { kubectl: 'get pod web', prints: ['web 0/1 Pending 0'] },
      { kubectl: 'describe pod web', prints: ['Node: <none>', 'Events: <none>'] },
    ],
  },
];
