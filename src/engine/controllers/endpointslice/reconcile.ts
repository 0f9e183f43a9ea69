import type { Endpoint, EndpointSlice, EndpointSlicePort, Service } from '../../../api/generated/types.ts';
import { newControllerRef } from '../../../api/owner.ts';
import { deepEqual } from '../../../base/deep.ts';
import { byName } from '../common/objects.ts';
import {
  type AddressType,
  type PortGroup,
  endpointKey,
  isSameEndpoint,
  isZoneAware,
  portKey,
} from './endpoints.ts';

export const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
export const CONTROLLER = 'endpointslice-controller.k8s.io';
export const SERVICE_NAME = 'kubernetes.io/service-name';
const HEADLESS = 'service.kubernetes.io/headless';
const MAX_ENDPOINTS = 100;

/** A slice as it should be: with a name an update, without one a creation. */
export interface WantedSlice {
  readonly name: string | undefined;
  readonly base: EndpointSlice | undefined;
  readonly ports: readonly EndpointSlicePort[];
  readonly endpoints: readonly Endpoint[];
}

export interface SliceChanges {
  readonly create: readonly WantedSlice[];
  readonly update: readonly WantedSlice[];
  readonly remove: readonly EndpointSlice[];
}

/**
 * How a Service's slices of one family become what its Pods ask for: existing slices in place, then room in those
 * being changed, then one unchanged slice, then new ones. Models k8s.io/endpointslice reconciler (1.36).
 */
export function planSlices(
  service: Service,
  slices: readonly EndpointSlice[],
  groups: readonly PortGroup[],
): SliceChanges {
  const create: WantedSlice[] = [];
  const update: WantedSlice[] = [];
  const remove: EndpointSlice[] = [];
  const byPorts = new Map<string, EndpointSlice[]>();
  for (const slice of slices) {
    const key = portKey(slice.ports);
    byPorts.set(key, [...(byPorts.get(key) ?? []), slice]);
  }
  for (const group of groups) {
    const key = portKey(group.ports);
    const plan = planGroup(service, byPorts.get(key) ?? [], group);
    byPorts.delete(key);
    create.push(...plan.create);
    update.push(...plan.update);
    remove.push(...plan.remove);
  }
  for (const unwanted of byPorts.values()) remove.push(...unwanted);
  return reuse(service, withPlaceholder(service, slices, { create, update, remove }));
}

/** A Service without endpoints keeps one empty slice. */
function withPlaceholder(
  service: Service,
  slices: readonly EndpointSlice[],
  changes: SliceChanges,
): SliceChanges {
  if (slices.length !== changes.remove.length || changes.create.length > 0) return changes;
  const [only] = changes.remove;
  if (changes.remove.length === 1 && only !== undefined && isPlaceholder(service, only))
    return { ...changes, remove: [] };
  return { ...changes, create: [{ name: undefined, base: undefined, ports: [], endpoints: [] }] };
}

function isPlaceholder(service: Service, slice: EndpointSlice): boolean {
  const isEmpty = (slice.endpoints ?? []).length === 0 && (slice.ports ?? []).length === 0;
  return isEmpty && deepEqual(slice.metadata.labels ?? {}, sliceLabels(service));
}

/** Slices that would go take the place of slices that would be made. Models reconciler.finalize. */
function reuse(service: Service, { create, update, remove }: SliceChanges): SliceChanges {
  const [made, changed, gone] = [[...create], [...update], [] as EndpointSlice[]];
  for (const slice of remove) {
    const isOwn = slice.metadata.ownerReferences?.some(
      ({ uid, controller }) => controller === true && uid === service.metadata.uid,
    );
    const wanted = isOwn === true ? made.pop() : undefined;
    if (wanted === undefined) gone.push(slice);
    else changed.push({ ...wanted, name: slice.metadata.name });
  }
  return { create: made, update: changed, remove: gone };
}

