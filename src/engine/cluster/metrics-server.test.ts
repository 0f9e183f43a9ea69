import { expect, it } from 'vitest';
import { play } from './testing/play.ts';

const RELEASE = 'https://github.com/kubernetes-sigs/metrics-server/releases/latest/download/components.yaml';
const INSECURE = [
  { op: 'add', path: '/spec/template/spec/containers/0/args/-', value: '--kubelet-insecure-tls' },
];
const SPINNING = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'busy' },
  spec: {
    terminationGracePeriodSeconds: 0,
    containers: [
      {
        name: 'c',
        image: 'busybox',
        command: ['sh', '-c', 'while :; do :; done'],
        resources: { limits: { cpu: '200m', memory: '32Mi' } },
      },
    ],
  },
};
const own = '-n kube-system';
const kind = { cluster: { preset: 'kind-3' } };

it('is not ready while it verifies the certificates that kubelets signed themselves', () => {
  const { output } = play(
    [
      { at: '0s', kubectl: `apply -f ${RELEASE}` },
      { at: '60s', kubectl: 'get apiservice v1beta1.metrics.k8s.io --no-headers' },
      { at: '61s', kubectl: `${own} get pods -l k8s-app=metrics-server -o jsonpath='{..ready}{"\\n"}'` },
      { at: '62s', kubectl: `${own} logs deploy/metrics-server` },
      { at: '63s', kubectl: 'top pods' },
      { at: '64s', kubectl: 'get --raw /apis/metrics.k8s.io/v1beta1/pods' },
      { at: '65s', kubectl: 'api-resources --api-group=metrics.k8s.io' },
    ],
    '70s',
    kind,
  );
  expect(output).toContain('kube-system/metrics-server   False (MissingEndpoints)');
  expect(output).toContain('\nfalse\n');
  expect(output).toContain(
    '"Failed to scrape node" err="Get \\"https://10.99.1.2:10250/metrics/resource\\": tls: failed to verify certificate: x509: cannot validate certificate for 10.99.1.2 because it doesn\'t contain any IP SANs" node="worker-1"',
  );
  expect(output).toContain('error: Metrics API not available\n');
  expect(output).toContain(
    'Error from server (ServiceUnavailable): the server is currently unable to handle the request\n',
  );
  expect(output).toContain(
    'error: unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1: stale GroupVersion discovery: metrics.k8s.io/v1beta1\n',
  );
});

it('tells what processes use once it takes any certificate, of a new Pod after a while', () => {
  const { output } = play(
    [
      { at: '0s', kubectl: `apply -f ${RELEASE}` },
      { at: '1s', apply: JSON.stringify(SPINNING) },
      {
        at: '2s',
        kubectl: `${own} patch deployment metrics-server --type=json -p '${JSON.stringify(INSECURE)}'`,
      },
      { at: '90s', kubectl: 'top pod busy --containers' },
      { at: '91s', kubectl: 'run fresh --image=busybox -- sleep 99' },
      { at: '97s', kubectl: 'top pod fresh' },
      { at: '98s', kubectl: 'top pod -l run=fresh' },
      { at: '99s', kubectl: 'top pod nosuch' },
      { at: '100s', kubectl: 'top pod -n kube-public' },
    ],
    '101s',
    kind,
  );
  expect(output).toContain(
    'POD    NAME   CPU(cores)   MEMORY(bytes)   \nbusy   c      200m         0Mi             \n',
  );
  expect(output).toContain(
    'Error from server (NotFound): podmetrics.metrics.k8s.io "default/fresh" not found\n',
  );
  expect(output).toContain('error: metrics not available yet\n');
  expect(output).toContain('Error from server (NotFound): pods "nosuch" not found\n');
  expect(output).toContain('No resources found in kube-public namespace.\n');
});

