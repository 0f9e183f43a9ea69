import { expect, it } from 'vitest';
import { readInputs } from '../engine/cluster/inputs.ts';
import { Session } from '../engine/cluster/session.ts';
import { checkScenario } from '../scenario/check-scenario.ts';
import { SECOND } from '../trace/ids.ts';
import type { TraceRecord } from '../trace/record.ts';

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec:
  containers:
  - {name: web, image: 'nginx:1.25', ports: [{containerPort: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}], type: NodePort}
`;

/** What the terminal shows of lines typed one by one, eight seconds after the Pod was made and two apart. */
function typed(lines: readonly string[]): readonly string[] {
  const scenario = checkScenario({ formatVersion: 1, title: 'terminal', steps: [{ at: '0s', apply: POD }] });
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.error));
  const inputs = readInputs(
    lines.map((run, index) => ({ at: `${8 + index * 2}s`, step: { run } })) as never,
    scenario.value,
  );
  if (!inputs.ok) throw new Error(JSON.stringify(inputs.error));
  const records: TraceRecord[] = [];
  const session = new Session({
    scenario: scenario.value,
    inputs: inputs.value,
    sink: (record) => records.push(record),
  });
  session.advance({ until: (8 + lines.length * 2) * SECOND });
  const shown = new Map<number, string>();
  for (const { kind, data } of records) {
    if (kind === 'input.command' && data.line !== undefined) shown.set(data.index, '');
    if (kind === 'command.output' && shown.has(data.command))
      shown.set(data.command, (shown.get(data.command) ?? '') + data.text);
  }
  return [...shown.values()];
}

it('exec -it: what is typed goes to the container until its shell ends', () => {
  const [shell, after] = typed([
    'kubectl exec -it web -- sh',
    'hostname; echo $((6*7))',
    'exit',
    'kubectl get pods --no-headers | cut -c1-6',
  ]);
  expect(shell).toBe('/ # hostname; echo $((6*7))\nweb\n42\n/ # exit\n');
  expect(after).toBe('web   \n');
});

it('exec -it: Ctrl-C ends what runs in the container, Ctrl-D its shell; what is typed meanwhile waits', () => {
  const [shell, after] = typed([
    'kubectl exec -it web -- sh',
    'sleep 100',
    'echo later',
    '\x03',
    'echo now',
    '\x04',
    'echo back',
  ]);
  expect(shell).toBe('/ # sleep 100\necho later\n^C\n/ # echo now\nnow\n/ # \n');
  expect(after).toBe('back\n');
});

it('Ctrl-C ends a watch, lines typed one upon the other run in order', () => {
  const [watch, ...lines] = typed([
    'kubectl get pods -w --no-headers',
    '\x03',
    'sleep 3; echo one',
    'for i in two\ndo echo $i\ndone',
  ]);
  expect(watch).toMatch(/^web /);
  expect(lines).toEqual(['one\n', 'two\n']);
});

it.each([
  ['kubectl get pods -w', '1'],
  ['k wait --for=condition=Foo pod/web', '1'],
  ['kubectl logs -f web', '1'],
  ['kubectl port-forward pod/web 8080:80', '0'],
  ['kubectl exec web -- sleep 100', '130'],
  ['kubectl get pods -w | cat', '130'],
])('Ctrl-C: %s ends with %s', (line, exit) => {
  expect(typed([line, '\x03', 'echo $?']).at(-1)).toBe(`${exit}\n`);
});

it('what attach shows ends with Ctrl-C', () => {
  const [, watch, after] = typed([
    'kubectl run p --image=busybox:1.36 -- sh -c "while sleep 1; do echo t; done"',
    'kubectl attach p',
    '\x03',
    'echo one',
  ]);
  expect(watch).toMatch(/prompt, try pressing enter\.\n(?:t\n){1,3}$/);
  expect(after).toBe('one\n');
});

it('run -it: the container reads what is typed, and ends with its shell', () => {
  const [session, after] = typed([
    'kubectl run box --rm -it --image=busybox:1.36 --restart=Never -- sh',
    ' ',
    'hostname',
    'exit',
    'kubectl get pods --no-headers | cut -c1-3',
  ]);
  expect(session).toContain('/ # hostname\nbox\n/ # exit\n');
  expect(session).toContain('pod "box" deleted from default namespace\n');
  expect(after).toBe('web\n');
});

it('a port forwarded in the background answers curl', () => {
  const [forward, answer] = typed([
    'kubectl port-forward pod/web 8080:80 &',
    'curl -s localhost:8080 | head -n 4',
  ]);
  expect(forward).toContain('Forwarding from 127.0.0.1:8080 -> 80\n');
  expect(answer).toBe('<!DOCTYPE html>\n<html>\n<head>\n<title>Welcome to nginx!</title>\n');
});

it('a port that nobody listens on costs kubectl its connection', () => {
  const [forward, answer, after] = typed([
    'kubectl port-forward pod/web 8080:81 &',
    'curl -s localhost:8080; echo $?',
    'curl -s localhost:8080; echo $?',
  ]);
  expect(answer).toBe('52\n');
  expect(forward).toContain(
    'portforward.go:522] "Unhandled Error" err="an error occurred forwarding 8080 -> 81: error forwarding port 81 to pod ',
  );
  expect(forward).toContain('error: lost connection to pod\n');
  expect(after).toBe('7\n');
});

it("a NodePort answers on a node's address, a Service and a Pod do not", () => {
  const [page, cluster, pod] = typed([
    'curl -s $(kubectl get node worker-1 -o jsonpath={.status.addresses[0].address}):$(kubectl get svc web -o jsonpath={.spec.ports[0].nodePort}) | grep title',
    'curl -m 1 -s $(kubectl get svc web -o jsonpath={.spec.clusterIP}); echo $?',
    'curl -m 1 -s $(kubectl get pod web -o jsonpath={.status.podIP}); echo $?',
  ]);
  expect(page).toBe('<title>Welcome to nginx!</title>\n');
  expect(cluster).toBe('28\n');
  expect(pod).toBe('28\n');
});

it('the API server answers curl: over TLS as to anybody, and without it that it speaks TLS', () => {
  const [plain, unverified, ready, pods] = typed([
    'curl -s 10.99.0.1:6443',
    'curl https://10.99.0.1:6443/readyz 2>&1 | head -n 1; curl -s https://10.99.0.1:6443/readyz; echo $?',
    'curl -sk https://10.99.0.1:6443/readyz',
    'curl -sk https://10.99.0.1:6443/api/v1/pods | grep \'"message"\'',
  ]);
  expect(plain).toBe('Client sent an HTTP request to an HTTPS server.\n');
  expect(unverified).toBe('curl: (60) SSL certificate problem: unable to get local issuer certificate\n60\n');
  expect(ready).toBe('ok');
  expect(pods).toBe(
    '  "message": "pods is forbidden: User \\"system:anonymous\\" cannot list resource \\"pods\\" in API group \\"\\" at the cluster scope",\n',
  );
});
