import { goQuote } from '../../api/go-text.ts';
import { err } from '../../base/result.ts';
import type { Kernel } from '../../engine/kernel/kernel.ts';
import { type Task, sleep } from '../../engine/kernel/task.ts';
import type { Transport, TransportError } from '../../engine/machinery/client.ts';
import { ApiFailure, CommandError } from './errors.ts';
import { klogHead } from './klog.ts';

/** How long Go's dialler waits for a machine that does not answer. */
const DIAL_US = 30_000_000;
/** How often kubectl asks what a server that it has no cache of serves. */
const DISCOVERY_ATTEMPTS = 5;
const LOOPBACK = /^(?:127(?:\.\d+){3}|\[::1\]|localhost)$/;
const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[[0-9a-f:]+\])$/i;

interface Place {
  /** Scheme, host and port as they were given. */
  readonly url: string;
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
}

/** A server's address. Models rest.DefaultServerURL. */
export function serverPlace(given: string): Place {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  const [, scheme = '', host = '', port, path = ''] =
    /^([^:]+):\/\/(\[[^\]]*\]|[^/:]*)(?::(\d*))?(\/.*)?$/.exec(text) ?? [];
  if (host === '' || (text !== given && path !== '' && path !== '/'))
    throw new CommandError(`host must be a URL or a host:port pair: ${goQuote(given)}`);
  const url = `${scheme}://${host}${port === undefined ? '' : `:${port}`}`;
  return { url, scheme, host, port: port ?? (scheme === 'https' ? '443' : '80') };
}

/** The wire to a server that is not the cluster's: nobody is there. Each request fails as Go's dialler has it. */
export function otherServer(kernel: Kernel, place: Place, told: (text: string) => void): Transport {
  const message = failureOf(place);
  const error: TransportError = { kind: 'TransportError', message, code: 0 };
  const waits = message.endsWith('i/o timeout');
  const fail = function* (): Task<ReturnType<typeof err<TransportError>>> {
    if (waits) yield* sleep(DIAL_US);
    return err(error);
  };
  return {
    request: fail,
    watch: fail,
    connect: fail,
    forward: fail,
    served() {
      const what = `couldn't get current server API group list: Get "${place.url}/api?timeout=32s": ${message}`;
      const line = `${klogHead(kernel.unixUs())} memcache.go:265] "Unhandled Error" err=${goQuote(what)}\n`;
      told(line.repeat(DISCOVERY_ATTEMPTS));
      throw new ApiFailure(error);
    },
  };
}

function failureOf({ scheme, host, port }: Place): string {
  if (scheme !== 'http' && scheme !== 'https') return `unsupported protocol scheme ${goQuote(scheme)}`;
  if (LOOPBACK.test(host)) {
    const address = host === 'localhost' ? '127.0.0.1' : host;
    return `dial tcp ${address}:${port}: connect: connection refused`;
  }
  if (ADDRESS.test(host)) return `dial tcp ${host}:${port}: i/o timeout`;
  return `dial tcp: lookup ${host} on 127.0.0.1:53: no such host`;
}
