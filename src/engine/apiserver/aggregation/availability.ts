import type { EndpointSlice, Service } from '../../../api/generated/types.ts';
import type { Resource } from '../../../api/resources.ts';
import { joinApiVersion, resourceKey } from '../../../api/resources.ts';
import { goQuote } from '../../../api/go-text.ts';
import { asObject, parseJson } from '../../../base/json.ts';
import type { Etcd } from '../../etcd/store.ts';
import type { Task } from '../../kernel/task.ts';
import type { ApiService, ApiServiceCondition, Dial } from './port.ts';

// Models kube-aggregator pkg/controllers/status/remote/remote_available_controller.go sync (1.36).

const DISCOVERY_TIMEOUT_US = 5_000_000;
const ATTEMPTS = 5;
const HTTPS_PORT = 443;

type Verdict = Pick<ApiServiceCondition, 'status' | 'reason' | 'message'>;

/** What a look at an APIService found. */
export interface Look {
  readonly verdict: Verdict;
  /** What its server says it serves. */
  readonly resources?: readonly Resource[];
  /** Whether it is looked at again soon, whatever changes. */
  readonly again?: boolean;
}

interface ResourceList {
  readonly resources?: readonly {
    readonly name: string;
    readonly singularName?: string;
    readonly namespaced: boolean;
    readonly kind: string;
    readonly verbs: readonly string[];
    readonly shortNames?: readonly string[];
    readonly categories?: readonly string[];
  }[];
}

const failed = (reason: string, message: string): Look => ({
  verdict: { status: 'False', reason, message },
});

/** Where an APIService's Service is reached: its cluster address. Models the ClusterIP resolver. */
export function placeOf(
  etcd: Etcd,
  { spec }: ApiService,
): { readonly address: string; readonly port: number } | undefined {
  const { namespace = '', name = '', port = HTTPS_PORT } = spec.service ?? {};
  const address = etcd.get<Service>('services', { namespace, name })?.spec?.clusterIP;
  return address === undefined || address === 'None' ? undefined : { address, port };
}

/** Asks whether the server behind an APIService answers. */
export function* look(etcd: Etcd, dial: Dial, service: ApiService): Task<Look> {
  const refused = wiring(etcd, service);
  if (refused !== undefined) return refused;
  const place = placeOf(etcd, service);
  if (place === undefined) return { ...failed('FailedDiscoveryCheck', 'no cluster address'), again: true };
  const { group = '', version = '' } = service.spec;
  const path = `/apis/${group}/${version}`;
  const url = `https://${place.address}:${place.port}${path}`;
  const call = { method: 'GET', path, headers: {}, timeoutUs: DISCOVERY_TIMEOUT_US };
  let problem = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const answer = yield* dial({ ...place, scheme: 'https' }, call);
    if (!answer.ok) problem = `failing or missing response from ${url}: Get "${url}": ${answer.error}`;
    else if (answer.value.status < 200 || answer.value.status >= 300)
      problem = `failing or missing response from ${url}: bad status from ${url}: ${answer.value.status}`;
    else {
      const verdict = { status: 'True', reason: 'Passed', message: 'all checks passed' } as const;
      return { verdict, resources: resourcesOf(service, answer.value.body) };
    }
    // Attempts are made at once: those that find nobody there are over together.
    if (/deadline exceeded|timeout/.test(problem)) break;
  }
  return { ...failed('FailedDiscoveryCheck', problem), again: true };
}

/** What is wrong with the objects between an APIService and its server. */
function wiring(etcd: Etcd, { spec }: ApiService): Look | undefined {
  const { namespace = '', name = '', port = HTTPS_PORT } = spec.service ?? {};
  const service = etcd.get<Service>('services', { namespace, name });
  const where = `service/${name} in ${goQuote(namespace)}`;
  if (service === undefined) return failed('ServiceNotFound', `${where} is not present`);
  if ((service.spec?.type ?? 'ClusterIP') !== 'ClusterIP') return undefined;
  const found = service.spec?.ports?.find((each) => each.port === port);
  if (found === undefined) return failed('ServicePortError', `${where} is not listening on port ${port}`);
  const slices = etcd
    .list<EndpointSlice>('endpointslices.discovery.k8s.io', namespace)
    .filter(({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === name);
  if (slices.length === 0) return failed('EndpointsNotFound', `cannot find endpointslices for ${where}`);
  const portName = found.name ?? '';
  if (slices.some((slice) => hasAvailable(slice, portName))) return undefined;
  const message = `endpointslices for ${where} have no addresses with port name ${goQuote(portName)}`;
  return failed('MissingEndpoints', message);
}

function hasAvailable({ endpoints = [], ports = [] }: EndpointSlice, portName: string): boolean {
  return (
    (endpoints ?? []).some(({ conditions }) => conditions?.ready !== false) &&
    (ports ?? []).some(({ name, port }) => (name ?? '') === portName && port !== undefined)
  );
}

function resourcesOf({ spec }: ApiService, body: string): readonly Resource[] {
  const { group = '', version = '' } = spec;
  // Whatever answers may be behind an APIService: a page is no list, and serves nothing.
  const list = asObject(parseJson(body)) as ResourceList;
  const resources = Array.isArray(list.resources) ? list.resources : [];
  return resources
    .filter(({ name }) => !name.includes('/'))
    .map((each) => ({
      key: resourceKey(group, each.name),
      group,
      version,
      apiVersion: joinApiVersion(group, version),
      resource: each.name,
      singular: each.singularName ?? '',
      kind: each.kind,
      shortNames: each.shortNames ?? [],
      namespaced: each.namespaced,
      verbs: each.verbs,
      categories: each.categories ?? [],
      subresources: [],
    }));
}
