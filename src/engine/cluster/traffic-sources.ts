import { assert } from '../../base/assert.ts';
import type { TrafficSetup } from '../../scenario/traffic.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { NetNamespace, Network } from '../network/port.ts';
import { type Traffic, startTraffic } from '../network/traffic.ts';
import { DNS_IP } from './bootstrap/kubeadm.ts';

const DOMAIN = 'cluster.local';

/** The users of a scenario's Services: each name is one proxy that they come through, on a node, with its own address. */
export class TrafficSources {
  private readonly kernel: Kernel;
  private readonly network: Network;
  private readonly node: string;
  private readonly places = new Map<string, NetNamespace>();
  private readonly going = new Map<string, Traffic>();

  /** `node` is where a proxy stands that names none. */
  constructor(kernel: Kernel, network: Network, node: string) {
    this.kernel = kernel;
    this.network = network;
    this.node = node;
  }

  /** Begins, goes on at another rate, or ends. */
  set(setup: TrafficSetup): void {
    const { name, to, rate, path, keepAlive, timeoutUs, forUs } = setup;
    this.going.get(name)?.stop();
    this.going.delete(name);
    if (rate === 0) return;
    const [host = '', port = '80'] = to.split(':');
    const traffic = startTraffic(this.network, this.kernel, {
      from: this.placeOf(setup),
      target: { host, port: Number(port) },
      path,
      perSecond: rate,
      timeoutUs,
      ...(keepAlive === undefined ? {} : { keepAlive }),
    });
    this.going.set(name, traffic);
    if (forUs !== undefined) this.kernel.after(forUs, () => traffic.stop());
  }

  private placeOf({ name, node = this.node }: TrafficSetup): NetNamespace {
    const key = `${node}/${name}`;
    const known = this.places.get(key);
    if (known !== undefined) return known;
    const place = this.network.createNamespace(node, undefined, name);
    const attached = this.network.attach(place, `10.99.253.${this.places.size + 1}`);
    assert(attached.ok, `the proxy of ${name} has an address of its own`);
    this.network.setResolver(place, {
      nameservers: [DNS_IP],
      searches: [`default.svc.${DOMAIN}`, `svc.${DOMAIN}`, DOMAIN],
      ndots: 5,
    });
    this.places.set(key, place);
    return place;
  }
}
