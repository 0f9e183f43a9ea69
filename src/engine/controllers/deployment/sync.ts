import type { Deployment, DeploymentStatus, ReplicaSet } from '../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import { deepEqual } from '../../../base/deep.ts';
import type { Task } from '../../kernel/task.ts';
import type { ApiError } from '../../machinery/client.ts';
import type { ControllerContext } from '../common/controller.ts';
import { controllerRefOf, isDeleting, refOf } from '../common/objects.ts';
import { isNamespaceTerminating } from '../common/pod-control.ts';
import { conditionOf } from '../common/status.ts';
import { recordDecision } from '../common/step.ts';
import { scaleSets } from './proportional.ts';
import {
  REVISION,
  type Sets,
  allOf,
  beyondHistory,
  desiredOf,
  isSameTemplate,
  maxRevision,
  newReplicaSet,
  newSetAnnotations,
  splitSets,
  withResized,
  withSizes,
} from './revisions.ts';
import {
  type Resize,
  activeSets,
  isRolling,
  newReplicas,
  nextNewSize,
  oldPodsToSpare,
  scaledDown,
  sizeOf,
  totalSize,
  wantedOf,
  withoutUnhealthy,
} from './rolling.ts';
import {
  PAUSED,
  TIMED_OUT,
  type Wanted,
  calculateStatus,
  hasDeadline,
  isComplete,
  isStatusCurrent,
  recheckUs,
  rolloutStatus,
  withCondition,
} from './status.ts';
import type { Surroundings } from './surroundings.ts';

export const DEPLOYMENTS = 'deployments.apps';
export const REPLICA_SETS = 'replicasets.apps';

/** How a sync ended: the refusal that stopped it, and when to look again. */
export interface Outcome {
  readonly error?: ApiError;
  readonly recheckUs?: number;
}

const FINE: Outcome = {};
type Step<T = void> = Task<Result<T, ApiError>>;

/** One sync of one Deployment. Models pkg/controller/deployment syncDeployment, sync.go, rolling.go and recreate.go (1.36). */
export class DeploymentSync {
  private readonly context: ControllerContext;
  private readonly around: Surroundings;
  /** As read, with the conditions and annotations this sync has set. Its version stays the one read, so a second write of it is refused. */
  private deployment: Deployment;

  constructor(context: ControllerContext, deployment: Deployment, around: Surroundings) {
    this.context = context;
    this.deployment = deployment;
    this.around = around;
  }

  *run(): Task<Outcome> {
    if (isDeleting(this.deployment)) return yield* this.statusOnly();
    const paused = yield* this.keepPauseCondition();
    if (!paused.ok) return { error: paused.error };
    if (this.deployment.spec.paused === true) return yield* this.scaleOnly();
    const scaling = yield* this.isScalingEvent();
    if (!scaling.ok) return { error: scaling.error };
    if (scaling.value) return yield* this.scaleOnly();
    return yield* isRolling(this.deployment) ? this.roll() : this.recreate();
  }

  private now(): number {
    return this.context.kernel.unixUs();
  }

  private decide(name: string, note: string): void {
    recordDecision(this.context, this.deployment, {
      controller: 'deployment',
      name,
      resource: DEPLOYMENTS,
      note,
    });
  }

  private event(type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.context.recorder.event(this.deployment, type, reason, message);
  }

  /** Writes status and annotations of the version read. */
  private *write(): Step {
    const written = yield* this.context.client.updateStatus<Deployment>(DEPLOYMENTS, this.deployment);
    return written.ok ? ok() : written;
  }

  private setCondition(wanted: Wanted): void {
    const status = this.deployment.status ?? {};
    this.deployment = {
      ...this.deployment,
      status: { ...status, conditions: withCondition(status.conditions ?? [], wanted, this.now()) },
    };
  }

