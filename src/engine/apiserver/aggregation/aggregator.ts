import type { KubeObject, ResourceName } from '../../../api/object.ts';
import { genericFailure } from '../../../api/generic-failure.ts';
import { type Resource, joinApiVersion } from '../../../api/resources.ts';
import { type ApiStatus, failure } from '../../../api/status.ts';
import { formatTime } from '../../../api/time.ts';
import { deepEqual } from '../../../base/deep.ts';
import { parseJson } from '../../../base/json.ts';
import { err, ok } from '../../../base/result.ts';
import type { StoreEvent } from '../../etcd/store.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import type { Outcome } from '../registry/registry.ts';
import type { RequestContext } from '../request/context.ts';
import { look, placeOf } from './availability.ts';
import { methodOf } from './method.ts';
import {
  API_SERVICES,
  type Aggregator,
  type AggregatorParts,
  type ApiService,
  type ApiServiceCondition,
} from './port.ts';

// Models kube-aggregator pkg/apiserver handler_proxy.go and its availability controller (1.36).

/** What a controller takes to see a change. */
const LATENCY_US = 5_000;
const RESYNC_US = 30_000_000;
const FIRST_RETRY_US = 5_000;
const PROXY_TIMEOUT_US = 60_000_000;

/** One API that another server has. */
interface Remote {
  service: ApiService;
  resources: readonly Resource[];
  available: boolean;
  /** A look is under way, and another is due after it. */
  looking: boolean;
  due: boolean;
  failures: number;
}

export function createAggregator(parts: AggregatorParts): Aggregator {
  return new Remotes(parts);
}

class Remotes implements Aggregator {
  private readonly parts: AggregatorParts;
  private readonly remotes = new Map<string, Remote>();

  constructor(parts: AggregatorParts) {
    this.parts = parts;
  }

  take({ type, resource, ref, object }: StoreEvent): void {
    if (resource !== API_SERVICES) return this.serviceChanged(resource, object);
    const service = object as ApiService;
    const known = this.remotes.get(ref.name);
    if (type === 'delete' || service.spec.service === undefined) {
      this.remotes.delete(ref.name);
      return;
    }
    if (known === undefined) {
      const remote = { service, resources: [], available: false, looking: false, due: false, failures: 0 };
      this.remotes.set(ref.name, remote);
      this.parts.kernel.spawn(this.resync(ref.name, remote), { background: true });
      return this.check(ref.name);
    }
    const changed = !deepEqual(known.service.spec, service.spec);
    known.service = service;
    if (changed) this.check(ref.name);
  }

  /** Its Service or the addresses behind it. */
  private serviceChanged(resource: ResourceName, { metadata }: KubeObject): void {
    const own = resource === 'services' ? metadata?.name : metadata?.labels?.['kubernetes.io/service-name'];
    for (const [key, { service }] of this.remotes) {
      const { namespace, name } = service.spec.service ?? {};
      if (namespace === metadata?.namespace && name === own) this.check(key);
    }
  }

  private check(key: string): void {
    const remote = this.remotes.get(key);
    if (remote === undefined) return;
    if (remote.looking) remote.due = true;
    else this.parts.kernel.spawn(this.sync(key, remote));
  }

  private *resync(key: string, remote: Remote): Task {
    for (;;) {
      yield* sleep(RESYNC_US);
      if (this.remotes.get(key) !== remote) return;
      if (!remote.looking) yield* this.sync(key, remote);
    }
  }

  private *sync(key: string, remote: Remote): Task {
    const { kernel, etcd, dial } = this.parts;
    remote.looking = true;
    try {
      do {
        yield* sleep(LATENCY_US);
        remote.due = false;
        const found = yield* look(etcd, dial, remote.service);
        if (this.remotes.get(key) !== remote) return;
        remote.available = found.verdict.status === 'True';
        if (found.resources !== undefined) remote.resources = found.resources;
        remote.failures = found.again === true ? remote.failures + 1 : 0;
        yield* this.tell(key, found.verdict);
        if (found.again === true)
          kernel.after(this.backOff(remote), () => this.retry(key, remote), { background: true });
      } while (remote.due);
    } finally {
      remote.looking = false;
    }
  }

  private backOff({ failures }: Remote): number {
    return Math.min(FIRST_RETRY_US * 2 ** (failures - 1), RESYNC_US);
  }

  private retry(key: string, remote: Remote): void {
    if (this.remotes.get(key) !== remote || remote.looking) return;
    this.parts.kernel.spawn(this.sync(key, remote), { background: true });
  }

