import type { Pod, ReplicaSet } from '../../../api/generated/types.ts';
import { type Selector, compileLabelSelector, selectorMatches } from '../../../api/label-selector.ts';
import { isPodActive } from '../../../api/pod.ts';
import { deepEqual } from '../../../base/deep.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import type { ApiError } from '../../machinery/client.ts';
import type { Informer } from '../../machinery/informer.ts';
import { claimObjects } from '../common/claim.ts';
import { ConsistencyStore } from '../common/consistency.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerLoop,
  DONE,
  type SyncResult,
  after,
  retry,
} from '../common/controller.ts';
import { Expectations } from '../common/expectations.ts';
import { controlledBy, orphansIn, ownedInformer } from '../common/indexes.ts';
import { controllerRefOf, counted, isDeleting, keyOf, refOf } from '../common/objects.ts';
import { ownerOf, selecting } from '../common/owners.ts';
import { inParallel, slowStart } from '../common/parallel.ts';
import { createPod, deletePod, isNamespaceTerminating, podFromTemplate } from '../common/pod-control.ts';
import { recordDecision } from '../common/step.ts';
import { rankForDeletion } from './ranking.ts';
import {
  type Found,
  type PodFacts,
  calculateStatus,
  factsOf,
  isStatusCurrent,
  nextAvailabilityUs,
} from './status.ts';

const REPLICA_SETS = 'replicasets.apps';
const WORKERS = 5;
const BURST = 500;
const STATUS_RETRIES = 1;

/** Keeps as many Pods as a ReplicaSet asks for. Models pkg/controller/replicaset (1.36). */
export function createReplicaSetController(context: ControllerContext): Controller {
  return new ReplicaSetController(context).loop;
}

/** A ReplicaSet's Pods, and what counts of them. */
interface Claimed {
  readonly active: Pod[];
  readonly facts: PodFacts[];
  terminating: number;
}

/** What is known of a Pod for one version of its ReplicaSet's spec. */
interface Known {
  readonly uid: string;
  readonly generation: number | undefined;
  readonly matches: boolean;
  readonly facts: PodFacts;
}

class ReplicaSetController {
  readonly loop: ControllerLoop;
  private readonly context: ControllerContext;
  private readonly replicaSets: Informer<ReplicaSet>;
  private readonly pods: Informer<Pod>;
  private readonly expectations: Expectations;
  private readonly consistency: ConsistencyStore;
  private readonly known = new WeakMap<Pod, Known>();

  constructor(context: ControllerContext) {
    this.context = context;
    this.replicaSets = ownedInformer<ReplicaSet>(context.informers, REPLICA_SETS);
    this.pods = ownedInformer<Pod>(context.informers, 'pods');
    this.expectations = new Expectations(context.kernel);
    this.consistency = new ConsistencyStore(context.informers);
    this.loop = new ControllerLoop(context, {
      name: 'replicaset',
      workers: WORKERS,
      waitFor: [REPLICA_SETS, 'pods'],
      sync: (key) => this.sync(key),
    });
    this.replicaSets.on({
      added: (rs) => this.loop.queue.add(keyOf(rs)),
      updated: (rs, old) => {
        if (rs.metadata.uid !== old.metadata.uid) this.expectations.forget(keyOf(old));
        this.loop.queue.add(keyOf(rs));
      },
      deleted: (rs) => {
        this.expectations.forget(keyOf(rs));
        this.loop.queue.add(keyOf(rs));
      },
    });
    this.pods.on({
      added: (pod) => this.podAdded(pod),
      updated: (pod, old) => this.podUpdated(pod, old),
      deleted: (pod) => this.podDeleted(pod),
    });
  }

  private podAdded(pod: Pod): void {
    if (isDeleting(pod)) return this.podDeleted(pod);
    const reference = controllerRefOf(pod);
    if (reference === undefined) return this.wakeMatching(pod);
    const owner = this.ownerOf(pod);
    if (owner === undefined) return;
    this.expectations.creationObserved(owner);
    this.loop.queue.add(owner);
  }

