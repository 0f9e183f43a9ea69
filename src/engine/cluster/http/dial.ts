import { err, ok } from '../../../base/result.ts';
import type { Dial } from '../../apiserver/aggregation/port.ts';
import type { Network } from '../../network/port.ts';

const AWAITING = 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)';

/** How a Go program on a node asks somebody over the network, with net/http's words for what goes wrong. */
export function dialFrom(network: Network, node: string): Dial {
  return function* ({ address, port, scheme }, { method, path, headers, body, timeoutUs }) {
    const namespace = network.nodeNamespace(node);
    const at = `${address}:${port}`;
    if (namespace === undefined) return err(`dial tcp ${at}: connect: network is unreachable`);
    const { result, response } = yield* network.request(
      namespace,
      { host: address, port },
      {
        method,
        path,
        headers: { ...headers, ...(scheme === 'https' ? { ':scheme': 'https' } : {}) },
        ...(body === undefined ? {} : { body }),
        timeoutUs,
      },
    );
    switch (result) {
      case 'ok':
        return ok({
          status: response?.status ?? 0,
          headers: response?.headers ?? {},
          body: response?.body ?? '',
        });
      case 'refused':
        return err(`dial tcp ${at}: connect: connection refused`);
      case 'reset':
        return err('EOF');
      case 'timeout':
        return err(AWAITING);
      case 'unresolved':
      case 'unreachable':
        return err(`dial tcp ${at}: connect: no route to host`);
    }
  };
}
