import type {
  ControllerRevision,
  PersistentVolumeClaim,
  Pod,
  StatefulSet,
  StatefulSetStatus,
} from '../../../api/generated/types.ts';
import { type Result, ok } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import type { ApiError } from '../../machinery/client.ts';
import type { Informer } from '../../machinery/informer.ts';
import type { ConsistencyStore } from '../common/consistency.ts';
import type { ControllerContext } from '../common/controller.ts';
import {
  REVISIONS,
  beyondLimit,
  createRevision,
  equalRevision,
  nextRevision,
  renumberRevision,
  sortRevisions,
  templateIn,
  templatePatch,
} from '../common/history.ts';
import { isDeleting, keyOf, refOf } from '../common/objects.ts';
import { DEFAULT_BACKOFF, DEFAULT_RETRY, onConflict } from '../common/on-conflict.ts';
import { slowStart } from '../common/parallel.ts';
import { isNamespaceTerminating } from '../common/pod-control.ts';
import { sameStatus, withoutZeros } from '../common/status.ts';
import { recordDecision } from '../common/step.ts';
import { claimOwners, deletesClaims, ownersMatch } from './claims.ts';
import {
  type Action,
  type Versions,
  calculateStatus,
  completed,
  decideCondemned,
  decideReplica,
  nextToUpdate,
  sortPods,
} from './decide.ts';
import { claimsOf, ordinalOf, revisionNameOf, withIdentity } from './identity.ts';

export const STATEFUL_SETS = 'statefulsets.apps';
export const CLAIMS = 'persistentvolumeclaims';

export interface Parts {
  readonly context: ControllerContext;
  readonly claims: Informer<PersistentVolumeClaim>;
  readonly pods: Informer<Pod>;
  readonly sets: Informer<StatefulSet>;
  readonly consistency: ConsistencyStore;
}

type Step<T = void> = Task<Result<T, ApiError>>;

interface Revisions {
  readonly current: ControllerRevision;
  readonly update: ControllerRevision;
  readonly collisions: number;
}

/** One sync of one StatefulSet. Models pkg/controller/statefulset stateful_set_control.go (1.36). */
export class StatefulSetSync {
  private readonly parts: Parts;
  private readonly set: StatefulSet;
  private readonly pods: readonly Pod[];
  private readonly key: string;

  constructor(parts: Parts, set: StatefulSet, pods: readonly Pod[]) {
    this.parts = parts;
    this.set = set;
    this.pods = pods;
    this.key = keyOf(set);
  }

  /** `revisions` are those the set owns. Answers the first refusal. */
  *run(revisions: readonly ControllerRevision[]): Task<ApiError | undefined> {
    const sorted = sortRevisions(revisions);
    const found = yield* this.findRevisions(sorted);
    if (!found.ok) return found.error;
    const { status, error } = yield* this.update(found.value);
    const statusError = yield* this.writeStatus(status);
    if (error !== undefined) return error;
    if (statusError !== undefined) return statusError;
    return yield* this.truncate(sorted, found.value);
  }

  private now(): number {
    return this.parts.context.kernel.unixUs();
  }

  private decide(name: string, note: string): void {
    recordDecision(this.parts.context, this.set, {
      controller: 'statefulset',
      name,
      resource: STATEFUL_SETS,
      note,
    });
  }

  /** Models getStatefulSetRevisions. */
  private *findRevisions(sorted: readonly ControllerRevision[]): Step<Revisions> {
    const { context } = this.parts;
    const data = templatePatch(this.set.spec.template);
    let collisions = this.set.status?.collisionCount ?? 0;
    const equal = equalRevision(sorted, data);
    const last = sorted[sorted.length - 1];
    let update: ControllerRevision;
    if (equal === undefined) {
      const made = yield* createRevision(context, this.set, {
        data,
        revision: nextRevision(sorted),
        collisions,
      });
      if (!made.ok) return made;
      update = made.value.revision;
      collisions = made.value.collisions;
      this.decide('create', `a new template: revision ${update.metadata.name}`);
    } else if (equal === last) update = equal;
    else {
      const renumbered = yield* renumberRevision(context, equal, nextRevision(sorted));
      if (!renumbered.ok) return renumbered;
      update = renumbered.value;
    }
    if (update !== equal) this.parts.consistency.wroteFor(this.key, REVISIONS, update);
    const current =
      sorted.find(({ metadata }) => metadata.name === this.set.status?.currentRevision) ?? update;
    return ok({ current, update, collisions });
  }

