import { describe, expect, it } from 'vitest';
import type { EndpointSlice, Service } from '../../../../api/generated/types.ts';
import { randomStream } from '../../../../base/rng.ts';
import { ClusterZone } from './zone.ts';

function service(name: string, spec: object): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'default' },
    spec,
  } as unknown as Service;
}

const SERVICES = new Map([
  ['default/web', service('web', { clusterIP: '10.96.0.20', ports: [{ name: 'http', port: 80 }] })],
  ['default/db', service('db', { clusterIP: 'None', ports: [{ name: 'sql', port: 5432 }] })],
  ['default/empty', service('empty', { clusterIP: 'None' })],
  ['default/ext', service('ext', { type: 'ExternalName', externalName: 'web.default.svc.cluster.local' })],
]);
const SLICE = {
  addressType: 'IPv4',
  endpoints: [
    { addresses: ['10.244.1.2'], hostname: 'db-0', conditions: { ready: true } },
    { addresses: ['10.244.2.2'], conditions: { ready: true } },
    { addresses: ['10.244.2.3'], hostname: 'db-2', conditions: { ready: false } },
  ],
} as unknown as EndpointSlice;

const ZONE = new ClusterZone({
  service: (key) => SERVICES.get(key),
  services: () => SERVICES.values(),
  slices: (key) => (key === 'default/db' ? [SLICE] : []),
  namespaceExists: (name) => name === 'default',
  random: randomStream(1, 'dns'),
});

function ask(name: string, type: 'A' | 'AAAA' | 'SRV' | 'PTR' | 'CNAME' | 'TXT' = 'A'): string {
  const { status, records } = ZONE.answer(name, type);
  return [status, ...records.map((record) => record.data).sort()].join(' ');
}

describe('cluster.local', () => {
  it.each([
    ['web.default.svc.cluster.local', 'A', 'ok 10.96.0.20'],
    ['WEB.default.svc.cluster.local.', 'A', 'ok 10.96.0.20'],
    ['web.default.svc.cluster.local', 'AAAA', 'nodata'],
    ['web', 'A', 'nxdomain'],
    ['nosuch.default.svc.cluster.local', 'A', 'nxdomain'],
    ['db.default.svc.cluster.local', 'A', 'ok 10.244.1.2 10.244.2.2'],
    ['empty.default.svc.cluster.local', 'A', 'nxdomain'],
    ['db-0.db.default.svc.cluster.local', 'A', 'ok 10.244.1.2'],
    ['10-244-2-2.db.default.svc.cluster.local', 'A', 'ok 10.244.2.2'],
    ['db-2.db.default.svc.cluster.local', 'A', 'nxdomain'],
    ['_http._tcp.web.default.svc.cluster.local', 'SRV', 'ok 0 100 80 web.default.svc.cluster.local'],
    [
      '_sql._tcp.db.default.svc.cluster.local',
      'SRV',
      'ok 0 50 5432 10-244-2-2.db.default.svc.cluster.local 0 50 5432 db-0.db.default.svc.cluster.local',
    ],
    ['10-244-9-9.default.pod.cluster.local', 'A', 'ok 10.244.9.9'],
    ['ext.default.svc.cluster.local', 'A', 'ok 10.96.0.20 web.default.svc.cluster.local'],
    ['20.0.96.10.in-addr.arpa', 'PTR', 'ok web.default.svc.cluster.local'],
    ['2.1.244.10.in-addr.arpa', 'PTR', 'ok db-0.db.default.svc.cluster.local'],
    ['default.svc.cluster.local', 'A', 'nodata'],
    ['other.svc.cluster.local', 'A', 'nxdomain'],
    ['example.com', 'A', 'nxdomain'],
  ] as const)('%s %s', (name, type, expected) => {
    expect(ask(name, type)).toBe(expected);
  });
});
