/**
 * What a program sees of the network. These shapes equal those of engine/network/port.ts member for member, so that
 * node/oci hands them through; the two rooms do not import each other.
 */
export type NetError =
  | 'refused'
  | 'timeout'
  | 'reset'
  | 'unreachable'
  | 'no-route'
  | 'address-not-available'
  /** TLS: the other end's certificate could not be verified. */
  | 'untrusted';

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
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  close(): void;
}

/** One end of a connection. */
export interface Connection {
  readonly localAddress: string;
  readonly localPort: number;
  readonly remoteAddress: string;
  readonly remotePort: number;
  /** Ends it: in order (the peer reads 'end') or with a reset. */
  close(how?: 'end' | 'reset'): void;
}

/** One line of netstat. A socket without a peer listens. */
export interface SocketInfo {
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly localAddress: string;
  readonly localPort: number;
  readonly remote?: { readonly address: string; readonly port: number };
  /** The socket itself, as the process that opened it holds it. */
  readonly socket: unknown;
}

/** What the resolver answered: the queries that were made, in order, and the result. */
export interface Lookup {
  readonly server: string;
  readonly status: 'ok' | 'nxdomain' | 'nodata' | 'servfail' | 'timeout' | 'refused';
  /** The full name that was answered (or the last one tried). */
  readonly name: string;
  readonly records: readonly DnsRecord[];
  /** Every name asked, in order. */
  readonly asked: readonly string[];
}

export interface DnsRecord {
  readonly name: string;
  readonly type: 'A' | 'AAAA' | 'CNAME' | 'SRV' | 'PTR' | 'TXT';
  readonly data: string;
  readonly ttl: number;
}