  /** Models updateStatefulSet: scaling, then updating; an ordered set does one thing a sync. */
  private *update(
    revisions: Revisions,
  ): Task<{ readonly status: StatefulSetStatus; readonly error?: ApiError }> {
    const names = {
      current: revisions.current.metadata.name,
      update: revisions.update.metadata.name,
      collisions: revisions.collisions,
    };
    const versions: Versions = {
      current: { set: this.setAt(revisions.current), revision: names.current },
      update: { set: this.setAt(revisions.update), revision: names.update },
    };
    const { replicas, condemned, firstUnhealthy } = sortPods(this.set, versions, this.pods, this.now());
    const count = (pods: readonly Pod[] = this.pods): StatefulSetStatus =>
      calculateStatus(this.set, pods, names, this.now());
    if (isDeleting(this.set)) return { status: count() };
    const ordered = this.set.spec.podManagementPolicy !== 'Parallel';
    const alive = yield* this.forAll(replicas, ordered, (pod) =>
      this.processReplica(versions.update.set, pod),
    );
    if (alive.error !== undefined || alive.stop)
      return { status: count([...replicas, ...condemned]), error: alive.error };
    const dying = yield* this.forAll(condemned, ordered, (pod) =>
      this.processCondemned(pod, { ordered, firstUnhealthy, nowUs: this.now() }),
    );
    const status = count([...replicas, ...condemned]);
    if (dying.error !== undefined || dying.stop) return { status, error: dying.error };
    const next = nextToUpdate(this.set, replicas, names.update, this.now());
    if (next === undefined) return { status };
    this.decide('delete', `${next.metadata.name} is of an old revision: delete it`);
    const error = yield* this.deletePod(next);
    if (error?.code === 404) return { status };
    const left =
      revisionNameOf(next) === names.current
        ? { ...status, currentReplicas: (status.currentReplicas ?? 0) - 1 }
        : status;
    return { status: left, error };
  }

  /** The set as it was when a revision was its template. */
  private setAt(revision: ControllerRevision): StatefulSet {
    const template = templateIn(revision);
    return template === undefined ? this.set : { ...this.set, spec: { ...this.set.spec, template } };
  }

  /** One after the other until one says stop; or all of them, in growing batches. */
  private *forAll(
    pods: readonly Pod[],
    ordered: boolean,
    process: (pod: Pod) => Task<{ readonly stop: boolean; readonly error?: ApiError }>,
  ): Task<{ readonly stop: boolean; readonly error?: ApiError }> {
    if (ordered) {
      for (const pod of pods) {
        const result = yield* process(pod);
        if (result.stop || result.error !== undefined) return result;
      }
      return { stop: false };
    }
    const { errors } = yield* slowStart<ApiError>(
      this.parts.context.kernel,
      pods.length,
      function* each(place) {
        const pod = pods[place];
        return pod === undefined ? undefined : (yield* process(pod)).error;
      },
    );
    return { stop: false, ...(errors[0] === undefined ? {} : { error: errors[0] }) };
  }

  private *processReplica(
    updateSet: StatefulSet,
    pod: Pod,
  ): Task<{ readonly stop: boolean; readonly error?: ApiError }> {
    const action = decideReplica(this.set, pod, this.now());
    if (action.do !== 'nothing' || action.stop)
      this.decide(action.do === 'nothing' ? 'wait' : action.do, noteOf(action));
    const error = yield* this.act(updateSet, action, pod);
    return { stop: action.stop, ...(error === undefined ? {} : { error }) };
  }

