import { expect, it } from 'vitest';
import { complete } from './complete.ts';
import { type Machine, namespaceIn } from './machine.ts';

const OBJECTS: Readonly<Record<string, readonly (readonly [namespace: string, name: string])[]>> = {
  pods: [
    ['default', 'web-1'],
    ['default', 'web-2'],
    ['kube-system', 'etcd-control-plane'],
  ],
  'deployments.apps': [['default', 'web']],
  'widgets.example.com': [['default', 'first']],
  nodes: [
    ['', 'control-plane'],
    ['', 'worker-1'],
  ],
  namespaces: [
    ['', 'default'],
    ['', 'kube-system'],
  ],
};

const MACHINE: Machine = {
  custom: [
    {
      key: 'widgets.example.com',
      group: 'example.com',
      version: 'v1',
      apiVersion: 'example.com/v1',
      resource: 'widgets',
      singular: 'widget',
      kind: 'Widget',
      shortNames: ['wd'],
      namespaced: true,
      verbs: ['get', 'list', 'delete'],
      categories: [],
      subresources: [],
    },
  ],
  files: ['manifests/a.yaml', 'manifests/b.yaml', 'notes.txt', 'pod.yaml'],
  namespace: 'default',
  names: (resource, namespace) =>
    (OBJECTS[resource] ?? [])
      .filter(([own]) => namespace === '' || own === namespace)
      .map(([, name]) => name),
  containers: (_, pod) => (pod === 'web-1' ? ['app', 'sidecar', 'setup'] : []),
};

const offered = (text: string): readonly string[] => complete(text, MACHINE).words;

it.each([
  ['kubec', ['kubectl']],
  ['kubectl desc', ['describe']],
  ['kubectl rollout st', ['status']],
  ['kubectl get deploy', ['deployments.apps']],
  ['kubectl get po', ['pods', 'poddisruptionbudgets.policy', 'podtemplates']],
  ['kubectl get pods,nod', ['pods,nodes']],
  ['kubectl get pods w', ['web-1', 'web-2']],
  ['kubectl get po web-1 w', ['web-2']],
  ['kubectl -n kube-system get pod ', ['etcd-control-plane']],
  ['kubectl get pod -A e', []],
  ['kubectl get deploy/', ['deploy/web']],
  ['kubectl get widg', ['widgets.example.com']],
  ['kubectl describe wd f', ['first']],
  ['kubectl get pods -n k', ['kube-system']],
  ['kubectl get pods --namespace=k', ['kube-system']],
  ['kubectl get pods -o y', ['yaml']],
  ['kubectl get pods --sho', ['--show-kind', '--show-labels', '--show-managed-fields']],
  ['kubectl exec web-1 -c s', ['sidecar', 'setup']],
  ['kubectl logs web-1 ', ['app', 'sidecar', 'setup']],
  ['kubectl exec -it web-', ['web-1', 'web-2']],
  ['kubectl exec web-1 -- s', []],
  ['kubectl drain w', ['worker-1']],
  ['kubectl apply -f m', ['manifests/']],
  ['kubectl apply -f ', ['manifests/', 'pod.yaml']],
  ['kubectl diff ', ['manifests/', 'notes.txt', 'pod.yaml']],
  ['kubectl logs deploy', ['deployments/']],
  ['kubectl apply -f manifests/', ['manifests/a.yaml', 'manifests/b.yaml']],
  ['cat p', ['pod.yaml']],
  ['kubectl get pods | gre', ['grep']],
  ['kubectl get pods > p', ['pod.yaml']],
  ['watch -n 1 kubectl get n', expect.arrayContaining(['namespaces', 'nodes'])],
  ['ssh w', ['worker-1']],
  ["kubectl get pods -o 'json", []],
] as const)('%s', (text, wanted) => {
  expect(offered(text)).toEqual(Array.isArray(wanted) ? expect.arrayContaining([...wanted]) : wanted);
  if (Array.isArray(wanted)) expect(offered(text)).toHaveLength(wanted.length);
});

it('says where the word begins and whether it is whole', () => {
  expect(complete('kubectl get deploy/w', MACHINE)).toEqual({
    from: 12,
    words: ['deploy/web'],
    finished: true,
  });
  expect(complete('kubectl get pods -o=y', MACHINE)).toMatchObject({ words: [] });
  expect(complete('kubectl apply -f m', MACHINE).finished).toBe(false);
  expect(complete('kubectl logs deploy', MACHINE).finished).toBe(false);
});

it('the namespace is the one chosen last', () => {
  expect(namespaceIn(['ls'])).toBe('default');
  expect(namespaceIn(['kubectl config set-context --current --namespace=shop', 'ls'])).toBe('shop');
});
