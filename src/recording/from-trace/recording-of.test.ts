import { expect, it } from 'vitest';
import { checkScenario } from '../../scenario/check-scenario.ts';
import { SECOND } from '../../trace/ids.ts';
import type { RecordKind, RecordKinds, TraceRecord } from '../../trace/record.ts';
import { compareRecording } from '../comparable/compare.ts';
import { distill } from '../comparable/distill.ts';
import { recordingOf } from './recording-of.ts';

const records: TraceRecord[] = [];
function add<K extends RecordKind>(at: number, actor: string, kind: K, data: RecordKinds[K]): number {
  records.push({
    seq: records.length,
    at: at * SECOND,
    turn: 0,
    actor,
    cause: undefined,
    kind,
    data,
  } as unknown as TraceRecord);
  return records.length - 1;
}
const NGINX = { namespace: 'default', name: 'nginx' };
const pod = (status: object): never =>
  ({ apiVersion: 'v1', kind: 'Pod', metadata: { ...NGINX, uid: 'u' }, spec: {}, status }) as never;
const putIn = (
  namespace: string,
  at: number,
  resource: string,
  object: { metadata: { name: string }; [key: string]: unknown },
): number =>
  add(at, 'etcd', 'object.put', {
    resource,
    namespace,
    name: object.metadata.name,
    rev: records.length,
    object,
  });
const put = (
  at: number,
  resource: string,
  object: { metadata: { name: string }; [key: string]: unknown },
): number => putIn('default', at, resource, object);
function request(
  at: number,
  send: Partial<RecordKinds['request.send']>,
  code: number,
  refusedBy?: 'authorization' | 'validation',
): void {
  const id = records.length;
  const base = {
    request: id,
    client: 'kubectl',
    user: 'kubernetes-admin',
    verb: 'get',
    resource: 'pods',
    ...NGINX,
  };
  add(at, 'kubectl', 'request.send', { ...base, ...send });
  if (refusedBy !== undefined)
    add(at, 'kube-apiserver', 'request.stage', { request: id, stage: refusedBy, verdict: 'refused' });
  add(at, 'kube-apiserver', 'request.done', { request: id, code });
}

put(-1, 'endpointslices.discovery.k8s.io', { metadata: { name: 'kubernetes' } });
put(-1, 'configmaps', { metadata: { name: 'kube-root-ca.crt' } });
request(-1, { verb: 'create' }, 201);
add(0, 'workstation', 'input.command', { index: 0, argv: ['kubectl', 'apply', '-f', '-'], stdin: 'x' });
request(0.01, {}, 404);
request(0.02, { resource: 'namespaces', name: 'default' }, 200);
request(0.03, { verb: 'create', user: 'dev' }, 403, 'authorization');
request(0.03, { verb: 'create' }, 422, 'validation');
request(0.03, { verb: 'list', resource: 'nodes', namespace: '', name: '' }, 200);
request(0.04, { verb: 'get', user: '' }, 401, 'authorization');
put(0.05, 'pods', pod({ phase: 'Pending' }));
add(0.06, 'workstation', 'command.output', { command: 0, stream: 'stdout', text: 'pod/nginx ' });
add(0.06, 'workstation', 'command.output', { command: 0, stream: 'stdout', text: 'created\n' });
add(0.07, 'workstation', 'command.exit', { command: 0, exit: 0 });
request(
  0.1,
  { verb: 'create', client: 'kube-scheduler', user: 'system:kube-scheduler', subresource: 'binding' },
  201,
);
request(0.1, { verb: 'list', client: 'kubelet', user: 'system:node:worker-1' }, 200);
const run = add(0.2, 'kubelet/worker-1', 'cri.call', {
  method: 'RunPodSandbox',
  node: 'worker-1',
  pod: NGINX,
  attempt: 0,
});
add(0.3, 'kubelet/worker-1', 'cri.return', { call: run as never });
const pull = add(0.3, 'kubelet/worker-1', 'cri.call', {
  method: 'PullImage',
  node: 'worker-1',
  pod: NGINX,
  image: 'nginx',
});
add(0.4, 'kubelet/worker-1', 'cri.return', { call: pull as never });
const start = add(0.4, 'kubelet/worker-1', 'cri.call', {
  method: 'StartContainer',
  node: 'worker-1',
  pod: NGINX,
  container: 'nginx',
  attempt: 0,
});
add(0.5, 'kubelet/worker-1', 'cri.return', { call: start as never, error: 'no such file' });
const stop = add(0.6, 'kubelet/worker-1', 'cri.call', {
  method: 'StopContainer',
  node: 'worker-1',
  pod: NGINX,
  container: 'nginx',
  timeoutSeconds: 30,
});
add(0.7, 'kubelet/worker-1', 'cri.return', { call: stop as never });
put(0.8, 'events', {
  metadata: { name: 'nginx.1' },
  involvedObject: { kind: 'Pod', ...NGINX },
  type: 'Normal',
  reason: 'Pulled',
  reportingComponent: 'kubelet',
  message: 'm',
});
put(0.8, 'events', {
  metadata: { name: 'worker-1.1' },
  involvedObject: { kind: 'Node', name: 'worker-1' },
  type: 'Normal',
  reason: 'NodeReady',
  message: 'm',
});
put(1, 'pods', pod({ phase: 'Running' }));
putIn('kube-system', 1, 'pods', { metadata: { name: 'coredns' } });
add(2, 'workstation', 'input.command', { index: 1, argv: ['get', 'pods', '-w'] });
add(9, 'etcd', 'object.delete', { resource: 'pods', ...NGINX, rev: 99, object: pod({ phase: 'Running' }) });