  /** Models checkPausedConditions. */
  private *keepPauseCondition(): Step {
    const { spec, status } = this.deployment;
    if (!hasDeadline(this.deployment)) return ok();
    const standing = conditionOf(status?.conditions, 'Progressing');
    if (standing?.reason === TIMED_OUT) return ok();
    const says = standing?.reason === PAUSED;
    if ((spec.paused === true) === says) return ok();
    const [reason, message] =
      spec.paused === true
        ? [PAUSED, 'Deployment is paused']
        : ['DeploymentResumed', 'Deployment is resumed'];
    this.setCondition({ type: 'Progressing', status: 'Unknown', reason, message });
    return yield* this.write();
  }

  private *statusOnly(): Task<Outcome> {
    const found = yield* this.findSets(false);
    if (!found.ok) return { error: found.error };
    return yield* this.writeCounts(found.value);
  }

  /** Paused, or its number was changed: sizes, but no rollout. Models sync. */
  private *scaleOnly(): Task<Outcome> {
    const found = yield* this.findSets(false);
    if (!found.ok) return { error: found.error };
    const { newRs, old } = found.value;
    const sized = yield* this.resize(scaleSets(this.deployment, newRs, old));
    if (!sized.ok) return { error: sized.error };
    if (this.deployment.spec.paused === true) {
      const cleaned = yield* this.cleanUp(old);
      if (!cleaned.ok) return { error: cleaned.error };
    }
    return yield* this.writeCounts(found.value);
  }

  /** Some ReplicaSet with Pods was last sized for another number. */
  private *isScalingEvent(): Step<boolean> {
    const found = yield* this.findSets(false);
    if (!found.ok) return found;
    const wanted = wantedOf(this.deployment);
    return ok(activeSets(allOf(found.value)).some((rs) => (desiredOf(rs) ?? wanted) !== wanted));
  }

  /** Models rolloutRolling: at most one direction a sync. */
  private *roll(): Task<Outcome> {
    const found = yield* this.findSets(true);
    if (!found.ok) return { error: found.error };
    const { newRs, old } = found.value;
    if (newRs === undefined) return FINE;
    const sizes = `new ${sizeOf(newRs)} of ${wantedOf(this.deployment)}, old ${totalSize(old)}`;
    const up = nextNewSize(this.deployment, allOf(found.value), newRs);
    if (up !== undefined) {
      this.decide('scale', `${sizes}: new to ${up}`);
      return yield* this.resizeAndReport(found.value, [{ rs: newRs, replicas: up }]);
    }
    const spare = oldPodsToSpare(this.deployment, old, newRs);
    if (spare > 0) {
      const shrunk = yield* this.shrinkOld(found.value, spare, sizes);
      if (!shrunk.ok) return { error: shrunk.error };
      if (shrunk.value) return yield* this.report(found.value);
    }
    if (isComplete(this.deployment, this.deployment.status ?? {})) {
      const cleaned = yield* this.cleanUp(old);
      if (!cleaned.ok) return { error: cleaned.error };
      this.decide('nothing', `${sizes}: complete`);
    } else this.decide('wait', `${sizes}: no room`);
    return yield* this.report(found.value);
  }

  /** Old Pods go: first those that are not available, then what is beyond the minimum. Answers whether any go. */
  private *shrinkOld(sets: Sets, spare: number, sizes: string): Step<boolean> {
    const active = activeSets(sets.old);
    const unhealthy = yield* this.resize(withoutUnhealthy(active, spare));
    if (!unhealthy.ok) return unhealthy;
    const between = withResized(sets, unhealthy.value);
    const newRs = between.newRs ?? sets.newRs;
    if (newRs === undefined) return ok(false);
    const down = yield* this.resize(scaledDown(this.deployment, activeSets(between.old), newRs));
    if (!down.ok) return down;
    if (unhealthy.value.length + down.value.length === 0) return ok(false);
    this.decide('scale', `${sizes}: old to ${totalSize(withResized(between, down.value).old)}`);
    return ok(true);
  }

