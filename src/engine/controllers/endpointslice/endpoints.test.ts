import { expect, it } from 'vitest';
import type { Node, Pod, Service } from '../../../api/generated/types.ts';
import { belongsInEndpoints, endpointOf } from './endpoints.ts';

interface Shape {
  readonly ready?: boolean;
  readonly deleting?: boolean;
  readonly phase?: string;
  readonly ip?: string;
  readonly spec?: object;
}
const pod = ({
  ready = true,
  deleting = false,
  phase = 'Running',
  ip = '10.244.1.2',
  spec = {},
}: Shape = {}): Pod =>
  ({
    metadata: {
      name: 'web-a',
      namespace: 'default',
      uid: 'u',
      ...(deleting ? { deletionTimestamp: 'x' } : {}),
    },
    spec: { nodeName: 'n', ...spec },
    status: {
      phase,
      podIP: ip,
      podIPs: [{ ip }],
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
    },
  }) as unknown as Pod;
const service = (spec: object = {}): Service =>
  ({ metadata: { name: 'web', namespace: 'default' }, spec }) as unknown as Service;
const conditionsOf = (of: Pod, spec: object = {}): object | undefined =>
  endpointOf(of, undefined, service(spec), 'IPv4').conditions;

it.each([
  ['ready', pod(), {}, { ready: true, serving: true, terminating: false }],
  ['not ready', pod({ ready: false }), {}, { ready: false, serving: false, terminating: false }],
  [
    'terminating and still serving',
    pod({ deleting: true }),
    {},
    { ready: false, serving: true, terminating: true },
  ],
  [
    'terminating and done',
    pod({ deleting: true, ready: false }),
    {},
    { ready: false, serving: false, terminating: true },
  ],
  [
    'published though not ready',
    pod({ ready: false }),
    { publishNotReadyAddresses: true },
    { ready: true, serving: false, terminating: false },
  ],
])('a Pod that is %s', (_, of, spec, conditions) => {
  expect(conditionsOf(of, spec)).toEqual(conditions);
});

it('a Pod without an address, or that has ended, has no place; one that terminates has', () => {
  expect(
    [pod({ ip: '' }), pod({ phase: 'Succeeded' }), pod({ phase: 'Failed' }), pod({ deleting: true })].map(
      belongsInEndpoints,
    ),
  ).toEqual([false, false, false, true]);
});

it('tells node, zone and the host name that belongs to the Service', () => {
  const node = { metadata: { labels: { 'topology.kubernetes.io/zone': 'z' } } } as unknown as Node;
  const made = endpointOf(pod({ spec: { hostname: 'web-a', subdomain: 'web' } }), node, service(), 'IPv4');
  expect(made).toMatchObject({
    addresses: ['10.244.1.2'],
    nodeName: 'n',
    zone: 'z',
    hostname: 'web-a',
    targetRef: { kind: 'Pod', name: 'web-a' },
  });
  expect(
    endpointOf(pod({ spec: { hostname: 'web-a', subdomain: 'other' } }), node, service(), 'IPv4').hostname,
  ).toBeUndefined();
});

it.each([
  ['PreferClose', { forZones: [{ name: 'a' }] }],
  ['PreferSameZone', { forZones: [{ name: 'a' }] }],
  ['PreferSameNode', { forNodes: [{ name: 'n' }], forZones: [{ name: 'a' }] }],
  [undefined, undefined],
])('trafficDistribution %s hints %j', (trafficDistribution, hints) => {
  const labels = { 'topology.kubernetes.io/zone': 'a' };
  const node = { metadata: { name: 'n', labels } } as unknown as Node;
  const near = service({ trafficDistribution });
  expect(endpointOf(pod(), node, near, 'IPv4').hints).toEqual(hints);
  expect(endpointOf(pod({ ready: false }), node, near, 'IPv4').hints).toBeUndefined();
});

it('without zones only the same node can be hinted', () => {
  const hints = (trafficDistribution: string) =>
    endpointOf(pod(), undefined, service({ trafficDistribution }), 'IPv4').hints;
  expect(hints('PreferSameNode')).toEqual({ forNodes: [{ name: 'n' }] });
  expect(hints('PreferSameZone')).toBeUndefined();
});
