import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { play } from './testing/play.ts';

const pod = (name: string, cpu: string, more = ''): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  nodeName: worker-2
  terminationGracePeriodSeconds: 1
  containers:
  - name: app
    image: busybox:1.36
    command: [sh, -c, 'sleep 1000']
    resources: {requests: {cpu: ${cpu}, memory: 64Mi}, limits: {cpu: ${cpu}, memory: 64Mi}}
  ${more}
`;
const patch = (name: string, list: string, container: string, cpu: string, memory = '64Mi'): string => {
  const resources = { requests: { cpu, memory }, limits: { cpu, memory } };
  const body = JSON.stringify({ spec: { [list]: [{ name: container, resources }] } });
  return `patch pod ${name} --subresource=resize -p '${body}'`;
};

it('resizes a sidecar as any other container', () => {
  const sidecar = `initContainers:
  - name: proxy
    image: busybox:1.36
    command: [sh, -c, 'sleep 1000']
    restartPolicy: Always
    resources: {requests: {cpu: 50m, memory: 64Mi}, limits: {cpu: 50m, memory: 64Mi}}`;
  const run = play(
    [
      { at: '0s', apply: pod('web', '100m', sidecar) },
      { at: '5s', kubectl: patch('web', 'initContainers', 'proxy', '70m') },
      {
        at: '9s',
        kubectl: 'get pod web -o jsonpath={.status.initContainerStatuses[0].resources.limits.cpu}',
      },
      { at: '10s', kubectl: 'exec web -c proxy -- cat /sys/fs/cgroup/cpu.max' },
    ],
    '12s',
  );
  expect(run.output).toContain('70m7000 100000\n');
});

it('does not lower a memory limit below what is used, and says so once', () => {
  const hog = pod('web', '100m')
    .replace('busybox:1.36', '127.0.0.1:5000/app:v1')
    .replace("command: [sh, -c, 'sleep 1000']", "env: [{name: HOG_MB, value: '100'}]")
    .replaceAll('memory: 64Mi', 'memory: 200Mi');
  const run = play(
    [
      { at: '0s', apply: hog },
      { at: '8s', kubectl: patch('web', 'containers', 'app', '100m', '50Mi') },
      {
        at: '50s',
        kubectl: 'get pod web -o jsonpath={.status.containerStatuses[0].resources.limits.memory}',
      },
    ],
    '52s',
  );
  const errors = run.events('ResizeError');
  expect(errors).toHaveLength(1);
  const { error } = JSON.parse((errors[0]?.message ?? '').replace('Pod resize error: ', '')) as {
    error: string;
  };
  expect(error.replaceAll(/\(\d+\)$|usage \(\d+\)/g, 'usage (N)')).toBe(
    'cannot decrease memory limits: [attempting to set pod memory limit (52428800) below current usage (N), attempting to set container "app" memory limit (52428800) below current usage (N)]',
  );
  expect(run.output).toMatch(/200Mi$/);
});

describe('resizes that wait for room', () => {
  const important = 'priority: 1000';
  const steps: readonly Json[] = [
    {
      at: '0s',
      apply: `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: high}
value: 1000
`,
    },
    {
      at: '1s',
      apply: [
        pod('other', '1200m'),
        pod('first', '100m'),
        pod('second', '100m', `priorityClassName: high\n  ${important}`),
      ].join('---\n'),
    },
    { at: '8s', kubectl: patch('first', 'containers', 'app', '1000m') },
    { at: '10s', kubectl: patch('second', 'containers', 'app', '1500m') },
    { at: '15s', kubectl: 'delete pod other' },
  ];

  it('are tried when a Pod leaves, the more important one first', () => {
    const run = play(steps, '30s');
    expect(run.events('ResizeDeferred').map(({ about }) => about)).toEqual(['first', 'second', 'first']);
    const started = run.events('ResizeStarted');
    expect(started.map(({ about }) => about)).toEqual(['second']);
    expect(started[0]?.at).toBeGreaterThan(15);
    expect(started[0]?.at).toBeLessThan(20);
  });

  it('are looked at again by a kubelet that was restarted', () => {
    const run = play(
      [
        ...steps.slice(0, 3),
        { at: '15s', fault: { component: 'kubelet', node: 'worker-2', state: 'down' } },
        { at: '16s', kubectl: 'delete pod other --force' },
        { at: '20s', fault: { component: 'kubelet', node: 'worker-2', state: 'up' } },
      ],
      '40s',
    );
    const [started] = run.events('ResizeStarted');
    expect(started?.about).toBe('first');
    expect(started?.at).toBeLessThan(25);
  });
});

it('resizes what the Pod as a whole has', () => {
  const limits = 'resources: {requests: {cpu: 200m, memory: 64Mi}, limits: {cpu: 400m, memory: 128Mi}}';
  const whole = pod('web', '100m', limits).replace(/ {4}resources: .*\n/, '');
  const body = JSON.stringify({
    spec: { resources: { requests: { cpu: '300m' }, limits: { cpu: '500m' } } },
  });
  const run = play(
    [
      { at: '0s', apply: whole },
      { at: '4s', kubectl: `patch pod web --subresource=resize -p '${body}'` },
      { at: '8s', kubectl: 'exec web -- cat /sys/fs/cgroup/cpu.max' },
    ],
    '9s',
  );
  expect(run.events('ResizeCompleted')).toHaveLength(1);
  expect(run.output).toContain('50000 100000\n');
});
