import type { ObjectRef } from '../../api/object.ts';
import { type Result, err, ok } from '../../base/result.ts';
import { Future, type Task, wait } from '../kernel/task.ts';
import { isLoopback } from './addresses.ts';
import type { End } from './connection.ts';
import type { Connection, ListenSocket, NetNamespace, Protocol, ResolverConfig, SocketInfo } from './port.ts';

const FIRST_EPHEMERAL = 32_768;
const LAST_EPHEMERAL = 60_999;

/** A listening socket with the clients that wait to be accepted. */
export class Listener implements ListenSocket {
  readonly port: number;
  readonly protocol: Protocol;
  /** '' listens on every address. */
  readonly address: string;
  versatile = false;
  /** Whether anybody listens at the moment. */
  open: () => boolean = () => true;
  private readonly backlog: Connection[] = [];
  private arrival = new Future();
  private closed = false;
  private readonly onClose: () => void;

  constructor(
    at: { readonly port: number; readonly protocol: Protocol; readonly address: string },
    onClose: () => void,
  ) {
    this.port = at.port;
    this.protocol = at.protocol;
    this.address = at.address;
    this.onClose = onClose;
  }

  offer(client: Connection): void {
    this.backlog.push(client);
    this.wake();
  }

  poll(): Connection | 'closed' | undefined {
    return this.closed ? 'closed' : this.backlog.shift();
  }

  ready(): Future {
    if (this.closed || this.backlog.length > 0) {
      const now = new Future();
      now.resolve();
      return now;
    }
    return this.arrival;
  }

  *accept(): Task<Connection | 'closed'> {
    for (;;) {
      const client = this.poll();
      if (client !== undefined) return client;
      yield* wait(this.arrival);
    }
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.onClose();
    // Clients that were never accepted are reset.
    for (const client of this.backlog) client.close('reset');
    this.backlog.length = 0;
    this.wake();
  }

  private wake(): void {
    const { arrival } = this;
    this.arrival = new Future();
    arrival.resolve();
  }
}

/** One network namespace: addresses, sockets, resolver. */
export class Namespace implements NetNamespace {
  readonly id: string;
  readonly node: string;
  readonly pod?: ObjectRef;
  readonly sender?: string;
  /** A node's own namespace. */
  readonly host: boolean;
  readonly attached = new Set<string>();
  readonly ends = new Set<End>();
  resolver: ResolverConfig = { nameservers: [], searches: [], ndots: 1 };
  hosts: ReadonlyMap<string, string> = new Map();
  alive = true;
  private readonly listeners = new Map<string, Listener[]>();
  private nextPort = FIRST_EPHEMERAL;

  constructor(
    id: string,
    node: string,
    options: { readonly pod?: ObjectRef; readonly sender?: string; readonly host: boolean },
  ) {
    this.id = id;
    this.node = node;
    this.pod = options.pod;
    this.sender = options.sender;
    this.host = options.host;
  }

  addresses(): readonly string[] {
    return [...this.attached];
  }

  listen(
    port: number,
    address: string,
    protocol: Protocol,
  ): Result<Listener, 'EADDRINUSE' | 'EADDRNOTAVAIL'> {
    const any = address === '' || address === '0.0.0.0' || address === '::';
    if (!any && !isLoopback(address) && !this.attached.has(address)) return err('EADDRNOTAVAIL');
    const bound = any ? '' : address;
    const key = `${protocol}/${port}`;
    const standing = this.listeners.get(key) ?? [];
    if (standing.some((other) => other.address === '' || bound === '' || other.address === bound))
      return err('EADDRINUSE');
    const listener: Listener = new Listener({ port, protocol, address: bound }, () => {
      const left = (this.listeners.get(key) ?? []).filter((other) => other !== listener);
      if (left.length === 0) this.listeners.delete(key);
      else this.listeners.set(key, left);
    });
    this.listeners.set(key, [...standing, listener]);
    return ok(listener);
  }

  /** Who listens for a packet to this address and port. */
  listenerFor(address: string, port: number, protocol: Protocol): Listener | undefined {
    return this.listeners
      .get(`${protocol}/${port}`)
      ?.find(
        (listener) =>
          listener.open() &&
          (listener.address === '' ||
            listener.address === address ||
            (isLoopback(listener.address) && isLoopback(address))),
      );
  }

  sockets(): SocketInfo[] {
    const open = [...this.listeners.values()].flat().filter((socket) => socket.open());
    const listening = open.map((socket) => ({
      protocol: socket.protocol,
      localAddress: socket.address === '' ? '0.0.0.0' : socket.address,
      localPort: socket.port,
      socket,
    }));
    const joined = [...this.ends].map((socket) => ({
      protocol: 'TCP' as const,
      localAddress: socket.localAddress,
      localPort: socket.localPort,
      remote: { address: socket.remoteAddress, port: socket.remotePort },
      socket,
    }));
    return [...listening, ...joined];
  }

  ephemeralPort(): number {
    const port = this.nextPort;
    this.nextPort = port >= LAST_EPHEMERAL ? FIRST_EPHEMERAL : port + 1;
    return port;
  }

  destroy(): void {
    this.alive = false;
    for (const end of [...this.ends]) end.vanish();
    this.ends.clear();
    for (const listeners of [...this.listeners.values()]) for (const listener of listeners) listener.close();
    this.listeners.clear();
  }
}
