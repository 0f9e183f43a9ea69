import type { JsonObject } from '../../../base/json.ts';
import {
  apply,
  autoscaler,
  deployment,
  nginx,
  object,
  pod,
  type Row,
  run,
  service,
  shell,
} from './manifests.ts';

const ADMISSION = 'admissionregistration.k8s.io/v1';
const policy = (name: string, spec: JsonObject): JsonObject =>
  object('NetworkPolicy', name, { spec }, 'networking.k8s.io/v1');
const web = [deployment(nginx()), service('web', { app: 'web' }, [{ port: 80 }])];
const asking = (script: string, spec: JsonObject = {}): JsonObject =>
  pod(shell(script), { restartPolicy: 'OnFailure', ...spec }, 'p', { app: 'client' });
const call = 'wget -T 2 -qO- http://web';
const budget = (spec: JsonObject, name = 'web'): JsonObject =>
  object(
    'PodDisruptionBudget',
    name,
    { spec: { ...spec, selector: { matchLabels: { app: 'web' } } } },
    'policy/v1',
  );
const drained = [run('15s', 'drain worker-2 --ignore-daemonsets')];

const hook = object(
  'ValidatingWebhookConfiguration',
  'checker',
  {
    webhooks: [
      {
        name: 'check.example.com',
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        failurePolicy: 'Fail',
        clientConfig: { service: { name: 'checker', namespace: 'default', path: '/check' } },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
      },
    ],
  },
  ADMISSION,
);
const checker = service('checker', { app: 'checker' }, [{ port: 443 }]);
const answering = object(
  'Deployment',
  'checker',
  {
    spec: {
      selector: { matchLabels: { app: 'checker' } },
      template: { metadata: { labels: { app: 'checker' } }, spec: { containers: [nginx()] } },
    },
  },
  'apps/v1',
);

const METRICS_SERVER =
  'https://github.com/kubernetes-sigs/metrics-server/releases/latest/download/components.yaml';

/** What somebody's rules keep from happening: policies, budgets, webhooks; and what an autoscaler lacks. */
export const POLICIES: readonly Row[] = [
  [
    'a policy that lets nobody in, once the Pods are there',
    40,
    'ingress-dropped',
    'default-deny',
    apply('0s', ...web, policy('default-deny', { podSelector: {}, policyTypes: ['Ingress'] }), asking(call)),
  ],
  [
    'a policy that came while a client was being answered',
    60,
    'ingress-dropped',
    'default-deny',
    apply('0s', ...web, asking(`while true; do ${call}; sleep 2; done`)),
    apply('20s', policy('default-deny', { podSelector: {}, policyTypes: ['Ingress'] })),
  ],
  [
    'an init container that waits behind a policy',
    40,
    'ingress-dropped',
    'only-8080',
    apply(
      '0s',
      ...web,
      policy('only-8080', {
        podSelector: { matchLabels: { app: 'web' } },
        ingress: [{ ports: [{ port: 8080 }] }],
      }),
      pod(nginx(), { initContainers: [shell(`until ${call}; do sleep 1; done`, { name: 'wait' })] }),
    ),
  ],
  [
    'a policy that lets a client ask DNS alone',
    60,
    'egress-dropped',
    'dns-only',
    apply(
      '0s',
      ...web,
      policy('dns-only', {
        podSelector: { matchLabels: { app: 'client' } },
        policyTypes: ['Egress'],
        egress: [{ ports: [{ port: 53, protocol: 'UDP' }] }],
      }),
      asking(call),
    ),
  ],
  [
    'a policy that forgets DNS',
    60,
    'dns-dropped',
    'to-web',
    apply(
      '0s',
      ...web,
      policy('to-web', {
        podSelector: { matchLabels: { app: 'client' } },
        policyTypes: ['Egress'],
        egress: [{ to: [{ podSelector: { matchLabels: { app: 'web' } } }] }],
      }),
      asking(call),
    ),
  ],
  [
    'a drain that no Pod may leave for',
    100,
    'budget-none',
    'web',
    apply('0s', ...web, budget({ minAvailable: 2 })),
    ...drained,
  ],
  [
    'a drain of Pods with two budgets',
    60,
    'budgets-many',
    'web-',
    apply('0s', ...web, budget({ minAvailable: 1 }), budget({ maxUnavailable: 1 }, 'more')),
    ...drained,
  ],
  [
    'a webhook whose Service nobody answers for',
    40,
    'scaled-to-zero',
    'checker',
    apply('0s', answering, checker),
    apply('8s', hook),
    run('15s', 'scale deployment checker --replicas=0'),
    apply('20s', ...web),
  ],
  [
    'a webhook whose Service is not there',
    30,
    'backend-missing',
    'default/checker',
    apply('0s', hook),
    apply('5s', ...web),
  ],
  [
    'a webhook that is to allow its own Pods',
    30,
    'webhook-circle',
    'check.example.com',
    apply('0s', hook, checker),
    apply('5s', answering),
  ],
  [
    'an autoscaler of Pods without requests',
    150,
    'request-missing',
    'cpu (a)',
    run('0s', `apply -f ${METRICS_SERVER}`),
    run(
      '1s',
      `patch deployment metrics-server -n kube-system --type=json -p '[{"op":"add","path":"/spec/template/spec/containers/0/args/-","value":"--kubelet-insecure-tls"}]'`,
    ),
    apply('5s', ...web, autoscaler('web')),
  ],
  [
    'an autoscaler whose metrics-server does not trust the kubelets',
    120,
    'peer-untrusted',
    'x509: cannot validate certificate',
    run('0s', `apply -f ${METRICS_SERVER}`),
    apply('5s', ...web, autoscaler('web')),
  ],
];
