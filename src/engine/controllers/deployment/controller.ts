import type { Deployment, Pod, ReplicaSet } from '../../../api/generated/types.ts';
import { compileLabelSelector, selectorMatches } from '../../../api/label-selector.ts';
import { isPodTerminal } from '../../../api/pod.ts';
import { deepEqual } from '../../../base/deep.ts';
import { type Result, ok } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import type { Informer } from '../../machinery/informer.ts';
import { claimObjects } from '../common/claim.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerLoop,
  DONE,
  type SyncResult,
  retry,
} from '../common/controller.ts';
import { controlledBy, orphansIn, ownedInformer } from '../common/indexes.ts';
import { controllerRefOf, isDeleting, keyOf, refOf } from '../common/objects.ts';
import { ownerOf, selecting } from '../common/owners.ts';
import { isNamespaceTerminating } from '../common/pod-control.ts';
import type { Surroundings } from './surroundings.ts';
import { DEPLOYMENTS, DeploymentSync, REPLICA_SETS } from './sync.ts';

const WORKERS = 5;
const MAX_RETRIES = 15;

/** Keeps a Deployment's ReplicaSets. Models pkg/controller/deployment (1.36). */
export function createDeploymentController(context: ControllerContext): Controller {
  return new DeploymentController(context).loop;
}

class DeploymentController {
  readonly loop: ControllerLoop;
  private readonly context: ControllerContext;
  private readonly deployments: Informer<Deployment>;
  private readonly replicaSets: Informer<ReplicaSet>;
  private readonly pods: Informer<Pod>;

  constructor(context: ControllerContext) {
    this.context = context;
    this.deployments = context.informers.of<Deployment>(DEPLOYMENTS);
    this.replicaSets = ownedInformer<ReplicaSet>(context.informers, REPLICA_SETS);
    this.pods = ownedInformer<Pod>(context.informers, 'pods');
    this.loop = new ControllerLoop(context, {
      name: 'deployment',
      workers: WORKERS,
      maxRetries: MAX_RETRIES,
      waitFor: [DEPLOYMENTS, REPLICA_SETS, 'pods'],
      sync: (key) => this.sync(key),
    });
    const wake = (deployment: Deployment): void => this.loop.queue.add(keyOf(deployment));
    this.deployments.on({ added: wake, updated: wake, deleted: wake });
    this.replicaSets.on({
      added: (rs) => this.setAdded(rs),
      updated: (rs, old) => this.setUpdated(rs, old),
      deleted: (rs) => this.wakeOwner(rs),
    });
    this.pods.on({ deleted: (pod) => this.podDeleted(pod) });
  }

  private setAdded(rs: ReplicaSet): void {
    if (controllerRefOf(rs) !== undefined || isDeleting(rs)) return this.wakeOwner(rs);
    this.wakeMatching(rs);
  }

  private setUpdated(rs: ReplicaSet, old: ReplicaSet): void {
    const [before, after] = [controllerRefOf(old), controllerRefOf(rs)];
    if (before !== undefined && before.uid !== after?.uid) this.wakeOwner(old);
    if (after !== undefined) return this.wakeOwner(rs);
    if (before !== undefined || !deepEqual(rs.metadata.labels, old.metadata.labels)) this.wakeMatching(rs);
  }

  private ownerOf(object: ReplicaSet): Deployment | undefined {
    return ownerOf(this.deployments, 'Deployment', object);
  }

  private wakeOwner(rs: ReplicaSet): void {
    const owner = this.ownerOf(rs);
    if (owner !== undefined) this.loop.queue.add(keyOf(owner));
  }

  private wakeMatching(rs: ReplicaSet): void {
    for (const deployment of selecting(this.deployments, rs)) this.loop.queue.add(keyOf(deployment));
  }

  /** A Deployment of strategy Recreate waits for its last Pod to be gone. */
  private podDeleted(pod: Pod): void {
    const rs = ownerOf(this.replicaSets, 'ReplicaSet', pod);
    const owner = rs === undefined ? undefined : this.ownerOf(rs);
    if (owner?.spec.strategy?.type !== 'Recreate') return;
    const sets = controlledBy(this.replicaSets, owner.metadata.uid);
    if (sets.every((set) => controlledBy(this.pods, set.metadata.uid).length === 0))
      this.loop.queue.add(keyOf(owner));
  }

  private *sync(key: string): Task<SyncResult> {
    const deployment = this.deployments.getByKey(key);
    if (deployment === undefined) return DONE;
    const { selector } = deployment.spec;
    if (Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length === 0) {
      const message = 'This deployment is selecting all pods. A non-empty selector is required.';
      this.context.recorder.event(deployment, 'Warning', 'SelectingAll', message);
      return DONE;
    }
    const sets = yield* this.claim(deployment);
    if (!sets.ok) return retry(sets.error);
    const outcome = yield* new DeploymentSync(
      this.context,
      deployment,
      this.surroundings(deployment, sets.value),
    ).run();
    const { error, recheckUs } = outcome;
    if (error !== undefined) return isNamespaceTerminating(error) ? DONE : retry(error.message);
    // A rollout that has ended needs no look at its deadline.
    this.loop.queue.dropDelayed(key);
    if (recheckUs !== undefined) this.recheck(key, recheckUs);
    return DONE;
  }

  /** At once means after the key's back-off, which the end of the sync then forgets. */
  private recheck(key: string, us: number): void {
    if (us === 0) this.loop.queue.addRateLimited(key);
    else this.loop.queue.addAfter(key, us);
  }

  private *claim(deployment: Deployment): Task<Result<ReplicaSet[], string>> {
    const own = controlledBy(this.replicaSets, deployment.metadata.uid);
    const orphans = orphansIn(this.replicaSets, deployment.metadata.namespace ?? '');
    const selector = compileLabelSelector(deployment.spec.selector);
    const candidates = orphans.length === 0 ? own : [...own, ...orphans];
    if (candidates.length === 0) return ok([]);
    return yield* claimObjects<ReplicaSet>(candidates, {
      client: this.context.client,
      ownerResource: DEPLOYMENTS,
      owner: deployment,
      selector,
      resource: REPLICA_SETS,
    });
  }

  private surroundings(deployment: Deployment, sets: readonly ReplicaSet[]): Surroundings {
    const selector = compileLabelSelector(deployment.spec.selector);
    return {
      sets,
      cachedSet: (rs) => this.replicaSets.get(refOf(rs)),
      oldPodsRunning: (old, newRs) => {
        if (old.some((rs) => (rs.status?.replicas ?? 0) > 0)) return true;
        const others = sets.filter((rs) => rs.metadata.uid !== newRs?.metadata.uid);
        const pods = others.flatMap((rs) => controlledBy(this.pods, rs.metadata.uid));
        return pods.some((pod) => selectorMatches(selector, pod.metadata.labels) && !isPodTerminal(pod));
      },
    };
  }
}