  /** Writes the condition where it changed. */
  private *tell(key: string, verdict: Omit<ApiServiceCondition, 'type' | 'lastTransitionTime'>): Task {
    const { kernel, etcd, client } = this.parts;
    const service = etcd.get<ApiService>(API_SERVICES, { namespace: '', name: key });
    if (service === undefined) return;
    const before = service.status?.conditions?.find(({ type }) => type === 'Available');
    if (
      before?.status === verdict.status &&
      before.reason === verdict.reason &&
      before.message === verdict.message
    )
      return;
    kernel.escalate();
    const lastTransitionTime =
      before?.status === verdict.status ? before.lastTransitionTime : formatTime(kernel.unixUs());
    const condition = { lastTransitionTime, ...verdict, type: 'Available' };
    yield* client.updateStatus(API_SERVICES, {
      ...service,
      status: { conditions: [condition] },
    });
  }

  resources(): readonly Resource[] {
    return [...this.remotes.values()].flatMap(({ available, resources }) => (available ? resources : []));
  }

  stale(): readonly string[] {
    return [...this.remotes.values()]
      .filter(({ available }) => !available)
      .map(({ service: { spec } }) => joinApiVersion(spec.group ?? '', spec.version ?? ''));
  }

  resource(key: ResourceName): Resource | undefined {
    const dot = key.indexOf('.');
    const group = key.slice(dot + 1);
    const remote = [...this.remotes.values()].find(({ service }) => dot > 0 && service.spec.group === group);
    if (remote === undefined) return undefined;
    const known = remote.resources.find((each) => each.key === key);
    if (known !== undefined || remote.available) return known;
    // Nothing is known of it but its name; the request is refused in a moment.
    const version = remote.service.spec.version ?? '';
    const name = key.slice(0, dot);
    const words = {
      resource: name,
      singular: '',
      kind: '',
      shortNames: [],
      categories: [],
      subresources: [],
    };
    return { key, group, version, apiVersion: `${group}/${version}`, ...words, namespaced: true, verbs: [] };
  }

  serve(rc: RequestContext): Task<Outcome> {
    const { group, version, resource, namespaced } = rc.resource;
    const parts = ['apis', group, version];
    if (namespaced && rc.namespace !== '') parts.push('namespaces', rc.namespace);
    parts.push(resource, ...[rc.name, rc.subresource].filter((part) => part !== ''));
    return this.proxy(rc, `/${parts.join('/')}${queryOf(rc)}`);
  }

  servePath(rc: RequestContext, path: string): Task<Outcome> | undefined {
    const [apis, group, version] = (path.split('?')[0] ?? '').split('/').filter((part) => part !== '');
    if (apis !== 'apis' || version === undefined) return undefined;
    return this.of(group, version) === undefined ? undefined : this.proxy(rc, path);
  }

  private of(group: string | undefined, version: string): Remote | undefined {
    return [...this.remotes.values()].find(
      ({ service: { spec } }) => spec.group === group && spec.version === version,
    );
  }

  private *proxy(rc: RequestContext, path: string): Task<Outcome> {
    const [, group = '', version = ''] = path.split('/').filter((part) => part !== '');
    const remote = this.of(group, version.split('?')[0] ?? '');
    const place = remote === undefined ? undefined : placeOf(this.parts.etcd, remote.service);
    if (remote?.available !== true || place === undefined)
      return err(genericFailure(503, 'service unavailable', askedFor(rc)));
    const { user, request } = rc;
    const answer = yield* this.parts.dial(
      { ...place, scheme: 'https' },
      {
        method: methodOf(request.verb),
        path,
        headers: {
          'X-Remote-User': user.name,
          'X-Remote-Group': user.groups.join(','),
          Accept: rc.options.asTable === true ? 'application/json;as=Table' : 'application/json',
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        timeoutUs: PROXY_TIMEOUT_US,
      },
    );
    if (!answer.ok)
      return err(failure(503, 'ServiceUnavailable', `error trying to reach service: ${answer.error}`));
    return outcomeOf(rc, answer.value.status, answer.value.body);
  }
}

function outcomeOf(rc: RequestContext, status: number, text: string): Outcome {
  const body = parseJson(text);
  if (status < 400) return ok({ code: status, body: body ?? text, warnings: [] });
  const refusal = body as Partial<ApiStatus> | null | undefined;
  return err(
    refusal?.kind === 'Status' ? (refusal as ApiStatus) : genericFailure(status, text, askedFor(rc)),
  );
}

/** A request for a resource as a client words it; nothing for one by its path. */
function askedFor({ resource, request, name }: RequestContext): string {
  if (request.path !== undefined) return '';
  const verb = request.verb === 'list' ? 'get' : request.verb;
  return `${verb} ${resource.key} ${name}`.trimEnd();
}

function queryOf({ options }: RequestContext): string {
  const pairs = (['labelSelector', 'fieldSelector'] as const).flatMap((key) => {
    const value = options[key] ?? '';
    return value === '' ? [] : [`${key}=${encodeURIComponent(value)}`];
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
