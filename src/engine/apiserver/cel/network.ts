import { cidrContains, type IpAddress, parseCidr, parseIp } from '../../../api/addresses.ts';
import { CelError } from './error.ts';
import { type Methods } from './values.ts';

// Models apiserver/pkg/cel/library urls.go, ip.go and cidr.go (1.36).

const URL_TEXT = /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#\s]*))?(\/[^?#\s]*)?(?:\?([^#\s]*))?$/;

interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

/** The parts of an absolute URL, or of a path that begins at the root. */
export function urlParts(text: string): UrlParts | undefined {
  const found = URL_TEXT.exec(text);
  if (found === null || text === '' || text.startsWith('?')) return undefined;
  const [, scheme = '', authority = '', path = '', query = ''] = found;
  return { scheme, host: authority.slice(authority.lastIndexOf('@') + 1), path, query };
}

export function urlValue(text: string): Methods {
  const parts = urlParts(text);
  if (parts === undefined)
    throw new CelError(`URL parse error during conversion from string: parse ${JSON.stringify(text)}`);
  const { scheme, host, path, query } = parts;
  const port = /:(\d+)$/.exec(host)?.[1] ?? '';
  return {
    methods: {
      getScheme: () => scheme,
      getHost: () => host,
      getHostname: () => (port === '' ? host : host.slice(0, -port.length - 1)),
      getPort: () => port,
      getEscapedPath: () => path,
      getQuery: () => queryValues(query),
    },
  };
}

function queryValues(query: string): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  for (const entry of query.split('&')) {
    const [key = '', value = ''] = entry.split('=');
    if (entry !== '') all.set(key, [...(all.get(key) ?? []), value]);
  }
  return all;
}

export function ipValue(text: string): Methods {
  const ip = parseIp(text);
  if (ip === undefined)
    throw new CelError(`IP Address ${JSON.stringify(text)} parse error during conversion from string`);
  const within = (block: string): boolean => isWithin(block, ip);
  const loopback = within('127.0.0.0/8') || within('::1/128');
  const unspecified = ip.value === 0n;
  const linkLocal = within('169.254.0.0/16') || within('fe80::/10');
  const multicast = within('224.0.0.0/4') || within('ff00::/8');
  return {
    methods: {
      family: () => BigInt(ip.family),
      isLoopback: () => loopback,
      isUnspecified: () => unspecified,
      isLinkLocalUnicast: () => linkLocal,
      isLinkLocalMulticast: () => within('224.0.0.0/24') || within('ff02::/16'),
      isGlobalUnicast: () =>
        !loopback && !unspecified && !linkLocal && !multicast && !within('255.255.255.255/32'),
    },
  };
}

function isWithin(block: string, ip: IpAddress): boolean {
  const cidr = parseCidr(block);
  return cidr !== undefined && cidrContains(cidr, ip);
}

export function cidrValue(text: string): Methods {
  const cidr = parseCidr(text);
  if (cidr === undefined)
    throw new CelError(`CIDR ${JSON.stringify(text)} parse error during conversion from string`);
  const containsIp = (ip: unknown): boolean => {
    const address = typeof ip === 'string' ? parseIp(ip) : undefined;
    return address !== undefined && cidrContains(cidr, address);
  };
  return {
    methods: {
      containsIP: containsIp,
      containsCIDR: (other) => {
        const inner = typeof other === 'string' ? parseCidr(other) : undefined;
        return inner !== undefined && inner.prefixLength >= cidr.prefixLength && cidrContains(cidr, inner.ip);
      },
      prefixLength: () => BigInt(cidr.prefixLength),
    },
  };
}
