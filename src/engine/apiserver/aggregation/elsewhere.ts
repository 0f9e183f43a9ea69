import type { ResourceName } from '../../../api/object.ts';
import type { Resource } from '../../../api/resources.ts';
import type { Task } from '../../kernel/task.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Outcome } from '../registry/registry.ts';
import type { RequestContext } from '../request/context.ts';
import {
  AGGREGATION,
  API_SERVICES,
  PROXY,
  type Aggregator,
  type AggregatorParts,
  type ApiService,
} from './port.ts';

/** Resources whose objects decide where a request is answered. */
const CONCERNED: ReadonlySet<string> = new Set([API_SERVICES, 'services', 'endpointslices.discovery.k8s.io']);

/** What is served elsewhere in this server's name: nothing, until the first APIService of another server. */
export class Elsewhere {
  private aggregator: Aggregator | undefined;
  private readonly parts: AggregatorParts;

  constructor(parts: AggregatorParts) {
    this.parts = parts;
    parts.etcd.subscribe((event) => {
      if (!CONCERNED.has(event.resource)) return;
      if (event.resource === API_SERVICES && (event.object as ApiService).spec.service !== undefined)
        this.aggregator ??= AGGREGATION.get()(parts);
      this.aggregator?.take(event);
    });
  }

  resources(): readonly Resource[] {
    return this.aggregator?.resources() ?? [];
  }

  stale(): readonly string[] {
    return this.aggregator?.stale() ?? [];
  }

  /** A resource that another server has, with as much of a kind as is known here. */
  get(key: ResourceName): { readonly resource: Resource; readonly kind: Kind } | undefined {
    const resource = this.aggregator?.resource(key);
    if (resource === undefined) return undefined;
    const { kind, apiVersion, namespaced } = resource;
    return { resource, kind: { resource: key, kind, apiVersion, namespaced } };
  }

  /** Hands a request on; undefined for what is answered here. */
  serve(rc: RequestContext): Task<Outcome> | undefined {
    const { path, resource } = rc.request;
    if (rc.subresource === 'proxy') return PROXY.get()(this.parts, rc);
    if (path !== undefined) return this.aggregator?.servePath(rc, path);
    return this.aggregator?.resource(resource) === undefined ? undefined : this.aggregator.serve(rc);
  }
}
