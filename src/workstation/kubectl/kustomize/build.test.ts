import { expect, it } from 'vitest';
import { Disk } from '../../shell/disk.ts';
import { build } from './build.ts';

// What kustomize 5.8 (kubectl 1.36.3) makes of the same files.

const BASE = {
  'base/kustomization.yaml': `resources: [web.yaml]
namePrefix: base-
labels:
- pairs: {team: a}
  includeSelectors: true
configMapGenerator:
- name: conf
  literals: [A=1, B=two words]
secretGenerator:
- name: sec
  literals: [pw=secret]
`,
  'base/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: nginx:1.25
        envFrom: [{configMapRef: {name: conf}}, {secretRef: {name: sec}}]
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web}
spec: {defaultBackend: {service: {name: web, port: {number: 80}}}}
`,
};

function made(files: Readonly<Record<string, string>>, directory: string): string {
  const disk = new Disk(() => 0);
  const home = disk.from(() => '/root');
  for (const [name, text] of Object.entries(files)) home.write(name, text);
  const built = build(home, directory);
  return built.ok ? built.text : built.error;
}

it('names, labels and what refers to them; generated objects carry the hash of their contents', () => {
  const text = made(BASE, 'base');
  expect(text).toContain('name: base-sec-dtgd52765c\n');
  expect(text).toContain('        - secretRef:\n            name: base-sec-dtgd52765c\n');
  expect(text).toContain('  defaultBackend:\n    service:\n      name: base-web\n');
  expect(text).toContain('  selector:\n    app: web\n    team: a\n');
  expect(text.split('---\n').map((document) => /^kind: (.*)$/m.exec(document)?.[1])).toEqual([
    'ConfigMap',
    'Secret',
    'Service',
    'Deployment',
    'Ingress',
  ]);
});

it('an overlay changes what its base made: namespace, suffix, patches, images, replicas, merged generators', () => {
  const text = made(
    {
      ...BASE,
      'over/kustomization.yaml': `resources: [../base]
namespace: shop
nameSuffix: -v2
images: [{name: nginx, newName: registry.example.com/nginx, newTag: "1.27"}]
replicas: [{name: web, count: 3}]
patches:
- target: {kind: Service}
  patch: '[{"op": "replace", "path": "/spec/ports/0/port", "value": 8080}]'
- patch: |-
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec: {template: {spec: {containers: [{name: side, image: busybox}]}}}
configMapGenerator: [{name: conf, behavior: merge, literals: [A=9]}]
`,
    },
    'over',
  );
  expect(text).toContain('  name: base-web-v2\n  namespace: shop\nspec:\n  replicas: 3\n');
  expect(text).toContain('      - image: busybox\n        name: side\n      - envFrom:\n');
  expect(text).toContain('        image: registry.example.com/nginx:1.27\n');
  expect(text).toContain('  - port: 8080\n');
  expect(text).toContain('data:\n  A: "9"\n  B: two words\n');
  expect(text).toContain('name: base-sec-v2-dtgd52765c\n');
});

it.each([
  [
    'nodir',
    "must build at directory: not a valid directory: evalsymlink failure on 'nodir' : lstat /root/nodir: no such file or directory",
  ],
  ['empty', 'kustomization.yaml is empty'],
  ['unknown', 'invalid Kustomization: json: unknown field "bogus"'],
  [
    'patch',
    'no resource matches strategic merge patch "Deployment.v1.apps/nope.[noNs]": no matches for Id Deployment.v1.apps/nope.[noNs]; failed to find unique target for patch Deployment.v1.apps/nope.[noNs]',
  ],
  [
    '.',
    "unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '/root'",
  ],
])('%s is refused', (directory, error) => {
  const files = {
    ...BASE,
    'empty/kustomization.yaml': '',
    'unknown/kustomization.yaml': 'resources: [../base]\nbogus: 1\n',
    'patch/kustomization.yaml': 'resources: [../base]\npatches: [{path: p.yaml}]\n',
    'patch/p.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: nope}\n',
  };
  expect(made(files, directory)).toBe(error);
});
