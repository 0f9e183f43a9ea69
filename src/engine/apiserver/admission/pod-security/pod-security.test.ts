import { expect, test } from 'vitest';
import { TestServer } from '../../testing/test-server.ts';

function enforcing(labels: Record<string, string>): TestServer {
  const cluster = new TestServer();
  const body = { metadata: { labels } };
  cluster.request({
    verb: 'patch',
    resource: 'namespaces',
    namespace: '',
    name: 'default',
    patchType: 'merge',
    body,
  });
  return cluster;
}

const pod = (containers: readonly object[], more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { containers, ...more },
});

const RESTRICTED = { 'pod-security.kubernetes.io/enforce': 'restricted' };

test('restricted refuses the plain Pod with four reasons', () => {
  const plain = pod([{ name: 'web', image: 'nginx:1.25' }]);
  expect(enforcing(RESTRICTED).refusal({ verb: 'create', resource: 'pods', body: plain })).toBe(
    'pods "web" is forbidden: violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "web" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "web" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "web" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "web" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
  );
});

test('wrong values are named where they stand', () => {
  const securityContext = {
    allowPrivilegeEscalation: false,
    runAsNonRoot: true,
    runAsUser: 0,
    capabilities: { drop: ['ALL'], add: ['NET_ADMIN'] },
    seccompProfile: { type: 'Unconfined' },
  };
  const body = pod([{ name: 'web', image: 'nginx:1.25', securityContext }], {
    volumes: [{ name: 'host', hostPath: { path: '/' } }],
  });
  expect(enforcing(RESTRICTED).refusal({ verb: 'create', resource: 'pods', body })).toBe(
    'pods "web" is forbidden: violates PodSecurity "restricted:latest": unrestricted capabilities (container "web" must not include "NET_ADMIN" in securityContext.capabilities.add), restricted volume types (volume "host" uses restricted volume type "hostPath"), runAsUser=0 (container "web" must not set runAsUser=0), seccompProfile (container "web" must not set securityContext.seccompProfile.type to "Unconfined")',
  );
});

test('warn follows enforce for workloads, and a bad label is refused', () => {
  const cluster = enforcing({ 'pod-security.kubernetes.io/enforce': 'baseline' });
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: { hostNetwork: true, containers: [{ name: 'web', image: 'nginx' }] },
  };
  const body = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: { selector: { matchLabels: { app: 'web' } }, template },
  };
  const made = cluster.request({ verb: 'create', resource: 'deployments.apps', body });
  expect(made.ok && made.value.warnings).toEqual([
    'would violate PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
  ]);
  const label = { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'strict' } } };
  expect(
    cluster.refusal({
      verb: 'patch',
      resource: 'namespaces',
      namespace: '',
      name: 'default',
      patchType: 'merge',
      body: label,
    }),
  ).toBe(
    'Namespace "default" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted',
  );
});

test('a namespace that turns strict warns about what runs in it', () => {
  const cluster = new TestServer();
  cluster.request({
    verb: 'create',
    resource: 'pods',
    body: pod([{ name: 'web', image: 'nginx' }], { hostPID: true }),
  });
  const answer = cluster.request({
    verb: 'patch',
    resource: 'namespaces',
    namespace: '',
    name: 'default',
    patchType: 'merge',
    body: { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } } },
  });
  expect(answer.ok && answer.value.warnings).toEqual([
    'existing pods in namespace "default" violate the new PodSecurity enforce level "baseline:latest"',
    'web: host namespaces',
  ]);
});
