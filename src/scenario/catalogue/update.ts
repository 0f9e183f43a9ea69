import type { CatalogueEntry } from './entry.ts';

const CLIENT = `apiVersion: v1
kind: Pod
metadata:
  name: client
spec:
  restartPolicy: Never
  containers:
  - name: client
    image: busybox:1.37
    command:
    - sh
    - -c
    - |
      ok=0; bad=0; n=0
      while [ $n -lt 120 ]; do
        n=$((n+1))
        if wget -q -T 1 -O /dev/null http://web 2>/dev/null; then ok=$((ok+1)); else bad=$((bad+1)); fi
        sleep 0.2
      done
      echo "answered=$ok failed=$bad"
`;

/** From one version to the next. */
export const UPDATE: readonly CatalogueEntry[] = [
  {
    id: 'rolling-update',
    stage: 'update',
    symptoms: ['Running', 'Terminating', '3/3', 'successfully rolled out'],
    shows: {
      en: 'One more, one ready, one less: two ReplicaSets trade Pods until the old one has none.',
      ko: '하나 늘리고, Ready가 되면 하나 줄인다. 두 ReplicaSet이 Pod를 주고받아 옛것이 0이 된다.',
    },
    document: {
      title: { en: 'A rolling update', ko: '롤링 업데이트' },
      tags: ['deployment', 'rolling update', 'replicaset'],
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
        image: nginx:1.28
        readinessProbe:
          httpGet:
            path: /
            port: 80
          periodSeconds: 2
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '25s', kubectl: 'set image deployment/web nginx=nginx:1.29' },
      ],
      until: '75s',
    },
    end: [
      { kubectl: 'rollout status deployment/web', prints: ['successfully rolled out'] },
      { kubectl: 'get deployment web -o wide', prints: ['web 3/3 3 3', 'nginx:1.29'] },
    ],
  },
  {
    id: 'rollout-502',
    stage: 'update',
    symptoms: ['502', 'connection refused', 'Terminating', 'timeout'],
    shows: {
      en: 'The server closes its port on SIGTERM at once; for a moment nodes still send to it. Some requests fail.',
      ko: '서버는 SIGTERM에 바로 포트를 닫는데 노드들은 잠시 더 그리로 보낸다. 요청 몇 개가 실패한다.',
    },
    document: {
      title: { en: 'A rolling update and its 502s', ko: '롤링 업데이트와 502' },
      tags: ['rolling update', 'sigterm', 'endpoints', 'traffic'],
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
          periodSeconds: 1
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
  - port: 80
`,
        'client.yaml': CLIENT,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '16s', kubectl: 'apply -f client.yaml' },
        { at: '24s', kubectl: 'set env deployment/web RELEASE=2' },
      ],
      until: '60s',
    },
    end: [{ kubectl: 'logs client', prints: ['answered='], lacks: ['failed=0'] }],
  },
  {
    id: 'rollout-prestop',
    stage: 'update',
    symptoms: ['Terminating', 'Running', 'failed=0'],
    shows: {
      en: 'The same update with a preStop sleep of five seconds: the nodes learn first, the port closes later. Nothing fails.',
      ko: '같은 업데이트에 preStop sleep 5초를 넣었다. 노드가 먼저 알고 포트는 나중에 닫힌다. 실패가 없다.',
    },
    document: {
      title: { en: 'Five seconds that save requests', ko: '요청을 살리는 5초' },
      tags: ['rolling update', 'prestop', 'traffic'],
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
          periodSeconds: 1
        lifecycle:
          preStop:
            sleep:
              seconds: 5
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
  - port: 80
`,
        'client.yaml': CLIENT,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '16s', kubectl: 'apply -f client.yaml' },
        { at: '24s', kubectl: 'set env deployment/web RELEASE=2' },
      ],
      until: '60s',
    },
    end: [{ kubectl: 'logs client', prints: ['answered=120 failed=0'] }],
  },
  {
    id: 'rollout-stuck',
    stage: 'update',
    symptoms: ['0/1', 'Running', 'ProgressDeadlineExceeded', '3/3'],
    shows: {
      en: 'The new version never becomes ready, so the old one stays. After the deadline the Deployment says so; nobody rolls back.',
      ko: '새 버전이 Ready가 되지 않아 옛 버전이 남는다. 기한이 지나면 Deployment가 알릴 뿐, 되돌리는 이는 없다.',
    },
    document: {
      title: { en: 'A rollout that does not move', ko: '나아가지 않는 롤아웃' },
      tags: ['deployment', 'readiness', 'progress deadline'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
  progressDeadlineSeconds: 30
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
          periodSeconds: 2
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        {
          at: '25s',
          kubectl: `patch deployment web --type=json -p '[{"op":"replace","path":"/spec/template/spec/containers/0/readinessProbe/httpGet/path","value":"/ready"}]'`,
        },
        { at: '45s', kubectl: 'get pods' },
      ],
      until: '75s',
    },
    end: [
      { kubectl: 'get deployment web', prints: ['web 3/3 1 3'] },
      { kubectl: 'describe deployment web', prints: ['ProgressDeadlineExceeded'] },
    ],
  },
  {
    id: 'rollout-undo',
    stage: 'update',
    symptoms: ['ImagePullBackOff', 'rolled back', '3/3'],
    shows: {
      en: 'A bad image goes out, undo brings the old ReplicaSet back. The good Pods never stopped.',
      ko: '잘못된 이미지를 내보냈다가 undo로 옛 ReplicaSet을 되살린다. 멀쩡한 Pod는 멈춘 적이 없다.',
    },
    document: {
      title: { en: 'One step back', ko: '한 걸음 되돌리기' },
      tags: ['deployment', 'rollback', 'undo'],
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
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '20s', kubectl: 'set image deployment/web nginx=nginx:1.92' },
        { at: '40s', kubectl: 'get pods' },
        { at: '42s', kubectl: 'rollout undo deployment/web' },
      ],
      until: '60s',
    },
    end: [
      { kubectl: 'get deployment web -o wide', prints: ['web 3/3 3 3', 'nginx:1.29'] },
      { kubectl: 'get pods', prints: ['1/1 Running'], lacks: ['ImagePullBackOff', 'ErrImagePull'] },
    ],
  },
  {
    id: 'recreate',
    stage: 'update',
    symptoms: ['0/2', 'Terminating', 'ContainerCreating', 'connection refused'],
    shows: {
      en: 'strategy Recreate: all old Pods go before the first new one comes. For a while there is none.',
      ko: 'strategy가 Recreate다. 옛 Pod가 모두 사라진 뒤에 새 Pod가 온다. 그사이에는 아무것도 없다.',
    },
    document: {
      title: { en: 'All out, all in', ko: '다 내보내고 다 들인다' },
      tags: ['deployment', 'recreate', 'downtime'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  strategy:
    type: Recreate
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
        image: nginx:1.28
        lifecycle:
          preStop:
            sleep:
              seconds: 4
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '20s', kubectl: 'set image deployment/web nginx=nginx:1.29' },
        { at: '22s', kubectl: 'get pods' },
      ],
      until: '50s',
    },
    end: [{ kubectl: 'get deployment web -o wide', prints: ['web 2/2 2 2', 'nginx:1.29'] }],
  },
];
