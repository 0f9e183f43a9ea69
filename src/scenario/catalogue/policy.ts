import type { CatalogueEntry } from './entry.ts';

/** What a namespace’s rules refuse or change. */
export const POLICY: readonly CatalogueEntry[] = [
  {
    id: 'quota-exceeded',
    stage: 'request',
    symptoms: ['exceeded quota', 'forbidden', '403'],
    shows: {
      en: 'The third Pod would need more CPU than the namespace has left. Two run, the third is refused.',
      ko: '세 번째 Pod가 namespace에 남은 CPU보다 많이 요청한다. 둘은 돌고 셋째는 거절된다.',
    },
    document: {
      title: { en: 'The quota is used up', ko: '바닥난 quota' },
      tags: ['quota', 'admission'],
      cluster: {
        preset: 'kind-3',
        objects: [
          {
            apiVersion: 'v1',
            kind: 'ResourceQuota',
            metadata: { name: 'small' },
            spec: { hard: { 'requests.cpu': '1' } },
          },
        ],
        settle: 3,
      },
      files: Object.fromEntries(
        ['one', 'two', 'three'].map((name) => [
          `${name}.yaml`,
          `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
spec:
  containers:
  - name: nginx
    image: nginx:1.29
    resources:
      requests:
        cpu: 400m
`,
        ]),
      ),
      steps: [
        { at: '0s', kubectl: 'apply -f one.yaml' },
        { at: '2s', kubectl: 'apply -f two.yaml' },
        { at: '4s', kubectl: 'apply -f three.yaml' },
      ],
      until: '20s',
    },
    end: [
      {
        kubectl: 'apply -f three.yaml',
        prints: ['exceeded quota: small, requested: requests.cpu=400m, used: requests.cpu=800m'],
      },
    ],
  },
  {
    id: 'quota-stops-replicaset',
    stage: 'request',
    symptoms: ['0/2', 'FailedCreate', 'must specify requests.cpu', 'no Pods'],
    shows: {
      en: 'apply succeeds, yet no Pod appears: the quota refuses the ReplicaSet’s Pods, not your Deployment.',
      ko: 'apply는 성공했는데 Pod가 없다. quota는 Deployment가 아니라 ReplicaSet이 만드는 Pod를 거절한다.',
    },
    document: {
      title: { en: 'A Deployment without Pods', ko: 'Pod가 없는 Deployment' },
      tags: ['quota', 'replicaset', 'events'],
      cluster: {
        preset: 'kind-3',
        objects: [
          {
            apiVersion: 'v1',
            kind: 'ResourceQuota',
            metadata: { name: 'compute' },
            spec: { hard: { 'requests.cpu': '2', 'requests.memory': '2Gi' } },
          },
        ],
        settle: 3,
      },
      files: {
        'web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - name: nginx
        image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '5s', kubectl: 'get deployment,replicaset,pod' },
        { at: '7s', kubectl: 'describe replicaset -l app=web' },
      ],
      until: '10s',
    },
    end: [
      { kubectl: 'get deployment web', prints: ['web 0/2 0 0'] },
      { kubectl: 'describe replicaset -l app=web', prints: ['FailedCreate', 'must specify requests.cpu'] },
    ],
  },
  {
    id: 'limitrange-request-over-limit',
    stage: 'request',
    symptoms: ['must be less than or equal to cpu limit', 'is invalid', 'LimitRange'],
    shows: {
      en: 'You ask for 700m and set no limit. The LimitRange adds 500m, and now the request is above the limit.',
      ko: '700m을 요청하고 limit은 쓰지 않았다. LimitRange가 500m을 채우자 요청이 limit보다 커진다.',
    },
    document: {
      title: { en: 'A limit you did not write', ko: '쓰지 않은 limit' },
      tags: ['limitrange', 'admission', 'defaults'],
      cluster: {
        preset: 'kind-3',
        objects: [
          {
            apiVersion: 'v1',
            kind: 'LimitRange',
            metadata: { name: 'defaults' },
            spec: { limits: [{ type: 'Container', default: { cpu: '500m' } }] },
          },
        ],
        settle: 3,
      },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: worker
spec:
  containers:
  - name: worker
    image: busybox:1.37
    command: [sleep, "3600"]
    resources:
      requests:
        cpu: 700m
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f pod.yaml' }],
      until: '5s',
    },
    end: [
      {
        kubectl: 'apply -f pod.yaml',
        prints: ['Invalid value: "700m": must be less than or equal to cpu limit of 500m'],
      },
    ],
  },
  {
    id: 'podsecurity-restricted',
    stage: 'request',
    symptoms: ['violates PodSecurity', '0/1', 'FailedCreate', 'forbidden'],
    shows: {
      en: 'The namespace enforces “restricted”. The Deployment only gets a warning; its Pods are refused.',
      ko: 'namespace가 restricted를 강제한다. Deployment에는 경고만 나오고 Pod가 거절된다.',
    },
    document: {
      title: { en: 'Pod Security says no', ko: 'Pod Security가 막는다' },
      tags: ['podsecurity', 'admission', 'securitycontext'],
      cluster: {
        preset: 'kind-3',
        namespaceLabels: {
          'pod-security.kubernetes.io/enforce': 'restricted',
          'pod-security.kubernetes.io/warn': 'restricted',
        },
      },
      files: {
        'web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - name: nginx
        image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '4s', kubectl: 'get deployment,pod' },
        { at: '6s', kubectl: 'get events' },
      ],
      until: '10s',
    },
    end: [
      { kubectl: 'get deployment web', prints: ['web 0/1 0 0'] },
      { kubectl: 'get events', prints: ['FailedCreate', 'violates PodSecurity "restricted:latest"'] },
    ],
  },
];
