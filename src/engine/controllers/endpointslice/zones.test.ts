import { describe, expect, it } from 'vitest';
import type { Endpoint, EndpointSlice, Node, Service } from '../../../api/generated/types.ts';
import type { WantedSlice } from './reconcile.ts';
import { ZoneHints } from './zone-hints.ts';
import { isOverloaded, withZoneHints, zoneShares } from './zones.ts';

interface NodeShape {
  readonly zone?: string;
  readonly cpu?: string;
  readonly ready?: boolean;
  readonly role?: string;
}
const node = ({ zone, cpu = '4', ready = true, role }: NodeShape): Node =>
  ({
    metadata: {
      labels: {
        ...(zone === undefined ? {} : { 'topology.kubernetes.io/zone': zone }),
        ...(role === undefined ? {} : { [`node-role.kubernetes.io/${role}`]: '' }),
      },
    },
    status: { allocatable: { cpu }, conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
  }) as unknown as Node;

const endpoint = (zone: string, hint?: string, ready = true): Endpoint => ({
  addresses: ['10.0.0.1'],
  conditions: { ready },
  ...(zone === '' ? {} : { zone }),
  ...(hint === undefined ? {} : { hints: { forZones: [{ name: hint }] } }),
});
const made = (...endpoints: Endpoint[]): WantedSlice => ({
  name: undefined,
  base: undefined,
  ports: [],
  endpoints,
});
const stored = (name: string, ...endpoints: Endpoint[]): EndpointSlice =>
  ({ metadata: { name }, ports: [], endpoints }) as unknown as EndpointSlice;
const hintsIn = (slices: readonly WantedSlice[]): string[] =>
  slices.flatMap(({ endpoints }) => endpoints.map(({ hints }) => hints?.forZones?.[0]?.name ?? '-'));
const times = (count: number, zone: string): Endpoint[] =>
  Array.from({ length: count }, () => endpoint(zone));

const even = new Map([
  ['a', 0.5],
  ['b', 0.5],
]);

describe('what the nodes tell of zones', () => {
  it('is their part of the CPU; control planes and nodes that are not ready do not count', () => {
    const nodes = [
      node({ zone: 'a', cpu: '1500m' }),
      node({ zone: 'b', cpu: '4500m' }),
      node({ zone: 'c', ready: false }),
      node({ role: 'control-plane' }),
    ];
    expect(zoneShares(nodes)).toEqual(
      new Map([
        ['a', 0.25],
        ['b', 0.75],
      ]),
    );
  });

  it.each([
    ['a node without a zone', [node({ zone: 'a' }), node({ zone: 'b' }), node({})]],
    ['a node without CPU', [node({ zone: 'a' }), node({ zone: 'b', cpu: '0' })]],
    ['one zone', [node({ zone: 'a' }), node({ zone: 'a' })]],
  ])('is nothing with %s', (_, nodes) => {
    expect(zoneShares(nodes)).toBeUndefined();
  });
});

describe('whom endpoints serve', () => {
  it('their own zone where that does', () => {
    const wanted = made(...times(2, 'a'), ...times(2, 'b'), endpoint('a', 'a', false));
    const hinted = withZoneHints({ create: [wanted], update: [], unchanged: [] }, even);
    expect(hintsIn(hinted.create)).toEqual(['a', 'a', 'b', 'b', '-']);
    expect(hinted.outcome).toEqual({
      zones: new Map([
        ['a', 2],
        ['b', 2],
      ]),
    });
  });

  it('another where a zone has too few', () => {
    const hinted = withZoneHints(
      { create: [made(...times(5, 'a'), ...times(1, 'b'))], update: [], unchanged: [] },
      even,
    );
    expect(hintsIn(hinted.create)).toEqual(['b', 'b', 'a', 'a', 'a', 'b']);
  });

  it.each([
    [
      undefined,
      times(4, 'a'),
      'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes',
    ],
    [even, times(1, 'a'), 'Insufficient number of endpoints (1 endpoints, 2 zones)'],
    [
      even,
      times(3, 'a'),
      'Unable to allocate minimum required endpoints to each zone without exceeding overload threshold (3 endpoints, 2 zones)',
    ],
    [even, [...times(3, 'a'), endpoint('')], 'One or more endpoints do not have a zone specified'],
  ])('everybody when that cannot be shared out: %#', (shares, endpoints, problem) => {
    const slices = {
      create: [made(...endpoints)],
      update: [],
      unchanged: [stored('old', endpoint('a', 'a', false))],
    };
    const hinted = withZoneHints(slices, shares);
    expect(hinted.outcome).toEqual({ problem });
    expect(hintsIn([...hinted.create, ...hinted.update])).toEqual([...endpoints.map(() => '-'), '-']);
  });

  it('what is served already counts, and a slice whose hints do not do is written again', () => {
    const good = stored('good', endpoint('a', 'a'), endpoint('b', 'b'));
    const bad = stored('bad', endpoint('a'), endpoint('b', 'b'));
    const hinted = withZoneHints({ create: [], update: [], unchanged: [good, bad] }, even);
    expect(hinted.update.map(({ name }) => name)).toEqual(['bad']);
    expect(hintsIn(hinted.update)).toEqual(['a', 'b']);
  });
});

it('a zone is overloaded with a fifth less than its share', () => {
  const zones = (a: number, b: number): Map<string, number> =>
    new Map([
      ['a', a],
      ['b', b],
    ]);
  expect(isOverloaded(zones(5, 5), even)).toBe(false);
  expect(isOverloaded(zones(4, 6), even)).toBe(true);
  expect(isOverloaded(zones(5, 5), undefined)).toBe(true);
  expect(isOverloaded(new Map(), undefined)).toBe(false);
});

describe('what is told of it', () => {
  const service = (mode?: string): Service =>
    ({
      metadata: {
        name: 'web',
        annotations: mode === undefined ? {} : { 'service.kubernetes.io/topology-mode': mode },
      },
    }) as unknown as Service;
  const slices = { create: [made(...times(2, 'a'), ...times(2, 'b'))], update: [], unchanged: [] };

  it('once that hints are there, each time that they cannot be, and once that nobody wants them any more', () => {
    let nodes = [node({ zone: 'a' }), node({ zone: 'b' })];
    const hints = new ZoneHints(() => nodes);
    const told = (mode?: string): string[] =>
      hints
        .plan(service(mode), 'default/web', 'IPv4', slices)
        .events.map(({ type, text }) => `${type} ${text}`);
    expect(told('Auto')).toEqual(['Normal Topology Aware Hints has been enabled, addressType: IPv4']);
    expect(told('Auto')).toEqual([]);
    expect(told()).toEqual(['Warning Topology Aware Hints has been disabled, addressType: IPv4']);
    expect(told()).toEqual([]);
    expect(hints.nodesChanged()).toEqual([]);
    told('Auto');
    expect(hints.nodesChanged()).toEqual([]);
    nodes = [node({ zone: 'a' })];
    expect(hints.nodesChanged()).toEqual(['default/web']);
    expect(told('Auto')).toEqual([
      'Warning Insufficient Node information: allocatable CPU or zone not specified on one or more nodes, addressType: IPv4',
    ]);
  });
});
