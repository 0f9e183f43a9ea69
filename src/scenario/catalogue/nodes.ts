import type { CatalogueEntry } from './entry.ts';

/** Machines that go, rest and come back. */
export const NODES: readonly CatalogueEntry[] = [
  {
    id: 'node-dies',
    stage: 'nodes',
    symptoms: ['NotReady', 'Terminating', 'Unknown', 'node.kubernetes.io/unreachable'],
    shows: {
      en: 'A node loses power. 50 seconds until NotReady, five more minutes until its Pod is replaced elsewhere. Pods do not move.',
      ko: '노드의 전원이 나갔다. NotReady까지 50초, 다른 곳에 새 Pod가 생길 때까지 5분이 더 걸린다. Pod는 옮겨 가지 않는다.',
    },
    document: {
      title: { en: 'A node dies, and Pods do not move', ko: '노드가 죽으면 Pod는 옮겨 가지 않는다' },
      tags: ['node', 'eviction', 'toleration', 'fault'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 1
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      affinity:
        nodeAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
          - weight: 100
            preference:
              matchExpressions:
              - key: kubernetes.io/hostname
                operator: In
                values: [worker-2]
      containers:
      - name: nginx
        image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '20s', fault: { node: 'worker-2', state: 'down' } },
        { at: '90s', kubectl: 'get nodes' },
        { at: '92s', kubectl: 'get pods -o wide' },
      ],
      until: '400s',
    },
    end: [
      { kubectl: 'get nodes', prints: ['worker-2 NotReady'] },
      { kubectl: 'get pods', prints: ['1/1 Terminating', '1/1 Running'] },
    ],
  },
  {
    id: 'kubelet-stopped',
    stage: 'nodes',
    symptoms: ['NotReady', 'Pending', 'Running', 'Kubelet stopped posting node status.'],
    shows: {
      en: 'The kubelet stops, its containers do not. The cluster sees a dead node; the users see a working server.',
      ko: 'kubelet은 멈췄지만 컨테이너는 돈다. 클러스터에는 죽은 노드, 사용자에게는 멀쩡한 서버다.',
    },
    document: {
      title: { en: 'The kubelet stops, the server runs on', ko: 'kubelet은 멈췄고 서버는 돈다' },
      tags: ['kubelet', 'node', 'fault'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeName: worker-2
  containers:
  - name: nginx
    image: nginx:1.29
---
apiVersion: v1
kind: Pod
metadata:
  name: client
spec:
  nodeName: worker-1
  containers:
  - name: client
    image: busybox:1.37
    command: [sleep, "3600"]
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '15s', fault: { component: 'kubelet', node: 'worker-2', state: 'down' } },
        { at: '80s', kubectl: 'get nodes' },
        {
          at: '82s',
          run: 'kubectl exec client -- wget -T 2 -qO- http://$(kubectl get pod web -o jsonpath={.status.podIP})',
        },
      ],
      until: '90s',
    },
    end: [
      { kubectl: 'get nodes', prints: ['worker-2 NotReady'] },
      { kubectl: 'get pod web', prints: ['web 1/1 Running 0'] },
      { kubectl: 'describe node worker-2', prints: ['Kubelet stopped posting node status.'] },
    ],
  },
  {
    id: 'node-comes-back',
    stage: 'nodes',
    symptoms: ['NotReady', 'Ready', '1/1'],
    shows: {
      en: 'The network of a node is cut for two minutes, less than the toleration: NotReady, then Ready again, nothing evicted.',
      ko: '노드의 네트워크가 2분 끊겼다 돌아온다. toleration보다 짧아서 NotReady였다가 다시 Ready, 쫓겨난 Pod는 없다.',
    },
    document: {
      title: { en: 'Back in time', ko: '제때 돌아온 노드' },
      tags: ['node', 'partition', 'fault'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: v1
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
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '15s', fault: { partition: { node: 'worker-2', state: 'on' } } },
        { at: '100s', kubectl: 'get nodes' },
        { at: '135s', fault: { partition: { node: 'worker-2', state: 'off' } } },
      ],
      until: '170s',
    },
    end: [
      { kubectl: 'get nodes', prints: ['worker-2 Ready'] },
      { kubectl: 'get pod web', prints: ['web 1/1 Running 0'] },
    ],
  },
  {
    id: 'drain-with-budget',
    stage: 'nodes',
    symptoms: ['SchedulingDisabled', 'Cannot evict pod', '429', 'PodDisruptionBudget'],
    shows: {
      en: 'drain evicts Pods, the budget allows one at a time: the second waits until the first is replaced.',
      ko: 'drain이 Pod를 내보내는데 PDB는 한 번에 하나만 허락한다. 둘째는 첫째의 대신이 Ready가 될 때까지 기다린다.',
    },
    document: {
      title: { en: 'A drain that waits', ko: '기다리는 drain' },
      tags: ['drain', 'pdb', 'eviction'],
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
        readinessProbe:
          httpGet:
            path: /
            port: 80
          initialDelaySeconds: 5
          periodSeconds: 1
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: web
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      app: web
`,
      },
      steps: [
        { at: '0s', kubectl: 'cordon worker-1 worker-3' },
        { at: '1s', kubectl: 'apply -f web.yaml' },
        { at: '25s', kubectl: 'uncordon worker-1 worker-3' },
        { at: '26s', kubectl: 'drain worker-2 --ignore-daemonsets --timeout=90s' },
      ],
      until: '90s',
    },
    end: [
      { kubectl: 'get node worker-2', prints: ['worker-2 Ready,SchedulingDisabled'] },
      { kubectl: 'get deployment web', prints: ['web 2/2 2 2'] },
      { kubectl: 'get pods -o wide', prints: ['Running'], lacks: ['worker-2'] },
    ],
  },
  {
    id: 'drain-refuses-bare-pod',
    stage: 'nodes',
    symptoms: ['cannot delete Pods that declare no controller', 'SchedulingDisabled', '1/1'],
    shows: {
      en: 'drain refuses to delete a Pod nobody would make again, and leaves the node cordoned.',
      ko: 'drain은 아무도 다시 만들지 않을 Pod를 지우지 않는다. 노드는 cordon된 채로 남는다.',
    },
    document: {
      title: { en: 'A Pod nobody would bring back', ko: '다시 만들 이 없는 Pod' },
      tags: ['drain', 'bare pod', 'cordon'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: v1
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
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '15s', kubectl: 'drain worker-2 --ignore-daemonsets' },
      ],
      until: '20s',
    },
    end: [
      { kubectl: 'get node worker-2', prints: ['worker-2 Ready,SchedulingDisabled'] },
      { kubectl: 'get pod web', prints: ['web 1/1 Running 0'] },
    ],
  },
  {
    id: 'taint-no-execute',
    stage: 'nodes',
    symptoms: ['Terminating', 'TaintManagerEviction', 'NoExecute'],
    shows: {
      en: 'A NoExecute taint: one Pod leaves at once, one after its tolerationSeconds, one stays.',
      ko: 'NoExecute taint 하나에 Pod 하나는 바로, 하나는 tolerationSeconds 뒤에 나가고 하나는 남는다.',
    },
    document: {
      title: { en: 'Three answers to one taint', ko: 'taint 하나에 세 가지 답' },
      tags: ['taint', 'toleration', 'eviction'],
      cluster: { preset: 'kind-3' },
      files: {
        'pods.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: plain
spec:
  nodeName: worker-2
  containers:
  - name: nginx
    image: nginx:1.29
---
apiVersion: v1
kind: Pod
metadata:
  name: later
spec:
  nodeName: worker-2
  tolerations:
  - key: maintenance
    operator: Exists
    effect: NoExecute
    tolerationSeconds: 10
  containers:
  - name: nginx
    image: nginx:1.29
---
apiVersion: v1
kind: Pod
metadata:
  name: forever
spec:
  nodeName: worker-2
  tolerations:
  - key: maintenance
    operator: Exists
    effect: NoExecute
  containers:
  - name: nginx
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pods.yaml' },
        { at: '16s', kubectl: 'taint node worker-2 maintenance=yes:NoExecute' },
        { at: '22s', kubectl: 'get pods' },
      ],
      until: '36s',
    },
    end: [{ kubectl: 'get pods', prints: ['forever 1/1 Running 0'], lacks: ['plain', 'later'] }],
  },
  {
    id: 'node-deleted',
    stage: 'nodes',
    symptoms: ['NotFound', 'pods "web" not found', 'Pod disappeared'],
    shows: {
      en: 'The Node object is deleted. The garbage collector of Pods removes what was bound to it; nobody asked the Pod.',
      ko: 'Node 오브젝트를 지운다. 그 노드에 묶인 Pod는 PodGC가 치운다. Pod에게는 아무도 묻지 않는다.',
    },
    document: {
      title: { en: 'The node is taken off the list', ko: '명단에서 지워진 노드' },
      tags: ['node', 'podgc', 'scale down'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: v1
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
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '15s', fault: { node: 'worker-2', state: 'down' } },
        { at: '17s', kubectl: 'delete node worker-2' },
      ],
      until: '110s',
    },
    end: [
      { kubectl: 'get pods', prints: ['No resources found in default namespace.'] },
      { kubectl: 'get nodes', prints: ['worker-1 Ready'], lacks: ['worker-2'] },
    ],
  },
];
