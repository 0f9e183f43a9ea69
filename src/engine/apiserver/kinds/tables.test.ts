import { expect, test } from 'vitest';
import type { KubeObject } from '../../../api/object.ts';
import { parseTime } from '../../../api/time.ts';
import { CRON_JOB } from './cron-job/index.ts';
import { DEPLOYMENT } from './deployment/index.ts';
import { DEVICE_CLAIM_KINDS } from './device-claims.ts';
import { EVENT } from './event.ts';
import { JOB } from './job/index.ts';
import type { Kind } from './kind.ts';
import { NODE } from './node.ts';
import { PERSISTENT_VOLUME } from './persistent-volume/index.ts';
import { SERVICE } from './service/index.ts';

const NOW = parseTime('2026-01-01T00:10:00Z') ?? 0;
const CREATED = '2026-01-01T00:05:49Z';

/** The row as text, columns apart by two blanks or more. */
function shown(kind: Kind, object: object, wide = true): string {
  const meta = { name: 'web', creationTimestamp: CREATED };
  const { metadata = {} } = object as { metadata?: object };
  const full = { ...object, metadata: { ...meta, ...metadata } } as KubeObject;
  const cells = kind.row?.(full, { nowUs: NOW, wide }) ?? [];
  return cells.filter((_, i) => wide || kind.tableColumns?.[i]?.priority === 0).join('  ');
}

test('nodes', () => {
  const node = {
    metadata: { name: 'worker-1', labels: { 'node-role.kubernetes.io/control-plane': '' } },
    spec: { unschedulable: true },
    status: {
      conditions: [{ type: 'Ready', status: 'True' }],
      addresses: [{ type: 'InternalIP', address: '10.99.0.2' }],
      nodeInfo: {
        kubeletVersion: 'v1.36.2',
        osImage: 'Debian GNU/Linux 12 (bookworm)',
        kernelVersion: '6.18.0',
        architecture: 'amd64',
        containerRuntimeVersion: 'containerd://2.1.9',
      },
    },
  };
  expect(shown(NODE, node)).toBe(
    'worker-1  Ready,SchedulingDisabled  control-plane  4m11s  v1.36.2  10.99.0.2  <none>  Debian GNU/Linux 12 (bookworm)  6.18.0 (amd64)  containerd://2.1.9',
  );
});

test('services', () => {
  const ports = [
    { port: 80, protocol: 'TCP', nodePort: 31777 },
    { port: 53, protocol: 'UDP' },
  ];
  const spec = { clusterIPs: ['10.103.35.118'], ports, selector: { app: 'web' } };
  expect(shown(SERVICE, { spec: { ...spec, type: 'NodePort' } })).toBe(
    'web  NodePort  10.103.35.118  <none>  80:31777/TCP,53/UDP  4m11s  app=web',
  );
  expect(shown(SERVICE, { spec: { ...spec, type: 'LoadBalancer' } }, false)).toBe(
    'web  LoadBalancer  10.103.35.118  <pending>  80:31777/TCP,53/UDP  4m11s',
  );
});

test('claims of devices', () => {
  const [, , claims] = DEVICE_CLAIM_KINDS as [Kind, Kind, Kind];
  const status = { allocation: {}, reservedFor: [{}] };
  expect(shown(claims, {})).toBe('web  pending  4m11s');
  expect(shown(claims, { status })).toBe('web  allocated,reserved  4m11s');
  expect(shown(claims, { metadata: { deletionTimestamp: CREATED }, status: {} })).toBe('web  deleted  4m11s');
});

test('workloads', () => {
  const status = { readyReplicas: 1, updatedReplicas: 2, availableReplicas: 1 };
  const spec = {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: { spec: { containers: [{ name: 'web', image: 'nginx:1.25' }] } },
  };
  expect(shown(DEPLOYMENT, { spec, status })).toBe('web  1/2  2  1  4m11s  web  nginx:1.25  app=web');
  const job = { ...spec, completions: 2 };
  const done = {
    succeeded: 2,
    startTime: CREATED,
    completionTime: '2026-01-01T00:06:05Z',
    conditions: [{ type: 'Complete', status: 'True' }],
  };
  expect(shown(JOB, { spec: job, status: done }, false)).toBe('web  Complete  2/2  16s  4m11s');
  expect(shown(JOB, { spec: job, status: { startTime: CREATED } }, false)).toBe(
    'web  Running  0/2  4m11s  4m11s',
  );
  const cron = { schedule: '0 3 1 1 *', suspend: false, jobTemplate: { spec: job } };
  expect(shown(CRON_JOB, { spec: cron, status: {} }, false)).toBe(
    'web  0 3 1 1 *  <none>  False  0  <none>  4m11s',
  );
});

test('events say when they were seen last', () => {
  const event = {
    type: 'Warning',
    reason: 'BackOff',
    message: ' Back-off restarting failed container ',
    involvedObject: { kind: 'Pod', name: 'multi', fieldPath: 'spec.containers{app}' },
    source: { component: 'kubelet', host: 'worker-1' },
    firstTimestamp: CREATED,
    lastTimestamp: '2026-01-01T00:09:41Z',
    count: 21,
  };
  expect(shown(EVENT, event, false)).toBe(
    '19s  Warning  BackOff  pod/multi  Back-off restarting failed container',
  );
  expect(shown(EVENT, event)).toBe(
    '19s  Warning  BackOff  pod/multi  spec.containers{app}  kubelet, worker-1  Back-off restarting failed container  4m11s  21  web',
  );
});

test('volumes', () => {
  const spec = {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
    persistentVolumeReclaimPolicy: 'Retain',
    claimRef: { namespace: 'default', name: 'data' },
    storageClassName: 'slow',
    volumeMode: 'Filesystem',
  };
  expect(shown(PERSISTENT_VOLUME, { spec, status: { phase: 'Bound' } })).toBe(
    'web  1Gi  RWO,ROX  Retain  Bound  default/data  slow  <unset>    4m11s  Filesystem',
  );
});
