import { expect, test } from 'vitest';
import type { KubeObject } from '../../../api/object.ts';
import { TestServer } from '../testing/test-server.ts';

const GROUP = 'admissionregistration.k8s.io';

const deployment = (replicas: number, labels?: object): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: labels === undefined ? { name: 'web' } : { name: 'web', labels },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'nginx' }] },
    },
  },
});

function withPolicy(validationActions: readonly string[]): TestServer {
  const cluster = new TestServer();
  const resourceRules = [
    {
      apiGroups: ['apps'],
      apiVersions: ['v1'],
      operations: ['CREATE', 'UPDATE'],
      resources: ['deployments'],
    },
  ];
  const validations = [
    { expression: 'object.spec.replicas <= 5', message: 'at most 5 replicas are allowed' },
    { expression: "has(object.metadata.labels) && 'team' in object.metadata.labels" },
  ];
  cluster.create(`validatingadmissionpolicies.${GROUP}`, {
    apiVersion: `${GROUP}/v1`,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'replica-limit' },
    spec: { failurePolicy: 'Fail', matchConstraints: { resourceRules }, validations },
  });
  cluster.create(`validatingadmissionpolicybindings.${GROUP}`, {
    apiVersion: `${GROUP}/v1`,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'replica-limit-deny' },
    spec: { policyName: 'replica-limit', validationActions },
  });
  return cluster;
}

test('a policy denies with its message or its expression', () => {
  const cluster = withPolicy(['Deny']);
  const send = (body: object) => cluster.request({ verb: 'create', resource: 'deployments.apps', body });
  const head = `deployments.apps "web" is forbidden: ValidatingAdmissionPolicy 'replica-limit' with binding 'replica-limit-deny' denied request: `;
  const refused = send(deployment(6, { team: 'a' }));
  expect(refused.ok || refused.error).toMatchObject({
    code: 422,
    reason: 'Invalid',
    message: `${head}at most 5 replicas are allowed`,
  });
  expect(cluster.refusal({ verb: 'create', resource: 'deployments.apps', body: deployment(0) })).toBe(
    `${head}failed expression: has(object.metadata.labels) && 'team' in object.metadata.labels`,
  );
  expect(send(deployment(1, { team: 'a' })).ok).toBe(true);
});

test('a policy that warns lets pass', () => {
  const made = withPolicy(['Warn', 'Audit']).request({
    verb: 'create',
    resource: 'deployments.apps',
    body: deployment(0),
  });
  expect(made.ok && made.value.warnings).toEqual([
    "Validation failed for ValidatingAdmissionPolicy 'replica-limit' with binding 'replica-limit-deny': failed expression: has(object.metadata.labels) && 'team' in object.metadata.labels",
  ]);
});

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'web', image: 'nginx' }] },
};

function withWebhook(kind: 'Validating' | 'Mutating', more: object = {}): TestServer {
  const cluster = new TestServer();
  cluster.create(`${kind.toLowerCase()}webhookconfigurations.${GROUP}`, {
    apiVersion: `${GROUP}/v1`,
    kind: `${kind}WebhookConfiguration`,
    metadata: { name: 'check' },
    webhooks: [
      {
        name: 'check.example.com',
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        failurePolicy: 'Fail',
        timeoutSeconds: 2,
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
        clientConfig: { service: { name: 'checker', namespace: 'tools', path: '/check' } },
        ...more,
      },
    ],
  });
  return cluster;
}

test('a webhook without a service blocks when it must not fail', () => {
  const create = { verb: 'create', resource: 'pods', body: POD } as const;
  expect(withWebhook('Validating').refusal(create)).toBe(
    'Internal error occurred: failed calling webhook "check.example.com": failed to call webhook: Post "https://checker.tools.svc:443/check?timeout=2s": service "checker" not found',
  );
  expect(withWebhook('Validating', { failurePolicy: 'Ignore' }).refusal(create)).toBe('accepted with 201');
});

test('a webhook denies, times out, and injects a sidecar', () => {
  const create = { verb: 'create', resource: 'pods', body: POD } as const;
  const denying = withWebhook('Validating');
  denying.server.registerWebhook('tools/checker', () => ({
    allowed: false,
    message: 'label team is missing',
  }));
  expect(denying.refusal(create)).toBe(
    'admission webhook "check.example.com" denied the request: label team is missing',
  );
  const slow = withWebhook('Validating');
  slow.server.registerWebhook('tools/checker', () => ({ allowed: true, tookUs: 30_000_000 }));
  expect(slow.refusal(create)).toBe(
    'Internal error occurred: failed calling webhook "check.example.com": failed to call webhook: Post "https://checker.tools.svc:443/check?timeout=2s": context deadline exceeded',
  );
  const injecting = withWebhook('Mutating');
  const sidecar = { name: 'proxy', image: 'envoy:1.31' };
  injecting.server.registerWebhook('tools/checker', () => ({
    allowed: true,
    patch: [{ op: 'add', path: '/spec/containers/-', value: sidecar }],
  }));
  const made = injecting.request(create);
  const { spec } = (made.ok ? made.value.body : {}) as KubeObject & {
    readonly spec: { readonly containers: readonly object[] };
  };
  expect(spec.containers).toMatchObject([
    { name: 'web' },
    { name: 'proxy', imagePullPolicy: 'IfNotPresent' },
  ]);
});
