import type { CatalogueEntry } from './entry.ts';

/** The first process, and those before it. */
export const BEGIN: readonly CatalogueEntry[] = [
  {
    id: 'command-not-found',
    stage: 'start',
    symptoms: ['RunContainerError', 'StartError', 'exit 128', 'executable file not found in $PATH'],
    shows: {
      en: 'The command names a program the image lacks. runc fails to start it, so there is not even a log.',
      ko: '이미지에 없는 프로그램을 command에 적었다. runc가 시작하지 못해 로그조차 없다.',
    },
    document: {
      title: { en: 'A program the image does not have', ko: '이미지에 없는 프로그램' },
      tags: ['command', 'runc'],
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
    command: [gunicorn, app:main]
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '15s', kubectl: 'logs api' },
      ],
      until: '30s',
    },
    end: [
      {
        kubectl: 'describe pod api',
        prints: ['StartError', 'executable file not found in $PATH', 'Exit Code: 128'],
      },
    ],
  },
  {
    id: 'script-127',
    stage: 'start',
    symptoms: ['Error', 'CrashLoopBackOff', 'exit 127', 'not found'],
    shows: {
      en: 'The shell starts, the program inside the script does not exist: 127, and one line in the log says which.',
      ko: '셸은 시작했지만 스크립트 안의 프로그램이 없다. 127로 끝나고 로그 한 줄이 이름을 말해 준다.',
    },
    document: {
      title: { en: 'Exit code 127', ko: '종료 코드 127' },
      tags: ['command', 'shell', 'exit code'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: api
spec:
  containers:
  - name: api
    image: busybox:1.37
    command: [sh, -c, sleep 1; gunicorn app:main]
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '12s', kubectl: 'logs api' },
      ],
      until: '30s',
    },
    end: [
      { kubectl: 'logs api', prints: ['gunicorn: not found'] },
      { kubectl: 'describe pod api', prints: ['Exit Code: 127'] },
    ],
  },
  {
    id: 'exit-0-again-and-again',
    stage: 'start',
    symptoms: ['Completed', 'CrashLoopBackOff', 'exit 0', 'RESTARTS'],
    shows: {
      en: 'The program succeeds and ends; restartPolicy Always starts it again, later each time. Success looks like a crash.',
      ko: '프로그램은 성공하고 끝난다. restartPolicy가 Always라서 점점 늦게 다시 시작한다. 성공이 고장처럼 보인다.',
    },
    document: {
      title: { en: 'Success that loops', ko: '되풀이되는 성공' },
      tags: ['restart', 'backoff', 'exit code'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: report
spec:
  containers:
  - name: report
    image: busybox:1.37
    command: [sh, -c, echo report written]
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f pod.yaml' }],
      until: '40s',
    },
    end: [
      { kubectl: 'get pod report', prints: ['report 0/1'] },
      {
        kubectl: 'describe pod report',
        prints: ['Reason: Completed', 'Back-off restarting failed container'],
      },
    ],
  },
  {
    id: 'crash-loop',
    stage: 'start',
    symptoms: ['CrashLoopBackOff', 'Error', 'exit 1', 'RESTARTS'],
    shows: {
      en: 'The program ends with 1 each time. Restarts come after 10, 20, 40 seconds; kubectl logs has the reason.',
      ko: '프로그램이 매번 1로 끝난다. 10초, 20초, 40초 뒤에 다시 시작하고 이유는 kubectl logs에 있다.',
    },
    document: {
      title: { en: 'CrashLoopBackOff', ko: 'CrashLoopBackOff' },
      tags: ['restart', 'backoff', 'logs'],
      cluster: { preset: 'kind-3' },
      files: {
        'api.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: api
spec:
  containers:
  - name: api
    image: busybox:1.37
    command:
    - sh
    - -c
    - |
      echo connecting to db:5432
      sleep 2
      echo 'fatal: DB_URL is not set'
      exit 1
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f api.yaml' },
        { at: '60s', kubectl: 'get pod api' },
        { at: '70s', kubectl: 'logs api' },
      ],
      until: '125s',
    },
    end: [
      { kubectl: 'describe pod api', prints: ['Exit Code: 1', 'Back-off restarting failed container'] },
      { kubectl: 'logs api', prints: ['fatal: DB_URL is not set'] },
    ],
  },
  {
    id: 'oom-killed',
    stage: 'start',
    symptoms: ['OOMKilled', 'CrashLoopBackOff', 'exit 137', 'RESTARTS'],
    shows: {
      en: 'The process passes its memory limit. The kernel kills it without asking: no SIGTERM, no last words.',
      ko: '프로세스가 메모리 limit을 넘는다. 커널이 묻지 않고 죽인다. SIGTERM도 마지막 말도 없다.',
    },
    document: {
      title: { en: 'Out of memory', ko: '메모리가 넘쳤다' },
      tags: ['memory', 'oom', 'limits', 'cgroup'],
      cluster: { preset: 'kind-3' },
      files: {
        'hog.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: hog
spec:
  containers:
  - name: hog
    image: ghcr.io/oracle/app:v1
    env:
    - name: HOG_MB
      value: "64"
    resources:
      limits:
        memory: 32Mi
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f hog.yaml' },
        { at: '20s', kubectl: 'describe pod hog' },
      ],
      until: '45s',
    },
    end: [{ kubectl: 'describe pod hog', prints: ['Reason: OOMKilled', 'Exit Code: 137'] }],
  },
  {
    id: 'init-fails',
    stage: 'start',
    symptoms: ['Init:CrashLoopBackOff', 'Init:Error', '0/1'],
    shows: {
      en: 'The init container fails and is tried again; the application is never even created.',
      ko: 'init 컨테이너가 실패해 다시 시도된다. 애플리케이션은 만들어지지도 않는다.',
    },
    document: {
      title: { en: 'The migration fails', ko: '실패하는 migration' },
      tags: ['init', 'backoff'],
      cluster: { preset: 'kind-3' },
      files: {
        'shop.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  initContainers:
  - name: migrate
    image: busybox:1.37
    command: [sh, -c, echo no such table; exit 3]
  containers:
  - name: app
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f shop.yaml' },
        { at: '30s', kubectl: 'logs shop -c migrate' },
      ],
      until: '50s',
    },
    end: [
      { kubectl: 'get pod shop', prints: ['shop 0/1 Init:'] },
      { kubectl: 'describe pod shop', prints: ['Exit Code: 3', 'PodInitializing'] },
    ],
  },
  {
    id: 'init-waits-for-service',
    stage: 'start',
    symptoms: ['Init:0/1', 'Pending', 'bad address'],
    shows: {
      en: 'An init container waits for a DNS name. You create the Service, the name resolves, the Pod moves on.',
      ko: 'init 컨테이너가 DNS 이름을 기다린다. Service를 만들자 이름이 풀리고 Pod가 나아간다.',
    },
    document: {
      title: { en: 'Waiting for a name', ko: '이름을 기다리는 init 컨테이너' },
      tags: ['init', 'dns', 'service'],
      cluster: { preset: 'kind-3' },
      files: {
        'shop.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  initContainers:
  - name: wait
    image: busybox:1.37
    command:
    - sh
    - -c
    - until nslookup db.default.svc.cluster.local >/dev/null 2>&1; do sleep 1; done
  containers:
  - name: app
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f shop.yaml' },
        { at: '15s', kubectl: 'get pod shop' },
        { at: '20s', kubectl: 'create service clusterip db --tcp=5432' },
      ],
      until: '60s',
    },
    end: [{ kubectl: 'get pod shop', prints: ['shop 1/1 Running 0'] }],
  },
  {
    id: 'run-as-root-refused',
    stage: 'start',
    symptoms: ['CreateContainerConfigError', '0/1', 'container has runAsNonRoot and image will run as root'],
    shows: {
      en: 'The Pod promises not to run as root, the image says nothing else. The kubelet refuses to create the container.',
      ko: 'Pod는 root로 돌지 않겠다고 했는데 이미지는 root로 돈다. kubelet이 컨테이너를 만들지 않는다.',
    },
    document: {
      title: { en: 'A promise the image breaks', ko: '이미지가 깨는 약속' },
      tags: ['securitycontext', 'root'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    runAsNonRoot: true
  containers:
  - name: nginx
    image: nginx:1.29
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f pod.yaml' }],
      until: '25s',
    },
    end: [
      { kubectl: 'get pod web', prints: ['web 0/1 CreateContainerConfigError 0'] },
      { kubectl: 'describe pod web', prints: ['container has runAsNonRoot and image will run as root'] },
    ],
  },
  {
    id: 'read-only-root',
    stage: 'start',
    symptoms: ['CrashLoopBackOff', 'Error', 'Read-only file system', 'exit 1'],
    shows: {
      en: 'readOnlyRootFilesystem is on and the program writes a pid file. An emptyDir at that path would do.',
      ko: 'readOnlyRootFilesystem인데 프로그램이 pid 파일을 쓴다. 그 경로에 emptyDir 하나면 된다.',
    },
    document: {
      title: { en: 'A root one may not write to', ko: '쓸 수 없는 루트' },
      tags: ['securitycontext', 'filesystem'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: app
    image: busybox:1.37
    command: [sh, -c, "echo $$ > /run.pid || exit 1; sleep 3600"]
    securityContext:
      readOnlyRootFilesystem: true
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '12s', kubectl: 'logs web' },
      ],
      until: '30s',
    },
    end: [{ kubectl: 'logs web', prints: ['Read-only file system'] }],
  },
  {
    id: 'post-start-fails',
    stage: 'start',
    symptoms: ['PostStartHookError', 'FailedPostStartHook', 'CrashLoopBackOff'],
    shows: {
      en: 'The application starts well, its postStart hook does not: the kubelet kills the container and begins again.',
      ko: '애플리케이션은 잘 떴는데 postStart 훅이 실패한다. kubelet이 컨테이너를 죽이고 다시 시작한다.',
    },
    document: {
      title: { en: 'A hook kills its container', ko: '제 컨테이너를 죽이는 훅' },
      tags: ['lifecycle', 'hook', 'poststart'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  terminationGracePeriodSeconds: 2
  containers:
  - name: nginx
    image: nginx:1.29
    lifecycle:
      postStart:
        exec:
          command: [sh, -c, echo cannot register; exit 1]
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f pod.yaml' }],
      until: '40s',
    },
    end: [{ kubectl: 'describe pod web', prints: ['FailedPostStartHook'] }],
  },
];
