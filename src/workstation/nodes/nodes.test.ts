import { describe, expect, it } from 'vitest';
import { readInputs } from '../../engine/cluster/inputs.ts';
import { Session } from '../../engine/cluster/session.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import { SECOND } from '../../trace/ids.ts';
import type { TraceRecord } from '../../trace/record.ts';

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec:
  nodeName: worker-1
  containers:
  - {name: web, image: 'nginx:1.25', ports: [{containerPort: 80}], resources: {limits: {memory: 64Mi, cpu: 250m}}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
`;

/** What the terminal shows of lines typed one by one behind a running Pod, three seconds apart. */
function typed(lines: readonly string[], preset = 'recording'): readonly string[] {
  const document = {
    formatVersion: 1,
    title: 'nodes',
    cluster: { preset },
    steps: [{ at: '0s', apply: POD }],
  };
  const scenario = checkScenario(document);
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.error));
  const inputs = readInputs(
    lines.map((run, index) => ({ at: `${12 + index * 3}s`, step: { run } })),
    scenario.value,
  );
  if (!inputs.ok) throw new Error(JSON.stringify(inputs.error));
  const shown = new Map<number, string>();
  const take = ({ kind, data }: TraceRecord): void => {
    if (kind === 'input.command' && data.line !== undefined) shown.set(data.index, '');
    if (kind === 'command.output' && shown.has(data.command))
      shown.set(data.command, (shown.get(data.command) ?? '') + data.text);
  };
  const session = new Session({ scenario: scenario.value, inputs: inputs.value, sink: take });
  session.advance({ until: (12 + lines.length * 3) * SECOND });
  return [...shown.values()];
}

describe('crictl', () => {
  it('inspects down to what runc was given', () => {
    const [args] = typed([
      `ssh worker-1 'crictl inspect -o go-template --template "{{.info.runtimeSpec.process.args}} {{.info.runtimeSpec.linux.resources.memory.limit}}" $(crictl ps -q)'`,
    ]);
    expect(args).toBe('[/docker-entrypoint.sh nginx -g daemon off;] 67108864\n');
  });

  it('lists what containerd has', () => {
    const [ps, pods, images, none] = typed([
      'ssh worker-1 crictl ps',
      'ssh worker-1 crictl pods --name web',
      'ssh worker-1 "crictl images | head -n 1"',
      'ssh worker-2 crictl ps -q',
    ]);
    expect(ps).toMatch(
      /^CONTAINER {11}IMAGE {15}CREATED {13}STATE {15}NAME {16}ATTEMPT {13}POD ID {14}POD {17}NAMESPACE\n[0-9a-f]{13} {7}[0-9a-f]{13} {7}\d+ seconds ago {6,}Running {13}web {17}0 {19}[0-9a-f]{13} {7}web {17}default\n$/,
    );
    expect(pods).toMatch(
      /\n[0-9a-f]{13} {7}\d+ seconds ago {6,}Ready {15}web {17}default {13}0 {19}\(default\)\n$/,
    );
    expect(images).toMatch(/^IMAGE {4,}.*TAG {17}IMAGE ID {12}SIZE\n$/);
    expect(none).toBe('');
  });

  it('inspects, reads logs, runs a command; and says when containerd is gone', () => {
    const [pid, log, uname, down, refused] = typed([
      `ssh worker-1 'crictl inspect $(crictl ps -q --name web) | grep -c CONTAINER_RUNNING'`,
      `ssh worker-1 'crictl logs --tail 1 $(crictl ps -q --name web) 2>&1 | grep -c .'`,
      `ssh worker-1 'crictl exec $(crictl ps -q --name web) hostname'`,
      'ssh worker-1 systemctl stop containerd',
      'ssh worker-1 crictl ps',
    ]);
    expect([pid, log, uname, down]).toEqual(['1\n', '1\n', 'web\n', '']);
    expect(refused).toContain('FATA[0000] validate service connection');
  });
});

it('ctr lists the pause of a sandbox, which crictl ps leaves out', () => {
  const [tasks, ids, elsewhere, gone] = typed([
    'ssh worker-1 ctr -n k8s.io tasks ls',
    `ssh worker-1 'ctr -n k8s.io tasks ls -q; crictl pods -q --name web; crictl ps -q'`,
    'ssh worker-1 ctr tasks ls',
    'ssh worker-1 "systemctl stop containerd; ctr -n k8s.io t ls"',
  ]);
  expect(tasks).toMatch(/^TASK {64}PID {5,}STATUS {4}\n(?:[0-9a-f]{64} {4}\d+ +RUNNING\n){2}$/);
  const [pause, container, ...asCri] = (ids ?? '').trim().split('\n');
  expect(asCri).toEqual([pause, container]);
  expect(elsewhere).toBe('TASK    PID    STATUS    \n');
  expect(gone).toContain('ctr: failed to dial');
});

it('systemctl stops a kubelet for good: the fault is recorded, the unit and the journal say so', () => {
  const [active, stop, status, journal, start] = typed([
    'ssh worker-1 systemctl is-active kubelet',
    'ssh worker-1 systemctl stop kubelet; echo $?',
    'ssh worker-1 systemctl status kubelet',
    'ssh worker-1 journalctl -u kubelet -n 2 --no-pager',
    'ssh worker-1 "systemctl start kubelet; systemctl is-active kubelet"',
  ]);
  expect([active, stop, start]).toEqual(['active\n', '0\n', 'active\n']);
  expect(status).toContain('Active: inactive (dead) since Mon 2026-11-30 ');
  expect(journal).toMatch(
    /^Nov 30 \d\d:\d\d:\d\d worker-1 systemd\[1\]: kubelet\.service: Deactivated successfully\.\nNov 30 \d\d:\d\d:\d\d worker-1 systemd\[1\]: Stopped kubelet\.service - kubelet: The Kubernetes Node Agent\.\n$/,
  );
});

it('the journals tell of a Pod in klog and in logrus', () => {
  const [kubelet, containerd] = typed([
    'ssh worker-1 "journalctl -u kubelet -o cat | grep default/web"',
    'ssh worker-1 "journalctl -u containerd -o cat | grep -e RunPodSandbox -e StartContainer"',
  ]);
  expect(kubelet).toMatch(
    /^I1130 \d\d:\d\d:\d\d\.\d{6} {5}731 kubelet\.go:\d+\] "SyncLoop ADD" source="api" pods=\["default\/web"\]\n/,
  );
  expect(containerd).toMatch(
    /^time="2026-11-30T[\d:.]+Z" level=info msg="RunPodSandbox for &PodSandboxMetadata\{Name:web,Uid:[0-9a-f-]{36},Namespace:default,Attempt:0,\} returns sandbox id \\"[0-9a-f]{64}\\""\n/,
  );
});

it("a Pod's network, processes and cgroup are the node's own", () => {
  const [rules, addresses, routes, inside, limit, processes] = typed([
    `ssh worker-1 'iptables-save | grep "default/web cluster IP" | head -n 1'`,
    'ssh worker-1 ip -br addr',
    'ssh worker-1 ip route',
    `ssh worker-1 'nsenter -t $(crictl inspect --output go-template --template "{{.info.pid}}" $(crictl ps -q)) -n ip -br addr'`,
    `ssh worker-1 'cat /sys/fs/cgroup$(cut -d: -f3 /proc/$(crictl inspect -o go-template --template "{{.info.pid}}" $(crictl ps -q))/cgroup)/memory.max'`,
    'ssh worker-1 "ps -ef | head -n 1; ps -ef | grep -c ^65535.*pause"',
  ]);
  expect(rules).toMatch(
    /^-A KUBE-SERVICES -d 10\.\S+\/32 -p tcp .*--comment "default\/web cluster IP" -m tcp --dport 80 -j KUBE-SVC-/,
  );
  expect(addresses).toMatch(
    /^lo {14} UNKNOWN {7} 127\.0\.0\.1\/8 \neth0 {12} UP {12} 10\.99\.1\.2\/16 \ncni0 .*\nveth[0-9a-f]{8}@if2 +UP {12} *\n$/,
  );
  expect(routes).toContain('10.244.2.0/24 via 10.99.2.2 dev eth0 \n');
  expect(inside).toMatch(/eth0@if4 .*10\.244\.1\.\d+\/24 \n$/);
  expect(limit).toBe('67108864\n');
  expect(processes).toMatch(/^UID {10}PID {4}PPID {2}C STIME TTY {10}TIME CMD\n1\n$/);
});

it('a login has a prompt, keeps its place and ends', () => {
  const [session, after] = typed([
    'ssh worker-1',
    'cd /var/log/pods',
    'ls | cut -d_ -f2',
    'exit',
    'echo back',
  ]);
  expect(session).toBe(
    'root@worker-1:~# cd /var/log/pods\nroot@worker-1:/var/log/pods# ls | cut -d_ -f2\nweb\nroot@worker-1:/var/log/pods# exit\nConnection to worker-1 closed.\n',
  );
  expect(after).toBe('back\n');
});

it('etcdctl reads on the control plane and refuses to write; docker reaches the nodes of kind', () => {
  const [keys, write, unknown, docker] = typed(
    [
      'ssh control-plane etcdctl get /registry/pods/default --prefix --keys-only',
      'ssh control-plane etcdctl put /registry/pods/default/web x',
      'ssh nowhere',
      'docker exec kind-worker hostname',
    ],
    'kind-3',
  );
  expect(keys).toBe('/registry/pods/default/web\n\n');
  expect(write).toContain('the API server is the only one that writes to etcd');
  expect(unknown).toBe('ssh: Could not resolve hostname nowhere: Name or service not known\n');
  expect(docker).toBe('worker-1\n');
});

it('systemctl reboot takes the machine down with the login on it, and it comes back', () => {
  const [reboot, again, units] = typed([
    'ssh worker-1 systemctl reboot; echo $?',
    'ssh worker-1 true',
    ...Array.from({ length: 6 }, () => 'true'),
    'ssh worker-1 systemctl is-active kubelet containerd',
    'kubectl get pods',
  ]).filter((text) => text !== '');
  expect(reboot).toBe('Connection to worker-1 closed by remote host.\n255\n');
  expect(again).toBe('ssh: connect to host worker-1 port 22: No route to host\n');
  expect(units).toBe('active\nactive\n');
});
