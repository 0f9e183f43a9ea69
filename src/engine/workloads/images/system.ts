import { rareProgram } from '../rare/rare.ts';
import { serverProgram } from '../servers/generic.ts';
import { SERVER_MODELS, type ServerModelName } from '../servers/models.ts';
import { baseTree } from './rootfs.ts';
import { type ImageSpec, withPath } from './spec.ts';

/** What a cluster made with kubeadm or kind runs for itself. On every node from the start. */
const SYSTEM: readonly (readonly [
  reference: string,
  model: ServerModelName,
  binary: string,
  entrypoint: boolean,
])[] = [
  ['registry.k8s.io/coredns/coredns:v1.14.2', 'coredns', '/coredns', true],
  ['registry.k8s.io/etcd:3.6.8-0', 'etcd', '/usr/local/bin/etcd', false],
  ['registry.k8s.io/kube-apiserver:v1.36.2', 'apiserver', '/usr/local/bin/kube-apiserver', false],
  [
    'registry.k8s.io/kube-controller-manager:v1.36.2',
    'controllerManager',
    '/usr/local/bin/kube-controller-manager',
    false,
  ],
  ['registry.k8s.io/kube-scheduler:v1.36.2', 'scheduler', '/usr/local/bin/kube-scheduler', false],
  ['registry.k8s.io/kube-proxy:v1.36.2', 'kubeProxy', '/usr/local/bin/kube-proxy', false],
  ['docker.io/kindest/kindnetd:v20260214', 'kindnet', '/bin/kindnetd', true],
  [
    'docker.io/kindest/local-path-provisioner:v20250214-acbabc1a',
    'kindnet',
    '/bin/local-path-provisioner',
    true,
  ],
];

/** A small Debian with a shell: what the storage provisioner sends to nodes. */
const LOCAL_PATH_HELPER = 'docker.io/kindest/local-path-helper:v20241212-8ac705d0';

/** References a kubeadm or kind node has from the start. */
export const SYSTEM_REFERENCES: readonly string[] = [
  ...SYSTEM.map(([reference]) => reference),
  LOCAL_PATH_HELPER,
  'registry.k8s.io/pause:3.10.2',
];

const repositoryOf = (reference: string): string => reference.slice(0, reference.lastIndexOf(':'));

const servers: readonly ImageSpec[] = SYSTEM.map(([reference, model, binary, entrypoint]) => ({
  repository: repositoryOf(reference),
  tags: /^v?\d[\w.-]*$/,
  layersMiB: [2, 30],
  config: () => ({
    entrypoint: entrypoint ? [binary] : [],
    cmd: entrypoint ? [] : [binary],
    env: withPath(),
  }),
  tree: () => {
    const tree = baseTree('distroless');
    tree.executable(binary, serverProgram(SERVER_MODELS[model]), 30_000_000);
    return tree;
  },
}));

export const SYSTEM_IMAGES: readonly ImageSpec[] = [
  ...servers,
  {
    repository: 'registry.k8s.io/metrics-server/metrics-server',
    tags: /^v0\.[678]\.\d+$/,
    layersMiB: [2, 17],
    config: () => ({ entrypoint: ['/metrics-server'], env: withPath(), user: '65534' }),
    tree: () => {
      const tree = baseTree('distroless');
      tree.executable('/metrics-server', rareProgram('metrics-server'), 60_000_000);
      return tree;
    },
  },
  {
    repository: repositoryOf(LOCAL_PATH_HELPER),
    tags: /^v?\d[\w.-]*$/,
    layersMiB: [2.4],
    config: () => ({ entrypoint: [], cmd: ['sh'], env: withPath() }),
    tree: () => baseTree('busybox'),
  },
];
