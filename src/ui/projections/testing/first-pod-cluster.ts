import type { KubeObject } from '../../../api/object.ts';
import type { TraceWriter } from './builder.ts';

const READY = { type: 'Ready', status: 'True', reason: 'KubeletReady' };

function node(name: string, controlPlane = false): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: controlPlane ? { 'node-role.kubernetes.io/control-plane': '' } : {} },
    spec: { podCIDR: `10.244.${name.at(-1) ?? 0}.0/24` },
    status: {
      conditions: [READY],
      capacity: { cpu: '4', memory: '8Gi', pods: '110' },
      allocatable: { cpu: '4', memory: '8Gi', pods: '110' },
      addresses: [{ type: 'InternalIP', address: '172.18.0.4' }],
    },
  } as KubeObject;
}

interface Shape {
  readonly namespace?: string;
  readonly nodeName?: string;
  readonly phase?: string;
  readonly conditions?: readonly object[];
  readonly containerStatuses?: readonly object[];
  readonly podIP?: string;
  readonly deletionTimestamp?: string;
}

export function pod(name: string, shape: Shape): KubeObject {
  const {
    namespace = 'default',
    nodeName,
    phase = 'Pending',
    conditions = [],
    containerStatuses = [],
    podIP,
    deletionTimestamp,
  } = shape;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      uid: `uid-${name}`,
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp, deletionGracePeriodSeconds: 30 }),
    },
    spec: {
      containers: [
        { name: 'nginx', image: 'nginx:1.29', resources: { requests: { cpu: '100m', memory: '64Mi' } } },
      ],
      ...(nodeName === undefined ? {} : { nodeName }),
    },
    status: {
      phase,
      conditions,
      containerStatuses,
      qosClass: 'Burstable',
      ...(podIP === undefined ? {} : { podIP, podIPs: [{ ip: podIP }] }),
    },
  } as KubeObject;
}

export const running = [
  { name: 'nginx', ready: true, started: true, restartCount: 0, state: { running: {} } },
];
export const waiting = [
  {
    name: 'nginx',
    ready: false,
    started: false,
    restartCount: 0,
    state: { waiting: { reason: 'ContainerCreating' } },
  },
];
export const condition = (type: string, status: string): object => ({ type, status });

/** The cluster at rest: three workers with some Pods, and the watches of everybody. */
export function boot(writer: TraceWriter): {
  readonly scheduler: number;
  readonly kubelet: number;
  readonly manager: number;
} {
  writer.at(-90_000);
  writer.store('nodes', node('control-plane', true));
  for (const name of ['worker-1', 'worker-2', 'worker-3']) writer.store('nodes', node(name));
  const others: readonly (readonly [string, string])[] = [
    ['kube-proxy-1', 'worker-1'],
    ['kindnet-1', 'worker-1'],
    ['coredns-a', 'worker-1'],
    ['coredns-b', 'worker-1'],
    ['kube-proxy-2', 'worker-2'],
    ['kube-proxy-3', 'worker-3'],
    ['kindnet-3', 'worker-3'],
    ['storage-3', 'worker-3'],
  ];
  for (const [name, nodeName] of others) {
    const shape = {
      namespace: 'kube-system',
      nodeName,
      phase: 'Running',
      conditions: [condition('Ready', 'True')],
      containerStatuses: running,
    };
    writer.store('pods', pod(name, shape));
  }
  const scheduler = writer.watch('kube-scheduler', 'pods');
  writer.watch('kube-scheduler', 'nodes');
  const manager = writer.watch('kube-controller-manager', 'pods');
  for (const name of ['worker-1', 'worker-3']) writer.watch('kubelet', 'pods', `spec.nodeName=${name}`);
  const kubelet = writer.watch('kubelet', 'pods', 'spec.nodeName=worker-2');
  for (let n = 0; n < 3; n++) writer.watch('kube-proxy', 'services');
  return { scheduler, kubelet, manager };
}
