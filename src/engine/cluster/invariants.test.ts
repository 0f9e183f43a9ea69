import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import { Session } from './session.ts';
import { NodeInvariants } from './testing/node-invariants.ts';

// Random Pods under random faults: what must hold of every run, whatever happens.

const DELETED_AT = 70;
const END = 260;

/** What a container does, as shell: ends, crashes, ignores, obeys, forks. */
const PROGRAMS = [
  'sleep 1000',
  'trap "exit 0" TERM; while true; do sleep 1; done',
  'trap "" TERM; while true; do sleep 1; done',
  'sleep 3',
  'sleep 2; exit 3',
  'exit 0',
  'exit 7',
  'sleep 500 & sleep 400 & wait',
  'exec sleep 600',
  'nosuchprogram',
] as const;
const INIT_PROGRAMS = ['true', 'sleep 2', 'sleep 1; exit 4', 'exit 1'] as const;

const probe = fc.record({
  exec: fc.record({
    command: fc.constantFrom(['true'], ['false'], ['sh', '-c', 'test -f /tmp/x'], ['nosuch']),
  }),
  periodSeconds: fc.integer({ min: 1, max: 4 }),
  failureThreshold: fc.integer({ min: 1, max: 3 }),
});

const hook = fc.constantFrom(
  { exec: { command: ['sleep', '1'] } },
  { exec: { command: ['sleep', '60'] } },
  { exec: { command: ['false'] } },
  { sleep: { seconds: 2 } },
);

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

const container = fc.record({
  program: fc.constantFrom(...PROGRAMS),
  livenessProbe: maybe(probe),
  readinessProbe: maybe(probe),
  startupProbe: maybe(probe),
  preStop: maybe(hook),
  postStart: maybe(hook),
});

const pod = fc.record({
  containers: fc.array(container, { minLength: 1, maxLength: 2 }),
  init: fc.array(fc.constantFrom(...INIT_PROGRAMS), { maxLength: 2 }),
  sidecar: maybe(fc.constantFrom(...PROGRAMS)),
  restartPolicy: fc.constantFrom('Always', 'OnFailure', 'Never'),
  grace: fc.constantFrom(0, 1, 3, 8),
  shareProcessNamespace: fc.boolean(),
  image: fc.constantFrom('busybox:1.36', 'busybox:1.36', 'busybox:nosuch'),
});

type PodShape = typeof pod extends fc.Arbitrary<infer T> ? T : never;
type ContainerShape = PodShape['containers'][number];

const defined = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

function containerOf(name: string, image: string, shape: ContainerShape): object {
  const { program, preStop, postStart, ...probes } = shape;
  const lifecycle = defined({ preStop, postStart });
  return {
    name,
    image,
    command: ['sh', '-c', program],
    ...defined(probes),
    ...(Object.keys(lifecycle).length === 0 ? {} : { lifecycle }),
  };
}

function manifest(name: string, shape: PodShape): string {
  const { containers, init, sidecar, restartPolicy, grace, shareProcessNamespace, image } = shape;
  const busybox = 'busybox:1.36';
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: {
      restartPolicy,
      terminationGracePeriodSeconds: grace,
      shareProcessNamespace,
      initContainers: [
        ...init.map((program, place) => ({
          name: `i${place}`,
          image: busybox,
          command: ['sh', '-c', program],
        })),
        ...(sidecar === undefined
          ? []
          : [{ name: 'side', image: busybox, restartPolicy: 'Always', command: ['sh', '-c', sidecar] }]),
      ],
      containers: containers.map((each, place) =>
        containerOf(`c${place}`, place === 0 ? image : busybox, each),
      ),
    },
  });
}

const node = fc.constantFrom('worker-1', 'worker-2');
/** A fault and what ends it. */
const fault = fc.oneof(
  node.map((name) => [
    { component: 'kubelet', node: name, state: 'down' },
    { component: 'kubelet', node: name, state: 'up' },
  ]),
  node.map((name) => [
    { component: 'containerd', node: name, state: 'down' },
    { component: 'containerd', node: name, state: 'up' },
  ]),
  node.map((name) => [
    { cni: { node: name, state: 'missing-config' } },
    { cni: { node: name, state: 'ok' } },
  ]),
  fc.constantFrom('p0', 'p1', 'p2').map((name) => [{ sandbox: { pod: name, kill: true } }]),
  fc
    .tuple(
      fc.constantFrom('p0', 'p1', 'p2'),
      fc.constantFrom('c0', 'c1', 'side'),
      fc.constantFrom('KILL', 'TERM'),
    )
    .map(([name, of, signal]) => [{ process: { pod: name, container: of, signal } }]),
);

const run = fc.record({
  seed: fc.integer({ min: 1, max: 1000 }),
  pods: fc.array(pod, { minLength: 1, maxLength: 3 }),
  faults: fc.array(
    fc.record({ at: fc.integer({ min: 1, max: 55 }), lasts: fc.integer({ min: 1, max: 10 }), fault }),
    { maxLength: 3 },
  ),
});

type RunShape = typeof run extends fc.Arbitrary<infer T> ? T : never;

function scenarioOf({ seed, pods, faults }: RunShape, from: number): unknown {
  const steps = [
    ...pods.map((shape, place) => ({ at: place, apply: manifest(`p${place}`, shape) })),
    ...faults.flatMap(({ at, lasts, fault: [begin, end] }) => [
      { at, fault: begin },
      ...(end === undefined ? [] : [{ at: at + lasts, fault: end }]),
    ]),
    { at: from, kubectl: 'delete pod --all --wait=false' },
  ].sort((a, b) => a.at - b.at);
  return { title: 'x', seed, steps: steps.map((step) => ({ ...step, at: `${step.at}s` })), until: `${END}s` };
}

function violationsOf(shape: RunShape, from: number): readonly string[] {
  const checked = checkScenario(scenarioOf(shape, from) as Json);
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  const invariants = new NodeInvariants(shape.faults.length > 0);
  const session = new Session({ scenario: checked.value, sink: (record) => invariants.take(record) });
  while (session.advance({ until: END * 1_000_000 }) === 'turns');
  return invariants.end();
}

test.each([
  ['without faults', 11],
  ['under faults', 23],
] as const)('%s', (name, seed) => {
  const shapes = name === 'without faults' ? run.map((each) => ({ ...each, faults: [] })) : run;
  fc.assert(
    fc.property(shapes, fc.integer({ min: 2, max: DELETED_AT }), (shape, from) => {
      // Whatever ends a fault comes before the end of all.
      const late = Math.max(from, ...shape.faults.map(({ at, lasts }) => at + lasts));
      expect(violationsOf(shape, late)).toEqual([]);
    }),
    { seed, numRuns: Number(process.env['INVARIANT_RUNS'] ?? 15) },
  );
});
