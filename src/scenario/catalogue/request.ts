import type { CatalogueEntry } from './entry.ts';

/** What the API server refuses before anything is stored. */
export const REQUEST: readonly CatalogueEntry[] = [
  {
    id: 'unknown-field',
    stage: 'request',
    symptoms: ['strict decoding error', 'unknown field', '400', 'BadRequest'],
    shows: {
      en: 'A misspelt field is refused before validation even begins. Nothing is stored.',
      ko: '필드 이름 하나가 틀려서 validation도 시작하기 전에 거절된다. 아무것도 저장되지 않는다.',
    },
    document: {
      title: { en: 'A field that does not exist', ko: '없는 필드' },
      tags: ['api', 'decode', 'typo'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicaz: 3
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
      until: '5s',
    },
    end: [
      { kubectl: 'apply -f web.yaml', prints: ['strict decoding error: unknown field "spec.replicaz"'] },
      { kubectl: 'get deployments', prints: ['No resources found in default namespace.'] },
    ],
  },
  {
    id: 'selector-mismatch',
    stage: 'request',
    symptoms: ['is invalid', '`selector` does not match template `labels`', '422'],
    shows: {
      en: 'The selector asks for a label the template does not give. Validation says so and stores nothing.',
      ko: 'selector가 찾는 label이 템플릿에 없다. validation이 거절하고 아무것도 저장하지 않는다.',
    },
    document: {
      title: { en: 'Selector and labels disagree', ko: '서로 다른 selector와 label' },
      tags: ['api', 'validation', 'deployment'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: wbe
    spec:
      containers:
      - name: nginx
        image: nginx:1.29
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f web.yaml' }],
      until: '5s',
    },
    end: [
      { kubectl: 'apply -f web.yaml', prints: ['`selector` does not match template `labels`'] },
      { kubectl: 'get deployments', prints: ['No resources found in default namespace.'] },
    ],
  },
  {
    id: 'namespace-not-found',
    stage: 'request',
    symptoms: ['namespaces "staging" not found', 'NotFound', '404'],
    shows: {
      en: 'The Pod is meant for a namespace that nobody made. Admission notices, not the Pod’s own validation.',
      ko: '아무도 만들지 않은 namespace에 Pod를 넣으려 한다. Pod의 validation이 아니라 admission이 알아챈다.',
    },
    document: {
      title: { en: 'No such namespace', ko: '없는 namespace' },
      tags: ['api', 'namespace'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: staging
spec:
  containers:
  - name: nginx
    image: nginx:1.29
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f pod.yaml' }],
      until: '5s',
    },
    end: [{ kubectl: 'apply -f pod.yaml', prints: ['namespaces "staging" not found'] }],
  },
  {
    id: 'forbidden-service-account',
    stage: 'request',
    symptoms: ['forbidden', '403', 'cannot create resource "pods"'],
    shows: {
      en: 'A ServiceAccount may read Pods and tries to create one. Authorization says no; the body is never looked at.',
      ko: 'Pod를 읽을 수만 있는 ServiceAccount가 Pod를 만들려 한다. authorization이 막고 본문은 보지도 않는다.',
    },
    document: {
      title: { en: 'Allowed to look, not to touch', ko: '읽을 수만 있는 계정' },
      tags: ['rbac', 'authorization', 'serviceaccount'],
      cluster: {
        preset: 'kind-3',
        objects: [
          {
            apiVersion: 'rbac.authorization.k8s.io/v1',
            kind: 'Role',
            metadata: { name: 'reader' },
            rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }],
          },
          {
            apiVersion: 'rbac.authorization.k8s.io/v1',
            kind: 'RoleBinding',
            metadata: { name: 'reader' },
            roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
            subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'default' }],
          },
        ],
        settle: 2,
      },
      steps: [
        { at: '0s', kubectl: 'get pods --as=system:serviceaccount:default:robot' },
        { at: '2s', kubectl: 'run web --image=nginx:1.29 --as=system:serviceaccount:default:robot' },
        { at: '4s', kubectl: 'auth can-i create pods --as=system:serviceaccount:default:robot' },
      ],
      until: '6s',
    },
    end: [
      {
        kubectl: 'run web --image=nginx:1.29 --as=system:serviceaccount:default:robot',
        prints: ['cannot create resource "pods" in API group "" in the namespace "default"'],
      },
    ],
  },
  {
    id: 'webhook-gone',
    stage: 'request',
    symptoms: ['failed calling webhook', 'InternalError', '500'],
    shows: {
      en: 'A validating webhook outlived its Service. Every new Pod in the namespace is refused.',
      ko: 'validating webhook은 남았는데 그 Service가 없다. namespace의 새 Pod가 모두 거절된다.',
    },
    document: {
      title: { en: 'A webhook nobody answers', ko: '대답 없는 webhook' },
      tags: ['webhook', 'admission'],
      cluster: {
        preset: 'kind-3',
        namespaceLabels: { policy: 'checked' },
        objects: [
          {
            apiVersion: 'admissionregistration.k8s.io/v1',
            kind: 'ValidatingWebhookConfiguration',
            metadata: { name: 'policy' },
            webhooks: [
              {
                name: 'pods.policy.example.com',
                admissionReviewVersions: ['v1'],
                sideEffects: 'None',
                failurePolicy: 'Fail',
                timeoutSeconds: 5,
                namespaceSelector: { matchLabels: { policy: 'checked' } },
                rules: [
                  { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
                ],
                clientConfig: { service: { name: 'policy', namespace: 'policy-system', path: '/validate' } },
              },
            ],
          },
        ],
        settle: 4,
      },
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
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '3s', kubectl: 'get validatingwebhookconfigurations' },
      ],
      until: '6s',
    },
    end: [{ kubectl: 'apply -f pod.yaml', prints: ['failed calling webhook "pods.policy.example.com"'] }],
  },
];
