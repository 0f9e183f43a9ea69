import type { CatalogueEntry } from './entry.ts';

/** From a name to layers on the node's disk. */
export const IMAGE: readonly CatalogueEntry[] = [
  {
    id: 'image-tag-missing',
    stage: 'image',
    symptoms: ['ImagePullBackOff', 'ErrImagePull', '0/1', 'not found'],
    shows: {
      en: 'The tag is not in the registry. The kubelet tries again, each time waiting twice as long, up to five minutes.',
      ko: '레지스트리에 그 태그가 없다. kubelet은 기다림을 두 배씩 늘려 최대 5분 간격으로 다시 시도한다.',
    },
    document: {
      title: { en: 'A tag that does not exist', ko: '없는 태그' },
      tags: ['image', 'tag', 'backoff'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: nginx
    image: nginx:1.299
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '25s', kubectl: 'describe pod web' },
      ],
      until: '74s',
    },
    end: [
      { kubectl: 'get pod web', prints: ['web 0/1 ImagePullBackOff 0'] },
      { kubectl: 'describe pod web', prints: ['docker.io/library/nginx:1.299: not found'] },
    ],
  },
  {
    id: 'image-name-typo',
    stage: 'image',
    symptoms: ['ImagePullBackOff', 'ErrImagePull', 'pull access denied', 'insufficient_scope'],
    shows: {
      en: 'A misspelt repository looks like a private one: the registry says “access denied”, not “not found”.',
      ko: '저장소 이름의 오타는 비공개 저장소처럼 보인다. 레지스트리는 not found가 아니라 access denied라고 한다.',
    },
    document: {
      title: { en: 'A typo that looks like a password', ko: '비밀번호 문제처럼 보이는 오타' },
      tags: ['image', 'typo', 'registry'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: nginx
    image: ngnix:1.29
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f pod.yaml' }],
      until: '74s',
    },
    end: [
      { kubectl: 'get pod web', prints: ['web 0/1 ImagePullBackOff 0'] },
      { kubectl: 'describe pod web', prints: ['pull access denied, repository does not exist'] },
    ],
  },
  {
    id: 'image-name-invalid',
    stage: 'image',
    symptoms: ['InvalidImageName', '0/1', 'InspectFailed'],
    shows: {
      en: 'Capital letters are not allowed in a repository. No pull is ever tried.',
      ko: '저장소 이름에 대문자는 쓸 수 없다. pull은 한 번도 시도되지 않는다.',
    },
    document: {
      title: { en: 'A name no registry could have', ko: '있을 수 없는 이미지 이름' },
      tags: ['image', 'reference'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: nginx
    image: Nginx:1.29
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f pod.yaml' }],
      until: '12s',
    },
    end: [{ kubectl: 'get pod web', prints: ['web 0/1 InvalidImageName 0'] }],
  },
  {
    id: 'image-never-pull',
    stage: 'image',
    symptoms: ['ErrImageNeverPull', '0/1'],
    shows: {
      en: 'imagePullPolicy is Never and the image was built elsewhere: the node does not have it and may not fetch it.',
      ko: 'imagePullPolicy가 Never인데 이미지는 다른 곳에서 만들어졌다. 노드에는 없고 가져올 수도 없다.',
    },
    document: {
      title: { en: 'Built here, wanted there', ko: '다른 곳에서 만든 이미지' },
      tags: ['image', 'pullpolicy'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: web
    image: nginx:1.29
    imagePullPolicy: Never
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f pod.yaml' }],
      until: '12s',
    },
    end: [
      { kubectl: 'get pod web', prints: ['web 0/1 ErrImageNeverPull 0'] },
      { kubectl: 'describe pod web', prints: ['is not present with pull policy of Never'] },
    ],
  },
  {
    id: 'image-rate-limit',
    stage: 'image',
    symptoms: ['ImagePullBackOff', 'ErrImagePull', '429', 'toomanyrequests'],
    shows: {
      en: 'The registry has had enough of this address. Nothing is wrong with the manifest, and a later try succeeds.',
      ko: '레지스트리가 이 주소의 요청을 더 받지 않는다. 매니페스트는 멀쩡하고 나중 시도가 성공한다.',
    },
    document: {
      title: { en: 'Too many pulls', ko: '너무 많이 내려받았다' },
      tags: ['image', 'registry', 'rate limit'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: nginx
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', fault: { registry: { image: 'nginx:1.29', error: 'too-many-requests' } } },
        { at: '1s', kubectl: 'apply -f pod.yaml' },
        { at: '25s', kubectl: 'describe pod web' },
        { at: '40s', fault: { registry: { image: 'nginx:1.29', error: 'none' } } },
      ],
      until: '120s',
    },
    end: [
      { kubectl: 'get pod web', prints: ['web 1/1 Running 0'] },
      { kubectl: 'describe pod web', prints: ['429 Too Many Requests'] },
    ],
  },
  {
    id: 'image-private',
    stage: 'image',
    symptoms: ['ImagePullBackOff', 'ErrImagePull', '401', 'unauthorized', 'imagePullSecrets'],
    shows: {
      en: 'The registry wants to know who asks, and the Pod brings no imagePullSecret.',
      ko: '레지스트리는 누구인지 묻는데 Pod에 imagePullSecret이 없다.',
    },
    document: {
      title: { en: 'A private image without a secret', ko: 'secret 없는 비공개 이미지' },
      tags: ['image', 'registry', 'secret'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  containers:
  - name: shop
    image: ghcr.io/acme/shop:2.4
`,
      },
      steps: [
        { at: '0s', fault: { registry: { image: 'ghcr.io/acme/shop:2.4', error: 'unauthorized' } } },
        { at: '1s', kubectl: 'apply -f pod.yaml' },
      ],
      until: '74s',
    },
    end: [
      { kubectl: 'get pod shop', prints: ['shop 0/1 ImagePullBackOff 0'] },
      { kubectl: 'describe pod shop', prints: ['Failed to pull image "ghcr.io/acme/shop:2.4"'] },
    ],
  },
  {
    id: 'image-registry-unreachable',
    stage: 'image',
    symptoms: ['ImagePullBackOff', 'ErrImagePull', 'i/o timeout', 'connection refused'],
    shows: {
      en: 'The registry does not answer at all. New nodes cannot start the Pod; nodes that have the image can.',
      ko: '레지스트리가 아예 대답하지 않는다. 새 노드는 Pod를 못 띄우고 이미지가 있는 노드는 띄운다.',
    },
    document: {
      title: { en: 'The registry is down', ko: '죽은 레지스트리' },
      tags: ['image', 'registry', 'outage'],
      cluster: { preset: 'kind-3' },
      files: {
        'here.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: here
spec:
  nodeName: worker-1
  containers:
  - name: nginx
    image: nginx:1.29
`,
        'again.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: again
spec:
  nodeName: worker-1
  containers:
  - name: nginx
    image: nginx:1.29
`,
        'there.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: there
spec:
  nodeName: worker-2
  containers:
  - name: nginx
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f here.yaml' },
        { at: '15s', fault: { registry: { image: '*', error: 'refused' } } },
        { at: '16s', kubectl: 'apply -f again.yaml' },
        { at: '17s', kubectl: 'apply -f there.yaml' },
      ],
      until: '90s',
    },
    end: [
      {
        kubectl: 'get pods',
        prints: ['here 1/1 Running', 'again 1/1 Running', 'there 0/1 ImagePullBackOff'],
      },
    ],
  },
  {
    id: 'image-slow',
    stage: 'image',
    symptoms: ['ContainerCreating', '0/1', 'Pulling'],
    shows: {
      en: 'ContainerCreating for two minutes, and nothing is wrong: the image is on its way.',
      ko: '2분 동안 ContainerCreating이지만 잘못된 것은 없다. 이미지를 내려받는 중이다.',
    },
    document: {
      title: { en: 'A very slow pull', ko: '아주 느린 pull' },
      tags: ['image', 'slow'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: model
spec:
  containers:
  - name: model
    image: python:3.13
    command: [sleep, "3600"]
`,
      },
      steps: [
        { at: '0s', fault: { registry: { image: 'python:3.13', delay: '120s' } } },
        { at: '1s', kubectl: 'apply -f pod.yaml' },
        { at: '60s', kubectl: 'get pod model' },
      ],
      until: '170s',
    },
    end: [
      { kubectl: 'get pod model', prints: ['model 1/1 Running 0'] },
      { kubectl: 'describe pod model', prints: ['Successfully pulled image "python:3.13" in 2m'] },
    ],
  },
  {
    id: 'image-fixed',
    stage: 'image',
    symptoms: ['ImagePullBackOff', 'Running', '1/1'],
    shows: {
      en: 'The image of a running spec may be changed: the kubelet pulls the right one and the same Pod starts.',
      ko: '이미 만든 Pod도 이미지는 고칠 수 있다. kubelet이 맞는 이미지를 받아 같은 Pod가 시작한다.',
    },
    document: {
      title: { en: 'The typo is mended', ko: '오타를 고친다' },
      tags: ['image', 'fix', 'set image'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: nginx
    image: nginx:1.299
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '22s', kubectl: 'set image pod/web nginx=nginx:1.29' },
      ],
      until: '60s',
    },
    end: [{ kubectl: 'get pod web', prints: ['web 1/1 Running 0'] }],
  },
];
