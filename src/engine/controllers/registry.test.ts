import { describe, expect, it } from 'vitest';
import type { Deployment, EndpointSlice, Pod, ReplicaSet } from '../../api/generated/types.ts';
import type { KubeObject } from '../../api/object.ts';
import { TestServer } from '../apiserver/testing/test-server.ts';
import { DEFAULT_SETTINGS } from '../kernel/settings.ts';
import { createControllerManager } from './registry.ts';

const SECOND = 1_000_000;

function startCluster(): TestServer {
  const server = new TestServer();
  server.create('namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'kube-system' },
    status: { phase: 'Active' },
  });
  const context = { kernel: server.kernel, settings: DEFAULT_SETTINGS, connect: server.client.bind(server) };
  createControllerManager(context, { node: 'control-plane', rootCa: 'CA' }).start();
  server.wait(SECOND);
  return server;
}

function listOf<T extends KubeObject>(server: TestServer, resource: string): T[] {
  const answer = server.request({ verb: 'list', resource });
  return answer.ok ? [...(answer.value.body as { items: T[] }).items] : [];
}

const TEMPLATE = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image: 'nginx:1.25' }] },
};

describe('the controller manager', () => {
  it('makes a Deployment into a ReplicaSet and Pods, and tells it in Events', () => {
    const server = startCluster();
    server.create('deployments.apps', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'default' },
      spec: { replicas: 3, selector: { matchLabels: { app: 'web' } }, template: TEMPLATE },
    });
    server.wait(SECOND);
    const [rs] = listOf<ReplicaSet>(server, 'replicasets.apps');
    expect(rs?.spec.replicas).toBe(3);
    expect(listOf<Pod>(server, 'pods').map(({ metadata }) => metadata.ownerReferences?.[0]?.name)).toEqual(
      Array(3).fill(rs?.metadata.name),
    );
    const events = listOf<KubeObject & { message: string }>(server, 'events').map(({ message }) => message);
    expect(events).toContain(`Scaled up replica set ${rs?.metadata.name} from 0 to 3`);
    expect(events.filter((message) => message.startsWith(`Created pod: ${rs?.metadata.name}-`))).toHaveLength(
      3,
    );
    const [deployment] = listOf<Deployment>(server, 'deployments.apps');
    expect(deployment?.metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('1');
    expect(
      deployment?.status?.conditions?.map(({ type, status, reason }) => `${type} ${status} ${reason}`),
    ).toEqual(['Available False MinimumReplicasUnavailable', 'Progressing True ReplicaSetUpdated']);
  });

  it('leaves a claim that wants to grow to an external resizer, and says so', () => {
    const server = startCluster();
    const size = (storage: string): object => ({ storage });
    const common = { accessModes: ['ReadWriteOnce'], storageClassName: 'grow' };
    server.create('storageclasses.storage.k8s.io', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'grow' },
      provisioner: 'example.com/grow',
      allowVolumeExpansion: true,
    });
    server.create('persistentvolumes', {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv' },
      spec: { ...common, capacity: size('1Gi'), hostPath: { path: '/tmp/pv' } },
    });
    server.create('persistentvolumeclaims', {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace: 'default' },
      spec: { ...common, resources: { requests: size('500Mi') } },
    });
    server.wait(SECOND);
    const told = (): string[] =>
      listOf<KubeObject & { reason: string; message: string; source: { component: string } }>(
        server,
        'events',
      )
        .filter(({ source }) => source.component === 'volume_expand')
        .map(({ reason, message }) => `${reason} ${message}`);
    const ask = (storage: string): void => {
      const body = { spec: { resources: { requests: size(storage) } } };
      server.request({
        verb: 'patch',
        resource: 'persistentvolumeclaims',
        name: 'data',
        patchType: 'merge',
        body,
      });
      server.wait(SECOND);
    };
    ask('1Gi');
    expect(told()).toEqual([]);
    ask('2Gi');
    expect(told()).toEqual(['ExternalExpanding waiting for an external controller to expand this PVC']);
  });

  it('makes no Pod of a StatefulSet on a claim that is being deleted, and says why', () => {
    const server = startCluster();
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    server.create('persistentvolumeclaims', {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data-web-0', namespace: 'default', finalizers: ['example.com/held'] },
      spec: claim,
    });
    server.request({ verb: 'delete', resource: 'persistentvolumeclaims', name: 'data-web-0' });
    server.create('statefulsets.apps', {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'web', namespace: 'default' },
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: TEMPLATE,
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim }],
      },
    });
    server.wait(SECOND);
    expect(listOf<Pod>(server, 'pods')).toEqual([]);
    expect(
      listOf<KubeObject & { message: string }>(server, 'events').map(({ message }) => message),
    ).toContain('Create Pod web-0 in StatefulSet web failed error: pvc data-web-0 is being deleted');
  });

  it('keeps an empty slice for a Service without Pods', () => {
    const server = startCluster();
    server.create('services', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', namespace: 'default' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
    });
    server.wait(SECOND);
    const slices = listOf<EndpointSlice>(server, 'endpointslices.discovery.k8s.io');
    expect(
      slices.map(({ metadata, endpoints, ports }) => [metadata.labels, endpoints ?? [], ports ?? []]),
    ).toEqual([
      [
        {
          'kubernetes.io/service-name': 'web',
          'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
        },
        [],
        [],
      ],
    ]);
  });
});
