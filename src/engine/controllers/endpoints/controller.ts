import type { Endpoints, Pod, Service } from '../../../api/generated/types.ts';
import { selectorFromLabels, selectorMatches } from '../../../api/label-selector.ts';
import { isPodReady, podCondition } from '../../../api/pod.ts';
import { deepEqual } from '../../../base/deep.ts';
import type { Task } from '../../kernel/task.ts';
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
import { isDeleting, keyOf, refFromKey } from '../common/objects.ts';
import { isNamespaceTerminating } from '../common/pod-control.ts';
import { recordDecision } from '../common/step.ts';
import { subsetsOf, withinCapacity } from './subsets.ts';

const WORKERS = 5;
const MAX_RETRIES = 15;
const HEADLESS = 'service.kubernetes.io/headless';
const MANAGED_BY = 'endpoints.kubernetes.io/managed-by';
const TRIGGER_TIME = 'endpoints.kubernetes.io/last-change-trigger-time';
const OVER_CAPACITY = 'endpoints.kubernetes.io/over-capacity';

/** Keeps the old Endpoints of Services with a selector. Models pkg/controller/endpoint (1.36). */
export function createEndpointsController(context: ControllerContext): Controller {
  return new EndpointsController(context).loop;
}

class EndpointsController {
  readonly loop: ControllerLoop;
  private readonly context: ControllerContext;
  private readonly services: Informer<Service>;
  private readonly endpoints: Informer<Endpoints>;
  private readonly pods: Informer<Pod>;

  constructor(context: ControllerContext) {
    this.context = context;
    this.services = namespacedInformer<Service>(context.informers, 'services');
    this.endpoints = context.informers.of<Endpoints>('endpoints');
    this.pods = namespacedInformer<Pod>(context.informers, 'pods');
    this.loop = new ControllerLoop(context, {
      name: 'endpoint',
      workers: WORKERS,
      maxRetries: MAX_RETRIES,
      waitFor: ['services', 'endpoints', 'pods'],
      sync: (key) => this.sync(key),
    });
    const wake = (service: Service): void => this.loop.queue.add(keyOf(service));
    this.services.on({ added: wake, updated: wake, deleted: wake });
    this.pods.on({
      added: (pod) => this.wakeServicesOf(pod),
      updated: (pod, old) => this.podUpdated(pod, old),
      deleted: (pod) => this.wakeServicesOf(pod),
    });
    this.endpoints.on({ deleted: (endpoints) => this.loop.queue.add(keyOf(endpoints)) });
  }

  private podUpdated(pod: Pod, old: Pod): void {
    const labelsChanged = !deepEqual(pod.metadata.labels, old.metadata.labels);
    const changed =
      isDeleting(pod) ||
      isDeleting(old) ||
      isPodReady(pod) !== isPodReady(old) ||
      pod.status?.podIP !== old.status?.podIP;
    if (changed || labelsChanged) this.wakeServicesOf(pod);
    if (labelsChanged) this.wakeServicesOf(old);
  }

  private wakeServicesOf(pod: Pod): void {
    for (const service of objectsIn(this.services, pod.metadata.namespace ?? '')) {
      const { selector } = service.spec ?? {};
      if (selector !== undefined && selectorMatches(selectorFromLabels(selector), pod.metadata.labels))
        this.loop.queue.add(keyOf(service));
    }
  }

  private *sync(key: string): Task<SyncResult> {
    const service = this.services.getByKey(key);
    if (service === undefined) return yield* this.remove(key);
    const { type, selector } = service.spec ?? {};
    if (type === 'ExternalName' || selector === undefined) return DONE;
    const wanted = selectorFromLabels(selector);
    const pods = objectsIn(this.pods, service.metadata.namespace ?? '').filter(({ metadata }) =>
      selectorMatches(wanted, metadata.labels),
    );
    const { subsets, over } = withinCapacity(subsetsOf(service, pods));
    const labels = labelsOf(service);
    const standing = this.endpoints.getByKey(key);
    const isOver = standing?.metadata.annotations?.[OVER_CAPACITY] === 'truncated';
    if (
      standing !== undefined &&
      deepEqual(standing.subsets ?? [], subsets) &&
      deepEqual(standing.metadata.labels ?? {}, labels) &&
      isOver === over
    )
      return DONE;
    const annotations = annotationsOf(standing, { service, pods, over });
    const count = subsets.reduce((sum, { addresses }) => sum + (addresses?.length ?? 0), 0);
    recordDecision(this.context, service, {
      controller: 'endpoints',
      name: 'write',
      resource: 'services',
      note: `${count} addresses ready`,
    });
    const own = { name: service.metadata.name, namespace: service.metadata.namespace };
    const metadata = { ...(standing?.metadata ?? own), labels, annotations };
    const object = {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata,
      ...(subsets.length === 0 ? {} : { subsets }),
    } as unknown as Endpoints;
    const { client } = this.context;
    const written = yield* standing === undefined
      ? client.create<Endpoints>('endpoints', object)
      : client.update<Endpoints>('endpoints', object);
    if (written.ok || isNamespaceTerminating(written.error)) return DONE;
    return retry(written.error.message);
  }

  private *remove(key: string): Task<SyncResult> {
    if (this.endpoints.getByKey(key) === undefined) return DONE;
    const deleted = yield* this.context.client.delete('endpoints', refFromKey(key));
    return deleted.ok || deleted.error.code === 404 ? DONE : retry(deleted.error.message);
  }
}

function labelsOf(service: Service): Readonly<Record<string, string>> {
  const labels: Record<string, string> = { ...service.metadata.labels };
  delete labels[HEADLESS];
  const { clusterIP = '' } = service.spec ?? {};
  if (clusterIP === '' || clusterIP === 'None') labels[HEADLESS] = '';
  labels[MANAGED_BY] = 'endpoint-controller';
  return labels;
}

/** The time of the last change the object is written for: the youngest Pod's readiness, or the Service's own. */
function annotationsOf(
  standing: Endpoints | undefined,
  {
    service,
    pods,
    over,
  }: { readonly service: Service; readonly pods: readonly Pod[]; readonly over: boolean },
): Readonly<Record<string, string>> {
  const annotations: Record<string, string> = { ...standing?.metadata.annotations };
  const times = pods.map(({ status }) => podCondition(status, 'Ready')?.lastTransitionTime ?? '');
  annotations[TRIGGER_TIME] = [service.metadata.creationTimestamp ?? '', ...times].sort().at(-1) ?? '';
  if (over) annotations[OVER_CAPACITY] = 'truncated';
  else delete annotations[OVER_CAPACITY];
  return annotations;
}