  private podUpdated(pod: Pod, old: Pod): void {
    const labelsChanged = !deepEqual(pod.metadata.labels, old.metadata.labels);
    if (isDeleting(pod)) {
      this.podDeleted(pod);
      if (labelsChanged) this.podDeleted(old);
      return;
    }
    const [owner, oldOwner] = [this.ownerOf(pod), this.ownerOf(old)];
    if (oldOwner !== undefined && oldOwner !== owner) this.loop.queue.add(oldOwner);
    if (controllerRefOf(pod) !== undefined) {
      if (owner !== undefined) this.loop.queue.add(owner);
      return;
    }
    if (labelsChanged || controllerRefOf(old) !== undefined) this.wakeMatching(pod);
  }

  private podDeleted(pod: Pod): void {
    const owner = this.ownerOf(pod);
    if (owner === undefined) return;
    this.expectations.deletionObserved(owner, keyOf(pod));
    this.loop.queue.add(owner);
  }

  /** The key of the ReplicaSet that controls the Pod, if it is one. */
  private ownerOf(pod: Pod): string | undefined {
    const owner = ownerOf(this.replicaSets, 'ReplicaSet', pod);
    return owner && keyOf(owner);
  }

  /** An orphan wakes whoever may want it. */
  private wakeMatching(pod: Pod): void {
    for (const rs of selecting(this.replicaSets, pod)) this.loop.queue.add(keyOf(rs));
  }

  private *sync(key: string): Task<SyncResult> {
    const lagging = yield* this.consistency.settled(key);
    if (lagging !== undefined) return retry(`${lagging} cache is stale`);
    const rs = this.replicaSets.getByKey(key);
    if (rs === undefined) {
      this.expectations.forget(key);
      this.consistency.forget(key);
      return DONE;
    }
    const mayManage = this.expectations.satisfied(key);
    const claimed = yield* this.claim(rs);
    if (!claimed.ok) return retry(claimed.error);
    const { active, facts, terminating } = claimed.value;
    const managed = mayManage && !isDeleting(rs) ? yield* this.manage(rs, active) : ok();
    const found = { active: facts, terminating, ...(managed.ok ? {} : { failure: managed.error }) };
    const written = yield* this.writeStatus(rs, found);
    if (written !== undefined) return retry(written.message);
    if (!managed.ok) return retry(managed.error);
    const next = nextAvailabilityUs(facts, rs.spec.minReadySeconds ?? 0, this.context.kernel.unixUs());
    return next === undefined ? DONE : after(next);
  }

  /** The ReplicaSet's Pods; strays that match are adopted, own ones that no longer match are released. */
  private *claim(rs: ReplicaSet): Task<Result<Claimed, string>> {
    const selector = compileLabelSelector(rs.spec.selector);
    const own = controlledBy(this.pods, rs.metadata.uid);
    const orphans = orphansIn(this.pods, rs.metadata.namespace ?? '').filter((pod) => isPodActive(pod));
    const claimed: Claimed = { active: [], facts: [], terminating: 0 };
    const undecided: Pod[] = [...orphans];
    for (const pod of own) if (!this.count(rs, selector, pod, claimed)) undecided.push(pod);
    if (undecided.length === 0) return ok(claimed);
    const options = {
      client: this.context.client,
      ownerResource: REPLICA_SETS,
      owner: rs,
      selector,
      resource: 'pods',
    };
    const more = yield* claimObjects<Pod>(undecided, options);
    if (!more.ok) return more;
    for (const pod of more.value) this.count(rs, selector, pod, claimed);
    return ok(claimed);
  }

  /** Adds a Pod to the count; false for one that does not match. What is known of a Pod is kept for as long as it is the same object. */
  private count(rs: ReplicaSet, selector: Selector, pod: Pod, claimed: Claimed): boolean {
    let known = this.known.get(pod);
    const { uid, generation } = rs.metadata;
    if (known?.uid !== uid || known.generation !== generation) {
      known = {
        uid,
        generation,
        matches: selectorMatches(selector, pod.metadata.labels),
        facts: factsOf(rs, pod),
      };
      this.known.set(pod, known);
    }
    const { matches, facts } = known;
    if (!matches) return false;
    if (facts.terminating) claimed.terminating++;
    if (!facts.active) return true;
    claimed.active.push(pod);
    claimed.facts.push(facts);
    return true;
  }