  /** Models rolloutRecreate. */
  private *recreate(): Task<Outcome> {
    const found = yield* this.findSets(false);
    if (!found.ok) return { error: found.error };
    const { newRs, old } = found.value;
    const active = activeSets(old);
    if (active.length > 0) {
      this.decide('scale', `old ${totalSize(active)}: old to 0`);
      return yield* this.resizeAndReport(
        found.value,
        active.map((rs) => ({ rs, replicas: 0 })),
      );
    }
    if (this.around.oldPodsRunning(old, newRs)) {
      this.decide('wait', 'old Pods still run');
      return yield* this.report(found.value);
    }
    const made = newRs === undefined ? yield* this.findSets(true) : found;
    if (!made.ok) return { error: made.error };
    const wanted = wantedOf(this.deployment);
    const next = made.value.newRs;
    if (next === undefined) return FINE;
    const sized = yield* this.resize(sizeOf(next) === wanted ? [] : [{ rs: next, replicas: wanted }]);
    if (!sized.ok) return { error: sized.error };
    if (isComplete(this.deployment, this.deployment.status ?? {})) {
      const cleaned = yield* this.cleanUp(old);
      if (!cleaned.ok) return { error: cleaned.error };
    }
    return yield* this.report(made.value);
  }

  /** The new ReplicaSet and the old ones; revision annotations and the first Progressing condition are brought up to date. Models getAllReplicaSetsAndSyncRevision. */
  private *findSets(create: boolean): Step<Sets> {
    const { newRs, old } = splitSets(this.deployment, this.around.sets);
    const revision = maxRevision(old) + 1;
    if (newRs !== undefined) {
      const kept = yield* this.keepNewSet(newRs, revision);
      return kept.ok ? ok({ newRs: kept.value, old }) : kept;
    }
    if (!create) return ok({ newRs, old });
    const made = yield* this.createNewSet(old, revision);
    return made.ok ? ok({ newRs: made.value, old }) : made;
  }

  private *keepNewSet(rs: ReplicaSet, revision: number): Step<ReplicaSet> {
    const annotations = newSetAnnotations(this.deployment, rs.metadata.annotations, revision);
    const minReadySeconds = this.deployment.spec.minReadySeconds ?? 0;
    if (
      !deepEqual(annotations, rs.metadata.annotations ?? {}) ||
      (rs.spec.minReadySeconds ?? 0) !== minReadySeconds
    ) {
      const wanted = {
        ...rs,
        metadata: { ...rs.metadata, annotations },
        spec: { ...rs.spec, minReadySeconds },
      };
      return yield* this.context.client.update<ReplicaSet>(REPLICA_SETS, wanted);
    }
    let changed = this.setRevision(rs.metadata.annotations?.[REVISION] ?? '');
    if (
      hasDeadline(this.deployment) &&
      conditionOf(this.deployment.status?.conditions, 'Progressing') === undefined
    ) {
      const message = `Found new replica set "${rs.metadata.name}"`;
      this.setCondition({ type: 'Progressing', status: 'True', reason: 'FoundNewReplicaSet', message });
      changed = true;
    }
    if (!changed) return ok(rs);
    const written = yield* this.write();
    return written.ok ? ok(rs) : written;
  }

  private setRevision(revision: string): boolean {
    const { metadata } = this.deployment;
    if (metadata.annotations?.[REVISION] === revision) return false;
    this.deployment = {
      ...this.deployment,
      metadata: { ...metadata, annotations: { ...metadata.annotations, [REVISION]: revision } },
    };
    return true;
  }

  private *createNewSet(old: readonly ReplicaSet[], revision: number): Step<ReplicaSet> {
    const draft = newReplicaSet(this.deployment, revision);
    const replicas = newReplicas(this.deployment, [...old, draft], 0);
    const { name } = draft.metadata;
    this.decide('create', `no ReplicaSet has this template: create ${name} with ${replicas}`);
    const made = yield* this.context.client.create<ReplicaSet>(REPLICA_SETS, {
      ...draft,
      spec: { ...draft.spec, replicas },
    });
    if (!made.ok) return yield* this.creationRefused(draft, made.error);
    if (replicas > 0)
      this.event('Normal', 'ScalingReplicaSet', `Scaled up replica set ${name} from 0 to ${replicas}`);
    let changed = this.setRevision(String(revision));
    if (hasDeadline(this.deployment)) {
      const message = `Created new replica set "${name}"`;
      this.setCondition({ type: 'Progressing', status: 'True', reason: 'NewReplicaSetCreated', message });
      changed = true;
    }
    const written = changed ? yield* this.write() : ok();
    return written.ok ? made : written;
  }

