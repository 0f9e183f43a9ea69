import type { Endpoint, EndpointSlice, Service } from '../../../../api/generated/types.ts';
import type { Random } from '../../../../base/rng.ts';
import { parseAddress } from '../../../network/addresses.ts';
import type { DnsAnswer, DnsRecord, DnsZone, RecordType } from '../../../network/port.ts';

const DOMAIN = 'cluster.local';
const TTL = 30;
const NXDOMAIN: DnsAnswer = { status: 'nxdomain', records: [] };
const NODATA: DnsAnswer = { status: 'nodata', records: [] };

/** What the zone is made of: the caches of whoever watches. */
export interface ZoneSource {
  service(key: string): Service | undefined;
  services(): Iterable<Service>;
  slices(serviceKey: string): readonly EndpointSlice[];
  namespaceExists(name: string): boolean;
  /** The order of several addresses is shuffled (plugin loadbalance). */
  readonly random: Random;
}

/** The zone cluster.local. Models coredns plugin/kubernetes with kubeadm's Corefile: pods insecure, ttl 30. */
export class ClusterZone implements DnsZone {
  private readonly source: ZoneSource;

  constructor(source: ZoneSource) {
    this.source = source;
  }

  answer(asked: string, type: RecordType): DnsAnswer {
    const name = asked.toLowerCase().replace(/\.$/, '');
    if (name.endsWith('.in-addr.arpa')) return type === 'PTR' ? this.reverse(name) : NODATA;
    if (name === DOMAIN) return NODATA;
    if (!name.endsWith(`.${DOMAIN}`)) return NXDOMAIN;
    const labels = name.slice(0, -DOMAIN.length - 1).split('.');
    if (labels.length === 1 && labels[0] === 'dns-version')
      return type === 'TXT' ? record(name, type, '1.1.0') : NODATA;
    const kind = labels.pop();
    const namespace = labels.pop();
    if (kind === 'pod') return this.pod(name, type, labels, namespace);
    if (kind !== 'svc') return NXDOMAIN;
    if (namespace === undefined) return NODATA;
    if (labels.length === 0) return this.source.namespaceExists(namespace) ? NODATA : NXDOMAIN;
    return this.ofService(name, type, labels, namespace);
  }

  private pod(
    name: string,
    type: RecordType,
    labels: readonly string[],
    namespace: string | undefined,
  ): DnsAnswer {
    if (namespace === undefined) return NODATA;
    const address = labels.length === 1 ? labels[0]?.replace(/-/g, '.') : undefined;
    if (
      address === undefined ||
      parseAddress(address) === undefined ||
      !this.source.namespaceExists(namespace)
    )
      return NXDOMAIN;
    return type === 'A' ? record(name, type, address) : NODATA;
  }

  private ofService(name: string, type: RecordType, labels: readonly string[], namespace: string): DnsAnswer {
    const serviceName = labels[labels.length - 1] as string;
    const service = this.source.service(`${namespace}/${serviceName}`);
    if (service === undefined || labels.length > 3) return NXDOMAIN;
    const [first = '', second = ''] = labels;
    if (labels.length === 3)
      return first.startsWith('_') && second.startsWith('_')
        ? this.portRecords(name, type, service, { port: first.slice(1), protocol: second.slice(1) })
        : NXDOMAIN;
    if (labels.length === 2) return this.endpointRecords(name, type, service, first);
    return this.serviceRecords(name, type, service);
  }

  private serviceRecords(name: string, type: RecordType, service: Service): DnsAnswer {
    const { clusterIP = '', externalName, type: kind } = service.spec ?? {};
    if (kind === 'ExternalName') return this.alias(name, type, externalName ?? '');
    if (clusterIP !== 'None' && clusterIP !== '')
      return type === 'A' ? record(name, type, clusterIP) : NODATA;
    const addresses = this.readyEndpoints(service).flatMap(({ addresses: [address] }) =>
      address === undefined ? [] : [address],
    );
    if (addresses.length === 0) return NXDOMAIN;
    return type === 'A'
      ? {
          status: 'ok',
          records: this.shuffled([...new Set(addresses)]).map((data) => ({ name, type, data, ttl: TTL })),
        }
      : NODATA;
  }

  /** A CNAME, with what this server knows of its target. */
  private alias(name: string, type: RecordType, target: string): DnsAnswer {
    const alias: DnsRecord = { name, type: 'CNAME', data: target, ttl: TTL };
    const further = target.endsWith(DOMAIN) ? this.answer(target, type) : NODATA;
    return { status: 'ok', records: [alias, ...further.records] };
  }

  private endpointRecords(name: string, type: RecordType, service: Service, host: string): DnsAnswer {
    const found = this.readyEndpoints(service).filter((endpoint) => hostOf(endpoint) === host);
    if (found.length === 0) return NXDOMAIN;
    return type === 'A'
      ? {
          status: 'ok',
          records: found.map(({ addresses }) => ({ name, type, data: addresses[0] ?? '', ttl: TTL })),
        }
      : NODATA;
  }

  private portRecords(
    name: string,
    type: RecordType,
    service: Service,
    wanted: { readonly port: string; readonly protocol: string },
  ): DnsAnswer {
    const port = service.spec?.ports?.find(
      (each) => each.name === wanted.port && (each.protocol ?? 'TCP').toLowerCase() === wanted.protocol,
    );
    if (port === undefined) return NXDOMAIN;
    if (type !== 'SRV') return NODATA;
    const base = `${service.metadata.name}.${service.metadata.namespace}.svc.${DOMAIN}`;
    const headless = service.spec?.clusterIP === 'None';
    const targets = headless
      ? this.readyEndpoints(service).map((endpoint) => `${hostOf(endpoint)}.${base}`)
      : [base];
    const weight = Math.max(1, Math.floor(100 / Math.max(1, targets.length)));
    return targets.length === 0
      ? NXDOMAIN
      : {
          status: 'ok',
          records: targets.map((target) => ({
            name,
            type,
            data: `0 ${weight} ${port.port} ${target}`,
            ttl: TTL,
          })),
        };
  }

  private reverse(name: string): DnsAnswer {
    const address = name.replace('.in-addr.arpa', '').split('.').reverse().join('.');
    for (const service of this.source.services()) {
      const base = `${service.metadata.name}.${service.metadata.namespace}.svc.${DOMAIN}`;
      if (service.spec?.clusterIP === address) return record(name, 'PTR', base);
      if (service.spec?.clusterIP !== 'None') continue;
      const endpoint = this.readyEndpoints(service).find(({ addresses }) => addresses.includes(address));
      if (endpoint !== undefined) return record(name, 'PTR', `${hostOf(endpoint)}.${base}`);
    }
    return NXDOMAIN;
  }

  private readyEndpoints(service: Service): Endpoint[] {
    const slices = this.source.slices(`${service.metadata.namespace}/${service.metadata.name}`);
    return slices.flatMap((slice) =>
      slice.addressType === 'IPv4'
        ? (slice.endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false)
        : [],
    );
  }

  private shuffled(items: readonly string[]): string[] {
    const left = [...items];
    const order: string[] = [];
    while (left.length > 0) order.push(...left.splice(this.source.random.int(left.length), 1));
    return order;
  }
}

/** An endpoint's own label: its hostname, else its address with dashes. */
function hostOf(endpoint: Endpoint): string {
  return endpoint.hostname ?? (endpoint.addresses[0] ?? '').replace(/\./g, '-');
}

function record(name: string, type: RecordType, data: string): DnsAnswer {
  return { status: 'ok', records: [{ name, type, data, ttl: TTL }] };
}
