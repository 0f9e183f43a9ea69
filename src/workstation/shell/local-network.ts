import { type Result, err, ok } from '../../base/result.ts';
import type { Kernel } from '../../engine/kernel/kernel.ts';
import { type Task, sleep } from '../../engine/kernel/task.ts';
import type { ForwardedConnection } from '../../engine/machinery/kubelet-server.ts';
import type { NetPort, NetStream } from '../../engine/workloads/process/context.ts';
import type { Lookup, NetError, Payload } from '../../engine/workloads/sockets.ts';
import type { LocalPorts } from '../local-ports.ts';
import { type Answer, AnsweredStream, type StreamEnds } from './answered-stream.ts';
import { type ApiEndpoint, apiStream } from './api-endpoint.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '0.0.0.0', '::']);
const LOOPBACK_US = 50;
const FIRST_PORT = 40_000;

/** The network of the learner's machine: what kubectl port-forward listens on, and `beyond` it whatever the machine can reach. */
export function localNetwork(
  kernel: Kernel,
  ports: LocalPorts,
  beyond: NetPort | undefined,
  api: ApiEndpoint,
): NetPort {
  let clients = 0;
  return {
    listen: () => err('EACCES'),
    *connect(address, port, options): Task<Result<NetStream, NetError>> {
      if (address === api.address && port === api.port) {
        yield* sleep(LOOPBACK_US);
        return ok(apiStream(kernel, api));
      }
      if (!LOOPBACK.has(address)) {
        if (beyond !== undefined) return yield* beyond.connect(address, port, options);
        yield* sleep(options.timeoutUs ?? LOOPBACK_US);
        return err('timeout');
      }
      yield* sleep(LOOPBACK_US);
      const listener = ports.at(port);
      if (listener === undefined) return err('refused');
      const connected = yield* listener.connect();
      // kubectl has taken the connection by then, and ends it.
      return ok(
        forwarded(kernel, connected.ok ? connected.value : undefined, {
          localAddress: address,
          localPort: FIRST_PORT + (clients++ % 20_000),
          remoteAddress: address,
          remotePort: port,
        }),
      );
    },
    *resolve(name, options): Task<Lookup> {
      if (name === 'localhost' || name.endsWith('.localhost')) {
        return {
          server: '127.0.0.1',
          status: 'ok',
          name,
          records: [{ name, type: 'A', data: '127.0.0.1', ttl: 0 }],
          asked: [name],
        };
      }
      if (beyond !== undefined) return yield* beyond.resolve(name, options);
      return { server: '127.0.0.1', status: 'nxdomain', name, records: [], asked: [name] };
    },
    *ping(address, timeoutUs): Task<number | undefined> {
      if (!LOOPBACK.has(address)) {
        if (beyond !== undefined) return yield* beyond.ping(address, timeoutUs);
        yield* sleep(timeoutUs);
        return undefined;
      }
      yield* sleep(LOOPBACK_US);
      return LOOPBACK_US;
    },
    sockets: () => [],
    interfaces: () => [
      { name: 'lo', address: '127.0.0.1', prefix: 8, mac: '00:00:00:00:00:00', up: true },
      ...(beyond?.interfaces() ?? []).filter(({ name }) => name !== 'lo'),
    ],
  };
}

/** A connection to a forwarded port: what is sent goes to the Pod, where there is a way to it. */
function forwarded(kernel: Kernel, way: ForwardedConnection | undefined, ends: StreamEnds): AnsweredStream {
  const answer = function* (payload: Payload): Task<Answer> {
    if (way === undefined || !way.send(payload).ok) return ok('end');
    const received = yield* way.receive();
    return received.ok ? ok(received.value as Payload | 'end') : ok('end');
  };
  return new AnsweredStream(kernel, ends, answer, () => way?.close());
}
