import type { CatalogueEntry } from './entry.ts';

/** More of what can go wrong while a Pod runs: names, limits, disks. */
export const REACH: readonly CatalogueEntry[] = [
  {
    id: 'dns-other-namespace',
    stage: 'ready',
    symptoms: ['bad address', "can't resolve", 'NXDOMAIN'],
    shows: {
      en: 'A short name is looked up in the caller’s own namespace. From elsewhere it needs the namespace: db.shop.',
      ko: '짧은 이름은 부르는 쪽의 namespace에서 찾는다. 밖에서는 db.shop처럼 namespace를 붙여야 한다.',
    },
    document: {
      title: { en: 'A name from another namespace', ko: '다른 namespace의 이름' },
      tags: ['dns', 'service', 'namespace'],
      cluster: { preset: 'kind-3' },
      files: {
        'client.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: client
spec:
  containers:
  - name: client
    image: busybox:1.37
    command: [sleep, "3600"]
`,
      },
      steps: [
        { at: '0s', kubectl: 'create namespace shop' },
        { at: '1s', kubectl: 'create service clusterip db --tcp=5432 -n shop' },
        { at: '2s', kubectl: 'apply -f client.yaml' },
        { at: '14s', kubectl: 'exec client -- nslookup db' },
        { at: '18s', kubectl: 'exec client -- nslookup db.shop.svc.cluster.local' },
      ],
      until: '22s',
    },
    end: [
      {
        kubectl: 'exec client -- nslookup db.shop.svc.cluster.local',
        prints: ['Name: db.shop.svc.cluster.local'],
      },
      { kubectl: 'exec client -- wget -T 2 -qO- http://db', prints: ["bad address 'db'"] },
    ],
  },
  {
    id: 'host-network-dns',
    stage: 'ready',
    symptoms: ['bad address', 'CrashLoopBackOff', 'hostNetwork'],
    shows: {
      en: 'A Pod in the host network uses the node’s DNS, which knows no Services. dnsPolicy would change that.',
      ko: 'hostNetwork Pod는 노드의 DNS를 쓰고 그 DNS는 Service를 모른다. dnsPolicy가 그것을 바꾼다.',
    },
    document: {
      title: { en: 'Host network, host DNS', ko: '호스트 네트워크, 호스트 DNS' },
      tags: ['dns', 'hostnetwork', 'dnspolicy'],
      cluster: { preset: 'kind-3' },
      files: {
        'agent.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  hostNetwork: true
  containers:
  - name: agent
    image: busybox:1.37
    command: [sh, -c, "sleep 2; wget -T 2 -qO- http://kubernetes.default"]
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f agent.yaml' }],
      until: '30s',
    },
    end: [
      { kubectl: 'logs agent', prints: ["bad address 'kubernetes.default'"] },
      { kubectl: 'get pod agent -o jsonpath={.spec.dnsPolicy}', prints: ['ClusterFirst'] },
    ],
  },
  {
    id: 'kube-proxy-down',
    stage: 'ready',
    symptoms: ['connection refused', '502', 'timeout', 'Running'],
    shows: {
      en: 'kube-proxy on one node has stopped. The rules stay as they were: the node goes on sending to a Pod that is gone.',
      ko: '한 노드의 kube-proxy가 멈췄다. 규칙은 그때 그대로여서 사라진 Pod로 계속 보낸다.',
    },
    document: {
      title: { en: 'Rules nobody updates', ko: '아무도 고치지 않는 규칙' },
      tags: ['kube-proxy', 'service', 'fault'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web-1
  labels:
    app: web
spec:
  nodeName: worker-1
  containers:
  - name: nginx
    image: nginx:1.29
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
  - port: 80
---
apiVersion: v1
kind: Pod
metadata:
  name: client
spec:
  nodeName: worker-3
  containers:
  - name: client
    image: busybox:1.37
    command: [sleep, "3600"]
`,
        'second.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web-2
  labels:
    app: web
spec:
  nodeName: worker-2
  containers:
  - name: nginx
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '15s', kubectl: 'exec client -- wget -T 2 -qO- http://web' },
        { at: '18s', fault: { component: 'kube-proxy', node: 'worker-3', state: 'down' } },
        { at: '19s', kubectl: 'apply -f second.yaml' },
        { at: '32s', kubectl: 'delete pod web-1 --grace-period=1' },
        { at: '40s', kubectl: 'exec client -- wget -T 2 -qO- http://web' },
      ],
      until: '45s',
    },
    end: [
      { kubectl: 'get pod web-2', prints: ['web-2 1/1 Running'] },
      { kubectl: 'exec client -- wget -T 2 -qO- http://web', prints: ['wget:'], lacks: ['Welcome to nginx'] },
    ],
  },
  {
    id: 'disk-limit-evicted',
    stage: 'ready',
    symptoms: [
      'Evicted',
      'Error',
      'exit 137',
      'ephemeral-storage',
      'Pod ephemeral local storage usage exceeds',
    ],
    shows: {
      en: 'A container writes past its ephemeral-storage limit. The kubelet measures it, evicts the Pod, and leaves it as Failed.',
      ko: '컨테이너가 ephemeral-storage limit을 넘겨 쓴다. kubelet이 재어 보고 Pod를 내쫓아 Failed로 남긴다.',
    },
    document: {
      title: { en: 'Too much on the disk', ko: '디스크를 너무 많이 썼다' },
      tags: ['eviction', 'ephemeral-storage', 'limits'],
      cluster: { preset: 'kind-3' },
      files: {
        'grow.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: grow
spec:
  terminationGracePeriodSeconds: 5
  containers:
  - name: grow
    image: busybox:1.37
    command: [sh, -c, "dd if=/dev/zero of=/data.bin bs=1M count=60; sleep 3600"]
    resources:
      limits:
        ephemeral-storage: 30Mi
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f grow.yaml' }],
      until: '45s',
    },
    end: [
      { kubectl: 'get pod grow -o jsonpath={.status.phase}', prints: ['Failed'] },
      { kubectl: 'describe pod grow', prints: ['Evicted', 'exceeds'] },
    ],
  },
  {
    id: 'process-killed',
    stage: 'ready',
    symptoms: ['Error', 'RESTARTS', 'exit 137', '1/1'],
    shows: {
      en: 'Someone on the node kills the process. The kubelet notices, the container comes back, the Pod never moved.',
      ko: '누군가 노드에서 프로세스를 죽였다. kubelet이 알아채고 컨테이너가 돌아온다. Pod는 움직이지 않았다.',
    },
    document: {
      title: { en: 'A process is killed', ko: '죽은 프로세스' },
      tags: ['restart', 'signal', 'kubelet'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: nginx
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '15s', fault: { process: { pod: 'web', container: 'nginx', signal: 'KILL' } } },
      ],
      until: '25s',
    },
    end: [
      { kubectl: 'get pod web', prints: ['web 1/1 Running 1'] },
      { kubectl: 'describe pod web', prints: ['Exit Code: 137'] },
    ],
  },
  {
    id: 'sandbox-killed',
    stage: 'ready',
    symptoms: ['SandboxChanged', 'RESTARTS', '1/1', 'new Pod IP'],
    shows: {
      en: 'The pause process dies and takes the network with it. The kubelet makes a new sandbox: same Pod, new address.',
      ko: 'pause 프로세스가 죽으며 네트워크도 함께 간다. kubelet이 sandbox를 새로 만든다. 같은 Pod, 새 주소.',
    },
    document: {
      title: { en: 'The pause process dies', ko: 'pause가 죽으면' },
      tags: ['sandbox', 'pause', 'ip'],
      cluster: { preset: 'kind-3' },
      files: {
        'web.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: nginx
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f web.yaml' },
        { at: '14s', kubectl: 'get pod web -o wide' },
        { at: '16s', fault: { sandbox: { pod: 'web', kill: true } } },
        { at: '30s', kubectl: 'get pod web -o wide' },
      ],
      until: '33s',
    },
    end: [
      { kubectl: 'get pod web', prints: ['web 1/1 Running'] },
      { kubectl: 'describe pod web', prints: ['SandboxChanged'] },
    ],
  },
  {
    id: 'containers-share-localhost',
    stage: 'ready',
    symptoms: ['CrashLoopBackOff', 'Address already in use', '1/2', 'bind() to 0.0.0.0:80 failed'],
    shows: {
      en: 'Two containers of one Pod want port 80. They share one network, so the second cannot have it.',
      ko: '한 Pod의 두 컨테이너가 80번 포트를 원한다. 네트워크를 함께 쓰므로 둘째는 가질 수 없다.',
    },
    document: {
      title: { en: 'Two servers, one port', ko: '서버 둘에 포트 하나' },
      tags: ['network namespace', 'port', 'multi-container'],
      cluster: { preset: 'kind-3' },
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: pair
spec:
  containers:
  - name: first
    image: nginx:1.29
  - name: second
    image: nginx:1.29
`,
      },
      steps: [
        { at: '0s', kubectl: 'apply -f pod.yaml' },
        { at: '20s', kubectl: 'logs pair -c second' },
      ],
      until: '40s',
    },
    end: [
      { kubectl: 'get pod pair', prints: ['pair 1/2'] },
      { kubectl: 'logs pair -c second', prints: ['bind() to 0.0.0.0:80 failed'] },
    ],
  },
];
