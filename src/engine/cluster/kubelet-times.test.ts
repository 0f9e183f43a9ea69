import { describe, expect, it } from 'vitest';
import type { Pod } from '../../api/generated/types.ts';
import { type Played, play } from './testing/play.ts';

// What the kubelet does when: every time that a rule sets, read from the run of a cluster. Seconds.

/** The sync loop's ticker and PLEG's: what waits for one comes at most this much later. */
const TICK = 1;
/** A call, a relist, a start: what is no rule's. */
const SLACK = 0.6;

interface PodParts {
  readonly name?: string;
  readonly command?: string;
  readonly container?: string;
  readonly spec?: string;
  readonly init?: string;
}

function pod({
  name = 'web',
  command = 'sleep 10000',
  container = '',
  spec = '',
  init = '',
}: PodParts): string {
  return `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  nodeName: worker-1
  ${spec}
  ${init === '' ? '' : `initContainers:\n${init}`}
  containers:
  - name: app
    image: busybox:1.36
    command: [sh, -c, '${command}']
    ${container}
`;
}

const gaps = (times: readonly number[]): number[] =>
  times.slice(1).map((at, index) => at - (times[index] ?? 0));
const at = ({ at: seconds }: { readonly at: number }): number => seconds;

/** From each end of the container to its next creation. */
function restartDelays(run: Played): number[] {
  const exits = run.processes('web', 'process.exit').map(at);
  const creations = run.calls('web', 'CreateContainer').map(at);
  return creations.slice(1).map((created) => {
    const exit = exits.filter((each) => each < created).at(-1) ?? 0;
    return created - exit;
  });
}

