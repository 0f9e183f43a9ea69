import type {
  Deployment,
  Pod,
  PodDisruptionBudget,
  PodDisruptionBudgetStatus,
  ReplicaSet,
  StatefulSet,
} from '../../../api/generated/types.ts';
import { labelSelectorMatches } from '../../../api/label-selector.ts';
import type { OwnerReferenceLike } from '../../../api/object.ts';
import { resourceByKind } from '../../../api/resources.ts';
import { deepEqual } from '../../../base/deep.ts';
import { type Result, err, ok } from '../../../base/result.ts';
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
import { byName, controllerRefOf, counted, keyOf } from '../common/objects.ts';
import { selectorText } from '../common/selector-text.ts';
import { recordDecision } from '../common/step.ts';
import { budgetStatus, disrupted, expectedPods, failedStatus, healthyPods, needsScale } from './decide.ts';

const BUDGETS = 'poddisruptionbudgets.policy';
const REPLICA_SETS = 'replicasets.apps';
const DEPLOYMENTS = 'deployments.apps';
const STATEFUL_SETS = 'statefulsets.apps';
const CONTROLLERS = 'replicationcontrollers';

/** Keeps count of how many Pods a budget lets go. Models pkg/controller/disruption (1.36). */
export function createDisruptionController(context: ControllerContext): Controller {
  return new DisruptionController(context).loop;
}

class DisruptionController {
  readonly loop: ControllerLoop;
  private readonly context: ControllerContext;
  private readonly budgets: Informer<PodDisruptionBudget>;
  private readonly pods: Informer<Pod>;
  private readonly replicaSets: Informer<ReplicaSet>;
  private readonly deployments: Informer<Deployment>;
  private readonly statefulSets: Informer<StatefulSet>;
  private readonly replicationControllers: Informer<ReplicaSet>;

  constructor(context: ControllerContext) {
    const { informers } = context;
    this.context = context;
    this.budgets = namespacedInformer<PodDisruptionBudget>(informers, BUDGETS);
    this.pods = namespacedInformer<Pod>(informers, 'pods');
    this.replicaSets = informers.of<ReplicaSet>(REPLICA_SETS);
    this.deployments = informers.of<Deployment>(DEPLOYMENTS);
    this.statefulSets = informers.of<StatefulSet>(STATEFUL_SETS);
    this.replicationControllers = informers.of<ReplicaSet>(CONTROLLERS);
    this.loop = new ControllerLoop(context, {
      name: 'disruption',
      workers: 1,
      waitFor: [BUDGETS, 'pods', REPLICA_SETS, DEPLOYMENTS, STATEFUL_SETS, CONTROLLERS],
      sync: (key) => this.sync(key),
    });
    const wake = (budget: PodDisruptionBudget): void => this.loop.queue.add(keyOf(budget));
    this.budgets.on({ added: wake, updated: wake, deleted: wake });
    const wakeFor = (pod: Pod): void => this.wakeBudgetOf(pod);
    this.pods.on({ added: wakeFor, updated: wakeFor, deleted: wakeFor });
  }

  private wakeBudgetOf(pod: Pod): void {
    const matching = objectsIn(this.budgets, pod.metadata.namespace ?? '').filter(({ spec }) =>
      labelSelectorMatches(spec?.selector, pod.metadata.labels),
    );
    const [chosen] = matching.sort(byName);
    if (chosen === undefined) return;
    if (matching.length > 1) {
      const { namespace, name } = pod.metadata;
      const text = `Pod "${namespace}"/"${name}" matches multiple PodDisruptionBudgets.  Chose "${chosen.metadata.name}" arbitrarily.`;
      this.context.recorder.event(pod, 'Warning', 'MultiplePodDisruptionBudgets', text);
    }
    this.loop.queue.add(keyOf(chosen));
  }

