import { expect, test } from 'vitest';
import { present } from '../../base/assert.ts';
import type { Json } from '../../base/json.ts';
import { type Random, randomStream } from '../../base/rng.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import { Session } from './session.ts';
import { ControllerInvariants } from './testing/controller-invariants.ts';

// Churn under faults; when they have ended and time has passed, every controller has what it wants. Virtual hours of it:
// INVARIANT_MINUTES=240 INVARIANT_SEEDS=4,5,6.

const MINUTE_S = 60;
const CHURN_S = Number(process.env['INVARIANT_MINUTES'] ?? 15) * MINUTE_S;
/** Evictions take five minutes, and a crashed watch or a refused write backs off for at most a few more. */
const REST_S = 20 * MINUTE_S;
const LONGEST_FAULT_S = 6 * MINUTE_S;
const SEEDS = (process.env['INVARIANT_SEEDS'] ?? '1,2').split(',').map(Number);

const template = (app: string, container: object, more: object = {}): object => ({
  metadata: { labels: { app } },
  spec: {
    terminationGracePeriodSeconds: 2,
    ...more,
    containers: [{ name: 'web', image: 'nginx', ...container }],
  },
});
const workload = (kind: string, app: string, spec: object): string =>
  JSON.stringify({
    apiVersion: 'apps/v1',
    kind,
    metadata: { name: app },
    spec: { selector: { matchLabels: { app } }, ...spec },
  });
const service = (app: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: app },
    spec: { selector: { app }, ports: [{ port: 80 }] },
  });

const deployment = workload('Deployment', 'web', { replicas: 3, template: template('web', {}) });
const statefulSet = workload('StatefulSet', 'db', {
  replicas: 2,
  serviceName: 'db',
  template: template('db', {}),
});
const budget = JSON.stringify({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'web' },
  spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
});
const TICK = JSON.stringify({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'tick' },
  spec: {
    schedule: '*/2 * * * *',
    concurrencyPolicy: 'Forbid',
    jobTemplate: {
      spec: {
        template: template(
          'tick',
          { image: 'busybox:1.36', command: ['sleep', '5'] },
          { restartPolicy: 'Never' },
        ),
      },
    },
  },
});

const START: readonly Json[] = [
  { at: '0s', apply: [service('web'), service('db')].join('\n---\n') },
  { at: '1s', apply: [deployment, budget].join('\n---\n') },
  { at: '2s', apply: statefulSet },
  { at: '3s', apply: workload('DaemonSet', 'agent', { template: template('agent', {}) }) },
  { at: '4s', apply: TICK },
];

function job(name: string): string {
  const sleeps = { image: 'busybox:1.36', command: ['sleep', '5'] };
  const spec = {
    completions: 3,
    parallelism: 2,
    template: template(name, sleeps, { restartPolicy: 'Never' }),
  };
  return JSON.stringify({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, spec });
}

/** Something a user does, and in some cases takes back. */
function action(random: Random, at: number): readonly Json[] {
  const step = (kubectl: string): Json => ({ at: `${at}s`, kubectl });
  const later = (kubectl: string): Json => ({ at: `${at + 5 + random.int(90)}s`, kubectl });
  const again = (apply: string): Json => ({ at: `${at + 5 + random.int(90)}s`, apply });
  const node = random.pick(['worker-1', 'worker-2']);
  switch (random.int(14)) {
    case 9:
      return [
        step(`drain ${node} --ignore-daemonsets --force --delete-emptydir-data`),
        later(`uncordon ${node}`),
      ];
    case 10:
      return [step('delete deployment web --cascade=orphan --wait=false'), again(deployment)];
    case 11:
      return [step('delete statefulset db --cascade=orphan --wait=false'), again(statefulSet)];
    case 12:
      return [
        step(`create namespace team-${at}`),
        { at: `${at + 1}s`, kubectl: `create deployment app -n team-${at} --image=nginx --replicas=2` },
        later(`delete namespace team-${at} --wait=false`),
      ];
    case 13:
      return [
        step(`rollout restart ${random.pick(['deployment/web', 'statefulset/db', 'daemonset/agent'])}`),
      ];
    default:
      return [change(random, at)];
  }
}