  private *creationRefused(draft: ReplicaSet, error: ApiError): Step<ReplicaSet> {
    if (error.reason === 'AlreadyExists') return yield* this.nameTaken(draft, error);
    if (isNamespaceTerminating(error)) return err(error);
    const message = `Failed to create new replica set "${draft.metadata.name}": ${error.message}`;
    if (hasDeadline(this.deployment)) {
      this.setCondition({ type: 'Progressing', status: 'False', reason: 'ReplicaSetCreateError', message });
      yield* this.write();
    }
    this.event('Warning', 'ReplicaSetCreateError', message);
    return err(error);
  }

  /** The name is that of our own ReplicaSet, or two templates have one hash: then another is tried. */
  private *nameTaken(draft: ReplicaSet, error: ApiError): Step<ReplicaSet> {
    const standing = this.around.cachedSet(draft);
    if (standing === undefined) return err(error);
    const isOwn = controllerRefOf(standing)?.uid === this.deployment.metadata.uid;
    if (isOwn && isSameTemplate(standing.spec.template, this.deployment.spec.template)) {
      if (!this.setRevision(draft.metadata.annotations?.[REVISION] ?? '')) return ok(standing);
      const written = yield* this.write();
      return written.ok ? ok(standing) : written;
    }
    const status = this.deployment.status ?? {};
    this.deployment = {
      ...this.deployment,
      status: { ...status, collisionCount: (status.collisionCount ?? 0) + 1 },
    };
    yield* this.write();
    return err(error);
  }

  /** Scales what has another size (or was sized for another number); answers those whose size changed, as written. */
  private *resize(resizes: readonly Resize[]): Step<readonly ReplicaSet[]> {
    const changed: ReplicaSet[] = [];
    for (const { rs, replicas } of resizes) {
      const annotations = withSizes(rs.metadata.annotations, this.deployment);
      const from = sizeOf(rs);
      if (from === replicas && deepEqual(annotations, rs.metadata.annotations)) continue;
      const wanted = { ...rs, metadata: { ...rs.metadata, annotations }, spec: { ...rs.spec, replicas } };
      const written = yield* this.context.client.update<ReplicaSet>(REPLICA_SETS, wanted);
      if (!written.ok) return written;
      if (from === replicas) continue;
      const direction = from < replicas ? 'up' : 'down';
      this.event(
        'Normal',
        'ScalingReplicaSet',
        `Scaled ${direction} replica set ${rs.metadata.name} from ${from} to ${replicas}`,
      );
      changed.push(written.value);
    }
    return ok(changed);
  }

  /** The status is counted from the sets as they were read: their new sizes are seen by the next sync. */
  private *resizeAndReport(sets: Sets, resizes: readonly Resize[]): Task<Outcome> {
    const sized = yield* this.resize(resizes);
    return sized.ok ? yield* this.report(sets) : { error: sized.error };
  }

  private *cleanUp(old: readonly ReplicaSet[]): Step {
    for (const rs of beyondHistory(this.deployment, old)) {
      const deleted = yield* this.context.client.delete(REPLICA_SETS, refOf(rs));
      if (!deleted.ok && deleted.error.code !== 404) return deleted;
    }
    return ok();
  }

  private *report(sets: Sets): Task<Outcome> {
    return yield* this.writeStatus(rolloutStatus(this.deployment, allOf(sets), sets.newRs, this.now()), true);
  }

  private *writeCounts(sets: Sets): Task<Outcome> {
    return yield* this.writeStatus(
      calculateStatus(this.deployment, allOf(sets), sets.newRs, this.now()),
      false,
    );
  }

  private *writeStatus(status: DeploymentStatus, recheck: boolean): Task<Outcome> {
    if (isStatusCurrent(this.deployment, status)) {
      const next = recheck ? recheckUs(this.deployment, status, this.now()) : undefined;
      return next === undefined ? FINE : { recheckUs: next };
    }
    this.deployment = { ...this.deployment, status };
    const written = yield* this.write();
    return written.ok ? FINE : { error: written.error };
  }
}
