import type { Draft } from '../../../../base/brand.ts';
import type { Random } from '../../../../base/rng.ts';
import {
  type Cidr,
  cidrContains,
  formatIp,
  nthAddress,
  parseCidr,
  parseIp,
} from '../../../../api/addresses.ts';
import { invalid } from '../../../../api/field-error.ts';
import type { Service, ServiceCIDR } from '../../../../api/generated/types.ts';
import type { ObjectReader, StrategyContext } from '../kind.ts';
import { type Errors, SPEC } from '../common/validate.ts';
import { familyErrors, fillFamilies } from './families.ts';
import { isHeadless, needsClusterIp, needsHealthCheck, needsNodePort } from './facts.ts';

// Cluster addresses and node ports. Models pkg/registry/core/service/{ipallocator,portallocator,storage/alloc.go} (1.36).
// What is taken is read off the stored Services, so there is no allocator state that could disagree with them.

const DEFAULT_CIDR = '10.96.0.0/12';
const FIRST_NODE_PORT = 30_000;
const LAST_NODE_PORT = 32_767;
/** The lower part of the range is left to people who choose for themselves. */
const STATIC_NODE_PORTS = 86;
const STATIC_ADDRESSES = 256;

function serviceCidr(store: ObjectReader): Cidr {
  const stored = store.get<ServiceCIDR>('servicecidrs.networking.k8s.io', {
    namespace: '',
    name: 'kubernetes',
  });
  const cidr = parseCidr(stored?.spec?.cidrs?.[0] ?? DEFAULT_CIDR);
  return cidr ?? (parseCidr(DEFAULT_CIDR) as Cidr);
}

interface Taken {
  readonly addresses: ReadonlySet<string>;
  /** One allocator for all protocols. */
  readonly ports: ReadonlySet<number>;
}

/** What all Services but this one hold. */
function takenByOthers(
  store: ObjectReader,
  self: { readonly namespace?: string; readonly name: string },
): Taken {
  const addresses = new Set<string>();
  const ports = new Set<number>();
  for (const { metadata, spec } of store.list<Service>('services', '')) {
    if (metadata.name === self.name && metadata.namespace === self.namespace) continue;
    for (const ip of spec.clusterIPs ?? []) addresses.add(ip);
    for (const { nodePort } of spec.ports ?? []) if (nodePort) ports.add(nodePort);
    if (spec.healthCheckNodePort) ports.add(spec.healthCheckNodePort);
  }
  return { addresses, ports };
}

/** A random free number of [first, last], the upper band before the static one. */
function pickFree(
  range: readonly [number, number],
  band: number,
  random: Random,
  isTaken: (n: number) => boolean,
): number | undefined {
  const [first, last] = range;
  for (const [low, high] of [
    [first + band, last],
    [first, first + band - 1],
  ] as const) {
    const size = high - low + 1;
    if (size <= 0) continue;
    const start = random.int(size);
    for (let i = 0; i < size; i++) {
      const n = low + ((start + i) % size);
      if (!isTaken(n)) return n;
    }
  }
  return undefined;
}

/** Addresses that one allocator hands out at most. */
const MAX_HOSTS = 2 ** 20;

function freeAddress(cidr: Cidr, taken: Taken, random: Random): string | undefined {
  const bits = (cidr.ip.family === 4 ? 32 : 128) - cidr.prefixLength;
  const last = Math.min(2 ** bits, MAX_HOSTS) - 2;
  const at = (n: number) => formatIp(nthAddress(cidr, n));
  const found = pickFree([1, last], Math.min(STATIC_ADDRESSES, last), random, (n) =>
    taken.addresses.has(at(n)),
  );
  return found === undefined ? undefined : at(found);
}

/** The IP families that Services can have here. */
function configuredFamilies(store: ObjectReader): readonly ('IPv4' | 'IPv6')[] {
  return [serviceCidr(store).ip.family === 4 ? 'IPv4' : 'IPv6'];
}

function allocateAddresses(service: Draft<Service>, taken: Taken, ctx: StrategyContext): void {
  const { spec } = service;
  if (spec.clusterIPs?.length || spec.ipFamilies?.[0] !== configuredFamilies(ctx.store)[0]) return;
  const address = freeAddress(serviceCidr(ctx.store), taken, ctx.random('service-cluster-ip'));
  if (address === undefined) return;
  spec.clusterIP = address;
  spec.clusterIPs = [address];
}

