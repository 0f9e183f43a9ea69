import { expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { type Played, play } from './testing/play.ts';

// What a kubelet leaves on its node: nothing, also when it did not see how something ended.

const pod = (name: string, more = ''): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  nodeName: worker-1
  terminationGracePeriodSeconds: 1
  containers:
  - name: app
    image: busybox:1.36
    command: [sh, -c, 'echo hello; sleep 1000']
    ${more}
`;
/** Sees the node's folders. */
const watcher = `${pod('watcher', 'volumeMounts: [{name: var, mountPath: /host}]')}  volumes: [{name: var, hostPath: {path: /var}}]
`;
const kubelet = (at: string, state: 'down' | 'up'): Json => ({
  at,
  fault: { component: 'kubelet', node: 'worker-1', state },
});
const list = (at: string, folder: string): Json => ({ at, kubectl: `exec watcher -- ls ${folder}` });

const count = (run: Played, name: string, method: string): number => run.calls(name, method).length;

it('a container that was made and never started is removed with its sandbox', () => {
  const apply = { at: '0s', apply: pod('web') };
  const [start] = play([apply], '3s').calls('web', 'StartContainer');
  const run = play(
    [
      apply,
      // While the call is under way.
      kubelet(`${((start?.at ?? 0) + 0.01).toFixed(3)}s`, 'down'),
      { at: '2s', kubectl: 'delete pod web --force --grace-period=0' },
      kubelet('3s', 'up'),
    ],
    '150s',
  );
  expect(count(run, 'web', 'CreateContainer')).toBe(1);
  expect(run.processes('web', 'process.exit')).toEqual([]);
  expect(count(run, 'web', 'RemoveContainer')).toBe(1);
  expect(count(run, 'web', 'RemovePodSandbox')).toBe(1);
});

it('logs go with their containers, and their folder with the Pod', () => {
  const run = play(
    [
      { at: '0s', apply: [watcher, pod('web')].join('---\n') },
      list('5s', '/host/log/pods /host/log/containers'),
      { at: '6s', kubectl: 'delete pod web' },
      list('140s', '/host/log/pods /host/log/containers'),
    ],
    '142s',
  );
  const [before = '', after = ''] = run.output.split('pod "web" deleted from default namespace');
  expect(before).toMatch(/default_web_/);
  expect(before).toMatch(/web_default_app-[0-9a-f]{64}\.log/);
  expect(after).toMatch(/default_watcher_/);
  expect(after).not.toContain('web');
});

it('of a Pod that went while its kubelet was down, whose containers had ended, nothing stays', () => {
  const crashing = pod('web').replace('echo hello; sleep 1000', 'exit 1');
  const run = play(
    [
      { at: '0s', apply: [watcher, crashing].join('---\n') },
      list('5s', '/host/lib/kubelet/pods'),
      kubelet('6s', 'down'),
      { at: '7s', kubectl: 'delete pod web --force --grace-period=0' },
      kubelet('8s', 'up'),
      list('20s', '/host/lib/kubelet/pods'),
    ],
    '21s',
  );
  const folders = run.output.split('\n').filter((line) => /^[0-9a-f-]{36}$/.test(line));
  // Two at first, then its own alone.
  expect(folders).toHaveLength(3);
});

const TAINT: Json = { at: '4s', kubectl: 'taint node worker-1 bad=yes:NoExecute' };

it('a Pod that a new kubelet refuses is stopped: only admitted ones may run', () => {
  const run = play(
    [{ at: '0s', apply: pod('web') }, kubelet('3s', 'down'), TAINT, kubelet('6s', 'up')],
    '30s',
  );
  expect(run.events('TaintToleration').map(({ message }) => message)).toEqual([
    "Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate",
  ]);
  expect(run.processes('web', 'process.exit').map(({ what }) => what)).toEqual(['137']);
  expect(run.pods('web').at(-1)?.pod.status?.phase).toBe('Failed');
});

it('a Pod that is refused on its way out, of which nothing runs, is seen off', () => {
  const run = play(
    [
      { at: '0s', apply: pod('web') },
      { at: '3s', fault: { node: 'worker-1', state: 'down' } },
      { at: '3s', kubectl: 'delete pod web --wait=false' },
      TAINT,
      { at: '6s', fault: { node: 'worker-1', state: 'up' } },
      { at: '20s', kubectl: 'get pods' },
    ],
    '21s',
  );
  expect(run.events('TaintToleration')).toHaveLength(1);
  expect(run.output).toContain('No resources found in default namespace.');
});
