import type { CatalogueEntry } from './entry.ts';

/** From deletionTimestamp to the end, or not. */
export const FINISH: readonly CatalogueEntry[] = [
  {
    id: 'term-handled',
    stage: 'end',
    symptoms: ['Terminating', 'Completed', 'SIGTERM'],
    shows: {
      en: 'The program hears SIGTERM, finishes its work and ends with 0, well inside its grace period.',
      ko: '프로그램이 SIGTERM을 듣고 하던 일을 마친 뒤 유예 시간 안에 0으로 끝난다.',
    },
    document: {
      title: { en: 'A graceful end', ko: '깔끔한 종료' },
      tags: ['sigterm', 'grace period'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: worker
spec:
  containers:
  - name: worker
    image: busybox:1.37
    command:
    - sh
    - -c
    - |
      trap 'echo finishing; sleep 3; echo done; exit 0' TERM
      while true; do sleep 1; done
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '12s', kubectl: 'delete pod worker --wait=false' },
        { at: '14s', kubectl: 'logs worker' },
      ],
      until: '25s',
    },
    end: [{ kubectl: 'get pods', prints: ['No resources found in default namespace.'] }],
  },
  {
    id: 'term-ignored',
    stage: 'end',
    symptoms: ['Terminating', 'exit 137', 'SIGKILL', '30 seconds to delete'],
    shows: {
      en: 'The program ignores SIGTERM. The kubelet waits all 30 seconds, then the kernel ends it: SIGKILL.',
      ko: '프로그램이 SIGTERM을 무시한다. kubelet이 30초를 다 기다린 뒤 SIGKILL로 끝난다.',
    },
    document: {
      title: { en: 'From deletionTimestamp to SIGKILL', ko: 'deletionTimestamp부터 SIGKILL까지' },
      tags: ['sigterm', 'sigkill', 'grace period'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: deaf
spec:
  containers:
  - name: deaf
    image: busybox:1.37
    command: [sh, -c, "trap '' TERM; while true; do sleep 1; done"]
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '12s', kubectl: 'delete pod deaf --wait=false' },
        { at: '30s', kubectl: 'get pod deaf' },
      ],
      until: '50s',
    },
    end: [{ kubectl: 'get pods', prints: ['No resources found in default namespace.'] }],
  },
  {
    id: 'shell-as-pid-1',
    stage: 'end',
    symptoms: ['Terminating', 'exit 137', '30 seconds to delete', 'PID 1'],
    shows: {
      en: 'A shell is PID 1 and the server its child. The shell keeps SIGTERM for itself; the server never hears it.',
      ko: '셸이 PID 1이고 서버는 그 자식이다. 셸이 SIGTERM을 전하지 않아 서버는 듣지 못한다.',
    },
    document: {
      title: { en: 'A shell that tells no one', ko: '전하지 않는 셸' },
      tags: ['sigterm', 'pid 1', 'shell'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  terminationGracePeriodSeconds: 15
  containers:
  - name: nginx
    image: nginx:1.29
    command: [sh, -c, "nginx -g 'daemon off;'; echo ended"]
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '14s', kubectl: 'delete pod web --wait=false' },
        { at: '24s', kubectl: 'get pod web' },
      ],
      until: '40s',
    },
    end: [{ kubectl: 'get pods', prints: ['No resources found in default namespace.'] }],
  },
  {
    id: 'prestop-eats-grace',
    stage: 'end',
    symptoms: ['Terminating', 'exit 137', 'FailedPreStopHook', 'SIGKILL'],
    shows: {
      en: 'preStop takes longer than the grace period. SIGTERM comes when two seconds are left, too few for the program.',
      ko: 'preStop이 유예 시간보다 길다. SIGTERM은 2초를 남기고야 오고 프로그램에는 모자란다.',
    },
    document: {
      title: { en: 'preStop eats the grace period', ko: '유예 시간을 다 쓴 preStop' },
      tags: ['prestop', 'grace period', 'hook'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: worker
spec:
  terminationGracePeriodSeconds: 8
  containers:
  - name: worker
    image: busybox:1.37
    command: [sh, -c, "trap 'echo finishing; sleep 5; exit 0' TERM; while true; do sleep 1; done"]
    lifecycle:
      preStop:
        exec:
          command: [sleep, "60"]
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '12s', kubectl: 'delete pod worker --wait=false' },
        { at: '19s', kubectl: 'get pod worker' },
      ],
      until: '40s',
    },
    end: [{ kubectl: 'get events', prints: ['FailedPreStopHook'] }],
  },
  {
    id: 'finalizer-holds',
    stage: 'end',
    symptoms: ['Completed', 'Terminating', 'metadata.finalizers', 'does not go away'],
    shows: {
      en: 'The containers are long gone, the object stays: a finalizer waits for someone who does not exist.',
      ko: '컨테이너는 벌써 끝났는데 오브젝트가 남는다. finalizer가 있지도 않은 누군가를 기다린다.',
    },
    document: {
      title: { en: 'A Pod that cannot be deleted', ko: '지워지지 않는 Pod' },
      tags: ['finalizer', 'delete'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: stays
  finalizers:
  - example.com/cleanup
spec:
  terminationGracePeriodSeconds: 2
  containers:
  - name: nginx
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '14s', kubectl: 'delete pod stays --wait=false' },
      ],
      until: '60s',
    },
    end: [{ kubectl: 'get pod stays', prints: ['stays 0/1 Completed'] }],
  },
  {
    id: 'force-delete',
    stage: 'end',
    symptoms: ['Terminating', 'force deleted', 'still running'],
    shows: {
      en: '--force removes the object at once. The process on the node lives on until the kubelet gets to it.',
      ko: '--force는 오브젝트를 바로 없앤다. 노드의 프로세스는 kubelet이 손댈 때까지 살아 있다.',
    },
    document: {
      title: { en: 'Gone from the list, not from the node', ko: '목록에서만 사라진 Pod' },
      tags: ['force', 'delete', 'kubelet'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: deaf
spec:
  containers:
  - name: deaf
    image: busybox:1.37
    command: [sh, -c, "trap '' TERM; while true; do sleep 1; done"]
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '12s', kubectl: 'delete pod deaf --force --grace-period=0' },
        { at: '13s', kubectl: 'get pods' },
      ],
      until: '20s',
    },
    end: [{ kubectl: 'get pods', prints: ['No resources found in default namespace.'] }],
  },
  {
    id: 'terminating-on-dead-node',
    stage: 'end',
    symptoms: ['Terminating', 'NotReady', 'Unknown'],
    shows: {
      en: 'The Pod is to be deleted, but its node is dead: only that kubelet could confirm. Terminating, without end.',
      ko: 'Pod를 지우라고 했지만 노드가 죽었다. 확인해 줄 수 있는 것은 그 kubelet뿐이어서 Terminating이 끝나지 않는다.',
    },
    document: {
      title: { en: 'Terminating without end', ko: '끝나지 않는 Terminating' },
      tags: ['node', 'delete', 'fault'],
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
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '14s', fault: { node: 'worker-2', state: 'down' } },
        { at: '16s', kubectl: 'delete pod web --wait=false' },
        { at: '60s', kubectl: 'get pod web' },
      ],
      until: '120s',
    },
    end: [{ kubectl: 'get pod web', prints: ['web 1/1 Terminating'] }],
  },
  {
    id: 'cascade',
    stage: 'end',
    symptoms: ['Terminating', 'ownerReferences', 'No resources found'],
    shows: {
      en: 'You delete the Deployment. The garbage collector follows the owners down: ReplicaSet, then Pods.',
      ko: 'Deployment를 지운다. garbage collector가 소유 관계를 따라 ReplicaSet을, 이어 Pod를 지운다.',
    },
    document: {
      title: { en: 'Deletion runs downhill', ko: '아래로 흐르는 삭제' },
      tags: ['garbage collector', 'owner', 'cascade'],
      cluster: { preset: 'kind-3' },
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
        { at: '16s', kubectl: 'delete deployment web' },
      ],
      until: '30s',
    },
    end: [
      { kubectl: 'get deployments,replicasets,pods', prints: ['No resources found in default namespace.'] },
    ],
  },
  {
    id: 'namespace-stuck',
    stage: 'end',
    symptoms: ['Terminating', 'NamespaceFinalizersRemaining', 'namespace does not go away'],
    shows: {
      en: 'A namespace goes when everything in it has gone. One ConfigMap with a finalizer keeps all of it Terminating.',
      ko: 'namespace는 안의 것이 다 사라져야 사라진다. finalizer가 달린 ConfigMap 하나가 전부를 붙잡는다.',
    },
    document: {
      title: { en: 'A namespace that stays', ko: '사라지지 않는 namespace' },
      tags: ['namespace', 'finalizer'],
      cluster: { preset: 'kind-3' },
      files: {
        'team.yaml': `apiVersion: v1
kind: Namespace
metadata:
  name: team
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: kept
  namespace: team
  finalizers:
  - example.com/cleanup
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f team.yaml' },
        { at: '4s', kubectl: 'delete namespace team --wait=false' },
      ],
      until: '30s',
    },
    end: [
      { kubectl: 'get namespace team', prints: ['team Terminating'] },
      { kubectl: 'describe namespace team', prints: ['finalizers remain'] },
    ],
  },
];
