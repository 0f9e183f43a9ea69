import type { ScenarioDocument } from '../../document.ts';

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

export const FIRST_POD: ScenarioDocument = {
  title: { en: 'A first Pod', ko: '첫 Pod' },
  tags: ['pod', 'scheduling', 'image', 'ready'],
  cluster: { preset: 'kind-3' },
  files: { 'nginx.yaml': NGINX },
  steps: [{ at: '0s', kubectl: 'apply -f nginx.yaml' }],
};

/** The same cluster and file with nothing done yet: what a visitor without a link sees. */
export const START: ScenarioDocument = { ...FIRST_POD, steps: [] };
