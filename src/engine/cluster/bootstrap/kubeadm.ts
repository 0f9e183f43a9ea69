import type { KubeObject } from '../../../api/object.ts';
import { LOCAL_PATH_IMAGES } from './local-path.ts';
import { type SeedObject, seed } from './meta.ts';

/** Cluster DNS's Service address. */
export const DNS_IP = '10.96.0.10';

const VERSION = 'v1.36.2';
const COREDNS_IMAGE = 'registry.k8s.io/coredns/coredns:v1.14.2';
const ETCD_IMAGE = 'registry.k8s.io/etcd:3.6.8-0';
const KINDNET_IMAGE = 'docker.io/kindest/kindnetd:v20260214';

const image = (name: string): string => `registry.k8s.io/${name}:${VERSION}`;

/** Images that every node has from the start. */
export const SYSTEM_IMAGES: readonly string[] = [
  COREDNS_IMAGE,
  ETCD_IMAGE,
  KINDNET_IMAGE,
  ...LOCAL_PATH_IMAGES,
  ...['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kube-proxy'].map(image),
];

const CONTROL_PLANE_TOLERATIONS = [
  { key: 'CriticalAddonsOnly', operator: 'Exists' },
  { effect: 'NoSchedule', key: 'node-role.kubernetes.io/control-plane' },
];

/** kube-system as kubeadm leaves it, with kind's CNI: controllers then make the Pods, as on a real first start. */
export function kubeadmObjects(): SeedObject[] {
  return [
    serviceAccount('coredns'),
    serviceAccount('kube-proxy'),
    serviceAccount('kindnet'),
    configMap('coredns', { Corefile: COREFILE }),
    configMap('kube-proxy', { 'config.conf': KUBE_PROXY_CONFIG }),
    configMap('kubeadm-config', { ClusterConfiguration: CLUSTER_CONFIGURATION }),
    seed('services', dnsService()),
    seed('deployments.apps', coreDNS()),
    seed('daemonsets.apps', daemonSet('kube-proxy', kubeProxyPod())),
    seed('daemonsets.apps', daemonSet('kindnet', kindnetPod())),
  ];
}

/** Cluster DNS of a cluster without system Pods: its Service is there to be found, and takes no connections. */
export function dnsByName(): SeedObject {
  const service = dnsService() as KubeObject & { readonly spec: { readonly ports: readonly unknown[] } };
  return seed('services', { ...service, ...{ spec: { clusterIP: 'None', ports: service.spec.ports } } });
}

/** The static Pods in /etc/kubernetes/manifests of a control-plane node. */
export function staticPods(nodeName: string, nodeIP: string): KubeObject[] {
  const part = (
    name: string,
    from: string,
    command: readonly string[],
    requests: Readonly<Record<string, string>>,
  ): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'kube-system', labels: { component: name, tier: 'control-plane' } },
    ...{
      spec: {
        hostNetwork: true,
        nodeName,
        priority: 2_000_001_000,
        priorityClassName: 'system-node-critical',
        securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          { name, image: from, imagePullPolicy: 'IfNotPresent', command, resources: { requests } },
        ],
      },
    },
  });
  return [
    part('etcd', ETCD_IMAGE, ['etcd', `--advertise-client-urls=https://${nodeIP}:2379`], {
      cpu: '100m',
      memory: '100Mi',
    }),
    part('kube-apiserver', image('kube-apiserver'), ['kube-apiserver', `--advertise-address=${nodeIP}`], {
      cpu: '250m',
    }),
    part(
      'kube-controller-manager',
      image('kube-controller-manager'),
      ['kube-controller-manager', '--leader-elect=true'],
      { cpu: '200m' },
    ),
    part('kube-scheduler', image('kube-scheduler'), ['kube-scheduler', '--leader-elect=true'], {
      cpu: '100m',
    }),
  ];
}

function serviceAccount(name: string): SeedObject {
  return seed('serviceaccounts', {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace: 'kube-system' },
  });
}

function configMap(name: string, data: Readonly<Record<string, string>>): SeedObject {
  return seed('configmaps', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'kube-system' },
    ...{ data },
  });
}

function dnsService(): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'kube-dns',
      namespace: 'kube-system',
      labels: {
        'k8s-app': 'kube-dns',
        'kubernetes.io/cluster-service': 'true',
        'kubernetes.io/name': 'CoreDNS',
      },
      annotations: { 'prometheus.io/port': '9153', 'prometheus.io/scrape': 'true' },
    },
    ...{
      spec: {
        clusterIP: DNS_IP,
        clusterIPs: [DNS_IP],
        type: 'ClusterIP',
        selector: { 'k8s-app': 'kube-dns' },
        ports: [
          { name: 'dns', port: 53, protocol: 'UDP', targetPort: 53 },
          { name: 'dns-tcp', port: 53, protocol: 'TCP', targetPort: 53 },
          { name: 'metrics', port: 9153, protocol: 'TCP', targetPort: 9153 },
        ],
      },
      status: { loadBalancer: {} },
    },
  };
}

