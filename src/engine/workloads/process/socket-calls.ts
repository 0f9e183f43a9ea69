import { type Result, err } from '../../../base/result.ts';
import type { Errno } from '../errno.ts';
import type { Blocked, Connection, ListenSocket, Lookup, NetError, Syscalls } from '../program.ts';
import type { Payload } from '../sockets.ts';
import { CALL_US } from './call-base.ts';
import type { NetListener, NetStream } from './context.ts';
import { FileCalls } from './file-calls.ts';

const PRUNE_SOCKETS = 64;

/** Sockets and names. */
export abstract class SocketCalls extends FileCalls {
  /** In a network of its own a container may take any port: containerd sets ip_unprivileged_port_start to 0 there. */
  listen(port: number, options: Parameters<Syscalls['listen']>[1] = {}): Result<ListenSocket, Errno> {
    const { net } = this.process.context;
    if (net === undefined) return err('EADDRNOTAVAIL');
    if (port < (this.process.context.unprivilegedPortStart ?? 0) && !this.has('CAP_NET_BIND_SERVICE'))
      return err('EACCES');
    const socket = net.listen(port, options);
    if (socket.ok) this.process.sockets.add(socket.value);
    return socket;
  }

  *accept(socket: ListenSocket): Blocked<Connection | 'closed'> {
    yield* this.pay();
    const listener = socket as NetListener;
    for (;;) {
      const ready = listener.ready();
      const client = listener.poll();
      if (client === 'closed') return client;
      if (client !== undefined) {
        this.track(client);
        return client;
      }
      this.process.busyCalls = 0;
      if ((yield* this.block(ready)) === 'interrupted') return 'interrupted';
    }
  }

  *connect(
    address: string,
    port: number,
    options: Parameters<Syscalls['connect']>[2] = {},
  ): Blocked<Result<Connection, NetError>> {
    yield* this.pay();
    const { net } = this.process.context;
    if (net === undefined) return err('unreachable');
    const connected = yield* net.connect(address, port, options);
    if (connected.ok) this.track(connected.value);
    return connected;
  }

  *receive(connection: Connection, timeoutUs?: number): Blocked<Result<Payload | 'end', NetError>> {
    yield* this.pay();
    const stream = connection as NetStream;
    const until = timeoutUs === undefined ? undefined : this.now() + timeoutUs;
    for (;;) {
      const ready = stream.ready();
      const payload = stream.poll();
      if (payload !== undefined) return payload;
      if (until !== undefined && this.now() >= until) return err('timeout');
      const left = until === undefined ? undefined : until - this.now();
      if ((yield* this.block(ready, left)) === 'interrupted') return 'interrupted';
    }
  }

  send(connection: Connection, payload: Payload): Result<void, NetError> {
    this.owedUs += CALL_US;
    return (connection as NetStream).send(payload);
  }

  *resolve(name: string, options: Parameters<Syscalls['resolve']>[1] = {}): Blocked<Lookup> {
    yield* this.pay();
    const { net } = this.process.context;
    if (net === undefined) return { server: '', status: 'timeout', name, records: [], asked: [name] };
    return yield* net.resolve(name, options);
  }

  *ping(address: string, timeoutUs: number): Blocked<number | undefined> {
    yield* this.pay();
    const { net } = this.process.context;
    return net === undefined ? undefined : yield* net.ping(address, timeoutUs);
  }

  sockets(): ReturnType<Syscalls['sockets']> {
    const owners = new Map<unknown, number>();
    for (const { pid } of this.table.list())
      for (const socket of this.table.get(pid)?.sockets ?? []) owners.set(socket, pid);
    return (this.process.context.net?.sockets() ?? []).map((info) => {
      const pid = owners.get(info.socket);
      return pid === undefined ? info : { ...info, pid };
    });
  }

  interfaces(): ReturnType<Syscalls['interfaces']> {
    return this.process.context.net?.interfaces() ?? [];
  }

  protected track(stream: NetStream): void {
    const { sockets } = this.process;
    if (sockets.size >= PRUNE_SOCKETS) {
      for (const socket of sockets) if ('closed' in socket && socket.closed === true) sockets.delete(socket);
    }
    sockets.add(stream);
  }
}
