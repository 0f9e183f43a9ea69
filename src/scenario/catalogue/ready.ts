import type { CatalogueEntry } from './entry.ts';

/** Running is not Ready, and Ready is not reached. */
export const READY: readonly CatalogueEntry[] = [
  {
    id: 'readiness-never',
    stage: 'ready',
    symptoms: ['0/1', 'Running', 'Readiness probe failed', 'HTTP probe failed with statuscode: 404'],
    shows: {
      en: 'The process runs, the probe asks for a path that does not exist. No restart, no traffic, no end.',
      ko: '프로세스는 도는데 probe가 없는 경로를 묻는다. 재시작도 트래픽도 끝도 없다.',
    },
    document: {
      title: { en: 'Running, 0/1', ko: 'Running인데 0/1' },
      tags: ['probe', 'readiness'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app: web
spec:
  containers:
  - name: nginx
    image: nginx:1.29
    readinessProbe:
      httpGet:
        path: /ready
        port: 80
      periodSeconds: 5
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
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '25s', kubectl: 'get endpointslices' },
      ],
      until: '35s',
    },
    end: [
      { kubectl: 'get pod web', prints: ['web 0/1 Running 0'] },
      { kubectl: 'describe pod web', prints: ['HTTP probe failed with statuscode: 404'] },
    ],
  },
  {
    id: 'readiness-follows-file',
    stage: 'ready',
    symptoms: ['0/1', '1/1', 'Running', 'EndpointSlice'],
    shows: {
      en: 'Ready, not ready, ready again: the EndpointSlice follows each time, and kube-proxy follows that.',
      ko: 'Ready였다가 아니었다가 다시 Ready. EndpointSlice가 그때마다 따라가고 kube-proxy가 그것을 따라간다.',
    },
    document: {
      title: { en: 'In and out of the Service', ko: 'Service에 드나드는 Pod' },
      tags: ['probe', 'readiness', 'endpoints', 'kube-proxy'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app: web
spec:
  containers:
  - name: nginx
    image: nginx:1.29
    readinessProbe:
      exec:
        command: [test, -f, /tmp/ready]
      periodSeconds: 2
      failureThreshold: 1
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
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '14s', kubectl: 'exec web -- touch /tmp/ready' },
        { at: '24s', kubectl: 'exec web -- rm /tmp/ready' },
        { at: '34s', kubectl: 'exec web -- touch /tmp/ready' },
      ],
      until: '44s',
    },
    end: [{ kubectl: 'get pod web', prints: ['web 1/1 Running 0'] }],
  },
  {
    id: 'liveness-restarts',
    stage: 'ready',
    symptoms: ['CrashLoopBackOff', 'RESTARTS', 'Liveness probe failed', 'Killing'],
    shows: {
      en: 'The liveness probe asks for a path nobody serves. A healthy server is killed, again and again.',
      ko: 'liveness probe가 아무도 응답하지 않는 경로를 묻는다. 멀쩡한 서버가 거듭 죽는다.',
    },
    document: {
      title: { en: 'Killed for being healthy', ko: '멀쩡한데 죽는 서버' },
      tags: ['probe', 'liveness', 'restart'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: nginx
    image: nginx:1.29
    livenessProbe:
      httpGet:
        path: /healthz
        port: 80
      periodSeconds: 3
      failureThreshold: 2
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '40s', kubectl: 'describe pod web' },
      ],
      until: '60s',
    },
    end: [
      {
        kubectl: 'describe pod web',
        prints: [
          'Liveness probe failed: HTTP probe failed with statuscode: 404',
          'failed liveness probe, will be restarted',
        ],
      },
    ],
  },
  {
    id: 'liveness-kills-slow-starter',
    stage: 'ready',
    symptoms: ['CrashLoopBackOff', 'RESTARTS', '0/1', 'connection refused'],
    shows: {
      en: 'The server needs 25 seconds to open its port. Liveness gives it 15, so it never gets there.',
      ko: '서버가 포트를 여는 데 25초가 걸린다. liveness는 15초만 주므로 끝내 열지 못한다.',
    },
    document: {
      title: { en: 'Too slow for its liveness probe', ko: 'liveness가 기다려 주지 않는다' },
      tags: ['probe', 'liveness', 'slow start'],
      cluster: { preset: 'kind-3' },
      files: {
        'legacy.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: legacy
spec:
  terminationGracePeriodSeconds: 2
  containers:
  - name: legacy
    image: busybox:1.37
    command: [sh, -c, "sleep 25; mkdir -p /www; echo hello > /www/index.html; exec httpd -f -p 8080 -h /www"]
    livenessProbe:
      httpGet:
        path: /
        port: 8080
      periodSeconds: 5
      failureThreshold: 3
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f legacy.yaml' }],
      until: '75s',
    },
    end: [
      {
        kubectl: 'describe pod legacy',
        prints: ['Liveness probe failed', 'connect: connection refused', 'will be restarted'],
      },
      { kubectl: 'get pod legacy', prints: ['legacy'], lacks: ['Running 0 '] },
    ],
  },
  {
    id: 'startup-probe-saves',
    stage: 'ready',
    symptoms: ['0/1', '1/1', 'Running', 'Startup probe failed'],
    shows: {
      en: 'The same slow server with a startup probe: liveness and readiness wait until the port is open.',
      ko: '같은 느린 서버에 startup probe를 붙였다. liveness와 readiness는 포트가 열릴 때까지 기다린다.',
    },
    document: {
      title: { en: 'A startup probe buys time', ko: '시간을 벌어 주는 startup probe' },
      tags: ['probe', 'startup', 'slow start'],
      cluster: { preset: 'kind-3' },
      files: {
        'legacy.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: legacy
spec:
  containers:
  - name: legacy
    image: busybox:1.37
    command: [sh, -c, "sleep 25; mkdir -p /www; echo hello > /www/index.html; exec httpd -f -p 8080 -h /www"]
    startupProbe:
      httpGet:
        path: /
        port: 8080
      periodSeconds: 5
      failureThreshold: 12
    livenessProbe:
      httpGet:
        path: /
        port: 8080
      periodSeconds: 5
      failureThreshold: 3
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f legacy.yaml' }],
      until: '60s',
    },
    end: [{ kubectl: 'get pod legacy', prints: ['legacy 1/1 Running 0'] }],
  },
  {
    id: 'service-selector-mismatch',
    stage: 'ready',
    symptoms: ['connection refused', '502', '1/1', 'no endpoints', '<none>'],
    shows: {
      en: 'Everything is green, nothing answers: the Service selects a label no Pod has, so there is no endpoint.',
      ko: '모두 초록인데 응답이 없다. Service가 고르는 label을 가진 Pod가 없어서 endpoint가 없다.',
    },
    document: {
      title: { en: 'A Service that finds no Pod', ko: 'Pod를 못 찾는 Service' },
      tags: ['service', 'selector', 'endpoints'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app: web
spec:
  containers:
  - name: nginx
    image: nginx:1.29
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: wbe
  ports:
  - port: 80
`,
        'client.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: client
spec:
  containers:
  - name: client
    image: busybox:1.37
    command: [sleep, "3600"]
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml -f client.yaml' },
        { at: '15s', kubectl: 'exec client -- wget -T 2 -qO- http://web' },
        { at: '20s', kubectl: 'describe service web' },
      ],
      until: '25s',
    },
    end: [
      { kubectl: 'get pod web', prints: ['web 1/1 Running 0'] },
      { kubectl: 'exec client -- wget -T 2 -qO- http://web', prints: ['Connection refused'] },
    ],
  },
  {
    id: 'service-wrong-port',
    stage: 'ready',
    symptoms: ['connection refused', '502', '1/1', 'targetPort'],
    shows: {
      en: 'Endpoints are there, the port is not: targetPort says 8080, nginx listens on 80.',
      ko: 'endpoint는 있는데 포트가 틀렸다. targetPort는 8080이고 nginx는 80에서 듣는다.',
    },
    document: {
      title: { en: 'The right Pod, the wrong port', ko: '맞는 Pod, 틀린 포트' },
      tags: ['service', 'port', 'targetport'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app: web
spec:
  containers:
  - name: nginx
    image: nginx:1.29
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
    targetPort: 8080
`,
        'client.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: client
spec:
  containers:
  - name: client
    image: busybox:1.37
    command: [sleep, "3600"]
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml -f client.yaml' },
        { at: '15s', kubectl: 'exec client -- wget -T 2 -qO- http://web' },
        { at: '20s', kubectl: 'get endpointslices' },
      ],
      until: '25s',
    },
    end: [{ kubectl: 'exec client -- wget -T 2 -qO- http://web', prints: ['Connection refused'] }],
  },
];
