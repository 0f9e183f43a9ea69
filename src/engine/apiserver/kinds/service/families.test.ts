import { expect, test } from 'vitest';
import { TestServer } from '../../testing/test-server.ts';

const server = new TestServer();

function create(name: string, spec: object): string {
  const body = { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec };
  return server.refusal({ verb: 'create', resource: 'services', name, body });
}

const PORTS = [{ port: 80 }];
const invalid = (text: string): string => `Service "web" is invalid: ${text}`;

// On a cluster of one family; the first thing that is wrong there is all that is told.
test.each<[object, string]>([
  [
    { ipFamilyPolicy: 'RequireDualStack', ports: PORTS },
    'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
  ],
  [
    { ipFamilies: ['IPv6'], ports: PORTS },
    'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster',
  ],
  [
    { ipFamilies: ['IPv4', 'IPv6'], ports: PORTS },
    "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
  ],
  [
    { clusterIP: 'fd00::1', ports: PORTS },
    'spec.clusterIPs[0]: Invalid value: ["fd00::1"]: IPv6 is not configured on this cluster',
  ],
  [
    { clusterIP: 'foo', type: 'NodePort', ports: [{ port: 80, nodePort: 1 }] },
    'spec.clusterIPs[0]: Invalid value: "foo": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
  ],
])('%j', (spec, message) => {
  expect(create('web', spec)).toBe(invalid(message));
});

test('a Service that is filled in by hand has both families, one that prefers two the one there is', () => {
  create('by-hand', { clusterIP: 'None', ports: PORTS });
  create('prefers', { ipFamilyPolicy: 'PreferDualStack', ports: PORTS });
  const families = ['by-hand', 'prefers'].map((name) => {
    const read = server.request({ verb: 'get', resource: 'services', name });
    const { spec } = (read.ok ? read.value.body : {}) as { spec?: Record<string, unknown> };
    return [spec?.['ipFamilyPolicy'], spec?.['ipFamilies']];
  });
  expect(families).toEqual([
    ['RequireDualStack', ['IPv4', 'IPv6']],
    ['PreferDualStack', ['IPv4']],
  ]);
});

test('a node port is one for all protocols, but one port may have it for TCP and UDP', () => {
  const nodePort = 30_053;
  const dns = (protocol: string, port = 53) => ({
    name: `${port}-${protocol}`.toLowerCase(),
    port,
    protocol,
    nodePort,
  });
  expect(create('dns', { type: 'NodePort', ports: [dns('TCP'), dns('UDP')] })).toBe('accepted with 201');
  const taken = 'Invalid value: 30053: provided port is already allocated';
  expect(create('web', { type: 'NodePort', ports: [dns('SCTP')] })).toBe(
    invalid(`spec.ports[0].nodePort: ${taken}`),
  );
  const twice = [dns('TCP'), dns('TCP', 54)].map((port) => ({ ...port, nodePort: 30_054 }));
  expect(create('web', { type: 'NodePort', ports: twice })).toBe(
    invalid('spec.ports[1].nodePort: Invalid value: 30054: provided port is already allocated'),
  );
});