it('is there from the start where the scenario says so, and what it says goes by who may ask', () => {
  const { output } = play(
    [
      { at: '0s', kubectl: 'top node worker-1 --no-headers' },
      { at: '1s', kubectl: 'top pods -A --as nobody' },
    ],
    '5s',
    { cluster: { preset: 'kind-3', metricsServer: true } },
  );
  expect(output).toContain('worker-1   4m    0%    670Mi   8%    \n');
  expect(output).toContain(
    'Error from server (Forbidden): pods.metrics.k8s.io is forbidden: User "nobody" cannot list resource "pods" in API group "metrics.k8s.io" at the cluster scope\n',
  );
});

it('lets an autoscaler scale by CPU, down only after five minutes', () => {
  const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
  const requests = { cpu: '100m' };
  const spin = 'while [ -e /tmp/on ]; do :; done; sleep 9999';
  const container = {
    name: 'c',
    image: 'busybox',
    command: ['sh', '-c', `touch /tmp/on; ${spin}`],
    resources: { requests, limits: { cpu: '400m' } },
  };
  const labels = { app: 'web' };
  const played = play(
    [
      {
        at: '0s',
        apply: [
          {
            apiVersion: 'apps/v1',
            kind: 'Deployment',
            metadata: { name: 'web' },
            spec: {
              replicas: 1,
              selector: { matchLabels: labels },
              template: {
                metadata: { labels },
                spec: { terminationGracePeriodSeconds: 0, containers: [container] },
              },
            },
          },
          {
            apiVersion: 'autoscaling/v2',
            kind: 'HorizontalPodAutoscaler',
            metadata: { name: 'web' },
            spec: {
              scaleTargetRef: target,
              minReplicas: 1,
              maxReplicas: 3,
              metrics: [
                {
                  type: 'Resource',
                  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
                },
              ],
            },
          },
        ]
          .map((object) => JSON.stringify(object))
          .join('\n---\n'),
      },
      { at: '110s', kubectl: 'get hpa web --no-headers' },
      { at: '111s', kubectl: 'get pods -l app=web -o name' },
      {
        at: '112s',
        run: 'for p in $(kubectl get pods -l app=web -o name); do kubectl exec $p -- rm /tmp/on; done',
      },
    ],
    '520s',
    { cluster: { preset: 'kind-3', metricsServer: true } },
  );
  expect(played.output).toContain('web   Deployment/web   cpu: 401%/50%   1     3     3     110s\n');
  const [up, down] = played.events('SuccessfulRescale');
  expect(up?.message).toBe(
    'New size: 3; reason: cpu resource utilization (percentage of request) above target',
  );
  expect(down?.message).toBe('New size: 1; reason: All metrics below target');
  expect((down?.at ?? 0) - 112).toBeGreaterThan(300);
});

it('is not said to be missing by a server that nobody reaches', () => {
  const { output } = play(
    [
      { at: '0s', fault: { partition: { node: 'control-plane', state: 'on' } } },
      { at: '30s', kubectl: 'top nodes' },
    ],
    '70s',
    { cluster: { preset: 'kind-3', metricsServer: true } },
  );
  expect(output).toBe('Unable to connect to the server: dial tcp 10.99.0.1:6443: i/o timeout\n');
});

it('keeps a namespace from going while nobody knows what it serves', () => {
  const { output } = play(
    [
      { at: '0s', kubectl: `apply -f ${RELEASE}` },
      { at: '1s', kubectl: 'create namespace shop' },
      { at: '2s', kubectl: 'delete namespace shop --wait=false' },
      {
        at: '20s',
        kubectl: `get namespace shop -o jsonpath='{.status.phase} {.status.conditions[?(@.status=="True")].message}'`,
      },
      { at: '21s', kubectl: 'delete apiservice v1beta1.metrics.k8s.io' },
      { at: '70s', kubectl: 'get namespace shop' },
    ],
    '75s',
    kind,
  );
  expect(output).toContain(
    'Terminating Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1: stale GroupVersion discovery: metrics.k8s.io/v1beta1',
  );
  expect(output).toContain('Error from server (NotFound): namespaces "shop" not found\n');
});
