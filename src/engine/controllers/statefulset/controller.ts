import type {
  ControllerRevision,
  PersistentVolumeClaim,
  Pod,
  StatefulSet,
} from '../../../api/generated/types.ts';
import { type Selector, compileLabelSelector, selectorMatches } from '../../../api/label-selector.ts';
import { isPodReady } from '../../../api/pod.ts';
import { deepEqual } from '../../../base/deep.ts';
import type { Task } from '../../kernel/task.ts';
import type { Informer } from '../../machinery/informer.ts';
import { adoptRevisions, claimObjects } from '../common/claim.ts';
import { ConsistencyStore } from '../common/consistency.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerLoop,
  DONE,
  type SyncResult,
  retry,
} from '../common/controller.ts';
import { REVISIONS } from '../common/history.ts';
import { controlledBy, orphansIn, ownedInformer } from '../common/indexes.ts';
import { controllerRefOf, isDeleting, keyOf } from '../common/objects.ts';
import { ownerOf, selecting } from '../common/owners.ts';
import { ordinalOf } from './identity.ts';
import { CLAIMS, STATEFUL_SETS, StatefulSetSync } from './sync.ts';

const WORKERS = 5;
const SECOND_US = 1_000_000;

/** Keeps a StatefulSet's Pods, by name and in order. Models pkg/controller/statefulset (1.36). */
export function createStatefulSetController(context: ControllerContext): Controller {
  return new StatefulSetController(context).loop;
}

class StatefulSetController {
  readonly loop: ControllerLoop;
  private readonly context: ControllerContext;
  private readonly sets: Informer<StatefulSet>;
  private readonly pods: Informer<Pod>;
  private readonly revisions: Informer<ControllerRevision>;
  private readonly claims: Informer<PersistentVolumeClaim>;
  private readonly consistency: ConsistencyStore;

  constructor(context: ControllerContext) {
    this.context = context;
    this.sets = context.informers.of<StatefulSet>(STATEFUL_SETS);
    this.pods = ownedInformer<Pod>(context.informers, 'pods');
    this.revisions = ownedInformer<ControllerRevision>(context.informers, REVISIONS);
    this.claims = context.informers.of<PersistentVolumeClaim>(CLAIMS);
    this.consistency = new ConsistencyStore(context.informers);
    this.loop = new ControllerLoop(context, {
      name: 'statefulset',
      workers: WORKERS,
      waitFor: [STATEFUL_SETS, 'pods', REVISIONS, CLAIMS],
      sync: (key) => this.sync(key),
    });
    const wake = (set: StatefulSet): void => this.loop.queue.add(keyOf(set));
    this.sets.on({ added: wake, updated: wake, deleted: wake });
    this.pods.on({
      added: (pod) => this.podAdded(pod),
      updated: (pod, old) => this.podUpdated(pod, old),
      deleted: (pod) => this.wakeOwner(pod),
    });
  }

  private podAdded(pod: Pod): void {
    if (isDeleting(pod) || controllerRefOf(pod) !== undefined) return this.wakeOwner(pod);
    this.wakeMatching(pod);
  }

  private podUpdated(pod: Pod, old: Pod): void {
    const [before, after] = [controllerRefOf(old), controllerRefOf(pod)];
    if (before !== undefined && before.uid !== after?.uid) this.wakeOwner(old);
    if (after === undefined) {
      if (before !== undefined || !deepEqual(pod.metadata.labels, old.metadata.labels))
        this.wakeMatching(pod);
      return;
    }
    this.wakeOwner(pod);
    const minReady = this.ownerOf(pod)?.spec.minReadySeconds ?? 0;
    // One second more, for clocks are not exact.
    if (minReady > 0 && !isPodReady(old) && isPodReady(pod)) this.wakeOwner(pod, (minReady + 1) * SECOND_US);
  }

  private ownerOf(pod: Pod): StatefulSet | undefined {
    return ownerOf(this.sets, 'StatefulSet', pod);
  }

  private wakeOwner(pod: Pod, us = 0): void {
    const owner = this.ownerOf(pod);
    if (owner !== undefined) this.loop.queue.addAfter(keyOf(owner), us);
  }

  private wakeMatching(pod: Pod): void {
    for (const set of selecting(this.sets, pod)) this.loop.queue.add(keyOf(set));
  }

  private *sync(key: string): Task<SyncResult> {
    const lagging = yield* this.consistency.settled(key);
    if (lagging !== undefined) return retry(`${lagging} cache is stale`);
    const set = this.sets.getByKey(key);
    if (set === undefined) {
      this.consistency.forget(key);
      return DONE;
    }
    const selector = compileLabelSelector(set.spec.selector);
    const options = { client: this.context.client, ownerResource: STATEFUL_SETS, owner: set, selector };
    const revisions = this.revisionsOf(set, selector);
    const adoption = yield* adoptRevisions(
      options,
      revisions.filter((revision) => controllerRefOf(revision) === undefined),
    );
    if (adoption !== undefined) return retry(adoption);
    const orphans = orphansIn(this.pods, set.metadata.namespace ?? '').filter(
      (pod) => ordinalOf(set, pod) >= 0,
    );
    const own = controlledBy(this.pods, set.metadata.uid);
    const pods = yield* claimObjects<Pod>([...own, ...orphans], { ...options, resource: 'pods' });
    if (!pods.ok) return retry(pods.error);
    const parts = {
      context: this.context,
      claims: this.claims,
      pods: this.pods,
      sets: this.sets,
      consistency: this.consistency,
    };
    const error = yield* new StatefulSetSync(parts, set, pods.value).run(revisions);
    return error === undefined ? DONE : retry(error.message);
  }

  /** Its own and those without an owner, by the selector. Models ListRevisions. */
  private revisionsOf({ metadata }: StatefulSet, selector: Selector): ControllerRevision[] {
    const candidates = [
      ...controlledBy(this.revisions, metadata.uid),
      ...orphansIn(this.revisions, metadata.namespace ?? ''),
    ];
    return candidates.filter((revision) => selectorMatches(selector, revision.metadata.labels));
  }
}
