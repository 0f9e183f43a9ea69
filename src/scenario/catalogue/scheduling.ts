import type { CatalogueEntry } from './entry.ts';

/** Which node: what the scheduler weighs. */
export const SCHEDULING: readonly CatalogueEntry[] = [
  {
    id: 'scheduler-scores',
    stage: 'scheduling',
    symptoms: ['Scheduled', 'Running', 'nodeAffinity'],
    shows: {
      en: 'Filters leave three nodes, scores decide: a preference for one zone outweighs the emptier node.',
      ko: '필터를 지난 노드들 가운데 점수가 정한다. 한 zone에 대한 선호가 더 빈 노드를 이긴다.',
    },
    document: {
      title: { en: 'The scheduler picks a node', ko: '스케줄러가 노드를 고른다' },
      tags: ['scheduler', 'score', 'affinity', 'zone'],
      cluster: { preset: 'zones-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  affinity:
    nodeAffinity:
      preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        preference:
          matchExpressions:
          - key: topology.kubernetes.io/zone
            operator: In
            values: [zone-b]
  containers:
  - name: nginx
    image: nginx:1.29
    resources:
      requests:
        cpu: 500m
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f pod.yaml' }],
      until: '20s',
    },
    end: [{ kubectl: 'get pod web -o wide', prints: ['web 1/1 Running'], lacks: ['worker-1', 'worker-5'] }],
  },
  {
    id: 'gpu-node',
    stage: 'scheduling',
    symptoms: ['Running', 'Pending', 'Insufficient example.com/gpu'],
    shows: {
      en: 'One node has two GPUs. Two Pods get one each, the third waits although CPUs are plenty.',
      ko: 'GPU 두 개가 한 노드에 있다. Pod 둘이 하나씩 갖고 셋째는 CPU가 남아도 기다린다.',
    },
    document: {
      title: { en: 'Three Pods, two GPUs', ko: 'GPU 둘에 Pod 셋' },
      tags: ['scheduler', 'gpu', 'extended resource'],
      cluster: { preset: 'zones-3' },
      files: {
        'train.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: train
spec:
  replicas: 3
  selector:
    matchLabels:
      app: train
  template:
    metadata:
      labels:
        app: train
    spec:
      containers:
      - name: train
        image: nginx:1.29
        resources:
          limits:
            example.com/gpu: 1
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f train.yaml' },
        { at: '15s', kubectl: 'get pods -o wide' },
      ],
      until: '20s',
    },
    end: [
      { kubectl: 'get deployment train', prints: ['train 2/3 3 2'] },
      { kubectl: 'get events', prints: ['FailedScheduling', 'Insufficient example.com/gpu'] },
    ],
  },
  {
    id: 'anti-affinity-rollout',
    stage: 'scheduling',
    symptoms: ['Pending', 'FailedScheduling', "didn't match pod anti-affinity rules", 'rollout stuck'],
    shows: {
      en: 'One Pod a node, every node taken: the new version has nowhere to go and the old one does not leave.',
      ko: '노드마다 하나씩, 노드가 다 찼다. 새 버전은 갈 곳이 없고 옛 버전은 나가지 않는다.',
    },
    document: {
      title: { en: 'A rollout with no room', ko: '자리 없는 롤아웃' },
      tags: ['scheduler', 'antiaffinity', 'rolling update'],
      cluster: { preset: 'kind-3' },
      files: {
        'edge.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: edge
spec:
  replicas: 3
  selector:
    matchLabels:
      app: edge
  template:
    metadata:
      labels:
        app: edge
    spec:
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - topologyKey: kubernetes.io/hostname
            labelSelector:
              matchLabels:
                app: edge
      containers:
      - name: nginx
        image: nginx:1.27
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f edge.yaml' },
        { at: '25s', kubectl: 'set image deployment/edge nginx=nginx:1.29' },
        { at: '35s', kubectl: 'get pods' },
      ],
      until: '45s',
    },
    end: [
      { kubectl: 'get deployment edge', prints: ['edge 3/3 1 3'] },
      { kubectl: 'get pods', prints: ['0/1 Pending'] },
    ],
  },
  {
    id: 'spread-one-zone-closed',
    stage: 'scheduling',
    symptoms: ['Pending', 'FailedScheduling', "didn't match pod topology spread constraints"],
    shows: {
      en: 'A zone is cordoned and its Pod deleted. The other zones have room, but one more there would be a skew of two.',
      ko: '한 zone을 cordon하고 그 Pod를 지웠다. 다른 zone에 자리가 있지만 하나 더 가면 차이가 둘이 된다.',
    },
    document: {
      title: { en: 'One per zone, one zone closed', ko: '닫힌 zone과 균등 배치' },
      tags: ['scheduler', 'topology spread', 'zone', 'cordon'],
      cluster: { preset: 'zones-3' },
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
      topologySpreadConstraints:
      - maxSkew: 1
        topologyKey: topology.kubernetes.io/zone
        whenUnsatisfiable: DoNotSchedule
        labelSelector:
          matchLabels:
            app: web
      containers:
      - name: nginx
        image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '20s', kubectl: 'cordon worker-3 worker-4' },
        {
          at: '22s',
          run: "kubectl delete pod $(kubectl get pods -o wide | grep -E 'worker-(3|4)' | cut -d' ' -f1)",
        },
      ],
      until: '40s',
    },
    end: [
      { kubectl: 'get deployment web', prints: ['web 2/3 3 2'] },
      { kubectl: 'get events', prints: ["didn't match pod topology spread constraints"] },
    ],
  },
  {
    id: 'preemption',
    stage: 'scheduling',
    symptoms: ['Preempted', 'Terminating', 'nominatedNodeName', 'Pending'],
    shows: {
      en: 'The cluster is full of cheap Pods. An important one arrives: the scheduler evicts one, then binds.',
      ko: '클러스터가 값싼 Pod로 가득하다. 중요한 Pod가 오자 스케줄러가 하나를 내보내고 그 자리에 넣는다.',
    },
    document: {
      title: { en: 'Priority makes room', ko: '우선순위가 자리를 만든다' },
      tags: ['scheduler', 'preemption', 'priority'],
      cluster: {
        preset: 'kind-3',
        objects: [
          {
            apiVersion: 'scheduling.k8s.io/v1',
            kind: 'PriorityClass',
            metadata: { name: 'batch' },
            value: 10,
          },
          {
            apiVersion: 'scheduling.k8s.io/v1',
            kind: 'PriorityClass',
            metadata: { name: 'shop' },
            value: 1000,
          },
        ],
        settle: 2,
      },
      files: {
        'batch.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: batch
spec:
  replicas: 3
  selector:
    matchLabels:
      app: batch
  template:
    metadata:
      labels:
        app: batch
    spec:
      priorityClassName: batch
      terminationGracePeriodSeconds: 5
      containers:
      - name: batch
        image: nginx:1.29
        resources:
          requests:
            cpu: "3"
`,
        'shop.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  priorityClassName: shop
  containers:
  - name: shop
    image: nginx:1.29
    resources:
      requests:
        cpu: "3"
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f batch.yaml' },
        { at: '20s', kubectl: 'apply -f shop.yaml' },
      ],
      until: '40s',
    },
    end: [
      { kubectl: 'get pod shop', prints: ['shop 1/1 Running 0'] },
      { kubectl: 'get deployment batch', prints: ['batch 2/3 3 2'] },
      { kubectl: 'get events', prints: ['Preempted'] },
    ],
  },
  {
    id: 'scheduling-gate',
    stage: 'scheduling',
    symptoms: ['SchedulingGated', '0/1'],
    shows: {
      en: 'A gate keeps the Pod out of the scheduling queue until someone takes the gate away.',
      ko: 'gate가 Pod를 스케줄링 대기열 밖에 세워 둔다. 누군가 치워야 들어간다.',
    },
    document: {
      title: { en: 'A Pod behind a gate', ko: 'gate에 막힌 Pod' },
      tags: ['scheduler', 'schedulinggates'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: held
spec:
  schedulingGates:
  - name: example.com/quota
  containers:
  - name: nginx
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '5s', kubectl: 'get pod held' },
      ],
      until: '9s',
    },
    end: [{ kubectl: 'get pod held', prints: ['held 0/1 SchedulingGated 0'] }],
  },
  {
    id: 'fifty-nodes',
    stage: 'scheduling',
    symptoms: ['60/60', 'Running'],
    shows: {
      en: 'Sixty Pods over fifty nodes: the scheduler takes them one at a time, the kubelets start them all at once.',
      ko: '노드 50개에 Pod 60개. 스케줄러는 하나씩 고르고 kubelet들은 한꺼번에 띄운다.',
    },
    document: {
      title: { en: 'Fifty nodes', ko: '노드 50개' },
      tags: ['scheduler', 'scale'],
      cluster: { preset: 'nodes-50' },
      files: {
        'web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 60
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
        resources:
          requests:
            cpu: 500m
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f web.yaml' }],
      until: '40s',
    },
    end: [{ kubectl: 'get deployment web', prints: ['web 60/60 60 60'] }],
  },
];
