import { err } from '../../base/result.ts';
import { sleep } from '../kernel/task.ts';
import type { Network } from '../network/port.ts';
import { netPortOf } from '../node/oci/net-port.ts';
import type { NetPort } from '../workloads/process/context.ts';

const NAME = 'outside';
/** Beside the nodes, in the network they are on. */
const ADDRESS = '10.99.254.254';
/** How long Linux tries to connect before it gives up. */
const CONNECT_US = 127_000_000;

/** The learner's machine on the wires: it reaches the nodes (NodePorts, hostPorts), and has no route to Pods and Services. */
export function outsideNet(network: Network): NetPort {
  const namespace = network.addNode({ name: NAME, address: ADDRESS });
  const port = netPortOf(network, namespace);
  const isPod = (address: string): boolean => network.namespaceOf(address)?.pod !== undefined;
  return {
    ...port,
    *connect(address, number, options) {
      if (!isPod(address)) return yield* port.connect(address, number, options);
      yield* sleep(options.timeoutUs ?? CONNECT_US);
      return err('timeout');
    },
    *ping(address, timeoutUs) {
      if (!isPod(address)) return yield* port.ping(address, timeoutUs);
      yield* sleep(timeoutUs);
      return undefined;
    },
  };
}