  private *sync(key: string): Task<SyncResult> {
    const budget = this.budgets.getByKey(key);
    if (budget === undefined) return DONE;
    const now = this.context.kernel.unixUs();
    const pods = objectsIn(this.pods, budget.metadata.namespace ?? '').filter(({ metadata }) =>
      labelSelectorMatches(budget.spec?.selector, metadata.labels),
    );
    if (pods.length === 0) this.event(budget, 'Normal', 'NoPods', 'No matching pods found');
    const scale = this.scaleOf(budget, pods);
    if (!scale.ok) {
      const message = `Failed to calculate the number of expected pods: ${scale.error}`;
      this.event(budget, 'Warning', 'CalculateExpectedPodCountFailed', message);
      yield* this.write(budget, failedStatus(budget, scale.error, now));
      return retry(scale.error);
    }
    const { pending, late, recheckUs } = disrupted(budget, pods, now);
    for (const pod of late) this.tellLate(budget, pod);
    const healthy = healthyPods(pods, pending);
    const status = budgetStatus(budget, expectedPods(budget, scale.value), { healthy, pending }, now);
    const note = `${counted(healthy, 'Pod')} healthy, ${status.desiredHealthy} wanted: ${status.disruptionsAllowed} may go`;
    recordDecision(this.context, budget, {
      controller: 'disruption',
      name: 'count',
      resource: BUDGETS,
      note,
    });
    const error = yield* this.write(budget, status);
    if (error !== undefined) return retry(error);
    this.loop.queue.dropDelayed(key);
    if (recheckUs !== undefined) this.loop.queue.addAfter(key, recheckUs);
    return DONE;
  }

  private event(
    object: PodDisruptionBudget | Pod,
    type: 'Normal' | 'Warning',
    reason: string,
    message: string,
  ): void {
    this.context.recorder.event(object, type, reason, message);
  }

  private tellLate(budget: PodDisruptionBudget, pod: Pod): void {
    const { namespace, name } = budget.metadata;
    this.event(
      pod,
      'Warning',
      'NotDeleted',
      `Pod was expected by PDB ${namespace}/${name} to be deleted but it wasn't`,
    );
  }

  private *write(budget: PodDisruptionBudget, status: PodDisruptionBudgetStatus): Task<string | undefined> {
    if (deepEqual(budget.status, status)) return undefined;
    const written = yield* this.context.client.updateStatus<PodDisruptionBudget>(BUDGETS, {
      ...budget,
      status,
    });
    return written.ok ? undefined : written.error.message;
  }

  /** The sum of the scales of the Pods' controllers, or the number of Pods where that is enough. Models getExpectedScale. */
  private scaleOf(budget: PodDisruptionBudget, pods: readonly Pod[]): Result<number, string> {
    if (!needsScale(budget)) return ok(pods.length);
    const scales = new Map<string, number>();
    let unmanaged = false;
    for (const pod of pods) {
      const reference = controllerRefOf(pod);
      if (reference === undefined) {
        unmanaged = true;
        continue;
      }
      if (scales.has(reference.uid)) continue;
      const found = this.controllerScale(pod.metadata.namespace ?? '', pod.metadata.name, reference);
      if (!found.ok) return found;
      scales.set(found.value.uid, found.value.scale);
    }
    if (unmanaged) this.tellUnmanaged(budget);
    return ok([...scales.values()].reduce((sum, scale) => sum + scale, 0));
  }

  private tellUnmanaged(budget: PodDisruptionBudget): void {
    const text = `Pods selected by this PodDisruptionBudget (selector: ${selectorText(budget.spec?.selector)}) were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.`;
    this.event(budget, 'Warning', 'UnmanagedPods', text);
  }

  private controllerScale(
    namespace: string,
    pod: string,
    { kind, apiVersion, name, uid }: OwnerReferenceLike,
  ): Result<{ readonly uid: string; readonly scale: number }, string> {
    const at = <T extends ReplicaSet | StatefulSet | Deployment>(
      informer: Informer<T>,
      of: string,
      id: string,
    ): T | undefined => {
      const found = informer.get({ namespace, name: of });
      return found?.metadata.uid === id ? found : undefined;
    };
    const found =
      kind === 'ReplicaSet'
        ? at(this.replicaSets, name, uid)
        : kind === 'StatefulSet'
          ? at(this.statefulSets, name, uid)
          : kind === 'ReplicationController'
            ? at(this.replicationControllers, name, uid)
            : undefined;
    if (found === undefined) {
      const resource = resourceByKind(apiVersion, kind);
      const scales = resource?.subresources.includes('scale') === true;
      return err(
        resource === undefined || scales
          ? `found no controllers for pod "${pod}"`
          : `${resource.key} does not implement the scale subresource`,
      );
    }
    const above = controllerRefOf(found);
    const deployment = above?.kind === 'Deployment' ? at(this.deployments, above.name, above.uid) : undefined;
    const owner = deployment ?? found;
    return ok({ uid: owner.metadata.uid, scale: owner.spec.replicas ?? 1 });
  }
}
