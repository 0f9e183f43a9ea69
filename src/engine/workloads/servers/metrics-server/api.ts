import { formatGoDuration } from '../../../../api/duration.ts';
import type { Node, Pod } from '../../../../api/generated/types.ts';
import { type Labels, parseLabelSelector, selectorMatches } from '../../../../api/label-selector.ts';
import type { MetaLike } from '../../../../api/object.ts';
import { addQuantities, amountFromValue, formatAmount } from '../../../../api/quantity.ts';
import { type ApiStatus, failure, newBadRequest, newNotFound } from '../../../../api/status.ts';
import { formatTime } from '../../../../api/time.ts';
import { compareText } from '../../../../base/compare.ts';
import { header, response, target } from '../../http.ts';
import type { HttpRequest, HttpResponse } from '../../program.ts';
import type { Storage, Usage } from './storage.ts';

// Models metrics-server pkg/api (v0.8): metrics.k8s.io/v1beta1.

export const ROOT = '/apis/metrics.k8s.io/v1beta1';
const API_VERSION = 'metrics.k8s.io/v1beta1';

interface Meta {
  readonly name?: string;
  readonly namespace?: string;
  readonly labels?: Labels;
}

interface Metrics {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: object;
  readonly timestamp: string;
  readonly window: string;
  readonly containers?: readonly { readonly name: string; readonly usage: object }[];
  readonly usage?: object;
}

export interface World {
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly storage: Storage;
  readonly unixUs: number;
}

const RESOURCES = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: API_VERSION,
  resources: [
    { name: 'nodes', singularName: '', namespaced: false, kind: 'NodeMetrics', verbs: ['get', 'list'] },
    { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] },
  ],
};

/** Whether a request is for the list of what is served, which needs no look at the world. */
export const isDiscovery = (request: HttpRequest): boolean => target(request.path).path === ROOT;

export const discovery = (): HttpResponse => json(200, RESOURCES);

/** Answers a request below ROOT that the API server has handed on. */
export function answer(request: HttpRequest, world: World): HttpResponse {
  const { path, query } = target(request.path);
  const parts = path
    .slice(ROOT.length)
    .split('/')
    .filter((part) => part !== '');
  const [namespace, [resource = '', name]] =
    parts[0] === 'namespaces' ? [parts[1] ?? '', parts.slice(2)] : ['', parts];
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(
      failure(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {}),
    );
  if (resource !== 'nodes' && resource !== 'pods')
    return refuse(failure(404, 'NotFound', 'the server could not find the requested resource', {}));
  const all = resource === 'nodes' ? nodeMetrics(world) : podMetrics(world, namespace);
  if (name !== undefined) return one(request, all, { namespace, resource, name });
  const selected = select(all, decoded(query.get('labelSelector')), decoded(query.get('fieldSelector')));
  if ('refusal' in selected) return refuse(newBadRequest(selected.refusal));
  const items = selected.items.flatMap(({ metrics }) => metrics ?? []);
  if (wantsTable(request)) return json(200, table(items));
  const kind = resource === 'nodes' ? 'NodeMetricsList' : 'PodMetricsList';
  return json(200, { kind, apiVersion: API_VERSION, metadata: {}, items });
}

interface Known {
  readonly meta: Meta;
  readonly metrics: Metrics | undefined;
}

function one(
  request: HttpRequest,
  all: readonly Known[],
  asked: { readonly namespace: string; readonly resource: 'nodes' | 'pods'; readonly name: string },
): HttpResponse {
  const { namespace, resource, name } = asked;
  const metrics = all.find(({ meta }) => meta.name === name)?.metrics;
  if (metrics !== undefined) return json(200, wantsTable(request) ? table([metrics]) : metrics);
  const known = all.some(({ meta }) => meta.name === name);
  if (!known) return refuse(newNotFound(resource, name));
  return refuse(
    resource === 'nodes'
      ? newNotFound('nodemetrics.metrics.k8s.io', name)
      : newNotFound('podmetrics.metrics.k8s.io', `${namespace}/${name}`),
  );
}

