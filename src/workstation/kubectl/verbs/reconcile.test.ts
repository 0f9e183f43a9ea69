import { expect, it } from 'vitest';
import { Desk } from '../../testing/desk.ts';

const role = (verbs: string, more = ''): string => `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader, namespace: default}
rules:
- {apiGroups: [""], resources: [pods], verbs: [${verbs}]}
${more}---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: readers, namespace: default}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{kind: User, name: ${verbs === 'get' ? 'bob' : 'jane'}, apiGroup: rbac.authorization.k8s.io}]
`;
const BOTH =
  'role.rbac.authorization.k8s.io/reader reconciled\nrolebinding.rbac.authorization.k8s.io/readers reconciled\n';

it('auth reconcile makes roles, adds what is missing, and takes away what is too much when told', () => {
  const desk = new Desk();
  expect(desk.kubectl('auth reconcile -f -', role('get, list'))).toEqual({
    exit: 0,
    stdout: BOTH,
    stderr:
      '\treconciliation required create\n\tmissing rules added:\n\t\t{Verbs:[get list] APIGroups:[] Resources:[pods] ResourceNames:[] NonResourceURLs:[]}\n' +
      '\treconciliation required create\n\tmissing subjects added:\n\t\t{Kind:User APIGroup:rbac.authorization.k8s.io Name:jane Namespace:}\n',
  });
  expect(desk.kubectl('auth reconcile -f -', role('get, list')).stderr).toBe('');
  const services = '- {apiGroups: [""], resources: [services], verbs: [get]}\n';
  expect(desk.kubectl('auth reconcile -f -', role('get', services)).stderr).toBe(
    '\treconciliation required update\n\tmissing rules added:\n\t\t{Verbs:[get] APIGroups:[] Resources:[services] ResourceNames:[] NonResourceURLs:[]}\n' +
      '\treconciliation required update\n\tmissing subjects added:\n\t\t{Kind:User APIGroup:rbac.authorization.k8s.io Name:bob Namespace:}\n',
  );
  const stomp = 'auth reconcile -f - --remove-extra-permissions --remove-extra-subjects';
  expect(desk.kubectl(stomp, role('get', services)).stderr).toBe(
    '\treconciliation required update\n\textra rules removed:\n\t\t{Verbs:[list] APIGroups:[] Resources:[pods] ResourceNames:[] NonResourceURLs:[]}\n' +
      '\treconciliation required update\n\textra subjects removed:\n\t\t{Kind:User APIGroup:rbac.authorization.k8s.io Name:jane Namespace:}\n',
  );
  expect(desk.kubectl('auth can-i list pods --as bob').stdout).toBe('no\n');
  expect(desk.kubectl('auth can-i get services --as bob').stdout).toBe('yes\n');
});

it('cluster-info dump goes to files when told', () => {
  const desk = new Desk();
  desk.kubectl('create configmap x');
  expect(desk.kubectl('cluster-info dump --output-directory=d').stdout).toBe('Cluster info dumped to d\n');
  expect(desk.line('ls d d/default').stdout).toContain('nodes.json');
  expect(desk.line('head -n 3 d/default/pods.json').stdout).toBe(
    '{\n    "kind": "PodList",\n    "apiVersion": "v1",\n',
  );
});

it('history lists what was typed', () => {
  const desk = new Desk();
  desk.line('echo one');
  expect(desk.line('history').stdout).toBe('    1  echo one\n    2  history\n');
  expect(desk.line('history 1').stdout).toBe('    3  history 1\n');
});
