import { expect, test } from 'vitest';
import type { KubeObject } from '../../../../api/object.ts';
import { TestServer } from '../../testing/test-server.ts';
import type { WebhookBackend } from '../common/webhook-backend.ts';

const GROUP = 'admissionregistration.k8s.io';

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'web', image: 'nginx' }] },
};
const CREATE = { verb: 'create', resource: 'pods', body: POD } as const;

function register(
  cluster: TestServer,
  kind: 'Mutating' | 'Validating',
  name: string,
  backend: WebhookBackend,
  more: object = {},
): void {
  const url = `https://${name}/`;
  cluster.create(`${kind.toLowerCase()}webhookconfigurations.${GROUP}`, {
    apiVersion: `${GROUP}/v1`,
    kind: `${kind}WebhookConfiguration`,
    metadata: { name },
    webhooks: [
      {
        name,
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
        clientConfig: { url },
        ...more,
      },
    ],
  });
  cluster.server.registerWebhook(url, backend);
}

const labels = (object: unknown): Readonly<Record<string, string>> =>
  (object as KubeObject).metadata?.labels ?? {};

/** Sets a label, and says which labels it saw. */
const labelling =
  (key: string, saw: string[]): WebhookBackend =>
  ({ object }) => {
    saw.push(`${key}: ${Object.keys(labels(object)).join(' ')}`);
    const patch =
      Object.keys(labels(object)).length === 0
        ? { op: 'add', path: '/metadata/labels', value: { [key]: 'yes' } }
        : { op: 'add', path: `/metadata/labels/${key}`, value: 'yes' };
    return { allowed: true, patch: [patch] };
  };

test('a webhook that asks for it is called again once others changed the object, and only then', () => {
  const cluster = new TestServer();
  const saw: string[] = [];
  register(cluster, 'Mutating', 'a.example.com', labelling('a', saw), { reinvocationPolicy: 'IfNeeded' });
  register(cluster, 'Mutating', 'b.example.com', labelling('b', saw));
  cluster.request(CREATE);
  expect(saw).toEqual(['a: ', 'b: a', 'a: a b']);
});

test('validating webhooks are asked at once; the first refusal to come decides', () => {
  const cluster = new TestServer();
  const refusing =
    (message: string, tookUs: number): WebhookBackend =>
    () => ({ allowed: false, message, tookUs });
  register(cluster, 'Validating', 'a.example.com', refusing('slow', 3_000_000));
  register(cluster, 'Validating', 'b.example.com', refusing('fast', 1_000_000));
  const began = cluster.kernel.now();
  expect(cluster.refusal(CREATE)).toBe('admission webhook "b.example.com" denied the request: fast');
  expect(Math.floor((cluster.kernel.now() - began) / 1_000_000)).toBe(3);
});

test('a match condition that cannot be decided fails the request, or is passed over', () => {
  const never: WebhookBackend = () => ({ allowed: false, message: 'never asked' });
  const matchConditions = [{ name: 'named', expression: "object.metadata.labels.team == 'a'" }];
  const closed = new TestServer();
  register(closed, 'Validating', 'a.example.com', never, { matchConditions });
  expect(closed.refusal(CREATE)).toBe(
    `pods "web" is forbidden: expression 'object.metadata.labels.team == 'a'' resulted in error: no such key: labels`,
  );
  const open = new TestServer();
  register(open, 'Validating', 'a.example.com', never, { matchConditions, failurePolicy: 'Ignore' });
  expect(open.refusal(CREATE)).toBe('accepted with 201');
});

test('a patch that makes something else of the object is an internal error', () => {
  const cluster = new TestServer();
  const patch = [{ op: 'replace', path: '/spec/containers', value: 'none' }];
  register(cluster, 'Mutating', 'a.example.com', () => ({ allowed: true, patch }));
  expect(cluster.refusal(CREATE)).toBe(
    'Internal error occurred: json: cannot unmarshal string into Go struct field PodSpec.spec.containers of type []v1.Container',
  );
});