function nodeMetrics({ nodes, storage, unixUs }: World): readonly Known[] {
  return sorted(nodes).map(({ metadata: meta }) => {
    const used = storage.node(meta.name ?? '');
    const metrics =
      used === undefined
        ? undefined
        : { ...headOf('NodeMetrics', meta, unixUs), ...timesOf(used), usage: resources(used) };
    return { meta, metrics };
  });
}

/** Of Pods it knows only those that run. */
function podMetrics({ pods, storage, unixUs }: World, namespace: string): readonly Known[] {
  const within = pods.filter(
    ({ metadata, status }) =>
      status?.phase === 'Running' && (namespace === '' || metadata.namespace === namespace),
  );
  return sorted(within).map(({ metadata: meta }) => {
    const used = storage.pod(`${meta.namespace}/${meta.name}`);
    const [first] = [...(used?.values() ?? [])].sort((a, b) => a.atUs - b.atUs);
    if (used === undefined || first === undefined) return { meta, metrics: undefined };
    const containers = [...used].map(([name, each]) => ({ name, usage: resources(each) }));
    return { meta, metrics: { ...headOf('PodMetrics', meta, unixUs), ...timesOf(first), containers } };
  });
}

function sorted<T extends { readonly metadata: MetaLike }>(objects: readonly T[]): readonly T[] {
  return [...objects].sort(
    (a, b) =>
      compareText(a.metadata.namespace ?? '', b.metadata.namespace ?? '') ||
      compareText(a.metadata.name ?? '', b.metadata.name ?? ''),
  );
}

function headOf(kind: string, { name, namespace, labels }: Meta, unixUs: number) {
  return {
    kind,
    apiVersion: API_VERSION,
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      creationTimestamp: formatTime(unixUs),
      ...(labels === undefined ? {} : { labels }),
    },
  };
}

const timesOf = ({ atUs, windowUs }: Usage) => ({
  timestamp: formatTime(atUs),
  window: formatGoDuration(windowUs),
});

function resources({ cpuNanos, memoryBytes }: Usage): { readonly cpu: string; readonly memory: string } {
  return {
    cpu: formatAmount({ nanos: BigInt(cpuNanos), format: 'DecimalSI' }),
    memory: formatAmount(amountFromValue(Math.round(memoryBytes), 'BinarySI')),
  };
}

function select(
  all: readonly Known[],
  labelSelector: string,
  fieldSelector: string,
): { readonly items: readonly Known[] } | { readonly refusal: string } {
  const selector = parseLabelSelector(labelSelector);
  if (!selector.ok) return { refusal: selector.error };
  const fields = fieldSelector.split(',').filter((term) => term !== '');
  const fits = ({ name = '', namespace = '' }: Meta): boolean =>
    fields.every((term) => {
      const [, key, sign, value] = /^([^=!]+)(==?|!=)(.*)$/.exec(term) ?? [];
      const has = key === 'metadata.name' ? name : key === 'metadata.namespace' ? namespace : '';
      return (has === value) === (sign !== '!=');
    });
  return { items: all.filter(({ meta }) => selectorMatches(selector.value, meta.labels) && fits(meta)) };
}

const wantsTable = (request: HttpRequest): boolean => (header(request, 'Accept') ?? '').includes('as=Table');

/** Models pkg/api/table.go: a column a resource. */
function table(items: readonly Metrics[]): object {
  const column = (name: string, format: string): object => ({ name, type: 'string', format });
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: {},
    columnDefinitions:
      items.length === 0
        ? []
        : [
            column('Name', 'name'),
            column('cpu', 'quantity'),
            column('memory', 'quantity'),
            column('Window', 'duration'),
          ],
    rows: items.map((object) => {
      const each = (object.containers?.map(({ usage }) => usage) ?? [object.usage]) as readonly {
        readonly cpu: string;
        readonly memory: string;
      }[];
      const sum = (of: 'cpu' | 'memory'): string =>
        each.map((usage) => usage[of]).reduce((one, other) => addQuantities(one, other), '0');
      const { name } = object.metadata as Meta;
      return { cells: [name, sum('cpu'), sum('memory'), object.window], object };
    }),
  };
}

const refuse = (status: ApiStatus): HttpResponse => json(status.code, status);

function json(status: number, body: unknown): HttpResponse {
  return response(status, `${JSON.stringify(body)}\n`, { 'Content-Type': 'application/json' });
}

function decoded(text = ''): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
