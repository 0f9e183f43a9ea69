import type { KubeObject } from '../../../api/object.ts';
import type { Result } from '../../../base/result.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import { Kernel } from '../../kernel/kernel.ts';
import { DEFAULT_SETTINGS } from '../../kernel/settings.ts';
import type { Task } from '../../kernel/task.ts';
import {
  type ApiError,
  type ApiRequest,
  type ApiResponse,
  Client,
  type Identity,
  type WatchEvent,
} from '../../machinery/client.ts';
import { type ApiServer, type ApiServerOptions, createApiServer } from '../server.ts';

/** 2026-01-02T03:04:00Z */
const EPOCH_US = 1_767_323_040_000_000;

export const ADMIN: Identity = {
  user: 'kubernetes-admin',
  groups: ['kubeadm:cluster-admins', 'system:authenticated'],
  client: 'kubectl',
  from: 'outside',
};

/** A server on a kernel of its own, driven request by request. For tests. */
export class TestServer {
  readonly records: TraceRecord[] = [];
  readonly kernel: Kernel;
  readonly server: ApiServer;

  constructor(options: Partial<ApiServerOptions> & { readonly level?: 1 | 2 | 3 } = {}) {
    const { level, ...rest } = options;
    this.kernel = new Kernel({
      seed: 7,
      epochUs: EPOCH_US,
      sink: (record) => this.records.push(record),
      level: level ?? 3,
    });
    this.server = createApiServer({ kernel: this.kernel, settings: DEFAULT_SETTINGS, ...rest });
    this.create('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'default' },
      status: { phase: 'Active' },
    });
    this.create('serviceaccounts', {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'default', namespace: 'default' },
    });
    this.records.length = 0;
  }

  client(identity: Identity = ADMIN): Client {
    return new Client(this.server, identity);
  }

  /** Runs a task to its end and answers its value. */
  run<T>(task: Task<T>): T {
    const { done } = this.kernel.spawn(task);
    while (!done.settled && this.kernel.advance({ maxTurns: 1 }) === 'turns');
    return done.value();
  }

  /** Sends requests one after the other; answers what each got. */
  runRequests(requests: readonly ApiRequest[], identity: Identity = ADMIN): Result<ApiResponse, ApiError>[] {
    const client = this.client(identity);
    return requests.map((request) => this.run(client.request(request)));
  }

  request(
    request: Partial<ApiRequest> & Pick<ApiRequest, 'verb' | 'resource'>,
    identity: Identity = ADMIN,
  ): Result<ApiResponse, ApiError> {
    return this.run(this.client(identity).request({ namespace: 'default', name: '', ...request }));
  }

  /** Creates objects as they stand; throws when one is refused. */
  create(resource: string, object: KubeObject & { readonly [field: string]: unknown }): KubeObject {
    const { namespace = '', name = '' } = object.metadata ?? {};
    const made = this.request({ verb: 'create', resource, namespace, name, body: object });
    if (!made.ok) throw new Error(made.error.message);
    return made.value.body as KubeObject;
  }

  /** The message of a refusal. */
  refusal(
    request: Partial<ApiRequest> & Pick<ApiRequest, 'verb' | 'resource'>,
    identity: Identity = ADMIN,
  ): string {
    const answer = this.request(request, identity);
    return answer.ok ? `accepted with ${answer.value.code}` : answer.error.message;
  }

  /** Opens a watch and collects its events. */
  watch(
    resource: string,
    options: ApiRequest['options'] = {},
    namespace = 'default',
  ): { events: WatchEvent[]; closed: (ApiError | undefined)[] } {
    const seen = { events: [] as WatchEvent[], closed: [] as (ApiError | undefined)[] };
    const sink = {
      event: (event: WatchEvent) => void seen.events.push(event),
      closed: (error?: ApiError) => void seen.closed.push(error),
    };
    this.run(this.client().watch({ resource, namespace, options }, sink));
    return seen;
  }

  /** Lets the cluster's clock run. */
  wait(us: number): void {
    this.kernel.advance({ until: this.kernel.now() + us });
  }
}
