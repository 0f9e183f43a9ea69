import type { EndpointSlice, Namespace, Service } from '../../../../api/generated/types.ts';
import type { Identity } from '../../../machinery/client.ts';
import type { Component, ComponentContext } from '../../../machinery/component.ts';
import { Informer } from '../../../machinery/informer.ts';
import type { Network } from '../../../network/port.ts';
import { refKey } from '../../../../api/object.ts';
import { ClusterZone } from './zone.ts';

const BY_SERVICE = 'service';

export interface ClusterDnsOptions {
  readonly identity: Identity;
  readonly network: Network;
  /** Where the cluster asks: the address of the Service kube-dns. */
  readonly address: string;
  /** Services that answer to another name as well: `namespace/name` asked for → the one that is there. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/**
 * The cluster's DNS server as far as answers go. Whether a question reaches it is the network's to say: through the
 * Service's rules to a listening Pod where the cluster has such Pods, straight where it has none.
 */
export function createClusterDns(context: ComponentContext, options: ClusterDnsOptions): Component {
  const { kernel } = context;
  const aliased = (key: string): string => options.aliases?.[key] ?? key;
  let informers: { start(): void; stop(): void }[] = [];
  return {
    name: 'coredns',
    start() {
      if (informers.length > 0) return;
      const client = context.connect(options.identity);
      const services = new Informer<Service>(kernel, client, 'services');
      const slices = new Informer<EndpointSlice>(kernel, client, 'endpointslices.discovery.k8s.io');
      const namespaces = new Informer<Namespace>(kernel, client, 'namespaces');
      slices.addIndex(BY_SERVICE, ({ metadata }) => {
        const service = metadata.labels?.['kubernetes.io/service-name'];
        return service === undefined ? [] : [refKey({ namespace: metadata.namespace ?? '', name: service })];
      });
      informers = [services, slices, namespaces];
      for (const informer of informers) informer.start();
      const zone = new ClusterZone({
        service: (key) => services.getByKey(aliased(key)),
        services: () => services.values(),
        slices: (key) => slices.byIndex(BY_SERVICE, aliased(key)),
        namespaceExists: (name) => namespaces.getByKey(name) !== undefined,
        random: kernel.random('coredns/loadbalance'),
      });
      // Until it has seen what there is, it knows of nothing that it does not exist.
      const synced = (): boolean => services.synced.settled && slices.synced.settled;
      options.network.setDns(options.address, {
        answer: (name, type) => (synced() ? zone.answer(name, type) : { status: 'servfail', records: [] }),
      });
    },
    stop() {
      for (const informer of informers) informer.stop();
      informers = [];
      options.network.setDns(options.address, undefined);
    },
  };
}
