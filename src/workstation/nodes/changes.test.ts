import { expect, it } from 'vitest';
import { play } from '../../engine/cluster/testing/play.ts';

const WEB = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { nodeName: 'worker-1', containers: [{ name: 'c', image: 'nginx' }] },
};
const on = (node: string, line: string): string => `ssh ${node} '${line}'`;
const played = (lines: readonly string[]): string =>
  play(
    [{ at: '0s', apply: JSON.stringify(WEB) }, ...lines.map((run, at) => ({ at: `${20 + 3 * at}s`, run }))],
    `${30 + 3 * lines.length}s`,
    { cluster: { preset: 'kind-3' } },
  ).output;

it('what crictl stops the kubelet starts again, and a removed image is pulled again', () => {
  const output = played([
    on('worker-1', 'crictl stop $(crictl ps -q --name ^c$) >/dev/null'),
    'kubectl get pod web --no-headers',
    on('worker-1', 'crictl pull busybox && crictl rmi busybox; crictl rmi busybox'),
    on('worker-1', 'crictl rmp $(crictl pods -q --name web)'),
  ]);
  expect(output).toContain('web   1/1   Running   1 (3s ago)   23s\n');
  expect(output).toContain('Deleted: docker.io/library/busybox:latest\nE no such image "busybox"\n');
  expect(output).toContain('is in ready state, please stop it first');
});

it("a node's tools say what a real one's do", () => {
  const output = played([
    on('worker-1', 'strace -p 1'),
    on('worker-1', 'curl -s localhost:10248/healthz; echo; curl -s localhost:10249/proxyMode; echo'),
    on('worker-1', 'systemctl is-enabled kubelet; journalctl -k; journalctl --since yesterdayish'),
    on('worker-1', 'iptables -t nat -S KUBE-SERVICES | head -1; iptables -t nat -S NOPE'),
    on('control-plane', 'etcdctl member list; etcdctl snapshot save /tmp/a.db'),
    'free -m | wc -l; nosuchtool; nosuchtool | cat',
  ]);
  expect(output).toContain('bash: line 1: strace: command not found\n');
  expect(output).toContain('ok\niptables\n');
  expect(output).toContain('enabled\n-- No entries --\nFailed to parse timestamp: yesterdayish\n');
  expect(output).toContain('-N KUBE-SERVICES\niptables: No chain/target/match by that name.\n');
  expect(output).toContain('Snapshot saved at /tmp/a.db\nServer version 3.6.0\n');
  expect(output).toContain('3\nbash: nosuchtool: command not found\nbash: nosuchtool: command not found\n');
});
