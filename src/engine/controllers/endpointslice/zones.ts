import type { Endpoint, EndpointSlice, Node } from '../../../api/generated/types.ts';
import { quantityMilliValue } from '../../../api/quantity.ts';
import { compareText } from '../../../base/compare.ts';
import type { WantedSlice } from './reconcile.ts';

// Models k8s.io/endpointslice/topologycache (1.36): which zone each endpoint serves under topology-mode Auto.

const ZONE = 'topology.kubernetes.io/zone';
const CONTROL_PLANE = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];
/** How much more than its share an endpoint may have to bear. */
const OVERLOAD = 0.2;

/** Each zone's part of the CPU of all nodes. */
export type ZoneShares = ReadonlyMap<string, number>;
type Counts = ReadonlyMap<string, number>;

export interface HintEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: 'TopologyAwareHintsEnabled' | 'TopologyAwareHintsDisabled';
  readonly text: string;
}

/** Slices to be written, and those that stay as they are. */
export interface Slices {
  readonly create: readonly WantedSlice[];
  readonly update: readonly WantedSlice[];
  readonly unchanged: readonly EndpointSlice[];
}

/** How slices are to be written, with how many endpoints serve each zone, or why they serve all. */
export interface Hinted {
  readonly create: readonly WantedSlice[];
  readonly update: readonly WantedSlice[];
  readonly outcome: { readonly zones: Counts } | { readonly problem: string };
}

/** The zones' shares; undefined where a ready node has no zone or no CPU, or there is one zone. Models SetNodes. */
export function zoneShares(nodes: Iterable<Node>): ZoneShares | undefined {
  const cpu = new Map<string, number>();
  let total = 0;
  for (const { metadata, status } of nodes) {
    if (CONTROL_PLANE.some((label) => metadata.labels?.[label] !== undefined) || !isReady(status)) continue;
    const zone = metadata.labels?.[ZONE] ?? '';
    const milli = quantityMilliValue(status?.allocatable?.['cpu'] ?? '0');
    if (zone === '' || milli === 0) return undefined;
    total += milli;
    cpu.set(zone, (cpu.get(zone) ?? 0) + milli);
  }
  if (cpu.size < 2) return undefined;
  return new Map(
    [...cpu].sort(([a], [b]) => compareText(a, b)).map(([zone, milli]) => [zone, milli / total]),
  );
}

function isReady(status: Node['status']): boolean {
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
}

/** Whether a zone has fewer endpoints than it needs. Models serviceOverloaded. */
export function isOverloaded(zones: Counts, shares: ZoneShares | undefined): boolean {
  if (zones.size === 0) return false;
  if (shares === undefined) return true;
  const total = [...zones.values()].reduce((sum, count) => sum + count, 0);
  return [...shares].some(([zone, share]) => (zones.get(zone) ?? 0) < least(total * share));
}

const least = (desired: number): number => Math.ceil(desired * (1 / (1 + OVERLOAD)));

/** Gives every ready endpoint the zone it is for: its own, and another where zones would be overloaded. Models AddHints. */
export function withZoneHints(slices: Slices, shares: ZoneShares | undefined): Hinted {
  const all = [...slices.create, ...slices.update, ...slices.unchanged];
  const total = all.reduce((sum, { endpoints }) => sum + (endpoints ?? []).filter(isServing).length, 0);
  const allocations = allocate(total, shares);
  if (typeof allocations === 'string') return unhinted(slices, allocations);
  const { zones, moved } = standing(slices.unchanged, allocations);
  const update = [...slices.update, ...moved];
  for (const { endpoints } of [...slices.create, ...update]) {
    for (const { zone = '' } of endpoints.filter(isServing)) {
      if (zone === '') return unhinted(slices, 'One or more endpoints do not have a zone specified');
      zones.set(zone, (zones.get(zone) ?? 0) + 1);
    }
  }
  const [giving, receiving] = exchange(allocations, zones);
  const hint = (slice: WantedSlice): WantedSlice => ({
    ...slice,
    endpoints: slice.endpoints.map((endpoint) => {
      if (!isServing(endpoint)) return withoutHints(endpoint);
      const own = endpoint.zone ?? '';
      const to = (giving.get(own) ?? 0) > 0 ? [...receiving.keys()][0] : undefined;
      if (to !== undefined) {
        take(giving, own);
        take(receiving, to);
        zones.set(own, (zones.get(own) ?? 0) - 1);
        zones.set(to, (zones.get(to) ?? 0) + 1);
      }
      return { ...endpoint, hints: { forZones: [{ name: to ?? own }] } };
    }),
  });
  return { create: slices.create.map(hint), update: update.map(hint), outcome: { zones } };
}