  /** Creates what is missing or deletes what is too many; answers the first refusal. */
  private *manage(rs: ReplicaSet, active: readonly Pod[]): Task<Result<void, string>> {
    const wanted = rs.spec.replicas ?? 1;
    const missing = wanted - active.length;
    const note = `${counted(wanted, 'Pod')} wanted, ${active.length} ${active.length === 1 ? 'is' : 'are'}`;
    const decide = (name: string, rest: string): void =>
      recordDecision(this.context, rs, {
        controller: 'replicaset',
        name,
        resource: REPLICA_SETS,
        note: note + rest,
      });
    if (missing > 0) {
      decide('create', `: create ${Math.min(missing, BURST)}`);
      return yield* this.create(rs, Math.min(missing, BURST));
    }
    if (missing < 0) {
      decide('delete', `: delete ${Math.min(-missing, BURST)}`);
      return yield* this.remove(rs, active, Math.min(-missing, BURST));
    }
    decide('nothing', '');
    return ok();
  }

  private *create(rs: ReplicaSet, count: number): Task<Result<void, string>> {
    const key = keyOf(rs);
    const pod = podFromTemplate(rs.spec.template, rs);
    this.expectations.expectCreations(key, count);
    const context = this.context;
    const consistency = this.consistency;
    const result = yield* slowStart(context.kernel, count, function* make(): Task<ApiError | undefined> {
      const made = yield* createPod(context, rs, pod);
      if (made.ok) consistency.wroteFor(key, 'pods', made.value);
      // In a namespace that goes away nothing can be made, and waiting for it is right.
      return made.ok || isNamespaceTerminating(made.error) ? undefined : made.error;
    });
    const skipped = count - result.successes;
    if (skipped > 0) this.expectations.creationObserved(key, skipped);
    const [first] = result.errors;
    return first === undefined ? ok() : err(first.message);
  }

  private *remove(rs: ReplicaSet, active: readonly Pod[], count: number): Task<Result<void, string>> {
    const key = keyOf(rs);
    const victims = this.victims(rs, active, count);
    this.expectations.expectDeletions(key, victims.map(keyOf));
    const { context, expectations } = this;
    const remove = function* (pod: Pod): Task<string | undefined> {
      const error = yield* deletePod(context, rs, refOf(pod));
      if (error === undefined) return undefined;
      expectations.deletionObserved(key, keyOf(pod));
      return error.code === 404 ? undefined : `unable to delete pods: ${error.message}`;
    };
    const errors = yield* inParallel(context.kernel, victims.map(remove));
    const first = errors.find((error) => error !== undefined);
    return first === undefined ? ok() : err(first);
  }

  private victims(rs: ReplicaSet, active: readonly Pod[], count: number): readonly Pod[] {
    if (count >= active.length) return active;
    return rankForDeletion(active, this.related(rs, active), this.context.kernel.unixUs()).slice(0, count);
  }

  /** All active Pods of the ReplicaSets that share this one's controller. */
  private related(rs: ReplicaSet, active: readonly Pod[]): readonly Pod[] {
    const reference = controllerRefOf(rs);
    if (reference === undefined) return active;
    const siblings = controlledBy(this.replicaSets, reference.uid);
    return siblings.flatMap((sibling) => controlledBy(this.pods, sibling.metadata.uid)).filter(isPodActive);
  }

  /** Writes the status if it changed; on a conflict once more with the newest version. */
  private *writeStatus(rs: ReplicaSet, found: Found): Task<ApiError | undefined> {
    const status = calculateStatus(rs, found, this.context.kernel.unixUs());
    if (isStatusCurrent(rs, status)) return undefined;
    let base = rs;
    for (let tries = 0; ; tries++) {
      const written = yield* this.context.client.updateStatus<ReplicaSet>(REPLICA_SETS, { ...base, status });
      if (written.ok) {
        this.consistency.wroteFor(keyOf(rs), REPLICA_SETS, written.value);
        return undefined;
      }
      if (tries >= STATUS_RETRIES) return written.error;
      const fresh = yield* this.context.client.get<ReplicaSet>(REPLICA_SETS, refOf(rs));
      if (!fresh.ok) return fresh.error;
      base = fresh.value;
    }
  }
}
