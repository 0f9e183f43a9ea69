import fc from 'fast-check';

// Random Pods, what is done to them and what breaks under them, as a scenario's document.

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

const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq = 2): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq });

const probe = fc
  .record({
    by: fc.constantFrom(
      { exec: { command: ['true'] } },
      { exec: { command: ['false'] } },
      { exec: { command: ['sh', '-c', 'test -f /tmp/x'] } },
      { exec: { command: ['sleep', '5'] } },
      { exec: { command: ['nosuch'] } },
      { tcpSocket: { port: 80 } },
    ),
    initialDelaySeconds: fc.integer({ min: 0, max: 3 }),
    periodSeconds: fc.integer({ min: 1, max: 4 }),
    failureThreshold: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ by, ...numbers }) => ({ ...by, ...numbers }));

const hook = fc.constantFrom(
  { exec: { command: ['sleep', '1'] } },
  { exec: { command: ['sleep', '60'] } },
  { exec: { command: ['false'] } },
  { sleep: { seconds: 2 } },
  { httpGet: { port: 80, path: '/' } },
);

/** A container's own policy and rules. */
const restarts = fc.constantFrom<object>(
  { restartPolicy: 'Never' },
  { restartPolicy: 'OnFailure' },
  {
    restartPolicy: 'Never',
    restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [3, 4] } }],
  },
  {
    restartPolicy: 'Never',
    restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [3, 4] } }],
  },
);

const container = fc.record({
  program: fc.constantFrom(...PROGRAMS),
  livenessProbe: maybe(probe),
  readinessProbe: maybe(probe),
  startupProbe: maybe(probe),
  preStop: maybe(hook),
  postStart: maybe(hook, 4),
  restarts: maybe(restarts, 3),
});

const init = fc.record({ program: fc.constantFrom(...INIT_PROGRAMS), restarts: maybe(restarts, 4) });

const sidecar = fc.record({
  program: fc.constantFrom(...PROGRAMS),
  startupProbe: maybe(probe),
  livenessProbe: maybe(probe),
  preStop: maybe(hook),
});

const pod = fc.record({
  containers: fc.array(container, { minLength: 1, maxLength: 2 }),
  init: fc.array(init, { maxLength: 2 }),
  sidecars: fc.array(sidecar, { maxLength: 2 }),
  /** Sidecars are declared before what initialises. */
  sidecarsFirst: fc.boolean(),
  restartPolicy: fc.constantFrom('Always', 'OnFailure', 'Never'),
  grace: fc.constantFrom(0, 1, 3, 8),
  activeDeadline: maybe(fc.integer({ min: 3, max: 40 }), 6),
  shareProcessNamespace: fc.boolean(),
  image: fc.constantFrom('busybox:1.36', 'busybox:1.36', 'busybox:1.36', 'busybox:nosuch'),
  /** A volume that one container soon fills beyond its limit. */
  fills: fc.option(fc.constant(true), { nil: false, freq: 8 }),
});

type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;
type PodShape = Of<typeof pod>;

const BUSYBOX = 'busybox:1.36';

const defined = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

type Shape = Partial<Omit<Of<typeof container>, 'program'>> & { readonly program: string };

function containerOf(name: string, image: string, shape: Shape): object {
  const { program, preStop, postStart, restarts: own, ...probes } = shape;
  const lifecycle = defined({ preStop, postStart });
  return {
    name,
    image,
    command: ['sh', '-c', program],
    ...defined(probes),
    ...own,
    ...(Object.keys(lifecycle).length === 0 ? {} : { lifecycle }),
  };
}

const FILLING = {
  name: 'fill',
  image: BUSYBOX,
  command: ['sh', '-c', 'dd if=/dev/zero of=/data/f bs=1M count=3; sleep 1000'],
  volumeMounts: [{ name: 'data', mountPath: '/data' }],
};

function manifest(name: string, shape: PodShape): string {
  const { containers, restartPolicy, grace, shareProcessNamespace, image, fills, activeDeadline } = shape;
  const plain = shape.init.map((each, place) => containerOf(`i${place}`, BUSYBOX, each));
  const sidecars = shape.sidecars.map((each, place) => ({
    ...containerOf(`s${place}`, BUSYBOX, each),
    restartPolicy: 'Always',
  }));
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: {
      restartPolicy,
      terminationGracePeriodSeconds: grace,
      shareProcessNamespace,
      ...(activeDeadline === undefined ? {} : { activeDeadlineSeconds: activeDeadline }),
      initContainers: shape.sidecarsFirst ? [...sidecars, ...plain] : [...plain, ...sidecars],
      containers: [
        ...containers.map((each, place) => containerOf(`c${place}`, place === 0 ? image : BUSYBOX, each)),
        ...(fills ? [FILLING] : []),
      ],
      ...(fills ? { volumes: [{ name: 'data', emptyDir: { sizeLimit: '1Mi' } }] } : {}),
    },
  });
}

