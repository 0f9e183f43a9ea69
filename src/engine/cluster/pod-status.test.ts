import { expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { play } from './testing/play.ts';

/** What these commands print, one behind the other. */
function outputsOf(steps: readonly Json[]): readonly string[] {
  const { records } = play(steps, '100s');
  return records.flatMap((record) => (record.kind === 'command.output' ? [record.data.text] : []));
}

const pod = (container: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - {name: app, image: '127.0.0.1:5000/app:v1', ${container}}
`;

it('says what is set aside for a Pod, and what its cgroup has once it runs', () => {
  const resources = '{requests: {cpu: 100m, ephemeral-storage: 1Gi}, limits: {memory: 64Mi}}';
  const [, printed] = outputsOf([
    { at: '0s', apply: pod(`resources: ${resources}`) },
    { at: '95s', kubectl: 'get pod web -o jsonpath={.status.allocatedResources}{.status.resources}' },
  ]);
  expect(printed).toBe(
    '{"cpu":"100m","ephemeral-storage":"1Gi","memory":"64Mi"}{"limits":{"memory":"64Mi"},"requests":{"cpu":"100m","memory":"64Mi"}}',
  );
});

it('asks a postStart hook’s path of a server that listens at once', () => {
  const [, status, ...log] = outputsOf([
    { at: '0s', apply: pod('lifecycle: {postStart: {httpGet: {path: /, port: 8080}}}') },
    { at: '5s', kubectl: 'get pod web --no-headers' },
    { at: '6s', kubectl: 'logs web' },
  ]);
  expect(status).toMatch(/^web +1\/1 +Running +0 /);
  expect(log.join('')).toContain('"GET / HTTP/1.1" 200 36 "-" "kube-lifecycle/1.36" "-"');
});

it('shows a process the cgroup it is in as the root of its own', () => {
  const [, printed] = outputsOf([
    { at: '0s', apply: pod('resources: {limits: {memory: 64Mi}}') },
    { at: '5s', kubectl: 'debug web --image=busybox:1.36 -c d -- cat /proc/self/cgroup' },
    { at: '8s', kubectl: 'logs web -c d' },
  ]).filter((text) => !text.startsWith('Default'));
  expect(printed).toBe('0::/\n');
});

it('counts the block that dd fills as memory', () => {
  const command = '[dd, if=/dev/zero, of=/dev/null, bs=200M, count=1]';
  const [, state] = outputsOf([
    {
      at: '0s',
      apply: pod(`command: ${command}, resources: {limits: {memory: 64Mi}}`).replace(
        '127.0.0.1:5000/app:v1',
        'busybox:1.36',
      ),
    },
    { at: '5s', kubectl: 'get pod web -o jsonpath={.status.containerStatuses[0].lastState}' },
  ]);
  expect(state).toContain('"reason":"OOMKilled"');
});
