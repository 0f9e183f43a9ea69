import { goQuote } from '../../api/go-text.ts';
import { failure } from '../../api/status.ts';
import { err, ok } from '../../base/result.ts';
import type { Health } from './health-port.ts';

// Models apiserver pkg/server/healthz healthz.go and the checks of kube-apiserver (1.36), whose only one that can fail here is etcd's.

const HOOKS =
  'start-apiserver-admission-initializer generic-apiserver-start-informers priority-and-fairness-config-consumer priority-and-fairness-filter storage-object-count-tracker-hook start-apiextensions-informers start-apiextensions-controllers crd-informer-synced start-system-namespaces-controller start-cluster-authentication-info-controller start-kube-apiserver-identity-lease-controller start-kube-apiserver-identity-lease-garbage-collector start-legacy-token-tracking-controller start-service-ip-repair-controllers rbac/bootstrap-roles scheduling/bootstrap-system-priority-classes priority-and-fairness-config-producer bootstrap-controller start-kubernetes-service-cidr-controller aggregator-reload-proxy-client-cert start-kube-aggregator-informers apiservice-status-local-available-controller apiservice-status-remote-available-controller apiservice-registration-controller apiservice-discovery-controller kube-apiserver-autoregistration'.split(
    ' ',
  );

function checksOf(endpoint: string): readonly string[] {
  const ready = endpoint === 'readyz' ? ['etcd-readiness', 'informer-sync'] : [];
  return [
    'ping',
    'log',
    'etcd',
    ...ready,
    ...HOOKS.map((hook) => `poststarthook/${hook}`),
    'autoregister-completion',
    'poststarthook/apiservice-openapi-controller',
    'poststarthook/apiservice-openapiv3-controller',
    ...(endpoint === 'readyz' ? ['shutdown'] : []),
  ];
}

export const health: Health = (path, etcd) => {
  const [bare = '', query = ''] = path.split('?');
  const [endpoint = '', ...check] = bare.split('/').filter((part) => part !== '');
  const checks = checksOf(endpoint);
  const fails = (name: string): boolean => name.startsWith('etcd') && !etcd;
  const one = check.join('/');
  if (one !== '') {
    if (!checks.includes(one))
      return err(failure(404, 'NotFound', 'the server could not find the requested resource', {}));
    return fails(one) ? err(failed(`internal server error: ${one} failed`)) : ok('ok');
  }
  const asked = query.split('&').map((pair) => pair.split('='));
  const excluded = new Set(asked.flatMap(([key, value = '']) => (key === 'exclude' ? [value] : [])));
  const broken = checks.some((name) => fails(name) && !excluded.has(name));
  if (!broken && !asked.some(([key]) => key === 'verbose')) return ok('ok');
  const lines = checks.map((name) =>
    excluded.has(name)
      ? `[+]${name} excluded: ok`
      : fails(name)
        ? `[-]${name} failed: reason withheld`
        : `[+]${name} ok`,
  );
  const text = `${lines.join('\n')}\n${endpoint} check ${broken ? 'failed' : 'passed'}`;
  return broken ? err(failed(text)) : ok(`${text}\n`);
};

const failed = (text: string) =>
  failure(
    500,
    'InternalError',
    `an error on the server (${goQuote(text)}) has prevented the request from succeeding`,
  );