function coreDNS(): KubeObject {
  const labels = { 'k8s-app': 'kube-dns' };
  const probe = (path: string, port: number, rest: object): object => ({
    httpGet: { path, port, scheme: 'HTTP' },
    ...rest,
  });
  const container = {
    name: 'coredns',
    image: COREDNS_IMAGE,
    imagePullPolicy: 'IfNotPresent',
    args: ['-conf', '/etc/coredns/Corefile'],
    resources: { limits: { memory: '170Mi' }, requests: { cpu: '100m', memory: '70Mi' } },
    ports: [
      { containerPort: 53, name: 'dns', protocol: 'UDP' },
      { containerPort: 53, name: 'dns-tcp', protocol: 'TCP' },
      { containerPort: 9153, name: 'metrics', protocol: 'TCP' },
      { containerPort: 8080, name: 'liveness-probe', protocol: 'TCP' },
      { containerPort: 8181, name: 'readiness-probe', protocol: 'TCP' },
    ],
    livenessProbe: probe('/health', 8080, {
      initialDelaySeconds: 60,
      timeoutSeconds: 5,
      successThreshold: 1,
      failureThreshold: 5,
    }),
    readinessProbe: probe('/ready', 8181, {}),
    volumeMounts: [{ name: 'config-volume', mountPath: '/etc/coredns', readOnly: true }],
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { add: ['NET_BIND_SERVICE'], drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    },
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'coredns', namespace: 'kube-system', labels },
    ...{
      spec: {
        replicas: 2,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            serviceAccountName: 'coredns',
            priorityClassName: 'system-cluster-critical',
            dnsPolicy: 'Default',
            tolerations: CONTROL_PLANE_TOLERATIONS,
            nodeSelector: { 'kubernetes.io/os': 'linux' },
            affinity: {
              podAntiAffinity: {
                preferredDuringSchedulingIgnoredDuringExecution: [
                  {
                    weight: 100,
                    podAffinityTerm: {
                      labelSelector: {
                        matchExpressions: [{ key: 'k8s-app', operator: 'In', values: ['kube-dns'] }],
                      },
                      topologyKey: 'kubernetes.io/hostname',
                    },
                  },
                ],
              },
            },
            containers: [container],
            volumes: [
              {
                name: 'config-volume',
                configMap: { name: 'coredns', items: [{ key: 'Corefile', path: 'Corefile' }] },
              },
            ],
          },
        },
      },
    },
  };
}

function daemonSet(name: string, podSpec: object): KubeObject {
  const labels = { 'k8s-app': name };
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace: 'kube-system', labels },
    ...{
      spec: {
        selector: { matchLabels: labels },
        updateStrategy: { type: 'RollingUpdate' },
        template: { metadata: { labels }, spec: podSpec },
      },
    },
  };
}

function kubeProxyPod(): object {
  return {
    serviceAccountName: 'kube-proxy',
    hostNetwork: true,
    priorityClassName: 'system-node-critical',
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    tolerations: [{ operator: 'Exists' }],
    containers: [
      {
        name: 'kube-proxy',
        image: image('kube-proxy'),
        imagePullPolicy: 'IfNotPresent',
        command: ['/usr/local/bin/kube-proxy', '--config=/var/lib/kube-proxy/config.conf'],
        securityContext: { privileged: true },
        volumeMounts: [{ name: 'kube-proxy', mountPath: '/var/lib/kube-proxy' }],
      },
    ],
    volumes: [{ name: 'kube-proxy', configMap: { name: 'kube-proxy' } }],
  };
}

function kindnetPod(): object {
  const resources = { cpu: '100m', memory: '50Mi' };
  return {
    serviceAccountName: 'kindnet',
    hostNetwork: true,
    tolerations: [{ operator: 'Exists' }],
    containers: [
      {
        name: 'kindnet-cni',
        image: KINDNET_IMAGE,
        imagePullPolicy: 'IfNotPresent',
        resources: { limits: resources, requests: resources },
        securityContext: { capabilities: { add: ['NET_RAW', 'NET_ADMIN'] } },
      },
    ],
  };
}

const COREFILE = `.:53 {
    errors
    health {
       lameduck 5s
    }
    ready
    kubernetes cluster.local in-addr.arpa ip6.arpa {
       pods insecure
       fallthrough in-addr.arpa ip6.arpa
       ttl 30
    }
    prometheus :9153
    forward . /etc/resolv.conf {
       max_concurrent 1000
    }
    cache 30
    loop
    reload
    loadbalance
}
`;

const KUBE_PROXY_CONFIG = `apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
clusterCIDR: 10.244.0.0/16
mode: iptables
iptables:
  minSyncPeriod: 1s
  syncPeriod: 30s
`;

const CLUSTER_CONFIGURATION = `apiVersion: kubeadm.k8s.io/v1beta4
kind: ClusterConfiguration
clusterName: podscope
controlPlaneEndpoint: control-plane:6443
kubernetesVersion: ${VERSION}
networking:
  dnsDomain: cluster.local
  podSubnet: 10.244.0.0/16
  serviceSubnet: 10.96.0.0/16
`;