  private *processCondemned(
    pod: Pod,
    around: Parameters<typeof decideCondemned>[2],
  ): Task<{ readonly stop: boolean; readonly error?: ApiError }> {
    if (deletesClaims(this.set)) {
      const kept = yield* this.keepClaimOwners(pod);
      if (kept !== undefined) return { stop: true, error: kept };
    }
    const action = decideCondemned(this.set, pod, around);
    this.decide(action.do === 'nothing' ? 'wait' : action.do, noteOf(action));
    const error = yield* this.act(this.set, action, pod);
    return { stop: action.stop, ...(error === undefined ? {} : { error }) };
  }

  private *act(updateSet: StatefulSet, action: Action, pod: Pod): Task<ApiError | undefined> {
    switch (action.do) {
      case 'nothing':
        return undefined;
      case 'delete':
        return yield* this.deletePod(pod);
      case 'create':
        return yield* this.createPod(pod);
      case 'claims':
        return yield* this.createClaims(pod);
      case 'fix':
        return yield* this.fixPod(updateSet, pod);
    }
  }

  private event(verb: 'create' | 'update' | 'delete', pod: Pod, error: ApiError | undefined): void {
    if (error !== undefined && isNamespaceTerminating(error)) return;
    const [word, reason] = WORDS[verb];
    const text = `${word} Pod ${pod.metadata.name} in StatefulSet ${this.set.metadata.name}`;
    const { recorder } = this.parts.context;
    if (error === undefined) recorder.event(this.set, 'Normal', `Successful${reason}`, `${text} successful`);
    else recorder.event(this.set, 'Warning', `Failed${reason}`, `${text} failed error: ${error.message}`);
  }

  private *deletePod(pod: Pod): Task<ApiError | undefined> {
    const deleted = yield* this.parts.context.client.delete('pods', refOf(pod));
    if (deleted.ok) this.parts.consistency.wroteFor(this.key, 'pods', deleted.value);
    const error = deleted.ok ? undefined : deleted.error;
    this.event('delete', pod, error);
    return error;
  }

  private *createPod(pod: Pod): Task<ApiError | undefined> {
    const refused = yield* this.createClaims(pod);
    if (refused !== undefined) {
      this.event('create', pod, refused);
      return refused;
    }
    const made = yield* this.parts.context.client.create<Pod>('pods', pod);
    if (made.ok) {
      this.parts.consistency.wroteFor(this.key, 'pods', made.value);
      this.event('create', pod, undefined);
      return deletesClaims(this.set) ? yield* this.keepClaimOwners(made.value) : undefined;
    }
    if (made.error.reason !== 'AlreadyExists') this.event('create', pod, made.error);
    return made.error;
  }

  /** Makes the Pod's claims that are not there. Models createPersistentVolumeClaims. */
  private *createClaims(pod: Pod): Task<ApiError | undefined> {
    const { context, claims } = this.parts;
    const errors: ApiError[] = [];
    for (const claim of claimsOf(this.set, ordinalOf(this.set, pod)).values()) {
      const standing = claims.get(refOf(claim));
      if (standing !== undefined) {
        const message = `pvc ${claim.metadata.name} is being deleted`;
        if (isDeleting(standing)) errors.push({ kind: 'TransportError', code: 0, message });
        continue;
      }
      const made = yield* context.client.create<PersistentVolumeClaim>(CLAIMS, claim);
      if (!made.ok) {
        const message = `failed to create PVC ${claim.metadata.name}: ${made.error.message}`;
        errors.push({ ...made.error, message });
      }
      if (!made.ok && made.error.reason === 'AlreadyExists') continue;
      this.claimEvent(claim.metadata.name, pod, made.ok ? undefined : made.error);
    }
    const [first] = errors;
    if (first === undefined || errors.length === 1) return first;
    return { ...first, message: `[${errors.map(({ message }) => message).join(', ')}]` };
  }

