import type { Pod, ResourceQuota } from '../../../api/generated/types.ts';
import type { KubeObject, ResourceName } from '../../../api/object.ts';
import { resourceByKey } from '../../../api/resources.ts';
import { deepEqual } from '../../../base/deep.ts';
import type { TaskHandle } from '../../kernel/kernel.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import type { Informer } from '../../machinery/informer.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerLoop,
  DONE,
  type SyncResult,
  retry,
} from '../common/controller.ts';
import { namespacedInformer, objectsIn } from '../common/indexes.ts';
import { keyOf } from '../common/objects.ts';
import { recordDecision } from '../common/step.ts';
import { COUNTED, calculateUsage, countedKinds, countsPod, sameAmounts } from './usage.ts';

const QUOTAS = 'resourcequotas';
const WORKERS = 5;
const RESYNC_US = 300_000_000;
/** Kinds that only `count/` names count, as far as they are simulated. */
const COUNTABLE: readonly ResourceName[] = [
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'jobs.batch',
  'cronjobs.batch',
  'ingresses.networking.k8s.io',
  'horizontalpodautoscalers.autoscaling',
];

/** Counts what is used of quotas: when one is made or changed, when something goes, and every five minutes. Models pkg/controller/resourcequota (1.36). */
export function createResourceQuotaController(context: ControllerContext): Controller {
  return new ResourceQuotaController(context);
}

class ResourceQuotaController implements Controller {
  readonly name = 'resourcequota';
  private readonly context: ControllerContext;
  private readonly loop: ControllerLoop;
  private readonly quotas: Informer<ResourceQuota>;
  private readonly counted = new Map<ResourceName, Informer>();
  private task: TaskHandle<void> | undefined;

  constructor(context: ControllerContext) {
    this.context = context;
    this.quotas = namespacedInformer<ResourceQuota>(context.informers, QUOTAS);
    const kinds = [...COUNTED, ...COUNTABLE];
    this.loop = new ControllerLoop(context, {
      name: 'resourcequota_primary',
      workers: WORKERS,
      waitFor: kinds,
      sync: (key) => this.sync(key),
    });
    for (const kind of kinds) this.follow(kind);
    this.quotas.on({
      added: (quota) => this.loop.queue.add(keyOf(quota)),
      updated: (quota, old) =>
        deepEqual(quota.spec, old.spec) ? undefined : this.loop.queue.add(keyOf(quota)),
    });
  }

  start(): void {
    this.loop.start();
    this.task = this.context.kernel.spawn(this.resync(), { background: true });
  }

  stop(): void {
    this.loop.stop();
    this.task?.cancel();
    this.task = undefined;
  }

  private follow(kind: ResourceName): void {
    const informer = namespacedInformer<KubeObject>(this.context.informers, kind);
    this.counted.set(kind, informer);
    informer.on({ deleted: (object) => this.replenish(kind, object) });
    if (kind !== 'pods') return;
    informer.on({
      updated: (pod, old) => {
        const now = this.context.kernel.unixUs();
        if (countsPod(old as Pod, now) && !countsPod(pod as Pod, now)) this.replenish(kind, pod);
      },
    });
  }

  /** Something of the kind is free again: the quotas that count it are looked at. */
  private replenish(kind: ResourceName, { metadata }: KubeObject): void {
    for (const quota of objectsIn(this.quotas, metadata?.namespace ?? '')) {
      if (countedKinds(quota).includes(kind)) this.loop.queue.add(keyOf(quota));
    }
  }

  private *resync(): Task {
    for (;;) {
      yield* sleep(RESYNC_US);
      for (const quota of this.quotas.values()) this.loop.queue.add(keyOf(quota));
    }
  }

  private *sync(key: string): Task<SyncResult> {
    const quota = this.quotas.getByKey(key);
    if (quota === undefined) return DONE;
    const hard = quota.spec?.hard ?? {};
    const used = calculateUsage(
      quota,
      (kind) => this.objects(kind, quota.metadata.namespace ?? ''),
      this.context.kernel.unixUs(),
    );
    if (sameAmounts(hard, quota.status?.hard) && sameAmounts(used, quota.status?.used)) return DONE;
    const note = Object.keys(hard)
      .map((name) => `${name} ${used[name] ?? '0'} of ${hard[name]}`)
      .join(', ');
    recordDecision(this.context, quota, {
      controller: 'resourcequota',
      name: 'count',
      resource: QUOTAS,
      note,
    });
    const written = yield* this.context.client.updateStatus<ResourceQuota>(QUOTAS, {
      ...quota,
      status: { hard, used },
    });
    return written.ok || written.error.code === 404 ? DONE : retry(written.error.message);
  }

  private objects(kind: ResourceName, namespace: string): readonly KubeObject[] {
    const informer = this.counted.get(kind);
    return informer === undefined || resourceByKey(kind) === undefined ? [] : objectsIn(informer, namespace);
  }
}
