import type { CatalogueEntry } from './entry.ts';

const NGINX = `apiVersion: v1
kind: Pod
metadata:
  name: nginx
  labels:
    app: web
spec:
  containers:
  - name: nginx
    image: nginx:1.29
    ports:
    - containerPort: 80
    resources:
      requests:
        cpu: 100m
        memory: 64Mi
`;

/** One Pod from apply to Ready. */
export const FIRST_POD: CatalogueEntry = {
  id: 'first-pod',
  stage: 'life',
  symptoms: ['Running', '1/1', 'ContainerCreating'],
  shows: {
    en: 'One nginx Pod from kubectl apply to Ready: who looks at it, in which order, and what each of them writes.',
    ko: 'nginx Pod 하나가 kubectl apply부터 Ready가 될 때까지 누가 어떤 순서로 보고 무엇을 쓰는지 따라간다.',
  },
  document: {
    title: { en: 'A first Pod', ko: '첫 Pod' },
    tags: ['pod', 'scheduling', 'image', 'ready'],
    cluster: { preset: 'kind-3' },
    files: { 'nginx.yaml': NGINX },
    steps: [{ at: '0s', kubectl: 'apply -f nginx.yaml' }],
  },
  end: [{ kubectl: 'get pod nginx', prints: ['nginx 1/1 Running 0'] }],
};

/** What a visitor without a link sees: a cluster at rest and a manifest to apply. Not in the gallery. */
export const START: CatalogueEntry = {
  ...FIRST_POD,
  id: 'start',
  shows: {
    en: 'A cluster at rest, and an nginx Pod to apply.',
    ko: '쉬고 있는 클러스터와 적용할 nginx Pod 하나.',
  },
  document: { ...FIRST_POD.document, steps: [] },
  end: [{ kubectl: 'get pods', prints: [] }],
};