function change(random: Random, at: number): Json {
  const step = (kubectl: string): Json => ({ at: `${at}s`, kubectl });
  switch (random.int(9)) {
    case 0:
      return step(`scale deployment web --replicas=${random.int(6)}`);
    case 1:
      return step(`scale statefulset db --replicas=${random.int(4)}`);
    case 2:
      return step(`set env deployment/web RELEASE=${at}`);
    case 3:
      return step(`set env statefulset/db RELEASE=${at}`);
    case 4:
      return step(`set env daemonset/agent RELEASE=${at}`);
    case 5:
      return step(`delete pod -l app=${random.pick(['web', 'db', 'agent'])} --wait=false`);
    case 6:
      return { at: `${at}s`, apply: job(`task-${at}`) };
    case 7:
      return step('delete rs -l app=web --wait=false');
    default:
      return step(`rollout undo deployment/web`);
  }
}

/** A fault and its end. */
function fault(random: Random, at: number): readonly Json[] {
  const until = at + 1 + random.int(LONGEST_FAULT_S);
  const node = random.pick(['worker-1', 'worker-2']);
  const both = (begin: Json, end: Json): readonly Json[] => [
    { at: `${at}s`, fault: begin },
    { at: `${until}s`, fault: end },
  ];
  const component = (of: Readonly<Record<string, string>>): readonly Json[] =>
    both(random.int(3) === 0 ? { ...of, state: 'slow', delay: '800ms' } : { ...of, state: 'down' }, {
      ...of,
      state: 'up',
    });
  switch (random.int(7)) {
    case 5:
      return both(
        { registry: { image: '*', error: 'server-error' } },
        { registry: { image: '*', error: 'none' } },
      );
    case 6:
      return [
        {
          at: `${at}s`,
          fault: { process: { pod: random.pick(['db-0', 'db-1']), container: 'web', signal: 'KILL' } },
        },
      ];
    case 0:
      return component({
        component: random.pick([
          'kube-controller-manager',
          'kube-scheduler',
          'kube-apiserver',
          'etcd',
          'coredns',
        ]),
      });
    case 1:
      return component({ component: random.pick(['kubelet', 'containerd', 'kube-proxy']), node });
    case 2:
      return both({ node, state: 'down' }, { node, state: 'up' });
    case 3:
      return both({ partition: { node, state: 'on' } }, { partition: { node, state: 'off' } });
    default:
      return both({ cni: { node, state: 'missing-config' } }, { cni: { node, state: 'ok' } });
  }
}

function scenarioOf(seed: number): Json {
  const random = randomStream(seed, 'churn');
  const steps: { readonly at: string }[] = [...(START as { at: string }[])];
  for (let at = 20; at < CHURN_S; at += 10 + random.int(110)) {
    if (random.int(2) === 0) steps.push(...(action(random, at) as { at: string }[]));
    else steps.push(...(fault(random, at) as { at: string }[]));
  }
  // What was cordoned or taken away is given back, whichever command met a server that was down.
  const back = ['uncordon worker-1', 'uncordon worker-2', 'patch cronjob tick -p {"spec":{"suspend":true}}'];
  const calm = CHURN_S + LONGEST_FAULT_S + MINUTE_S;
  back.forEach((kubectl, place) => steps.push({ at: `${calm + place}s`, kubectl } as { at: string }));
  steps.push({ at: `${calm + 5}s`, apply: [deployment, statefulSet].join('\n---\n') } as { at: string });
  // Commands of a time when nothing answered may still be at work: the script takes its steps one after the other.
  const timed = steps.map((step) => ('kubectl' in step ? { ...step, timeout: 10 } : step));
  const order = timed.sort((a, b) => Number.parseInt(a.at, 10) - Number.parseInt(b.at, 10));
  // Every other run on a machine whose latencies stray.
  const cluster = { settings: { latencySpreadPercent: seed % 2 === 0 ? 100 : 0 } };
  return {
    title: 'churn',
    seed,
    cluster,
    steps: order,
    until: `${CHURN_S + LONGEST_FAULT_S + REST_S}s`,
  } as Json;
}

test.each(SEEDS)('after churn and faults all is as wanted (seed %i)', { timeout: 600_000 }, (seed) => {
  const checked = checkScenario(scenarioOf(seed));
  const scenario = present(checked.ok ? checked.value : undefined, JSON.stringify(checked));
  const invariants = new ControllerInvariants();
  const session = new Session({ scenario, sink: (record) => invariants.take(record) });
  while (session.advance({ until: session.end() ?? 0 }) === 'turns');
  expect(invariants.end()).toEqual([]);
});
