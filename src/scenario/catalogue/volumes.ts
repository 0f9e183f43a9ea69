import type { CatalogueEntry } from './entry.ts';

/** Volumes: found, bound, mounted, writable. */
export const VOLUMES: readonly CatalogueEntry[] = [
  {
    id: 'configmap-volume-missing',
    stage: 'setup',
    symptoms: ['ContainerCreating', '0/1', 'FailedMount', 'configmap "app-config" not found'],
    shows: {
      en: 'A volume comes from a ConfigMap that is not there yet. You create it, and the Pod starts by itself.',
      ko: '볼륨이 가리키는 ConfigMap이 아직 없다. 만들어 주면 Pod가 저절로 시작한다.',
    },
    document: {
      title: { en: 'Waiting for a ConfigMap', ko: 'ConfigMap을 기다리는 Pod' },
      tags: ['volume', 'configmap', 'mount'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  volumes:
  - name: config
    configMap:
      name: app-config
  containers:
  - name: nginx
    image: nginx:1.29
    volumeMounts:
    - name: config
      mountPath: /etc/app
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '15s', kubectl: 'describe pod web' },
        { at: '20s', kubectl: 'create configmap app-config --from-literal=mode=fast' },
      ],
      until: '60s',
    },
    end: [
      { kubectl: 'get pod web', prints: ['web 1/1 Running 0'] },
      { kubectl: 'get events', prints: ['FailedMount', 'configmap "app-config" not found'] },
    ],
  },
  {
    id: 'secret-volume-missing',
    stage: 'setup',
    symptoms: ['ContainerCreating', '0/1', 'FailedMount', 'secret "tls" not found'],
    shows: {
      en: 'The Secret was made in another namespace. A volume only sees its own, so the Pod waits for ever.',
      ko: 'Secret을 다른 namespace에 만들었다. 볼륨은 제 namespace만 보므로 Pod는 끝없이 기다린다.',
    },
    document: {
      title: { en: 'The Secret next door', ko: '옆집에 있는 Secret' },
      tags: ['volume', 'secret', 'namespace'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  volumes:
  - name: tls
    secret:
      secretName: tls
  containers:
  - name: nginx
    image: nginx:1.29
    volumeMounts:
    - name: tls
      mountPath: /etc/tls
      readOnly: true
`,
      },
      steps: [
        { at: '0s', kubectl: 'create secret generic tls --from-literal=key=abc -n kube-public' },
        { at: '1s', kubectl: 'apply -f pod.yaml' },
        { at: '20s', kubectl: 'get secrets' },
      ],
      until: '30s',
    },
    end: [
      { kubectl: 'get pod web', prints: ['web 0/1 ContainerCreating 0'] },
      { kubectl: 'describe pod web', prints: ['MountVolume.SetUp failed', 'secret "tls" not found'] },
    ],
  },
  {
    id: 'pvc-pending',
    stage: 'setup',
    symptoms: ['Pending', 'FailedScheduling', 'pod has unbound immediate PersistentVolumeClaims'],
    shows: {
      en: 'An empty class asks for a volume made by hand, and none fits. The scheduler waits for the claim.',
      ko: 'class를 비워 두면 손으로 만든 볼륨만 찾는데, 맞는 것이 없다. 스케줄러는 PVC를 기다린다.',
    },
    document: {
      title: { en: 'A claim nobody fulfils', ko: '아무도 채워 주지 않는 PVC' },
      tags: ['volume', 'pvc', 'storageclass'],
      cluster: { preset: 'kind-3' },
      files: {
        'db.yaml': `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
spec:
  storageClassName: ""
  accessModes: [ReadWriteOnce]
  resources:
    requests:
      storage: 1Gi
---
apiVersion: v1
kind: Pod
metadata:
  name: db
spec:
  volumes:
  - name: data
    persistentVolumeClaim:
      claimName: data
  containers:
  - name: db
    image: redis:7
    volumeMounts:
    - name: data
      mountPath: /data
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f db.yaml' },
        { at: '5s', kubectl: 'describe pvc data' },
      ],
      until: '9s',
    },
    end: [
      { kubectl: 'get pod db', prints: ['db 0/1 Pending 0'] },
      { kubectl: 'get pvc data', prints: ['data Pending'] },
      { kubectl: 'describe pod db', prints: ['unbound immediate PersistentVolumeClaims'] },
    ],
  },
  {
    id: 'volume-permission-denied',
    stage: 'setup',
    symptoms: ['CrashLoopBackOff', 'Error', 'Permission denied', 'exit 1'],
    shows: {
      en: 'A fresh volume belongs to root, the process does not. It may enter but not write. fsGroup would have helped.',
      ko: '새 볼륨은 root의 것이고 프로세스는 root가 아니다. 들어가도 쓰지 못한다. fsGroup이면 되었을 일이다.',
    },
    document: {
      title: { en: 'A volume one may not write to', ko: '쓸 수 없는 볼륨' },
      tags: ['volume', 'permissions', 'securitycontext'],
      cluster: {
        preset: 'kind-3',
        objects: [
          {
            apiVersion: 'v1',
            kind: 'PersistentVolume',
            metadata: { name: 'disk-1' },
            spec: {
              capacity: { storage: '1Gi' },
              accessModes: ['ReadWriteOnce'],
              storageClassName: 'disk',
              hostPath: { path: '/var/data/index', type: 'DirectoryOrCreate' },
            },
          },
          {
            apiVersion: 'v1',
            kind: 'PersistentVolumeClaim',
            metadata: { name: 'index' },
            spec: {
              storageClassName: 'disk',
              accessModes: ['ReadWriteOnce'],
              resources: { requests: { storage: '1Gi' } },
            },
          },
        ],
        settle: 4,
      },
      files: {
        'search.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: search
spec:
  securityContext:
    runAsUser: 1000
    runAsNonRoot: true
  volumes:
  - name: index
    persistentVolumeClaim:
      claimName: index
  containers:
  - name: search
    image: busybox:1.37
    command: [sh, -c, "echo starting; touch /index/write.lock || exit 1; sleep 3600"]
    volumeMounts:
    - name: index
      mountPath: /index
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f search.yaml' },
        { at: '12s', kubectl: 'logs search' },
      ],
      until: '35s',
    },
    end: [
      { kubectl: 'logs search', prints: ['Permission denied'] },
      { kubectl: 'describe pod search', prints: ['Exit Code: 1', 'BackOff'] },
    ],
  },
  {
    id: 'subpath-stays-old',
    stage: 'setup',
    symptoms: ['old configuration', 'ConfigMap not updated', 'Running'],
    shows: {
      en: 'The ConfigMap changes. The mounted folder follows within a minute or so, the file mounted by subPath never does.',
      ko: 'ConfigMap이 바뀐다. 마운트한 디렉터리는 1분쯤 뒤에 따라오지만 subPath로 마운트한 파일은 그대로다.',
    },
    document: {
      title: { en: 'The file that does not change', ko: '바뀌지 않는 파일' },
      tags: ['volume', 'configmap', 'subpath'],
      cluster: { preset: 'kind-3' },
      files: {
        'config.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: config
data:
  mode: slow
`,
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: app
spec:
  volumes:
  - name: config
    configMap:
      name: config
  containers:
  - name: app
    image: busybox:1.37
    command: [sh, -c, "trap 'exit 0' TERM; while true; do sleep 1; done"]
    volumeMounts:
    - name: config
      mountPath: /folder
    - name: config
      mountPath: /file/mode
      subPath: mode
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f config.yaml -f pod.yaml' },
        { at: '15s', kubectl: `patch configmap config --patch '{"data":{"mode":"fast"}}'` },
        { at: '140s', kubectl: 'exec app -- cat /folder/mode' },
      ],
      until: '145s',
    },
    end: [
      { kubectl: 'exec app -- cat /folder/mode', prints: ['fast'] },
      { kubectl: 'exec app -- cat /file/mode', prints: ['slow'] },
    ],
  },
];