/** Models reconcileByPortMapping. */
function planGroup(
  service: Service,
  slices: readonly EndpointSlice[],
  { ports, endpoints }: PortGroup,
): SliceChanges {
  const left = new Map(endpoints.map((endpoint) => [endpointKey(endpoint), endpoint]));
  const labels = sliceLabels(service);
  const changed: { slice: EndpointSlice; endpoints: Endpoint[] }[] = [];
  const unchanged: EndpointSlice[] = [];
  const remove: EndpointSlice[] = [];
  for (const slice of [...slices].sort(byName)) {
    const standing = slice.endpoints ?? [];
    const kept = keptEndpoints(standing, left, isZoneAware(service));
    const isChanged =
      kept.length !== standing.length || kept.some((endpoint, place) => endpoint !== standing[place]);
    if (isChanged && kept.length === 0) remove.push(slice);
    else if (isChanged || !deepEqual(slice.metadata.labels ?? {}, labels))
      changed.push({ slice, endpoints: kept });
    else unchanged.push(slice);
  }
  fill(
    changed.sort((a, b) => b.endpoints.length - a.endpoints.length),
    left,
  );
  const create: WantedSlice[] = [];
  while (left.size > 0) {
    const found = left.size < MAX_ENDPOINTS ? fullestWithRoom(unchanged, left.size) : undefined;
    const target = { slice: found, endpoints: [...(found?.endpoints ?? [])] };
    fill([target], left);
    if (found === undefined)
      create.push({ name: undefined, base: undefined, ports, endpoints: target.endpoints });
    else {
      unchanged.splice(unchanged.indexOf(found), 1);
      changed.push({ slice: found, endpoints: target.endpoints });
    }
  }
  const update = changed.map(({ slice, endpoints }) => ({
    name: slice.metadata.name,
    base: slice,
    ports: slice.ports ?? [],
    endpoints,
  }));
  return { create, update, remove };
}

/** The endpoints of a slice that stay, in their places, as they should be now; each is taken off what is left to place. */
function keptEndpoints(
  standing: readonly Endpoint[],
  left: Map<string, Endpoint>,
  besidesHints: boolean,
): Endpoint[] {
  const kept: Endpoint[] = [];
  for (const endpoint of standing) {
    const key = endpointKey(endpoint);
    const wanted = left.get(key);
    if (wanted === undefined) continue;
    left.delete(key);
    kept.push(isSameEndpoint(endpoint, wanted, besidesHints) ? endpoint : wanted);
  }
  return kept;
}

function fill(targets: readonly { readonly endpoints: Endpoint[] }[], left: Map<string, Endpoint>): void {
  for (const { endpoints } of targets) {
    for (const [key, endpoint] of left) {
      if (endpoints.length >= MAX_ENDPOINTS) break;
      endpoints.push(endpoint);
      left.delete(key);
    }
  }
}

/** Models getSliceToFill. */
function fullestWithRoom(slices: readonly EndpointSlice[], count: number): EndpointSlice | undefined {
  let best: EndpointSlice | undefined;
  for (const slice of slices) {
    const size = slice.endpoints?.length ?? 0;
    if (size + count > MAX_ENDPOINTS) continue;
    if (best === undefined || size > (best.endpoints?.length ?? 0)) best = slice;
  }
  return best;
}

/** The Service's labels and the slice's own. Models setEndpointSliceLabels. */
export function sliceLabels(service: Service): Readonly<Record<string, string>> {
  const labels: Record<string, string> = { ...service.metadata.labels };
  delete labels[HEADLESS];
  const { clusterIP = '' } = service.spec ?? {};
  if (clusterIP === '' || clusterIP === 'None') labels[HEADLESS] = '';
  labels[SERVICE_NAME] = service.metadata.name;
  labels[MANAGED_BY] = CONTROLLER;
  return labels;
}

/** The slice as it is sent. `triggered` is when what it shows began to change. */
export function sliceObject(
  service: Service,
  family: AddressType,
  wanted: WantedSlice,
  triggered: string | undefined,
): EndpointSlice {
  const { name, base, ports, endpoints } = wanted;
  const annotations: Record<string, string> = { ...base?.metadata.annotations };
  delete annotations[TRIGGER_TIME];
  if (triggered !== undefined) annotations[TRIGGER_TIME] = triggered;
  const own = {
    generateName: `${service.metadata.name}-`,
    namespace: service.metadata.namespace,
    ownerReferences: [newControllerRef(service)],
  };
  const metadata = {
    ...(base?.metadata ?? own),
    ...(name === undefined ? {} : { name }),
    annotations,
    labels: sliceLabels(service),
  };
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: metadata as unknown as EndpointSlice['metadata'],
    addressType: family,
    // Upstream sends empty lists as null.
    endpoints: (endpoints.length === 0 ? null : endpoints) as EndpointSlice['endpoints'],
    ports: (ports.length === 0 ? null : ports) as EndpointSlice['ports'],
  };
}

const TRIGGER_TIME = 'endpoints.kubernetes.io/last-change-trigger-time';
