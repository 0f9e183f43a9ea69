import { expect, it } from 'vitest';
import { type Played, play } from './testing/play.ts';

// What a Pod's spec asks of the runtime beyond a program, as its programs and Events show it.

const pod = (spec: object, container: object = {}): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web' },
    spec: {
      nodeName: 'worker-1',
      terminationGracePeriodSeconds: 5,
      ...spec,
      containers: [{ name: 'app', image: 'busybox:1.36', command: ['sleep', '1000'], ...container }],
    },
  });

const refusals = (run: Played): string[] =>
  run.events('FailedCreatePodSandBox').map(({ message }) => message.replaceAll(/[0-9a-f]{64}/g, 'ID'));

it('hostPID: the program is not PID 1, so SIGTERM ends it, and it sees the node’s own', () => {
  const run = play(
    [
      { at: '0s', apply: pod({ hostPID: true }) },
      { at: '3s', kubectl: 'exec web -- cat /proc/1/cmdline' },
      { at: '4s', kubectl: 'delete pod web' },
    ],
    '15s',
  );
  expect(run.output).toContain('/sbin/init');
  expect(run.processes('web', 'process.exit').map(({ what }) => what)).toContain('143');
});

it('/proc tells of privileges, the filter of system calls and the OOM score', () => {
  const securityContext = {
    allowPrivilegeEscalation: false,
    seccompProfile: { type: 'RuntimeDefault' },
  };
  const run = play(
    [
      { at: '0s', apply: pod({}, { securityContext }) },
      { at: '3s', kubectl: 'exec web -- grep -E "NoNewPrivs|Seccomp" /proc/1/status' },
      { at: '3s', kubectl: 'exec web -- cat /proc/1/oom_score_adj' },
    ],
    '4s',
  );
  expect(run.output).toContain('NoNewPrivs:\t1\nSeccomp:\t2\nSeccomp_filters:\t1\n1000\n');
});

it('a sysctl’s value that the kernel does not take keeps the sandbox from starting', () => {
  const sysctls = [{ name: 'net.ipv4.tcp_syncookies', value: 'on' }];
  const run = play([{ at: '0s', apply: pod({ securityContext: { sysctls } }) }], '3s');
  expect(refusals(run)).toEqual([
    'Failed to create pod sandbox: rpc error: code = Unknown desc = failed to start sandbox "ID": failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: error during container init: write sysctl key net.ipv4.tcp_syncookies: write /proc/sys/net/ipv4/tcp_syncookies: invalid argument',
  ]);
});

it('a RuntimeClass’s handler is asked for, not its name', () => {
  const runtimeClass = JSON.stringify({
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: 'sandboxed' },
    handler: 'kata',
  });
  const run = play(
    [
      { at: '0s', apply: runtimeClass },
      { at: '1s', apply: pod({ runtimeClassName: 'sandboxed' }) },
    ],
    '3s',
  );
  expect(refusals(run)).toEqual([
    'Failed to create pod sandbox: rpc error: code = Unknown desc = failed to get sandbox runtime: no runtime for "kata" is configured',
  ]);
});

it('root without CAP_CHOWN gives no file away', () => {
  const command = ['sh', '-c', 'touch /x; chown 1000 /x; echo $?'];
  const securityContext = { capabilities: { drop: ['CHOWN'] } };
  const run = play(
    [
      { at: '0s', apply: pod({ restartPolicy: 'Never' }, { command, securityContext }) },
      { at: '3s', kubectl: 'logs web' },
    ],
    '4s',
  );
  expect(run.output).toContain('chown: /x: Operation not permitted\n1\n');
});
