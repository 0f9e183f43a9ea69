import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { formatScenario } from '../../scenario/format-scenario.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import { parseScenario } from '../../scenario/parse.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { readInputs } from './inputs.ts';
import { Session } from './session.ts';

function scenarioOf(document: unknown): Scenario {
  const checked = checkScenario(document as Json);
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  return checked.value;
}

/** What each command printed, both streams, and its exit code. */
function printed(scenario: Scenario, inputs: readonly object[] = []): readonly string[] {
  const read = readInputs(inputs as never, scenario);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const records: TraceRecord[] = [];
  const session = new Session({ scenario, inputs: read.value, sink: (record) => records.push(record) });
  session.advance({ until: 60_000_000 });
  const texts = new Map<number, string>();
  for (const { kind, data, at } of records) {
    if (kind === 'input.command' && at >= 0) texts.set(data.index, '');
    if (kind === 'command.output' && texts.has(data.command))
      texts.set(data.command, `${texts.get(data.command)}${data.text}`);
    if (kind === 'command.exit' && texts.has(data.command))
      texts.set(data.command, `${texts.get(data.command)}exit ${data.exit}`);
  }
  return [...texts.values()];
}

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec:
  containers:
  - {name: web, image: 'nginx:1.25'}
`;

describe('users of kubectl', () => {
  it('are told 403 and 401 in the words of the server', () => {
    const scenario = scenarioOf({
      title: 'x',
      cluster: { users: [{ name: 'dev', groups: ['team-a'], namespace: 'team-a', role: 'edit' }] },
      steps: [
        { at: '0s', user: 'dev' },
        { at: '1s', create: POD },
        { at: '2s', kubectl: 'get pods -n default' },
        { at: '3s', user: 'stranger' },
        { at: '4s', kubectl: 'get pods' },
        { at: '5s', user: 'nobody' },
        { at: '6s', kubectl: 'get nodes' },
        { at: '7s', user: 'anonymous' },
        { at: '8s', kubectl: 'get pods' },
        { at: '9s', user: 'admin' },
        { at: '10s', kubectl: 'get pods -n team-a -o name' },
      ],
    });
    expect(printed(scenario)).toEqual([
      'Switched to context "dev".\nexit 0',
      'pod/web created\nexit 0',
      'Error from server (Forbidden): pods is forbidden: User "dev" cannot list resource "pods" in API group "" in the namespace "default"\nexit 1',
      'Switched to context "stranger".\nexit 0',
      'error: You must be logged in to the server (Unauthorized)\nexit 1',
      'Switched to context "nobody".\nexit 0',
      'Error from server (Forbidden): nodes is forbidden: User "nobody" cannot list resource "nodes" in API group "" at the cluster scope\nexit 1',
      'Switched to context "anonymous".\nexit 0',
      'Error from server (Forbidden): pods is forbidden: User "system:anonymous" cannot list resource "pods" in API group "" in the namespace "default"\nexit 1',
      'Switched to context "kubernetes-admin@kubernetes".\nexit 0',
      'pod/web\nexit 0',
    ]);
  });

  it('may be switched by inputs, in any scenario', () => {
    const inputs = [
      { at: '1s', step: { user: 'developer' } },
      { at: '2s', step: { create: POD } },
      { at: '3s', step: { kubectl: 'get pods -n kube-system' } },
    ];
    expect(printed(scenarioOf({ title: 'x' }), inputs)).toEqual([
      'Switched to context "developer".\nexit 0',
      'pod/web created\nexit 0',
      'Error from server (Forbidden): pods is forbidden: User "developer" cannot list resource "pods" in API group "" in the namespace "kube-system"\nexit 1',
    ]);
  });
});

const WEBHOOKS = `title: webhooks
cluster:
  webhooks:
    - name: sidecar.example.com
      inject:
        name: proxy
        image: envoyproxy/envoy:v1.31.0
    - name: team.example.com
      requireLabel: team
      takes: 0.2s
      namespaceSelector:
        matchLabels:
          strict: always
    - name: images.example.com
      refuseRegistry: quay.io
      message: use the mirror