const checked = checkScenario({
  title: 'x',
  steps: [
    { at: '0s', apply: 'x' },
    { at: '1s', fault: { image: { remove: 'nginx' } } },
    { at: '2s', kubectl: 'get pods -w' },
  ],
});
if (!checked.ok) throw new Error('the scenario of this test');
const podRow = (_: unknown, atUs: number): string[] => ['nginx', '1/1', 'Running', '0', `${atUs / SECOND}s`];
const recording = recordingOf({ name: 'x', scenario: checked.value, records, endUs: 5 * SECOND, podRow });

it('commands are the steps as they went', () => {
  expect(recording.commands).toEqual([
    { at: 0, argv: ['apply', '-f', '-'], stdin: 'x', exit: 0, stdout: 'pod/nginx created\n', stderr: '' },
    { at: 1, argv: null, fault: { image: { remove: 'nginx' } }, exit: 0, stdout: '', stderr: '' },
    { at: 2, argv: ['get', 'pods', '-w'], exit: 'interrupted', stdout: '', stderr: '' },
  ]);
});

it('requests are what an audit log of the namespace keeps', () => {
  expect(distill(recording).requests).toEqual({
    'kubernetes-admin': [
      'get pods/nginx 404',
      'get namespaces/default 200',
      'create pods 403',
      'create pods/nginx 422',
    ],
    'kube-scheduler': ['create pods/binding/nginx 201'],
  });
});

it('CRI calls are told with the answers of the slow ones', () => {
  expect(recording.cri).toEqual([
    { at: 0.2, call: 'RunPodSandbox', pod: 'nginx', attempt: 0 },
    { at: 0.3, call: 'RunPodSandbox.done', pod: 'nginx', attempt: 0 },
    { at: 0.4, call: 'StartContainer', pod: 'nginx', container: 'nginx', attempt: 0 },
    { at: 0.6, call: 'StopContainer', pod: 'nginx', container: 'nginx', timeout: 30 },
    { at: 0.7, call: 'StopContainer.done', pod: 'nginx', container: 'nginx' },
  ]);
});

it("watches, rows and the end hold the scenario's own objects", () => {
  expect(recording.watch.map(({ at, resource, type }) => [at, resource, type])).toEqual([
    [0.05, 'pods', 'ADDED'],
    [0.8, 'events', 'ADDED'],
    [1, 'pods', 'MODIFIED'],
  ]);
  expect(recording.rows).toEqual([
    { at: 0.05, line: 'nginx   1/1   Running   0   0.05s' },
    { at: 1, line: 'nginx   1/1   Running   0   1s' },
  ]);
  expect(Object.entries(recording.final).filter(([, objects]) => objects.length > 0)).toEqual([
    ['pods', [pod({ phase: 'Running' })]],
  ]);
});

it('agrees with its own comparable form, and with its file', () => {
  const stored = JSON.parse(JSON.stringify(recording)) as typeof recording;
  expect(compareRecording(distill(recording), stored).flatMap((facet) => facet.differences)).toEqual([]);
});
