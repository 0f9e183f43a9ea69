import { expect, it } from 'vitest';
import type { KubeObject } from '../../../api/object.ts';
import { briefOf, factsOf } from './brief.ts';
import { type Objects, relatedTo } from './related.ts';

const meta = (name: string, more: object = {}): object => ({ name, namespace: 'default', ...more });
const owner = (kind: string, name: string, apiVersion = 'apps/v1'): object => ({
  ownerReferences: [{ apiVersion, kind, name, uid: name, controller: true }],
});
const pod = (name: string, spec: object, labels: object = { app: 'web' }): KubeObject =>
  ({
    kind: 'Pod',
    metadata: meta(name, { labels, ...owner('ReplicaSet', 'web-1') }),
    spec: {
      containers: [{ name: 'c', envFrom: [{ secretRef: { name: 'maybe', optional: true } }] }],
      ...spec,
    },
  }) as KubeObject;

const volumes = [
  { name: 'conf', configMap: { name: 'settings' } },
  { name: 'data', persistentVolumeClaim: { claimName: 'disk' } },
  { name: 'kube-api-access-x', projected: { sources: [{ configMap: { name: 'kube-root-ca.crt' } }] } },
];
const web = pod('web-1-a', { nodeName: 'worker-1', volumes });
const store: Readonly<Record<string, readonly unknown[]>> = {
  pods: [web, pod('web-1-b', {}), pod('other', {}, { app: 'db' })],
  'replicasets.apps': [
    {
      metadata: meta('web-1', owner('Deployment', 'web')),
      spec: { replicas: 2 },
      status: { readyReplicas: 1 },
    },
  ],
  'deployments.apps': [{ metadata: meta('web') }],
  services: [
    { metadata: meta('web'), spec: { selector: { app: 'web' } } },
    { metadata: meta('web', { namespace: 'elsewhere' }), spec: { selector: { app: 'web' } } },
    { metadata: meta('kubernetes'), spec: {} },
  ],
  'endpointslices.discovery.k8s.io': [
    {
      metadata: meta('web-xyz', {
        labels: { 'kubernetes.io/service-name': 'web' },
        ...owner('Service', 'web', 'v1'),
      }),
      endpoints: [{ targetRef: { kind: 'Pod', name: 'web-1-a' }, conditions: { ready: false } }],
    },
  ],
  nodes: [{ metadata: { name: 'worker-1' }, status: { conditions: [{ type: 'Ready', status: 'True' }] } }],
  persistentvolumeclaims: [
    { metadata: meta('disk'), spec: { volumeName: 'pv-1' }, status: { phase: 'Bound' } },
  ],
};
const objects: Objects = {
  resources: Object.keys(store),
  list: (resource) => (store[resource] ?? []) as readonly KubeObject[],
};
const told = (resource: string, object: unknown): readonly string[] =>
  relatedTo(objects, resource, object as KubeObject).map(
    ({ relation, resource: of, name, fields, object: there, optional }) =>
      `${relation} ${of}/${name} ${fields.join()}${there === undefined ? ' absent' : ''}${optional ? ' optional' : ''}`,
  );

it('finds everything around a Pod, also what is missing', () => {
  expect(told('pods', web)).toEqual([
    'owner replicasets.apps/web-1 metadata.ownerReferences',
    'chosenBy services/web spec.selector',
    'names nodes/worker-1 spec.nodeName',
    'names configmaps/settings volumes[conf] absent',
    'names persistentvolumeclaims/disk volumes[data]',
    'names secrets/maybe containers[c].env absent optional',
    'namedBy endpointslices.discovery.k8s.io/web-xyz endpoints',
  ]);
});

it('finds what is owned, chosen and running, from the other side', () => {
  expect(told('nodes', store['nodes']?.[0])).toEqual(['namedBy pods/web-1-a spec.nodeName']);
  expect(told('deployments.apps', store['deployments.apps']?.[0])).toEqual([
    'owned replicasets.apps/web-1 metadata.ownerReferences',
  ]);
  expect(told('services', store['services']?.[0])).toEqual([
    'owned endpointslices.discovery.k8s.io/web-xyz metadata.ownerReferences,metadata.labels',
    'chooses pods/web-1-a spec.selector',
    'chooses pods/web-1-b spec.selector',
  ]);
  expect(told('persistentvolumeclaims', store['persistentvolumeclaims']?.[0])).toEqual([
    'names persistentvolumes/pv-1 spec.volumeName absent',
    'namedBy pods/web-1-a volumes[data]',
  ]);
});

it('says in short what an object is', () => {
  const brief = (resource: string): unknown => briefOf(resource, store[resource]?.[0] as KubeObject);
  expect(brief('replicasets.apps')).toEqual({ text: '1/2', standing: 'waiting' });
  expect(brief('nodes')).toEqual({ text: 'Ready', standing: 'ready' });
  expect(brief('endpointslices.discovery.k8s.io')).toEqual({ text: '0/1', standing: 'waiting' });
  expect(factsOf(store['replicasets.apps']?.[0] as KubeObject)).toEqual([
    { name: 'spec.replicas', value: '2' },
    { name: 'status.readyReplicas', value: '1' },
  ]);
  expect(
    factsOf({ spec: { ports: [{ port: 80, protocol: 'TCP' }], template: { a: { b: 1 } } } } as KubeObject),
  ).toEqual([{ name: 'spec.ports', value: 'port=80, protocol=TCP' }]);
});
