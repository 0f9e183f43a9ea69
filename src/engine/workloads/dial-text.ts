import type { NetError } from './sockets.ts';

/** Why a connection to `at`, an address and port, is not there: the error text of Go's net and crypto/tls. */
export function dialText(error: NetError, at: string): string {
  switch (error) {
    case 'refused':
      return `dial tcp ${at}: connect: connection refused`;
    case 'timeout':
      return `dial tcp ${at}: i/o timeout`;
    case 'reset':
      return `read tcp ${at}: read: connection reset by peer`;
    case 'untrusted':
      return 'tls: failed to verify certificate: x509: certificate signed by unknown authority';
    case 'unreachable':
    case 'no-route':
      return `dial tcp ${at}: connect: no route to host`;
    case 'address-not-available':
      return `dial tcp ${at}: connect: cannot assign requested address`;
  }
}