function freePort(taken: Taken, mine: ReadonlySet<number>, random: Random): number | undefined {
  const isTaken = (n: number) => mine.has(n) || taken.ports.has(n);
  return pickFree([FIRST_NODE_PORT, LAST_NODE_PORT], STATIC_NODE_PORTS, random, isTaken);
}

function allocatePorts(service: Draft<Service>, taken: Taken, ctx: StrategyContext): void {
  const { spec } = service;
  const random = ctx.random('service-node-port');
  const mine = new Set<number>();
  for (const { nodePort } of spec.ports ?? []) if (nodePort) mine.add(nodePort);
  if (needsNodePort(service)) {
    for (const port of spec.ports ?? []) {
      if (port.nodePort) continue;
      // TCP and UDP of one port number share a node port where they can.
      const twin = spec.ports?.find(
        (other) => other.port === port.port && other.protocol !== port.protocol && other.nodePort,
      )?.nodePort;
      const number = twin !== undefined && !taken.ports.has(twin) ? twin : freePort(taken, mine, random);
      if (number === undefined) continue;
      port.nodePort = number;
      mine.add(number);
    }
  }
  if (needsHealthCheck(service) && !spec.healthCheckNodePort)
    spec.healthCheckNodePort = freePort(taken, mine, random);
}

/** Fills in what the user left to the server. What was asked for by name is checked by `allocationErrors`. */
export function allocate(service: Draft<Service>, old: Service | undefined, ctx: StrategyContext): void {
  if (!needsClusterIp(service)) return;
  fillFamilies(service, old, configuredFamilies(ctx.store));
  const taken = takenByOthers(ctx.store, service.metadata);
  allocateAddresses(service, taken, ctx);
  allocatePorts(service, taken, ctx);
}

function addressErrors(service: Service, taken: Taken, store: ObjectReader): Errors {
  const { clusterIPs = [] } = service.spec;
  if (isHeadless(service)) return [];
  for (const text of clusterIPs) {
    const ip = parseIp(text);
    if (ip === undefined) return [];
    const refuse = (why: string): Errors => [
      invalid(SPEC.child('clusterIPs'), clusterIPs, `failed to allocate IP ${text}: ${why}`),
    ];
    if (!cidrContains(serviceCidr(store), ip))
      return refuse('the provided network does not match the current range');
    if (taken.addresses.has(text)) return refuse('provided IP is already allocated');
  }
  return [];
}

interface PortRequest {
  readonly taken: Taken;
  /** The Service is being created. */
  readonly isNew: boolean;
}

function portErrors(service: Service, held: ReadonlySet<number>, { taken, isNew }: PortRequest): Errors {
  /** Node ports of this Service so far, by the port they are for. */
  const mine = new Map<number, number>();
  for (const [i, { nodePort, port }] of (service.spec.ports ?? []).entries()) {
    if (!nodePort || held.has(nodePort)) continue;
    const at = SPEC.child('ports').index(i).child('nodePort');
    if (nodePort < FIRST_NODE_PORT || nodePort > LAST_NODE_PORT) {
      const range = `The range of valid ports is ${FIRST_NODE_PORT}-${LAST_NODE_PORT}`;
      return [invalid(at, nodePort, `provided port is not in the valid range. ${range}`)];
    }
    // Of one port TCP and UDP may share it; of an update's duplicates validation speaks.
    const twice = isNew && mine.get(port) !== nodePort && [...mine.values()].includes(nodePort);
    if (twice || taken.ports.has(nodePort))
      return [invalid(at, nodePort, 'provided port is already allocated')];
    mine.set(port, nodePort);
  }
  return [];
}

/** Why an address or port that was asked for cannot be had: the first reason only, and before anything else is checked. */
export function allocationErrors(service: Service, old: Service | undefined, ctx: StrategyContext): Errors {
  if (!needsClusterIp(service)) return [];
  const unfit = familyErrors(service, configuredFamilies(ctx.store));
  if (unfit.length > 0) return unfit;
  const held = new Set(old?.spec.clusterIPs);
  const asksAddress = (service.spec.clusterIPs ?? []).some((ip) => !held.has(ip));
  const heldPorts = new Set(old?.spec.ports?.map(({ nodePort = 0 }) => nodePort));
  const asksPort = (service.spec.ports ?? []).some(({ nodePort }) => nodePort && !heldPorts.has(nodePort));
  if (!asksAddress && !asksPort) return [];
  const taken = takenByOthers(ctx.store, service.metadata);
  const errors = asksAddress ? addressErrors(service, taken, ctx.store) : [];
  if (errors.length > 0 || !needsNodePort(service)) return errors;
  return portErrors(service, heldPorts, { taken, isNew: old === undefined });
}
