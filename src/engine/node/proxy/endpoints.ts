import type { Endpoint, EndpointSlice } from '../../../api/generated/types.ts';

/** One endpoint of one service port, as the rules see it. Models pkg/proxy/endpoint.go BaseEndpointInfo. */
export interface ProxyEndpoint {
  readonly address: string;
  readonly port: number;
  readonly ready: boolean;
  readonly serving: boolean;
  readonly terminating: boolean;
  readonly node?: string;
  readonly zoneHints: readonly string[];
  readonly nodeHints: readonly string[];
}

/** Where the proxy is. */
export interface ProxyPlace {
  readonly node: string;
  readonly zone: string;
}

/** What a service port may be routed to. Models pkg/proxy/topology.go CategorizeEndpoints (1.36). */
export interface EndpointChoice {
  /** Endpoints of the cluster policy: ready ones, else serving terminating ones. */
  readonly cluster: readonly ProxyEndpoint[];
  /** Those on this node, by the same rule. */
  readonly local: readonly ProxyEndpoint[];
  /** The service has endpoints somewhere, ready or serving. */
  readonly any: boolean;
}

/** A slice's endpoints by port: stored objects never change, so every node's proxy shares what was read of them. */
const parsed = new WeakMap<EndpointSlice, ReadonlyMap<string, readonly ProxyEndpoint[]>>();

/** The endpoints of a named port over all slices of a service, once each. */
export function endpointsOfPort(
  slices: readonly EndpointSlice[],
  portName: string,
  protocol: string,
): readonly ProxyEndpoint[] {
  const key = `${protocol}/${portName}`;
  const only = slices[0];
  if (slices.length === 1 && only !== undefined) return parse(only).get(key) ?? [];
  const found = new Map<string, ProxyEndpoint>();
  for (const slice of slices)
    for (const endpoint of parse(slice).get(key) ?? [])
      found.set(`${endpoint.address}:${endpoint.port}`, endpoint);
  return [...found.values()];
}

function parse(slice: EndpointSlice): ReadonlyMap<string, readonly ProxyEndpoint[]> {
  let ports = parsed.get(slice);
  if (ports !== undefined) return ports;
  const made = new Map<string, readonly ProxyEndpoint[]>();
  if (slice.addressType === 'IPv4') {
    for (const { name = '', protocol = 'TCP', port } of slice.ports ?? []) {
      if (port !== undefined)
        made.set(
          `${protocol}/${name}`,
          (slice.endpoints ?? []).flatMap((endpoint) => proxyEndpoint(endpoint, port)),
        );
    }
  }
  ports = made;
  parsed.set(slice, ports);
  return ports;
}

function proxyEndpoint(endpoint: Endpoint, port: number): ProxyEndpoint[] {
  const [address] = endpoint.addresses;
  if (address === undefined) return [];
  const { ready = true, serving, terminating = false } = endpoint.conditions ?? {};
  return [
    {
      address,
      port,
      ready,
      serving: serving ?? ready,
      terminating,
      node: endpoint.nodeName,
      zoneHints: (endpoint.hints?.forZones ?? []).map(({ name }) => name),
      nodeHints: (endpoint.hints?.forNodes ?? []).map(({ name }) => name),
    },
  ];
}

/** Chooses by readiness, termination and topology. Pure. */
export function chooseEndpoints(endpoints: readonly ProxyEndpoint[], place: ProxyPlace): EndpointChoice {
  const ready = endpoints.filter((endpoint) => endpoint.ready);
  const leaving = endpoints.filter((endpoint) => endpoint.serving && endpoint.terminating);
  const here = (endpoint: ProxyEndpoint): boolean => endpoint.node === place.node;
  const localReady = ready.filter(here);
  const localLeaving = leaving.filter(here);
  return {
    cluster: ready.length > 0 ? nearest(ready, place) : leaving,
    local: localReady.length > 0 ? localReady : localLeaving,
    any: ready.length + leaving.length > 0,
  };
}

/** Topology hints count only when every ready endpoint has them and one of them is for here. */
function nearest(ready: readonly ProxyEndpoint[], place: ProxyPlace): readonly ProxyEndpoint[] {
  if (ready.every(({ nodeHints }) => nodeHints.length > 0)) {
    const same = ready.filter(({ nodeHints }) => nodeHints.includes(place.node));
    if (same.length > 0) return same;
  }
  if (place.zone !== '' && ready.every(({ zoneHints }) => zoneHints.length > 0)) {
    const same = ready.filter(({ zoneHints }) => zoneHints.includes(place.zone));
    if (same.length > 0) return same;
  }
  return ready;
}

/** Whether the rules made of the two would be the same. */
export function sameChoice(a: EndpointChoice, b: EndpointChoice): boolean {
  return a.any === b.any && sameEndpoints(a.cluster, b.cluster) && sameEndpoints(a.local, b.local);
}

function sameEndpoints(a: readonly ProxyEndpoint[], b: readonly ProxyEndpoint[]): boolean {
  return (
    a.length === b.length &&
    a.every((endpoint, index) => endpoint.address === b[index]?.address && endpoint.port === b[index]?.port)
  );
}