const podName = fc.constantFrom('p0', 'p1', 'p2');
const node = fc.constantFrom('worker-1', 'worker-2');

/** A fault and what ends it. */
const fault = fc.oneof(
  fc.tuple(fc.constantFrom('kubelet', 'containerd'), node).map(([component, name]) => [
    { component, node: name, state: 'down' },
    { component, node: name, state: 'up' },
  ]),
  fc
    .tuple(node, fc.constantFrom('missing-config', 'plugin-error'))
    .map(([name, state]) => [{ cni: { node: name, state } }, { cni: { node: name, state: 'ok' } }]),
  node.map((name) => [
    { node: name, state: 'down' },
    { node: name, state: 'up' },
  ]),
  node.map((name) => [
    { partition: { node: name, state: 'on' } },
    { partition: { node: name, state: 'off' } },
  ]),
);

/** What may happen to a Pod while its node is well. */
const event = fc.oneof(
  podName.map((name) => ({ fault: { sandbox: { pod: name, kill: true } } })),
  fc
    .tuple(podName, fc.constantFrom('c0', 'c1', 's0', 's1', 'i0'), fc.constantFrom('KILL', 'TERM'))
    .map(([name, of, signal]) => ({ fault: { process: { pod: name, container: of, signal } } })),
  fc
    .tuple(podName, fc.constantFrom('--now', '--force --grace-period=0', '--grace-period=2', ''))
    .map(([name, how]) => ({ kubectl: `delete pod ${name} ${how} --wait=false` })),
  podName.map((name) => ({ kubectl: `set image pod/${name} c0=busybox:1.37` })),
  podName.map((name) => ({
    kubectl: `debug ${name} --image=busybox:1.36 --target=c0 -- sh -c "sleep 3"`,
  })),
  podName.map((name) => ({
    kubectl: `patch pod ${name} --subresource resize -p '{"spec":{"containers":[{"name":"c0","resources":{"requests":{"cpu":"100m"},"limits":{"cpu":"200m"}}}]}}'`,
  })),
  podName.map((name) => ({ kubectl: `exec ${name} -- sh -c "kill 1; touch /tmp/x"` })),
  node.map((name) => ({ kubectl: `drain ${name} --force --ignore-daemonsets --timeout=5s` })),
  node.map((name) => ({ kubectl: `taint node ${name} bad=yes:NoExecute --overwrite` })),
);

const at = fc.integer({ min: 1, max: 55 });

export const randomRun = fc.record({
  seed: fc.integer({ min: 1, max: 1000 }),
  pods: fc.array(pod, { minLength: 1, maxLength: 3 }),
  events: fc.array(fc.record({ at, event }), { maxLength: 4 }),
  faults: fc.array(fc.record({ at, lasts: fc.integer({ min: 1, max: 20 }), fault }), { maxLength: 3 }),
  /** When all Pods are deleted. */
  from: fc.integer({ min: 2, max: 70 }),
});

export type RandomRun = Of<typeof randomRun>;

/** How long a run is: what was deleted last is gone then, and the collectors have been round. */
export const RUN_SECONDS = 280;

/** The run as a scenario. Whatever ends a fault comes before the end of all. */
export function randomScenario({ seed, pods, events, faults, from }: RandomRun): unknown {
  const late = Math.max(
    from,
    ...faults.map((each) => each.at + each.lasts),
    ...events.map((each) => each.at),
  );
  const steps = [
    ...pods.map((shape, place) => ({ at: place, apply: manifest(`p${place}`, shape) })),
    ...events.map((each) => ({ at: each.at, ...each.event })),
    ...faults.flatMap(({ at: begin, lasts, fault: [breaks, mends] }) => [
      { at: begin, fault: breaks },
      { at: begin + lasts, fault: mends },
    ]),
    { at: late, kubectl: 'delete pod --all --wait=false' },
  ].sort((a, b) => a.at - b.at);
  return {
    title: 'random',
    seed,
    steps: steps.map((step) => ({ ...step, at: `${step.at}s` })),
    until: `${RUN_SECONDS}s`,
  };
}
