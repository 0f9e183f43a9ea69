import { expect, it } from 'vitest';
import { play } from '../testing/play.ts';

const WEB = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', image: 'nginx', ports: [{ containerPort: 80 }] }] },
};
const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
const kind = { cluster: { preset: 'kind-3' } };
const ask = (flags: string, path: string): string =>
  `kubectl exec web -- sh -c 'curl -s ${flags} https://kubernetes.default.svc${path}'`;

it('lets a Pod ask the API server with its token, for what its account may', () => {
  const { output } = play(
    [
      { at: '0s', apply: JSON.stringify(WEB) },
      { at: '20s', run: `${ask(`--cacert ${ACCOUNT}/ca.crt`, '/version')} | head -2` },
      { at: '21s', run: ask('', '/version') },
      {
        at: '22s',
        run: ask(`-k -H "Authorization: Bearer $(cat ${ACCOUNT}/token)"`, '/api/v1/namespaces/default/pods'),
      },
      { at: '23s', kubectl: 'create rolebinding view --clusterrole=view --serviceaccount=default:default' },
      {
        at: '24s',
        run: `${ask(`-k -H "Authorization: Bearer $(cat ${ACCOUNT}/token)"`, '/api/v1/namespaces/default/pods')} | grep -o '"name": "web"'`,
      },
      { at: '25s', run: 'kubectl exec web -- curl -sk https://10.99.1.2:10250/metrics/resource' },
      {
        at: '26s',
        run: `kubectl exec web -- sh -c 'curl -sk -H "Authorization: Bearer $(cat ${ACCOUNT}/token)" https://10.99.1.2:10250/metrics/resource'`,
      },
    ],
    '30s',
    kind,
  );
  expect(output).toContain('{\n  "major": "1",\n');
  expect(output).toContain('command terminated with exit code 60\n');
  expect(output).toContain(
    'User \\"system:serviceaccount:default:default\\" cannot list resource \\"pods\\" in API group \\"\\" in the namespace \\"default\\"',
  );
  expect(output).toContain('view created\n"name": "web"\n');
  expect(output).toContain('Unauthorized');
  expect(output).toContain(
    'Forbidden (user=system:serviceaccount:default:default, verb=get, resource=nodes, subresource(s)=[metrics])\n',
  );
});

it('proxies to Nodes, Pods and Services, and kubectl proxy does it all for a port of the machine', () => {
  const { output } = play(
    [
      { at: '0s', apply: JSON.stringify(WEB) },
      { at: '20s', kubectl: 'expose pod web --port=8080 --target-port=80' },
      { at: '22s', run: 'kubectl get --raw /api/v1/nodes/worker-1/proxy/healthz; echo' },
      { at: '23s', run: 'kubectl get --raw /api/v1/namespaces/default/pods/web/proxy/ | head -1' },
      {
        at: '24s',
        run: 'kubectl proxy & sleep 1; curl -s localhost:8001/api/v1/namespaces/default/services/web:8080/proxy/ | sed -n 4p; curl -s 127.0.0.1:8001/api/v1/namespaces/default/pods/web/exec; echo; kubectl proxy; kill %1',
      },
      { at: '29s', kubectl: "proxy --port=0 --accept-hosts='['" },
      { at: '30s', kubectl: 'delete pod web --now' },
      { at: '34s', kubectl: 'get --raw /api/v1/namespaces/default/services/web:8080/proxy/' },
      { at: '35s', kubectl: 'get --raw /api/v1/namespaces/default/services/web:81/proxy/' },
    ],
    '40s',
    kind,
  );
  expect(output).toContain(
    'Starting to serve on 127.0.0.1:8001\n<title>Welcome to nginx!</title>\nForbidden\n',
  );
  expect(output).toContain('error: listen tcp 127.0.0.1:8001: bind: address already in use\n');
  expect(output).toContain('error: Error compiling re: Invalid regular expression: /[/');
  expect(output).toContain(
    'Error from server (ServiceUnavailable): no endpoints available for service "web"\n',
  );
  expect(output).toContain(
    'Error from server (ServiceUnavailable): no service port 81 found for service "web"\n',
  );
});

it('tells its health check by check, and that etcd is away', () => {
  const { output } = play(
    [
      { at: '0s', run: "kubectl get --raw '/livez?verbose&exclude=log' | sed -n '2,3p;$p'" },
      { at: '1s', run: 'kubectl get --raw /readyz/etcd-readiness; echo' },
      { at: '2s', fault: { component: 'etcd', state: 'down' } },
      { at: '3s', run: 'kubectl get --raw /livez/ping; echo' },
      { at: '4s', run: "kubectl get --raw /livez 2>&1 | tr '[' '\\n' | grep etcd" },
    ],
    '8s',
    kind,
  );
  expect(output).toContain('[+]log excluded: ok\n[+]etcd ok\nlivez check passed\n');
  expect(output).toContain('ok\nok\n-]etcd failed: reason withheld\\n\n');
});
