import type { CatalogueEntry } from './entry.ts';
import { FIRST_POD } from './start.ts';

/** From the first request to the last record. */
export const LIFE: readonly CatalogueEntry[] = [
  FIRST_POD,
  {
    id: 'birth-to-death',
    stage: 'life',
    symptoms: ['Running', 'Terminating', 'Completed', 'deletionTimestamp'],
    shows: {
      en: 'One Pod from apply to its removal from etcd: Pending, Running, Ready, SIGTERM, gone.',
      ko: 'Pod 하나가 apply부터 etcd에서 사라질 때까지: Pending, Running, Ready, SIGTERM, 삭제.',
    },
    document: {
      title: { en: 'A Pod is born and dies', ko: 'Pod의 탄생과 소멸' },
      tags: ['pod', 'delete', 'sigterm'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: short
spec:
  terminationGracePeriodSeconds: 10
  containers:
  - name: app
    image: busybox:1.37
    command:
    - sh
    - -c
    - |
      trap 'echo got SIGTERM; sleep 2; echo bye; exit 0' TERM
      echo started
      while true; do sleep 1; done
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '15s', kubectl: 'delete pod short' },
      ],
      until: '25s',
    },
    end: [{ kubectl: 'get pods', prints: ['No resources found in default namespace.'] }],
  },
  {
    id: 'deployment-three',
    stage: 'life',
    symptoms: ['1/1', '3/3', 'Running'],
    shows: {
      en: 'A Deployment makes a ReplicaSet, that makes three Pods, and three kubelets start them. No one calls anyone.',
      ko: 'Deployment가 ReplicaSet을, ReplicaSet이 Pod 셋을 만들고 kubelet 셋이 시작한다. 아무도 서로를 부르지 않는다.',
    },
    document: {
      title: { en: 'A Deployment makes three Pods', ko: 'Deployment가 Pod 셋을 만든다' },
      tags: ['deployment', 'replicaset', 'controller'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
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
        ports:
        - containerPort: 80
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f web.yaml' }],
      until: '30s',
    },
    end: [{ kubectl: 'get deployment web', prints: ['web 3/3 3 3'] }],
  },
  {
    id: 'init-sidecar-app',
    stage: 'life',
    symptoms: ['Init:0/2', 'PodInitializing', '2/2'],
    shows: {
      en: 'An init container runs to its end, a sidecar starts and stays, and only then the application starts.',
      ko: 'init 컨테이너가 끝나고 사이드카가 떠서 남은 다음에야 애플리케이션이 시작한다.',
    },
    document: {
      title: { en: 'Init container, sidecar, application', ko: 'init 컨테이너와 사이드카' },
      tags: ['init', 'sidecar', 'order'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  initContainers:
  - name: migrate
    image: busybox:1.37
    command: [sh, -c, echo migrating; sleep 4; echo done]
  - name: proxy
    image: busybox:1.37
    restartPolicy: Always
    command: [sh, -c, "trap 'exit 0' TERM; sleep 2; touch /tmp/up; while true; do sleep 1; done"]
    startupProbe:
      exec:
        command: [test, -f, /tmp/up]
      periodSeconds: 1
      failureThreshold: 30
  containers:
  - name: app
    image: nginx:1.29
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f pod.yaml' }],
      until: '35s',
    },
    end: [{ kubectl: 'get pod shop', prints: ['shop 2/2 Running 0'] }],
  },
  {
    id: 'job-completes',
    stage: 'life',
    symptoms: ['Completed', '0/1', 'Complete'],
    shows: {
      en: 'Three Pods, two at a time; each ends with 0, and the Job counts to Complete.',
      ko: 'Pod 셋을 둘씩 돌린다. 각각 0으로 끝나고 Job은 Complete까지 센다.',
    },
    document: {
      title: { en: 'A Job runs to its end', ko: '끝까지 가는 Job' },
      tags: ['job', 'completions'],
      cluster: { preset: 'kind-3' },
      files: {
        'job.yaml': `apiVersion: batch/v1
kind: Job
metadata:
  name: report
spec:
  completions: 3
  parallelism: 2
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: report
        image: busybox:1.37
        command: [sh, -c, echo counting; sleep 3; echo done]
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f job.yaml' }],
      until: '30s',
    },
    end: [{ kubectl: 'get job report', prints: ['report Complete 3/3'] }],
  },
];
