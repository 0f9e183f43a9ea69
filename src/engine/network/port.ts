import type { ObjectRef } from '../../api/object.ts';
import type { Result } from '../../base/result.ts';
import type { Future, Task } from '../kernel/task.ts';

export type Protocol = 'TCP' | 'UDP' | 'SCTP';

/** How a connection fails. 'refused': RST or ICMP port unreachable; 'timeout': nothing came back. */
export type NetError = 'refused' | 'timeout' | 'reset' | 'unreachable' | 'no-route' | 'address-not-available';

export interface HttpRequest {
  readonly kind: 'request';
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpResponse {
  readonly kind: 'response';
  readonly status: number;
  /** The status line's words, where a server has its own. */
  readonly reason?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One message on a connection. */
export type Payload = string | HttpRequest | HttpResponse;

export interface ListenSocket {
  readonly port: number;
  readonly protocol: Protocol;
  /** The next client of the backlog, 'closed' once the socket is closed, undefined when there is none yet. */
  poll(): Connection | 'closed' | undefined;
  /** Settles when `poll` has something: for callers that a signal may interrupt. */
  ready(): Future;
  /** Waits for the next client. */
  accept(): Task<Connection | 'closed'>;
  close(): void;
}

/** One line of netstat. A socket without a peer listens. */
export interface SocketInfo {
  readonly protocol: Protocol;
  readonly localAddress: string;
  readonly localPort: number;
  readonly remote?: { readonly address: string; readonly port: number };
  readonly socket: ListenSocket | Connection;
}

/** One end of a connection. Messages arrive in order, one network latency later. */
export interface Connection {
  readonly localAddress: string;
  readonly localPort: number;
  readonly remoteAddress: string;
  readonly remotePort: number;
  /** The peer takes TLS and gRPC as well as plain text. */
  readonly versatile: boolean;
  /** This end was closed, or reset by the peer. */
  readonly closed: boolean;
  send(payload: Payload): Result<void, NetError>;
  /** The next message if it is there; 'end' when the peer closed in order. */
  poll(): Result<Payload | 'end', NetError> | undefined;
  /** Settles when `poll` has something. */
  ready(): Future;
  /** Waits for the next message; error 'timeout' when none came within `timeoutUs`. */
  receive(timeoutUs?: number): Task<Result<Payload | 'end', NetError>>;
  close(how?: 'end' | 'reset'): void;
}

/** A network namespace: a sandbox's, or a node's own. */
export interface NetNamespace {
  readonly id: string;
  readonly node: string;
  /** The Pod it belongs to; absent for a node's own. */
  readonly pod?: ObjectRef;
  /** Whose requests leave here, where that is no Pod: `users`. */
  readonly sender?: string;
  /** Addresses on its interfaces, without loopback. */
  addresses(): readonly string[];
}

/** Where a request goes: a numeric address, or a name to be resolved first with the namespace's resolver. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly protocol?: Protocol;
}

/** What became of one HTTP exchange (resolve, connect, send, receive). */
export interface Exchange {
  readonly result: 'ok' | 'refused' | 'reset' | 'timeout' | 'unresolved' | 'unreachable';
  readonly response?: HttpResponse;
  /** The address that answered or refused, after service rules. */
  readonly peer?: string;
  readonly tookUs: number;
}

export interface RequestOptions {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Bound on the whole exchange. */
  readonly timeoutUs: number;
}

/** The first packet of a connection, as a node's rules see it. */
export interface Packet {
  readonly source: string;
  readonly destination: string;
  readonly port: number;
  readonly protocol: Protocol;
  /** True when the sender is the node itself or a Pod on it. */
  readonly local: boolean;
}

/** What a node's rules make of it. `masquerade`: the peer sees the node's address. */
export type Verdict =
  | { readonly kind: 'pass' }
  /** `rule`: what matched, as kube-proxy names it: `default/web:http`. */
  | {
      readonly kind: 'dnat';
      readonly address: string;
      readonly port: number;
      readonly masquerade: boolean;
      readonly rule?: string;
    }
  | { readonly kind: 'reject' }
  | { readonly kind: 'drop' };

/** A node's rules (kube-proxy's). Without one every packet passes. */
export interface Forwarder {
  forward(packet: Packet): Verdict;
}

/** Whether a packet between two Pod addresses (after DNAT) may go: NetworkPolicy. */
export interface PolicyEngine {
  allows(
    from: { readonly address: string; readonly namespace?: NetNamespace },
    to: {
      readonly address: string;
      readonly namespace?: NetNamespace;
      readonly port: number;
      readonly protocol: Protocol;
    },
  ): boolean;
}

/** resolv.conf as data. */
export interface ResolverConfig {
  readonly nameservers: readonly string[];
  readonly searches: readonly string[];
  readonly ndots: number;
}

export type RecordType = 'A' | 'AAAA' | 'CNAME' | 'SRV' | 'PTR' | 'TXT';

export interface DnsRecord {
  readonly name: string;
  readonly type: RecordType;
  readonly data: string;
  readonly ttl: number;
}

export interface DnsAnswer {
  readonly status: 'ok' | 'nxdomain' | 'nodata' | 'servfail' | 'timeout' | 'refused';
  readonly records: readonly DnsRecord[];
}

export interface Lookup extends DnsAnswer {
  readonly server: string;
  /** The full name that was answered (or the last one tried). */
  readonly name: string;
  /** Every name asked, in order. */
  readonly asked: readonly string[];
}

/** What a DNS server knows: the cluster's, made from Services and EndpointSlices. */
export interface DnsZone {
  answer(name: string, type: RecordType): DnsAnswer;
}

/** Something wrong with the wires. Undone by `heal`. */
export type NetworkFault =
  /** The two sides (node names, addresses or '*') cannot reach each other: packets are dropped. */
  | { readonly kind: 'partition'; readonly between: readonly [string, string] }
  /** Packets to or from `at` take longer. */
  | { readonly kind: 'slow'; readonly at: string; readonly delayUs: number }
  /** New connections to or from `at` are lost with this probability (0–1). */
  | { readonly kind: 'drop'; readonly at: string; readonly share: number }
  /** The cluster's DNS answers nothing. */
  | { readonly kind: 'dns-down' }
  /** The cluster's DNS answers that much later. */
  | { readonly kind: 'dns-slow'; readonly delayUs: number };

export interface NodeNetwork {
  readonly name: string;
  readonly address: string;
  readonly podCIDR?: string;
}

/** The wires of the cluster. One per cluster. */
export interface Network {
  /** A node joins; answers its own namespace. */
  addNode(node: NodeNetwork): NetNamespace;
  removeNode(name: string): void;
  nodeNamespace(name: string): NetNamespace | undefined;

  /** A new namespace with loopback only: a Pod's, or that of somebody who only sends. */
  createNamespace(node: string, pod?: ObjectRef, sender?: string): NetNamespace;
  /** Gives it an address that others can reach; an error when the address is taken. */
  attach(ns: NetNamespace, address: string): Result<void, string>;
  detach(ns: NetNamespace, address: string): void;
  /** Everything in it is gone: sockets close, peers of open connections get nothing more. */
  destroyNamespace(ns: NetNamespace): void;
  namespaceOf(address: string): NetNamespace | undefined;
  /** The resolver of a namespace (what its /etc/resolv.conf says). */
  setResolver(ns: NetNamespace, config: ResolverConfig): void;
  /** Names of /etc/hosts, before DNS. */
  setHosts(ns: NetNamespace, hosts: ReadonlyMap<string, string>): void;

  /** '' and '0.0.0.0' listen on every address. */
  listen(
    ns: NetNamespace,
    port: number,
    options?: {
      readonly address?: string;
      readonly protocol?: Protocol;
      /** Whoever listens takes TLS and gRPC as well as plain text. */
      readonly versatile?: boolean;
      /** Whether anybody listens at the moment; always unless said. */
      readonly open?: () => boolean;
    },
  ): Result<ListenSocket, 'EADDRINUSE' | 'EADDRNOTAVAIL'>;
  /** Sockets of a namespace, those that listen first. */
  sockets(ns: NetNamespace): readonly SocketInfo[];
  connect(
    ns: NetNamespace,
    target: Target,
    options?: { readonly timeoutUs?: number },
  ): Task<Result<Connection, NetError>>;
  /** An ICMP echo: its round trip in µs, undefined when nothing came back in time. */
  ping(ns: NetNamespace, address: string, timeoutUs: number): Task<number | undefined>;
  /** One HTTP exchange on a connection of its own: probes, the traffic generator, curl. */
  request(ns: NetNamespace, target: Target, options: RequestOptions): Task<Exchange>;
  resolve(
    ns: NetNamespace,
    name: string,
    options?: {
      readonly type?: RecordType;
      readonly search?: boolean;
      readonly server?: string;
      readonly timeoutUs?: number;
    },
  ): Task<Lookup>;
  /** A node's rules; undefined takes them away. */
  setForwarder(node: string, forwarder: Forwarder | undefined): void;
  setPolicyEngine(engine: PolicyEngine | undefined): void;
  /** The cluster's DNS server: where it is reached (its Service address) and what it knows; without a zone it is down. */
  setDns(server: string, zone: DnsZone | undefined): void;

  /** A Pod's hostPort on its node (the portmap plugin's rules); answers how to take it back. */
  mapHostPort(
    node: string,
    from: { readonly port: number; readonly protocol: Protocol },
    to: { readonly address: string; readonly port: number },
  ): () => void;

  addFault(fault: NetworkFault): void;
  heal(fault: NetworkFault): void;
}