describe('crash back-off', () => {
  it('starts again at once, then after 10 s doubling to 300 s, each up to half as long again', () => {
    const run = play([{ at: '0s', apply: pod({ command: 'sleep 2; exit 1' }) }], '1500s');
    const delays = restartDelays(run).slice(0, 8);
    expect(delays).toHaveLength(8);
    expect(delays[0]).toBeLessThan(TICK + SLACK);
    for (const [index, nominal] of [10, 20, 40, 80, 160, 300, 300].entries()) {
      const delay = delays[index + 1] ?? 0;
      expect(delay).toBeGreaterThanOrEqual(nominal);
      // Above a minute the worker looks again before the end: 60 s and up to half of it at a time.
      const late = nominal <= 60 ? nominal * 0.5 : 30;
      expect(delay).toBeLessThan(nominal + late + TICK + SLACK);
    }
    const waits = [...new Set(run.events('BackOff').map(({ message }) => message.replace(/\(.*/, '')))];
    expect(waits).toEqual(['Back-off restarting failed container app in pod web_default']);
    const texts = run
      .pods('web')
      .flatMap(({ pod: { status } }) => status?.containerStatuses?.[0]?.state?.waiting?.message ?? []);
    const named = texts.flatMap((text) => /^back-off (\S+) restarting/.exec(text)?.[1] ?? []);
    expect([...new Set(named)]).toEqual(['10s', '20s', '40s', '1m20s', '2m40s', '5m0s']);
  });

  it('begins anew after ten minutes of running', () => {
    const command =
      'n=$(cat /n/n 2>/dev/null || echo 0); n=$((n+1)); echo $n > /n/n; if [ $n = 4 ]; then sleep 605; else sleep 2; fi; exit 1';
    const run = play(
      [
        {
          at: '0s',
          apply: pod({
            command,
            container: 'volumeMounts: [{name: count, mountPath: /n}]',
            spec: 'volumes: [{name: count, emptyDir: {}}]',
          }),
        },
      ],
      '720s',
    );
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = restartDelays(run);
    expect(first).toBeLessThan(TICK + SLACK);
    expect(second).toBeGreaterThanOrEqual(10);
    expect(third).toBeGreaterThanOrEqual(20);
    // The fourth run lasted longer than ten minutes.
    expect(fourth).toBeLessThan(TICK + SLACK);
    expect(fifth).toBeGreaterThanOrEqual(10);
    expect(fifth).toBeLessThan(15 + TICK + SLACK);
  });
});

it('image back-off: a look every 10 to 15 s, a pull when 10, 20, 40 s have passed since the last failure', () => {
  const image = pod({}).replace('busybox:1.36', 'busybox:nope');
  const run = play([{ at: '0s', apply: image }], '200s');
  const pulls = run.events('Pulling').map(at);
  for (const [index, nominal] of [10, 20, 40].entries()) {
    expect(gaps(pulls)[index]).toBeGreaterThanOrEqual(nominal);
    expect(gaps(pulls)[index]).toBeLessThan(nominal + 15 + TICK + SLACK);
  }
  const looks = [...pulls, ...run.events('BackOff').map(at)].sort((a, b) => a - b);
  for (const gap of gaps(looks).slice(1)) {
    expect(gap).toBeGreaterThanOrEqual(10);
    expect(gap).toBeLessThan(15 + TICK + SLACK);
  }
});

describe('the grace period', () => {
  const stop = (
    run: Played,
  ): { term: number; kill: number | undefined; timeouts: (number | undefined)[] } => {
    const signals = run.processes('web', 'signal');
    return {
      term: signals.find(({ what }) => what === 'SIGTERM')?.at ?? 0,
      kill: signals.find(({ what }) => what === 'SIGKILL')?.at,
      timeouts: run.calls('web', 'StopContainer').map(({ timeout }) => timeout),
    };
  };
  const deleted = (apply: string, how = ''): Played =>
    play(
      [
        { at: '0s', apply },
        { at: '5s', kubectl: `delete pod web --wait=false ${how}` },
      ],
      '60s',
    );
  const hook = (command: string): string => `lifecycle: {preStop: {exec: {command: [sleep, "${command}"]}}}`;

  it('ends with SIGKILL to the second', () => {
    const { term, kill, timeouts } = stop(deleted(pod({ spec: 'terminationGracePeriodSeconds: 7' })));
    expect(timeouts).toEqual([7]);
    expect(kill).toBeCloseTo(term + 7, 3);
    expect(term).toBeLessThan(5 + 0.2);
  });

  it('has the hook in it, in whole seconds', () => {
    const run = deleted(pod({ container: hook('3'), spec: 'terminationGracePeriodSeconds: 10' }));
    const { term, kill, timeouts } = stop(run);
    expect(timeouts).toEqual([7]);
    expect(term).toBeGreaterThanOrEqual(8);
    expect(term).toBeLessThan(8 + SLACK);
    expect(kill).toBeCloseTo(term + 7, 3);
  });

  it('leaves two seconds after a hook that ran over it', () => {
    const run = deleted(pod({ container: hook('30'), spec: 'terminationGracePeriodSeconds: 4' }));
    const { term, kill, timeouts } = stop(run);
    expect(timeouts).toEqual([2]);
    expect(term).toBeGreaterThanOrEqual(9);
    expect(term).toBeLessThan(9 + SLACK);
    expect(kill).toBeCloseTo(term + 2, 3);
  });

  it.each([
    ['--grace-period=1', 2],
    ['--now', 2],
    ['--grace-period=0 --force', 2],
  ])('is two seconds at least: %s', (how, timeout) => {
    expect(stop(deleted(pod({}), how)).timeouts).toEqual([timeout]);
  });

  it('goes to sidecars in reverse order, each with what is left', () => {
    const init = ['first', 'second']
      .map(
        (name) =>
          `  - {name: ${name}, image: 'busybox:1.36', restartPolicy: Always, command: [sh, -c, sleep 10000]}`,
      )
      .join('\n');
    const command = 'trap "sleep 3; exit 0" TERM; while true; do sleep 0.1; done';
    const run = deleted(
      pod({ init, command: command.replaceAll('"', '"'), spec: 'terminationGracePeriodSeconds: 8' }),
    );
    // The app takes three seconds; the second sidecar has five left and uses them up; so the first has the least there is.
    expect(stop(run).timeouts).toEqual([8, 5, 2]);
    const stops = run.calls('web', 'StopContainer').map(at);
    expect((stops[1] ?? 0) - (stops[0] ?? 0)).toBeGreaterThanOrEqual(3);
    expect((stops[2] ?? 0) - (stops[0] ?? 0)).toBeCloseTo(8, 1);
  });
});

describe('probes', () => {
  const results = (run: Played, kind: string): { at: number; result: string }[] =>
    run.records.flatMap((record) =>
      record.kind === 'probe.result' && record.data.probe === kind
        ? [{ at: record.at / 1e6, result: record.data.result }]
        : [],
    );
  const startedAt = (run: Played): number => run.when('web', ({ status }) => status?.phase === 'Running');

  it('wait for initialDelaySeconds, then come at whole periods', () => {
    const container =
      'readinessProbe: {exec: {command: [test, -f, /tmp/never]}, initialDelaySeconds: 4, periodSeconds: 3}';
    const run = play([{ at: '0s', apply: pod({ container }) }], '40s');
    const times = results(run, 'readiness').map(at);
    const began = startedAt(run);
    // Whole seconds since a start that is written in whole seconds.
    expect(times[0]).toBeGreaterThan(began + 4 - TICK);
    expect(times[0]).toBeLessThan(began + 4 + 3);
    for (const gap of gaps(times)) expect(gap).toBeCloseTo(3, 3);
  });

  it('kill after failureThreshold failures, each as long as the timeout, and count anew for the next container', () => {
    const container =
      'livenessProbe: {exec: {command: [sleep, "60"]}, timeoutSeconds: 1, periodSeconds: 4, failureThreshold: 3}';
    const run = play(
      [
        {
          at: '0s',
          apply: pod({ container, command: 'trap "exit 0" TERM; while true; do sleep 0.1; done' }),
        },
      ],
      '40s',
    );
    const failures = results(run, 'liveness').map(at);
    expect(gaps(failures.slice(0, 3))[0]).toBeCloseTo(4, 2);
    expect(gaps(failures.slice(0, 3))[1]).toBeCloseTo(4, 2);
    const stops = run.calls('web', 'StopContainer').map(at);
    expect(stops[0]).toBeCloseTo(failures[2] ?? 0, 1);
    // Six failures in all for two kills.
    expect(stops[1]).toBeCloseTo(failures[5] ?? 0, 1);
  });

  it('begin at random within a period when the kubelet has just started', () => {
    const container = 'livenessProbe: {exec: {command: ["true"]}, periodSeconds: 20}';
    const names = ['web', 'two', 'three'];
    const run = play(
      [
        { at: '0s', apply: names.map((name) => pod({ name, container })).join('---\n') },
        { at: '30s', fault: { component: 'kubelet', node: 'worker-1', state: 'down' } },
        { at: '31s', fault: { component: 'kubelet', node: 'worker-1', state: 'up' } },
      ],
      '80s',
    );
    const first = names.map(
      (name) =>
        run.records.find(
          (record) => record.kind === 'probe.result' && record.data.pod.name === name && record.at > 31e6,
        )?.at ?? 0,
    );
    for (const each of first) {
      expect(each / 1e6).toBeGreaterThan(32);
      expect(each / 1e6).toBeLessThan(34 + 20);
    }
    expect(new Set(first).size).toBe(3);
  });
});

describe('a Pod’s deadline', () => {
  const failed = ({ status }: Pod): boolean => status?.reason === 'DeadlineExceeded';
  const over = (run: Played): number => run.events('DeadlineExceeded')[0]?.at ?? 0;

  it('counts from the start time and is seen at the next tick', () => {
    const run = play(
      [{ at: '0s', apply: pod({ spec: 'activeDeadlineSeconds: 5\n  terminationGracePeriodSeconds: 2' }) }],
      '20s',
    );
    // The start time has whole seconds: the deadline may come up to one earlier than five seconds from now.
    expect(over(run)).toBeGreaterThan(4);
    expect(over(run)).toBeLessThan(5 + TICK);
    expect(run.when('web', failed)).toBeGreaterThan(over(run) + 2);
  });

  it('does not begin anew with another kubelet', () => {
    const run = play(
      [
        { at: '0s', apply: pod({ spec: 'activeDeadlineSeconds: 20' }) },
        { at: '6s', fault: { component: 'kubelet', node: 'worker-1', state: 'down' } },
        { at: '8s', fault: { component: 'kubelet', node: 'worker-1', state: 'up' } },
      ],
      '60s',
    );
    expect(over(run)).toBeGreaterThan(19);
    expect(over(run)).toBeLessThan(20 + TICK);
  });
});

it('a kubelet that starts looks at its runtime after a second and has its Pods after another', () => {
  const run = play(
    [
      { at: '0s', apply: pod({}) },
      { at: '10s', fault: { component: 'kubelet', node: 'worker-1', state: 'down' } },
      { at: '11s', apply: pod({ name: 'late' }) },
      { at: '20s', fault: { component: 'kubelet', node: 'worker-1', state: 'up' } },
    ],
    '40s',
  );
  const accepted = run.when('late', ({ status }) => status?.startTime !== undefined);
  expect(accepted).toBeGreaterThanOrEqual(22);
  expect(accepted).toBeLessThan(22 + SLACK);
});

it('renews its lease every ten seconds, four per cent later at most', () => {
  const run = play([{ at: '0s', apply: pod({}) }], '300s');
  const renewals = run.records.flatMap(({ kind, at: us, data }) =>
    kind === 'object.put' && data.resource === 'leases.coordination.k8s.io' && data.name === 'worker-1'
      ? [us / 1e6]
      : [],
  );
  expect(renewals.length).toBeGreaterThan(25);
  for (const gap of gaps(renewals)) {
    expect(gap).toBeGreaterThanOrEqual(9.9);
    expect(gap).toBeLessThan(10.5);
  }
});

it('a changed ConfigMap is in its files at the next resync, 60 to 90 s after the last', () => {
  const config = (value: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cfg}\ndata: {a: "${value}"}\n`;
  const run = play(
    [
      { at: '0s', apply: config('old') },
      {
        at: '1s',
        apply: pod({
          command: 'while grep -q old /cfg/a; do sleep 0.5; done; sleep 10000',
          container: 'volumeMounts: [{name: cfg, mountPath: /cfg}]',
          spec: 'volumes: [{name: cfg, configMap: {name: cfg}}]',
        }),
      },
      { at: '10s', apply: config('new') },
    ],
    '120s',
  );
  const ran = startOf(run);
  const looked = run.records.flatMap((record) =>
    record.kind === 'process.start' && record.data.argv[0] === 'grep' ? [record.at / 1e6] : [],
  );
  const changed = looked.at(-1) ?? 0;
  expect(changed).toBeGreaterThan(ran + 60 - TICK);
  expect(changed).toBeLessThan(ran + 90 + TICK + SLACK);
});

function startOf(run: Played): number {
  return run.when('web', ({ status }) => status?.phase === 'Running');
}

it('a stop that its kubelet did not live to see through is asked for anew, with the whole grace period', () => {
  const run = play(
    [
      { at: '0s', apply: pod({ spec: 'terminationGracePeriodSeconds: 12' }) },
      { at: '5s', kubectl: 'delete pod web --wait=false' },
      { at: '8s', fault: { component: 'kubelet', node: 'worker-1', state: 'down' } },
      { at: '9s', fault: { component: 'kubelet', node: 'worker-1', state: 'up' } },
    ],
    '40s',
  );
  const signals = run.processes('web', 'signal');
  expect(signals.map(({ what }) => what)).toEqual(['SIGTERM', 'SIGTERM', 'SIGKILL']);
  const [first = 0, second = 0, kill = 0] = signals.map(at);
  expect(first).toBeLessThan(5.2);
  // The new kubelet has its Pods after two seconds.
  expect(second).toBeCloseTo(11, 0);
  expect(kill).toBeCloseTo(second + 12, 3);
});

it('pulls five images a second after the first ten; what waits for its turn is not counted', () => {
  const names = Array.from({ length: 30 }, (_, index) => `web-${index}`);
  const always = 'imagePullPolicy: Always';
  const run = play(
    [{ at: '0s', apply: names.map((name) => pod({ name, container: always })).join('---\n') }],
    '4s',
  );
  const pulled = run.events('Pulled').map(at);
  const refused = run.events('Failed').filter(({ message }) => message.endsWith('pull QPS exceeded'));
  const first = pulled[0] ?? 0;
  expect(pulled.filter((each) => each < first + 1).length).toBeGreaterThan(10);
  expect(refused.length).toBeGreaterThan(0);
  const last = refused.at(-1)?.at ?? 0;
  expect(pulled.filter((each) => each <= last).length).toBeLessThanOrEqual(10 + 5 * (last - first + 1));
});

it('a sandbox whose kubelet went while it was made leaves no address behind', () => {
  const run = play(
    [
      { at: '0s', apply: pod({}) },
      { at: '0.5s', fault: { component: 'kubelet', node: 'worker-1', state: 'down' } },
      { at: '1s', fault: { component: 'kubelet', node: 'worker-1', state: 'up' } },
    ],
    '10s',
  );
  const addresses = run.pods('web').flatMap(({ pod: { status } }) => status?.podIP ?? []);
  expect(addresses[0]).toMatch(/\.3$/);
  const commands = run.records.flatMap((record) => (record.kind === 'cni.call' ? [record.data.command] : []));
  expect(commands).toEqual(['ADD', 'DEL', 'ADD']);
});
