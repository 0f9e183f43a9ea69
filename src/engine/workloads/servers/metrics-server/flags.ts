import { formatGoDuration, parseGoDuration } from '../../../../api/duration.ts';
import { type Result, err, ok } from '../../../../base/result.ts';

export interface Flags {
  readonly insecure: boolean;
  readonly resolutionUs: number;
  readonly securePort: number;
  readonly certDir: string;
  readonly addressTypes: readonly string[];
  readonly statusPort: boolean;
}

const DEFAULTS = new Map([
  ['kubelet-insecure-tls', 'false'],
  ['metric-resolution', '1m0s'],
  ['secure-port', '443'],
  ['cert-dir', 'apiserver.local.config/certificates'],
  ['kubelet-preferred-address-types', 'Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP'],
  ['kubelet-use-node-status-port', 'false'],
]);
/** Those that make no difference here. */
const OTHERS =
  /^(?:v|vmodule|logging-format|log-.*|profiling|contention-profiling|kubelet-(?:port|request-timeout|certificate-authority|client-certificate|client-key)|node-selector|requestheader-.*|client-ca-file|authentication-.*|authorization-.*|tls-.*|bind-address|audit-.*|http2-.*|enable-priority-and-fairness|feature-gates|kubeconfig|permit-.*|disable-http2-serving)$/;
const SHORTEST_US = 10_000_000;

/** Its command line; the error is what it prints before it exits. */
export function readFlags(args: readonly string[]): Result<Flags, string> {
  const values = new Map(DEFAULTS);
  for (let at = 0; at < args.length; at++) {
    const [name, given] = split(args[at] ?? '');
    if (!values.has(name) && !OTHERS.test(name)) return err(`Error: unknown flag: --${name}`);
    const isSwitch = values.get(name) === 'false' || values.get(name) === 'true';
    values.set(name, given ?? (isSwitch ? 'true' : (args[++at] ?? '')));
  }
  const get = (name: string): string => values.get(name) ?? '';
  const resolution = parseGoDuration(get('metric-resolution'));
  if (!resolution.ok)
    return err(
      `Error: invalid argument "${get('metric-resolution')}" for "--metric-resolution" flag: ${resolution.error}`,
    );
  if (resolution.value < SHORTEST_US)
    return err(
      `Error: metric-resolution should be a time duration at least 10s, but value ${formatGoDuration(resolution.value)} provided`,
    );
  return ok({
    insecure: get('kubelet-insecure-tls') === 'true',
    resolutionUs: resolution.value,
    securePort: Number(get('secure-port')),
    certDir: get('cert-dir'),
    addressTypes: get('kubelet-preferred-address-types').split(','),
    statusPort: get('kubelet-use-node-status-port') === 'true',
  });
}

function split(arg: string): readonly [string, string?] {
  const bare = arg.replace(/^--?/, '');
  const equals = bare.indexOf('=');
  return equals < 0 ? [bare] : [bare.slice(0, equals), bare.slice(equals + 1)];
}
