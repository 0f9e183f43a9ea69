import type { Task } from '../../kernel/task.ts';
import type { NetNamespace, Network } from '../../network/port.ts';
import type { NetPort } from '../../workloads/process/context.ts';

/** The network of one namespace as the processes in it see it. */
export function netPortOf(network: Network, ns: NetNamespace): NetPort {
  return {
    listen: (port, options) => network.listen(ns, port, options),
    connect: (host, port, { timeoutUs, protocol }) =>
      network.connect(
        ns,
        { host, port, ...(protocol === undefined ? {} : { protocol }) },
        timeoutUs === undefined ? {} : { timeoutUs },
      ),
    *resolve(name, options): Task<Awaited<never>> {
      const lookup = yield* network.resolve(ns, name, options);
      return lookup as never;
    },
    ping: (address, timeoutUs) => network.ping(ns, address, timeoutUs),
    sockets: () => network.sockets(ns),
    interfaces() {
      const loopback = { name: 'lo', address: '127.0.0.1', prefix: 8, mac: '00:00:00:00:00:00', up: true };
      const others = ns.addresses().map((address, index) => ({
        name: `eth${index}`,
        address,
        prefix: 24,
        mac: macOf(address),
        up: true,
      }));
      return [loopback, ...others];
    },
  };
}

/** A locally administered address made from the IPv4 one, as the bridge plugin does. */
function macOf(address: string): string {
  const bytes = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  return ['0a', '58', ...bytes].join(':');
}
