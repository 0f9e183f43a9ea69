import type { Node, Pod, PodSpec } from '../../../api/generated/types.ts';

export interface NodeShape {
  readonly cpu?: string;
  readonly memory?: string;
  readonly pods?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: Node['spec'];
  readonly allocatable?: Readonly<Record<string, string>>;
  readonly images?: NonNullable<Node['status']>['images'];
}

export function makeNode(name: string, shape: NodeShape = {}): Node {
  const { cpu = '4', memory = '8Gi', pods = '110', labels = {}, spec = {}, allocatable = {}, images } = shape;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, uid: `uid-${name}`, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec,
    status: {
      allocatable: { cpu, memory, pods, 'ephemeral-storage': '100Gi', ...allocatable },
      ...(images ? { images } : {}),
    },
  };
}

export interface PodShape {
  readonly requests?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: Partial<PodSpec>;
  readonly node?: string;
  readonly namespace?: string;
  readonly status?: Pod['status'];
  readonly metadata?: Partial<Pod['metadata']>;
}

export function makePod(name: string, shape: PodShape = {}): Pod {
  const { requests, labels, spec = {}, node, namespace = 'default', status, metadata = {} } = shape;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      uid: `uid-${namespace}-${name}`,
      generation: 1,
      ...(labels ? { labels } : {}),
      ...metadata,
    },
    spec: {
      schedulerName: 'default-scheduler',
      containers: [{ name: 'c', image: 'nginx:1.25', ...(requests ? { resources: { requests } } : {}) }],
      ...(node === undefined ? {} : { nodeName: node }),
      ...spec,
    },
    ...(status === undefined ? {} : { status }),
  };
}
