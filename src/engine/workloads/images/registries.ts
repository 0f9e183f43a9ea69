import { assertUnreachable } from '../../../base/assert.ts';
import type { ImageName, RegistryError } from './catalogue.ts';

/** How one registry takes a request for a manifest. */
export interface RegistryRule {
  /** A host with its port; `*.example.com` stands for every name below. */
  readonly host: string;
  /** What it answers whatever is asked. */
  readonly always?: RegistryError | 'hang';
  /** What it answers for a repository it does not have. */
  readonly unknownRepository?: RegistryError;
  /** Only who knows this gets anything. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Spoken to over plain HTTP. */
  readonly plainHttp?: boolean;
}

/** The registries of shared/conformance/images.md. */
export const RECORDING_REGISTRIES: readonly RegistryRule[] = [
  { host: 'docker.io', unknownRepository: 'denied' },
  { host: 'registry.k8s.io', unknownRepository: 'not-found' },
  { host: '127.0.0.1:5001', credentials: { username: 'alice', password: 'secret' }, plainHttp: true },
  { host: '127.0.0.1:5002', always: 'hang', plainHttp: true },
  { host: '127.0.0.1:5003', always: 'server-error', plainHttp: true },
  { host: '127.0.0.1:5004', always: 'too-many-requests', plainHttp: true },
  { host: '127.0.0.1:5005', always: 'unavailable', plainHttp: true },
  { host: '127.0.0.1:5009', always: 'refused', plainHttp: true },
  { host: '10.99.0.2:5000', always: 'http-on-https' },
  { host: '10.99.0.2:6443', always: 'bad-certificate' },
  { host: '*.example.com', always: 'no-such-host' },
  { host: '*.example.test', always: 'no-such-host' },
];

/** The registries of the wider world, as far as that matters. */
export const PUBLIC_REGISTRIES: readonly RegistryRule[] = [
  { host: 'docker.io', unknownRepository: 'denied' },
  { host: 'registry.k8s.io', unknownRepository: 'not-found' },
  { host: 'ghcr.io', unknownRepository: 'denied' },
  { host: 'quay.io', unknownRepository: 'unauthorized' },
  { host: 'gcr.io', unknownRepository: 'not-found' },
  ...[
    'example.com',
    'example.org',
    'example.net',
    'example',
    'test',
    'invalid',
    'local',
    'internal',
    'corp',
    'lan',
  ].map((domain): RegistryRule => ({ host: `*.${domain}`, always: 'no-such-host' })),
  { host: '127.0.0.1:*', always: 'refused', plainHttp: true },
  { host: 'localhost:*', always: 'refused', plainHttp: true },
];

export function ruleFor(rules: readonly RegistryRule[], host: string): RegistryRule | undefined {
  return rules.find((rule) => {
    if (rule.host === host) return true;
    if (rule.host.startsWith('*.'))
      return (
        host.replace(/:\d+$/, '') === rule.host.slice(2) ||
        host.replace(/:\d+$/, '').endsWith(rule.host.slice(1))
      );
    return rule.host.endsWith(':*') && host.startsWith(rule.host.slice(0, -1));
  });
}

/** The host that is really asked for docker.io. */
function wireHost(registry: string): string {
  return registry === 'docker.io' ? 'registry-1.docker.io' : registry;
}

/** What comes of asking before any TLS is spoken. */
const UNANSWERED: ReadonlySet<RegistryError> = new Set(['refused', 'timeout', 'no-such-host']);

const STATUS_LINE = {
  'wrong-password': '401 Unauthorized',
  'too-many-requests': '429 Too Many Requests',
  'server-error': '500 Internal Server Error',
  unavailable: '503 Service Unavailable',
} as const;

/**
 * containerd's words for a pull that a registry refused, whole, and the gRPC code.
 * Models core/transfer/local/pull.go and core/remotes/docker (containerd 2.1).
 */
export function pullFailure(
  name: ImageName,
  error: RegistryError,
  rule: RegistryRule | undefined,
  dns: string,
): { readonly code: 'NotFound' | 'Unknown'; readonly message: string } {
  const prefix = `failed to pull and unpack image "${name.full}": failed to resolve image: `;
  const manifest = `${wireHost(name.registry)}/v2/${name.path}/manifests/${name.digest ?? name.tag ?? 'latest'}`;
  const scheme =
    rule?.plainHttp === true || /^(?:127\.0\.0\.1|localhost)(?::|$)/.test(name.registry) ? 'http' : 'https';
  const host = wireHost(name.registry);
  const named = /:\d+$/.test(host);
  // A host of this machine is asked over TLS first, and once more in plain HTTP where it has no TLS. That nobody
  // answers at the port named is no reason to ask there again.
  const asked = named && UNANSWERED.has(error) ? 'https' : scheme;
  const head = `failed to do request: Head "${asked}://${manifest}": `;
  const address = named ? host : `${host}:${scheme === 'http' ? 80 : 443}`;
  const unknown = (text: string): { readonly code: 'Unknown'; readonly message: string } => ({
    code: 'Unknown',
    message: prefix + text,
  });
  switch (error) {
    case 'not-found':
      return { code: 'NotFound', message: `${prefix}${name.full}: not found` };
    case 'denied':
      return unknown(
        'pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed',
      );
    case 'unauthorized':
      return unknown(
        name.registry.includes(':')
          ? 'pull access denied, repository does not exist or may require authorization: authorization failed: no basic auth credentials'
          : `unexpected status from HEAD request to https://${manifest}: 401 Unauthorized`,
      );
    // containerd sends them again until it gives up, and shows the last answer.
    case 'wrong-password':
    case 'too-many-requests':
    case 'server-error':
    case 'unavailable':
      return unknown(`unexpected status from HEAD request to ${scheme}://${manifest}: ${STATUS_LINE[error]}`);
    case 'refused':
      return unknown(`${head}dial tcp ${address}: connect: connection refused`);
    case 'timeout':
      return unknown(`${head}dial tcp ${address}: i/o timeout`);
    case 'no-such-host':
      return unknown(`${head}dial tcp: lookup ${host.replace(/:\d+$/, '')} on ${dns}:53: no such host`);
    case 'http-on-https':
      return unknown(`${head}http: server gave HTTP response to HTTPS client`);
    case 'bad-certificate':
      return unknown(
        `${head}tls: failed to verify certificate: x509: certificate signed by unknown authority`,
      );
    default:
      return assertUnreachable(error);
  }
}
