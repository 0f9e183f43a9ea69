import type { CatalogueEntry } from './entry.ts';

/** Who makes Pods, and when they do not. */
export const CONTROLLERS: readonly CatalogueEntry[] = [
  {
    id: 'replacement',
    stage: 'controllers',
    symptoms: ['Terminating', '1/1', 'new Pod name'],
    shows: {
      en: 'You delete one Pod of a Deployment. The ReplicaSet counts one too few and makes another.',
      ko: 'Deployment의 Pod 하나를 지운다. ReplicaSet이 하나 모자란 것을 세고 새로 만든다.',
    },
    document: {
      title: { en: 'A deleted Pod is replaced', ko: '지운 Pod가 다시 생긴다' },
      tags: ['replicaset', 'self-healing'],
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
        { at: '20s', run: 'kubectl delete $(kubectl get pods -l app=web -o name | head -1)' },
      ],
      until: '35s',
    },
    end: [{ kubectl: 'get deployment web', prints: ['web 2/2 2 2'] }],
  },
  {
    id: 'autoscaling',
    stage: 'controllers',
    symptoms: ['cpu: 110%/50%', 'SuccessfulRescale', 'kubectl top'],
    shows: {
      en: 'Users come, CPU rises, and the HPA asks for more Pods. When they leave it waits five minutes before it takes them away.',
      ko: '요청이 몰려 CPU가 오르면 HPA가 Pod를 늘린다. 요청이 그치면 5분을 기다렸다가 줄인다.',
    },
    document: {
      title: { en: 'Load makes more Pods', ko: '요청이 몰리면 Pod가 늘어난다' },
      tags: ['hpa', 'metrics-server', 'traffic'],
      cluster: { preset: 'kind-3', metricsServer: true },
      files: {
        'php-apache.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: php-apache
spec:
  selector:
    matchLabels:
      run: php-apache
  template:
    metadata:
      labels:
        run: php-apache
    spec:
      containers:
      - name: php-apache
        image: registry.k8s.io/hpa-example
        ports:
        - containerPort: 80
        resources:
          requests:
            cpu: 200m
          limits:
            cpu: 500m
---
apiVersion: v1
kind: Service
metadata:
  name: php-apache
spec:
  selector:
    run: php-apache
  ports:
  - port: 80
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f php-apache.yaml' },
        { at: '1s', kubectl: 'autoscale deployment php-apache --cpu=50% --min=1 --max=5' },
        { at: '60s', traffic: { to: 'php-apache', rate: 40, for: '120s' } },
        { at: '130s', kubectl: 'top pods' },
        { at: '131s', kubectl: 'get hpa' },
      ],
      until: '520s',
    },
    end: [{ kubectl: 'get hpa', prints: ['cpu: 0%/50% 1 5 1'] }],
  },
  {
    id: 'replicaset-adopts',
    stage: 'controllers',
    symptoms: ['ownerReferences', 'adopted', '2/2'],
    shows: {
      en: 'A bare Pod happens to carry the label. The ReplicaSet takes it as its own and makes one less.',
      ko: '따로 만든 Pod에 우연히 같은 label이 있다. ReplicaSet이 제 것으로 삼고 하나를 덜 만든다.',
    },
    document: {
      title: { en: 'An orphan is adopted', ko: '입양되는 Pod' },
      tags: ['replicaset', 'labels', 'ownerreferences'],
      cluster: { preset: 'kind-3' },
      files: {
        'bare.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: bare
  labels:
    app: web
spec:
  containers:
  - name: nginx
    image: nginx:1.29
`,
        'set.yaml': `apiVersion: apps/v1
kind: ReplicaSet
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
        { at: '0s', kubectl: 'apply -f bare.yaml' },
        { at: '12s', kubectl: 'apply -f set.yaml' },
      ],
      until: '30s',
    },
    end: [
      { kubectl: 'get replicaset web', prints: ['web 2 2 2'] },
      {
        kubectl: 'get pod bare -o jsonpath={.metadata.ownerReferences[0].kind}',
        prints: ['ReplicaSet'],
      },
    ],
  },
  {
    id: 'daemonset-skips-tainted',
    stage: 'controllers',
    symptoms: ['DESIRED 2', 'DESIRED 3', 'missing Pod on a node'],
    shows: {
      en: 'A DaemonSet wants every node it may run on. A taint makes that one less, and the DaemonSet says nothing.',
      ko: 'DaemonSet은 들어갈 수 있는 모든 노드를 원한다. taint 하나로 하나가 줄지만 DaemonSet은 아무 말도 없다.',
    },
    document: {
      title: { en: 'A DaemonSet that skips a node', ko: '노드를 건너뛰는 DaemonSet' },
      tags: ['daemonset', 'taint'],
      cluster: { preset: 'kind-3' },
      files: {
        'agent.yaml': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels:
      app: agent
  template:
    metadata:
      labels:
        app: agent
    spec:
      containers:
      - name: agent
        image: busybox:1.37
        command: [sh, -c, "trap 'exit 0' TERM; while true; do sleep 1; done"]
`,
      },
      steps: [
        { at: '0s', kubectl: 'taint node worker-3 team=ml:NoSchedule' },
        { at: '2s', kubectl: 'apply -f agent.yaml' },
        { at: '14s', kubectl: 'get daemonset agent' },
      ],
      until: '16s',
    },
    end: [{ kubectl: 'get daemonset agent', prints: ['agent 2 2 2 2 2'] }],
  },
  {
    id: 'statefulset-one-by-one',
    stage: 'controllers',
    symptoms: ['web-0', 'web-1', '1/1'],
    shows: {
      en: 'web-1 is made only when web-0 is Ready, web-2 only after web-1.',
      ko: 'web-0이 Ready가 되어야 web-1이, 그다음에야 web-2가 만들어진다.',
    },
    document: {
      title: { en: 'A StatefulSet goes one by one', ko: '하나씩 가는 StatefulSet' },
      tags: ['statefulset', 'order'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  clusterIP: None
  selector:
    app: web
  ports:
  - port: 80
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
spec:
  replicas: 3
  serviceName: web
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
      steps: [{ at: '0s', kubectl: 'apply -f web.yaml' }],
      until: '50s',
    },
    end: [
      { kubectl: 'get statefulset web', prints: ['web 3/3'] },
      { kubectl: 'get pods', prints: ['web-0 1/1 Running', 'web-1 1/1 Running', 'web-2 1/1 Running'] },
    ],
  },
  {
    id: 'statefulset-bad-revision',
    stage: 'controllers',
    symptoms: ['ImagePullBackOff', '2/3', 'reverted but still failing'],
    shows: {
      en: 'The bad image was taken back, yet the stuck Pod keeps it: nobody replaces it until you delete it.',
      ko: '잘못된 이미지를 되돌렸지만 멈춘 Pod는 그대로다. 손으로 지울 때까지 아무도 바꾸지 않는다.',
    },
    document: {
      title: { en: 'A revert that does not help', ko: '되돌려도 낫지 않는 StatefulSet' },
      tags: ['statefulset', 'rollback', 'image'],
      cluster: { preset: 'kind-3' },
      files: {
        'zoo.yaml': `apiVersion: v1
kind: Service
metadata:
  name: zoo
spec:
  clusterIP: None
  selector:
    app: zoo
  ports:
  - port: 80
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: zoo
spec:
  replicas: 3
  serviceName: zoo
  selector:
    matchLabels:
      app: zoo
  template:
    metadata:
      labels:
        app: zoo
    spec:
      terminationGracePeriodSeconds: 2
      containers:
      - name: web
        image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f zoo.yaml' },
        { at: '45s', kubectl: 'set image statefulset/zoo web=nginx:9.99' },
        { at: '65s', kubectl: 'set image statefulset/zoo web=nginx:1.29' },
        { at: '100s', kubectl: 'get pods' },
      ],
      until: '105s',
    },
    end: [
      { kubectl: 'get statefulset zoo', prints: ['zoo 2/3'] },
      { kubectl: 'get pod zoo-2 -o jsonpath={.spec.containers[0].image}', prints: ['nginx:9.99'] },
    ],
  },
  {
    id: 'controller-manager-down',
    stage: 'controllers',
    symptoms: ['0/2', 'no Pods', 'no events'],
    shows: {
      en: 'With the controller manager stopped the Deployment is stored and read by no one.',
      ko: 'controller manager가 멈추면 Deployment는 저장되지만 읽는 이가 없다.',
    },
    document: {
      title: { en: 'Nobody counts the Pods', ko: '세는 이가 없다' },
      tags: ['controller-manager', 'fault'],
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
        { at: '0s', fault: { component: 'kube-controller-manager', state: 'down' } },
        { at: '2s', kubectl: 'apply -f web.yaml' },
        { at: '12s', kubectl: 'get deployment,replicaset,pod' },
      ],
      until: '15s',
    },
    end: [
      { kubectl: 'get deployment web', prints: ['web 0/2 0 0'] },
      { kubectl: 'get replicasets', prints: ['No resources found in default namespace.'] },
    ],
  },
];
