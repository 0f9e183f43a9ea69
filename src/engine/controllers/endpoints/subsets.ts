import type {
  EndpointAddress,
  EndpointPort,
  EndpointSubset,
  Pod,
  Service,
  ServicePort,
} from '../../../api/generated/types.ts';
import { isPodReady, isPodTerminal } from '../../../api/pod.ts';
import { canonicalJson } from '../../../base/deep.ts';
import { compareText } from '../../../base/compare.ts';
import { isDeleting } from '../common/objects.ts';

/** Addresses beyond this many are left out. */
export const MAX_ADDRESSES = 1000;

/** Whether a Pod has an address to show. Terminating ones only when the Service publishes what is not ready. */
function belongs(pod: Pod, service: Service): boolean {
  if (isPodTerminal(pod) || (pod.status?.podIP ?? '') === '') return false;
  return service.spec?.publishNotReadyAddresses === true || !isDeleting(pod);
}

function addressOf(pod: Pod, service: Service): EndpointAddress {
  const { namespace, name, uid } = pod.metadata;
  const { hostname = '', subdomain = '', nodeName = '' } = pod.spec;
  const named = hostname !== '' && subdomain === service.metadata.name;
  return {
    ip: pod.status?.podIP ?? '',
    ...(named ? { hostname } : {}),
    ...(nodeName === '' ? {} : { nodeName }),
    targetRef: { kind: 'Pod', namespace, name, uid },
  };
}

function portsOf(pod: Pod, service: Service): EndpointPort[] {
  return (service.spec?.ports ?? []).flatMap((port) => {
    const number = portNumber(pod, port);
    const { name = '', protocol = 'TCP', appProtocol } = port;
    if (number === undefined) return [];
    return [
      {
        ...(name === '' ? {} : { name }),
        port: number,
        protocol,
        ...(appProtocol === undefined ? {} : { appProtocol }),
      },
    ];
  });
}

function portNumber({ spec }: Pod, { targetPort, port, protocol = 'TCP' }: ServicePort): number | undefined {
  if (typeof targetPort === 'number') return targetPort;
  if (targetPort === undefined || targetPort === '') return port;
  for (const container of spec.containers) {
    const found = container.ports?.find(
      (item) => item.name === targetPort && (item.protocol ?? 'TCP') === protocol,
    );
    if (found !== undefined) return found.containerPort;
  }
  return undefined;
}

/** The addresses of a Service's Pods, those with the same ports together. Models pkg/controller/endpoint and RepackSubsets (1.36). */
export function subsetsOf(service: Service, pods: readonly Pod[]): EndpointSubset[] {
  const groups = new Map<
    string,
    { ports: EndpointPort[]; addresses: EndpointAddress[]; notReadyAddresses: EndpointAddress[] }
  >();
  for (const pod of pods) {
    if (!belongs(pod, service)) continue;
    const ports = portsOf(pod, service);
    if (ports.length === 0 && (service.spec?.ports ?? []).length > 0) continue;
    const key = canonicalJson(ports);
    const group = groups.get(key) ?? { ports, addresses: [], notReadyAddresses: [] };
    groups.set(key, group);
    const isReady = service.spec?.publishNotReadyAddresses === true || isPodReady(pod);
    (isReady ? group.addresses : group.notReadyAddresses).push(addressOf(pod, service));
  }
  return [...groups.values()].map(({ ports, addresses, notReadyAddresses }) => ({
    ...(addresses.length === 0 ? {} : { addresses: addresses.sort(byAddress) }),
    ...(notReadyAddresses.length === 0 ? {} : { notReadyAddresses: notReadyAddresses.sort(byAddress) }),
    ...(ports.length === 0 ? {} : { ports }),
  }));
}

function byAddress(a: EndpointAddress, b: EndpointAddress): number {
  return compareText(a.ip, b.ip) || compareText(a.targetRef?.uid ?? '', b.targetRef?.uid ?? '');
}

/** The subsets cut to what one object may hold, ready addresses first; `over` when something was left out. */
export function withinCapacity(subsets: readonly EndpointSubset[]): {
  readonly subsets: readonly EndpointSubset[];
  readonly over: boolean;
} {
  const count = (list: readonly EndpointAddress[] | undefined): number => list?.length ?? 0;
  const total = subsets.reduce(
    (sum, { addresses, notReadyAddresses }) => sum + count(addresses) + count(notReadyAddresses),
    0,
  );
  if (total <= MAX_ADDRESSES) return { subsets, over: false };
  let room = MAX_ADDRESSES;
  const take = (list: readonly EndpointAddress[] | undefined): readonly EndpointAddress[] => {
    const taken = (list ?? []).slice(0, room);
    room -= taken.length;
    return taken;
  };
  const ready = subsets.map(({ addresses }) => take(addresses));
  const kept = subsets.map((subset, place) => {
    const addresses = ready[place] ?? [];
    const notReadyAddresses = take(subset.notReadyAddresses);
    const { addresses: _, notReadyAddresses: __, ...rest } = subset;
    return {
      ...rest,
      ...(addresses.length === 0 ? {} : { addresses }),
      ...(notReadyAddresses.length === 0 ? {} : { notReadyAddresses }),
    };
  });
  return {
    subsets: kept.filter(
      ({ addresses, notReadyAddresses }) => count(addresses) + count(notReadyAddresses) > 0,
    ),
    over: true,
  };
}
