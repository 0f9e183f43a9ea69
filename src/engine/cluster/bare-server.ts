import type { KubeObject, ResourceName } from '../../api/object.ts';
import { assert } from '../../base/assert.ts';
import type { Result } from '../../base/result.ts';
import type { Level } from '../../trace/ids.ts';
import { createApiServer } from '../apiserver/server.ts';
import { Kernel } from '../kernel/kernel.ts';
import { DEFAULT_SETTINGS } from '../kernel/settings.ts';
import type { Task } from '../kernel/task.ts';
import { type ApiError, type ApiRequest, type ApiResponse, Client } from '../machinery/client.ts';
import { ADMIN } from './identities.ts';

/** Monday 2026-11-30 09:00 UTC */
const EPOCH_US = 1_796_029_200_000_000;

const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } };
const ACCOUNT = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: 'default', namespace: 'default' },
};

/** An API server alone, on a kernel of its own, with the namespace `default` and the administrator's client: what benchmarks ask. */
export class BareServer {
  readonly kernel: Kernel;
  readonly client: Client;

  constructor(level: Level = 1) {
    this.kernel = new Kernel({ seed: 1, epochUs: EPOCH_US, sink: () => undefined, level });
    this.client = new Client(createApiServer({ kernel: this.kernel, settings: DEFAULT_SETTINGS }), ADMIN);
    this.create('namespaces', NAMESPACE);
    this.create('serviceaccounts', ACCOUNT);
  }

  /** Runs a task to its end and answers its value. */
  run<T>(task: Task<T>): T {
    const { done } = this.kernel.spawn(task);
    while (!done.settled && this.kernel.advance({ maxTurns: 1 }) === 'turns');
    return done.value();
  }

  request(request: ApiRequest): Result<ApiResponse, ApiError> {
    return this.run(this.client.request(request));
  }

  private create(resource: ResourceName, object: KubeObject): void {
    assert(this.run(this.client.create(resource, object)).ok, `a ${resource} of the bare server`);
  }
}