/** All slices without hints. Models RemoveHintsFromSlices. */
function unhinted({ create, update, unchanged }: Slices, problem: string): Hinted {
  const bare = (slice: WantedSlice): WantedSlice => ({
    ...slice,
    endpoints: slice.endpoints.map(withoutHints),
  });
  const hinted = unchanged.filter(({ endpoints }) => endpoints?.some(({ hints }) => hints !== undefined));
  return {
    create: create.map(bare),
    update: [...update, ...hinted.map(rewritten)].map(bare),
    outcome: { problem },
  };
}

function rewritten(slice: EndpointSlice): WantedSlice {
  const { metadata, ports, endpoints } = slice;
  return { name: metadata.name, base: slice, ports: ports ?? [], endpoints: endpoints ?? [] };
}

function withoutHints(endpoint: Endpoint): Endpoint {
  if (endpoint.hints === undefined) return endpoint;
  const { hints: _, ...rest } = endpoint;
  return rest;
}

const isServing = ({ conditions }: Endpoint): boolean => conditions?.ready === true;

interface Allocation {
  readonly most: number;
  readonly desired: number;
}

/** How many endpoints each zone is to have, or why that cannot be. Models getAllocations. */
function allocate(total: number, shares: ZoneShares | undefined): ReadonlyMap<string, Allocation> | string {
  if (shares === undefined)
    return 'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes';
  const count = `(${total} endpoints, ${shares.size} zones)`;
  if (shares.size > total) return `Insufficient number of endpoints ${count}`;
  const wanted = [...shares].map(([zone, share]) => {
    const desired = share * total;
    return { zone, minimum: least(desired), desired: Math.max(desired, least(desired)) };
  });
  const spare = wanted.reduce((left, { minimum }) => left - minimum, total);
  if (spare < 0)
    return `Unable to allocate minimum required endpoints to each zone without exceeding overload threshold ${count}`;
  return new Map(wanted.map(({ zone, minimum, desired }) => [zone, { most: minimum + spare, desired }]));
}

/** What the slices that stay serve, and those whose hints do not do any more. Models getAllocatedHintsByZone. */
function standing(
  slices: readonly EndpointSlice[],
  allocations: ReadonlyMap<string, Allocation>,
): { readonly zones: Map<string, number>; readonly moved: readonly WantedSlice[] } {
  const zones = new Map<string, number>();
  const moved: WantedSlice[] = [];
  for (const slice of slices) {
    const hints = (slice.endpoints ?? []).filter(isServing).map(({ hints: given }) => given?.forZones ?? []);
    const counts = new Map<string, number>();
    for (const { name } of hints.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
    const holds =
      hints.every((given) => given.length > 0) &&
      [...counts].every(
        ([zone, count]) => count + (zones.get(zone) ?? 0) <= (allocations.get(zone)?.most ?? -1),
      );
    if (holds) for (const [zone, count] of counts) zones.set(zone, (zones.get(zone) ?? 0) + count);
    else moved.push(rewritten(slice));
  }
  return { zones, moved };
}

/** How many endpoints zones give to others, and get. Models getGivingAndReceivingZones. */
function exchange(
  allocations: ReadonlyMap<string, Allocation>,
  zones: Counts,
): readonly [Map<string, number>, Map<string, number>] {
  const surplus = new Map<string, number>();
  const lack = new Map<string, number>();
  for (const [zone, { desired }] of allocations) {
    const more = (zones.get(zone) ?? 0) - desired;
    if (more > 0) surplus.set(zone, more);
    else if (more < 0) lack.set(zone, -more);
  }
  const [giving, receiving] = [new Map<string, number>(), new Map<string, number>()];
  for (;;) {
    const [from, gives] = most(surplus);
    const [to, gets] = most(lack);
    if (from === '' || to === '' || (gives < 1 && gets < 1) || gives < 0.5 || gets < 0.5)
      return [giving, receiving];
    giving.set(from, (giving.get(from) ?? 0) + 1);
    surplus.set(from, gives - 1);
    receiving.set(to, (receiving.get(to) ?? 0) + 1);
    lack.set(to, gets - 1);
  }
}

function most(zones: Counts): readonly [string, number] {
  let best: readonly [string, number] = ['', 0];
  for (const entry of zones) if (entry[1] > best[1]) best = entry;
  return best;
}

function take(counts: Map<string, number>, zone: string): void {
  const left = (counts.get(zone) ?? 0) - 1;
  if (left > 0) counts.set(zone, left);
  else counts.delete(zone);
}