steps:
  - at: 3s
    webhook:
      name: slow.example.com
      timeOut: true
      failurePolicy: Ignore
      timeoutSeconds: 2
`;

describe('simulated webhooks', () => {
  it('are read and written', () => {
    const read = parseScenario(WEBHOOKS);
    expect(read.ok || read.error).toBe(true);
    if (read.ok) expect(formatScenario(read.value)).toBe(WEBHOOKS);
  });

  it('inject, refuse and time out through their registrations', () => {
    const pod = (name: string, image: string): string => `run ${name} --image=${image} --restart=Never`;
    const scenario = scenarioOf({
      title: 'x',
      cluster: {
        webhooks: [
          { name: 'sidecar.example.com', inject: { name: 'proxy', image: 'envoyproxy/envoy:v1.31.0' } },
          {
            name: 'team.example.com',
            requireLabel: 'team',
            namespaceSelector: { matchLabels: { strict: 'yes' } },
          },
          { name: 'images.example.com', refuseRegistry: 'quay.io', message: 'use the mirror' },
        ],
        objects: [
          { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'strict', labels: { strict: 'yes' } } },
        ],
      },
      steps: [
        { at: '0s', kubectl: pod('web', 'nginx:1.25') },
        { at: '1s', kubectl: `get pod web -o jsonpath={.spec.containers[*].name}` },
        { at: '2s', kubectl: pod('quay', 'quay.io/app:1') },
        { at: '3s', kubectl: `${pod('web', 'nginx:1.25')} -n strict` },
        {
          at: '5s',
          webhook: {
            name: 'slow.example.com',
            timeOut: true,
            timeoutSeconds: 2,
            service: 'tools/slow',
          },
        },
        { at: '6s', kubectl: pod('late', 'nginx:1.25') },
      ],
    });
    expect(printed(scenario)).toEqual([
      'pod/web created\nexit 0',
      'web proxyexit 0',
      'Error from server (Forbidden): admission webhook "images.example.com" denied the request: use the mirror\nexit 1',
      'Error from server (Forbidden): admission webhook "team.example.com" denied the request: label "team" is required\nexit 1',
      'validatingwebhookconfiguration.admissionregistration.k8s.io/slow.example.com created\nexit 0',
      'Error from server (InternalError): Internal error occurred: failed calling webhook "slow.example.com": failed to call webhook: Post "https://slow.tools.svc:443/validate?timeout=2s": context deadline exceeded\nexit 1',
    ]);
  });

  it.each([
    [
      { name: 'a.b.c' },
      'needs exactly one of inject, injectInit, requireLabel, refuseRegistry, deny, timeOut',
    ],
    [{ name: 'a.b.c', requireLable: 'x' }, 'unknown key; did you mean requireLabel?'],
    [{ name: 'a.b.c', inject: { image: 'x' } }, 'name is missing'],
    [{ name: 'A b', deny: true }, 'must consist of lower case letters, digits, - and .'],
    [{ name: 'a.b.c', deny: false }, 'must be true'],
    [{ name: 'a.b.c', deny: true, service: 'x' }, 'must be NAMESPACE/NAME'],
  ])('%j', (webhook, problem) => {
    const read = checkScenario({ title: 'x', cluster: { webhooks: [webhook] } });
    expect(read.ok ? [] : read.error[0]?.message).toBe(problem);
  });

  it('and users that nobody declared are named', () => {
    const read = checkScenario({ title: 'x', steps: [{ at: '0s', user: 'bob' }] });
    expect(read.ok ? '' : read.error[0]?.message).toBe(
      'no user has the name "bob"; there are admin, developer, viewer, nobody, stranger, anonymous',
    );
  });
});
