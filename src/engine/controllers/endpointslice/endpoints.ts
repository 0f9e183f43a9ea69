import type {
  Endpoint,
  EndpointHints,
  EndpointSlicePort,
  Node,
  Pod,
  Service,
  ServicePort,
} from '../../../api/generated/types.ts';
import { isPodReady, isPodTerminal, isRestartableInitContainer } from '../../../api/pod.ts';
import { canonicalJson, deepEqual } from '../../../base/deep.ts';
import { isDeleting } from '../common/objects.ts';

export type AddressType = 'IPv4' | 'IPv6';

/** Endpoints that share their ports. */
export interface PortGroup {
  readonly ports: readonly EndpointSlicePort[];
  readonly endpoints: readonly Endpoint[];
}

const ZONE = 'topology.kubernetes.io/zone';
const MODE = 'service.kubernetes.io/topology-mode';
const OLD_MODE = 'service.kubernetes.io/topology-aware-hints';
const SAME_NODE = 'PreferSameNode';
const NEARBY: ReadonlySet<string> = new Set(['PreferClose', 'PreferSameZone', SAME_NODE]);

/** Whether a Pod has a place in a Service's endpoints: it has an address and has not ended. Models ShouldPodBeInEndpoints. */
export function belongsInEndpoints(pod: Pod): boolean {
  return !isPodTerminal(pod) && (pod.status?.podIP ?? '') !== '';
}

/** The Pod's addresses of a family. */
function addressesOf(pod: Pod, family: AddressType): string[] {
  const ips = pod.status?.podIPs?.map(({ ip }) => ip ?? '') ?? [pod.status?.podIP ?? ''];
  return ips.filter((ip) => ip !== '' && ip.includes(':') === (family === 'IPv6'));
}

/** Models k8s.io/endpointslice podToEndpoint (1.36). */
export function endpointOf(
  pod: Pod,
  node: Node | undefined,
  service: Service,
  family: AddressType,
): Endpoint {
  const serving = isPodReady(pod);
  const terminating = isDeleting(pod);
  const ready = service.spec?.publishNotReadyAddresses === true || (serving && !terminating);
  const { namespace, name, uid } = pod.metadata;
  const zone = node?.metadata.labels?.[ZONE];
  const { hostname = '', subdomain = '', nodeName = '' } = pod.spec;
  const named =
    hostname !== '' && subdomain === service.metadata.name && namespace === service.metadata.namespace;
  const hints = ready ? hintsOf(service, { zone, nodeName }) : undefined;
  return {
    addresses: addressesOf(pod, family),
    conditions: { ready, serving, terminating },
    ...(hints === undefined ? {} : { hints }),
    ...(named ? { hostname } : {}),
    ...(nodeName === '' ? {} : { nodeName }),
    targetRef: { kind: 'Pod', namespace, name, uid },
    ...(zone === undefined || zone === '' ? {} : { zone }),
  };
}

/** Whether the Service asks for hints by zone; the older annotation counts first. Models hintsEnabled. */
export function isZoneAware({ metadata }: Service): boolean {
  const mode = metadata.annotations?.[OLD_MODE] ?? metadata.annotations?.[MODE];
  return mode === 'Auto' || mode === 'auto';
}

/** Who a ready endpoint is for by the Service's trafficDistribution: its zone, and with PreferSameNode its node first. Models k8s.io/endpointslice/trafficdist (1.36). */
function hintsOf(
  service: Service,
  { zone = '', nodeName }: { readonly zone: string | undefined; readonly nodeName: string },
): EndpointHints | undefined {
  const { trafficDistribution = '' } = service.spec ?? {};
  if (!NEARBY.has(trafficDistribution) || isZoneAware(service)) return undefined;
  const forZones = zone === '' ? [] : [{ name: zone }];
  const forNodes = trafficDistribution !== SAME_NODE || nodeName === '' ? [] : [{ name: nodeName }];
  if (forZones.length + forNodes.length === 0) return undefined;
  return {
    ...(forNodes.length === 0 ? {} : { forNodes }),
    ...(forZones.length === 0 ? {} : { forZones }),
  };
}

/** The Service's ports as this Pod has them; a named port it lacks is left out. Models getEndpointPorts. */
export function portsOf(service: Service, pod: Pod): EndpointSlicePort[] {
  return (service.spec?.ports ?? []).flatMap((port) => {
    const number = portNumber(pod, port);
    if (number === undefined) return [];
    const { name = '', protocol = 'TCP', appProtocol } = port;
    return [{ name, port: number, protocol, ...(appProtocol === undefined ? {} : { appProtocol }) }];
  });
}

/** Models podutil.FindPort. */
function portNumber({ spec }: Pod, { targetPort, port, protocol = 'TCP' }: ServicePort): number | undefined {
  if (typeof targetPort === 'number') return targetPort === 0 ? port : targetPort;
  if (targetPort === undefined || targetPort === '') return port;
  const containers = [...spec.containers, ...(spec.initContainers ?? []).filter(isRestartableInitContainer)];
  for (const container of containers) {
    const found = container.ports?.find(
      (item) => item.name === targetPort && (item.protocol ?? 'TCP') === protocol,
    );
    if (found !== undefined) return found.containerPort;
  }
  return undefined;
}

/** Ports in a text by which slices are grouped. Models NewPortMapKey. */
export function portKey(ports: readonly EndpointSlicePort[] | null | undefined): string {
  return (ports ?? []).map(canonicalJson).sort().join(',');
}

/** What makes two endpoints the same one. Models endpointsliceutil.hashEndpoint. */
export function endpointKey({ addresses, hostname = '', targetRef }: Endpoint): string {
  return `${addresses.join(',')}|${hostname}|${targetRef?.namespace ?? ''}/${targetRef?.name ?? ''}`;
}

/** Whether the same endpoint has changed; hints by zone are worked out for whole slices, so there they do not count. */
export function isSameEndpoint(a: Endpoint, b: Endpoint, besidesHints: boolean): boolean {
  return deepEqual(besidesHints ? { ...a, hints: undefined } : a, b);
}

/** Whether a Pod's change matters to endpoints, and whether it may have changed Services. Models podEndpointsChanged (1.36). */
export function endpointChange(old: Pod, pod: Pod): { readonly pod: boolean; readonly labels: boolean } {
  const labels =
    !deepEqual(old.metadata.labels, pod.metadata.labels) ||
    old.spec.hostname !== pod.spec.hostname ||
    old.spec.subdomain !== pod.spec.subdomain;
  // Every version of a Pod that is being deleted counts: upstream compares the addresses of two timestamps.
  const changed =
    isDeleting(old) ||
    isDeleting(pod) ||
    isPodReady(old) !== isPodReady(pod) ||
    !deepEqual(old.status?.podIPs, pod.status?.podIPs) ||
    old.status?.podIP !== pod.status?.podIP;
  return { pod: changed, labels };
}