  private claimEvent(claim: string, pod: Pod, error: ApiError | undefined): void {
    const { recorder } = this.parts.context;
    const [podName, setName] = [pod.metadata.name, this.set.metadata.name];
    if (error === undefined)
      recorder.event(
        this.set,
        'Normal',
        'SuccessfulCreate',
        `Create Claim ${claim} Pod ${podName} in StatefulSet ${setName} success`,
      );
    else if (!isNamespaceTerminating(error)) {
      const text = `Create Claim ${claim} for Pod ${podName} in StatefulSet ${setName} failed error: ${error.message}`;
      recorder.event(this.set, 'Warning', 'FailedCreate', text);
    }
  }

  /** Brings the owners of the Pod's claims in line with the retention policy. */
  private *keepClaimOwners(pod: Pod): Task<ApiError | undefined> {
    for (const wanted of claimsOf(this.set, ordinalOf(this.set, pod)).values()) {
      const claim = this.parts.claims.get(refOf(wanted));
      if (claim === undefined || ownersMatch(this.set, pod, claim)) continue;
      const metadata = { ...claim.metadata, ownerReferences: claimOwners(this.set, pod, claim) as never };
      const written = yield* this.parts.context.client.update<PersistentVolumeClaim>(CLAIMS, {
        ...claim,
        metadata,
      });
      if (!written.ok) return written.error;
    }
    return undefined;
  }

  /** Models UpdateStatefulPod. A Pod that was just adopted is newer than the one read, so it is read again until the write is taken. */
  private *fixPod(updateSet: StatefulSet, pod: Pod): Task<ApiError | undefined> {
    const refused = yield* this.createClaims(pod);
    if (refused !== undefined) return refused;
    const { context, pods } = this.parts;
    const ordinal = ordinalOf(this.set, pod);
    let base = pod;
    const error = yield* onConflict(DEFAULT_BACKOFF, function* write() {
      const written = yield* context.client.update<Pod>('pods', withIdentity(updateSet, base, ordinal));
      if (written.ok) return undefined;
      base = pods.get(refOf(base)) ?? base;
      return written.error;
    });
    this.event('update', pod, error);
    return error;
  }

  /** Models updateStatefulSetStatus, with retries on conflict. */
  private *writeStatus(counted: StatefulSetStatus): Task<ApiError | undefined> {
    const status = withoutZeros(completed(this.set, counted), [
      'replicas',
      'availableReplicas',
      'collisionCount',
    ]);
    if (sameStatus(this.set.status, { ...status, conditions: this.set.status?.conditions })) return undefined;
    const { context, consistency, sets } = this.parts;
    const { key } = this;
    let base = this.set;
    return yield* onConflict(DEFAULT_RETRY, function* write() {
      const written = yield* context.client.updateStatus<StatefulSet>(STATEFUL_SETS, { ...base, status });
      if (!written.ok) {
        base = sets.getByKey(key) ?? base;
        return written.error;
      }
      consistency.wroteFor(key, STATEFUL_SETS, written.value);
      return undefined;
    });
  }

  private *truncate(
    sorted: readonly ControllerRevision[],
    { current, update }: Revisions,
  ): Task<ApiError | undefined> {
    const live = new Set([current.metadata.name, update.metadata.name, ...this.pods.map(revisionNameOf)]);
    for (const revision of beyondLimit(sorted, live, this.set.spec.revisionHistoryLimit ?? 10)) {
      const deleted = yield* this.parts.context.client.delete(REVISIONS, refOf(revision));
      if (!deleted.ok && deleted.error.code !== 404) return deleted.error;
    }
    return undefined;
  }
}

const WORDS = {
  create: ['Create', 'Create'],
  update: ['Update', 'Update'],
  delete: ['Delete', 'Delete'],
} as const;

function noteOf({ do: what, why }: Action): string {
  return what === 'nothing' ? `${why}: wait` : `${why}: ${what}`;
}
