import type { ControllerRevision, DaemonSet, Node, Pod } from '../../../api/generated/types.ts';
import { compileLabelSelector } from '../../../api/label-selector.ts';
import { isPodReady, isPodTerminal } from '../../../api/pod.ts';
import { podTemplateHash } from '../../../api/pod-template-hash.ts';
import { deepEqual } from '../../../base/deep.ts';
import { newControllerRef } from '../../../api/owner.ts';
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
  retry,
} from '../common/controller.ts';
import { Expectations } from '../common/expectations.ts';
import {
  REVISIONS,
  REVISION_LABEL,
  beyondLimit,
  renumberRevision,
  sortRevisions,
  templatePatch,
} from '../common/history.ts';
import { controlledBy, orphansIn, ownedInformer } from '../common/indexes.ts';
import { type Stored, controllerRefOf, isDeleting, keyOf, refOf } from '../common/objects.ts';
import { ownerOf, selecting } from '../common/owners.ts';
import { inParallel, slowStart } from '../common/parallel.ts';
import { createPod, deletePod, isNamespaceTerminating, podFromTemplate } from '../common/pod-control.ts';
import { sameStatus } from '../common/status.ts';
import { recordDecision } from '../common/step.ts';
import { type Plan, type View, calculateStatus, manage, roll } from './decide.ts';
import { fitsNode, podTemplate, targetNode, templateFor } from './node-fit.ts';

const DAEMON_SETS = 'daemonsets.apps';
const WORKERS = 2;
const BURST = 250;
const SECOND_US = 1_000_000;
const FAILED_POD_BACKOFF_US = SECOND_US;
const FAILED_POD_MAX_US = 15 * 60 * SECOND_US;

/** Keeps one Pod a node. Models pkg/controller/daemon (1.36). */
export function createDaemonSetController(context: ControllerContext): Controller {
  return new DaemonSetController(context).loop;
}

class DaemonSetController {
  readonly loop: ControllerLoop;
  private readonly context: ControllerContext;
  private readonly sets: Informer<DaemonSet>;
  private readonly pods: Informer<Pod>;
  private readonly nodes: Informer<Node>;
  private readonly revisions: Informer<ControllerRevision>;
  private readonly expectations: Expectations;
  private readonly consistency: ConsistencyStore;
  /** By set UID and node: how long the last replacement of a failed Pod waits for the next. */
  private readonly backoff = new Map<string, { readonly us: number; readonly at: number }>();

  constructor(context: ControllerContext) {
    this.context = context;
    this.sets = context.informers.of<DaemonSet>(DAEMON_SETS);
    this.pods = ownedInformer<Pod>(context.informers, 'pods');
    this.nodes = context.informers.of<Node>('nodes');
    this.revisions = ownedInformer<ControllerRevision>(context.informers, REVISIONS);
    this.expectations = new Expectations(context.kernel);
    this.consistency = new ConsistencyStore(context.informers);
    this.loop = new ControllerLoop(context, {
      name: 'daemonset',
      workers: WORKERS,
      waitFor: [DAEMON_SETS, 'pods', 'nodes', REVISIONS],
      sync: (key) => this.sync(key),
    });
    const wake = (set: DaemonSet): void => this.loop.queue.add(keyOf(set));
    this.sets.on({
      added: wake,
      updated: wake,
      deleted: (set) => {
        this.expectations.forget(keyOf(set));
        wake(set);
      },
    });
    this.pods.on({
      added: (pod) => this.podAdded(pod),
      updated: (pod, old) => this.podUpdated(pod, old),
      deleted: (pod) => this.podDeleted(pod),
    });
    this.nodes.on({
      added: (node) => this.nodeChanged(node, undefined),
      updated: (node, old) => this.nodeChanged(node, old),
    });
  }

  private podAdded(pod: Pod): void {
    if (isDeleting(pod)) return this.podDeleted(pod);
    if (controllerRefOf(pod) === undefined) return this.wakeMatching(pod);
    const owner = this.ownerOf(pod);
    if (owner === undefined) return;
    this.expectations.creationObserved(keyOf(owner));
    this.loop.queue.add(keyOf(owner));
  }

  private podUpdated(pod: Pod, old: Pod): void {
    if (isDeleting(pod)) return this.podDeleted(pod);
    const [before, after] = [controllerRefOf(old), controllerRefOf(pod)];
    if (before !== undefined && before.uid !== after?.uid) this.wakeOwner(old);
    if (after === undefined) {
      if (before !== undefined || !deepEqual(pod.metadata.labels, old.metadata.labels))
        this.wakeMatching(pod);
      return;
    }
    this.wakeOwner(pod);
    const minReady = this.ownerOf(pod)?.spec.minReadySeconds ?? 0;
    if (minReady > 0 && !isPodReady(old) && isPodReady(pod)) this.wakeOwner(pod, (minReady + 1) * SECOND_US);
  }

  private podDeleted(pod: Pod): void {
    const owner = this.ownerOf(pod);
    if (owner === undefined) return;
    this.expectations.deletionObserved(keyOf(owner), keyOf(pod));
    this.loop.queue.add(keyOf(owner));
  }

  private ownerOf(pod: Pod): DaemonSet | undefined {
    return ownerOf(this.sets, 'DaemonSet', pod);
  }

  private wakeOwner(pod: Pod, us = 0): void {
    const owner = this.ownerOf(pod);
    if (owner !== undefined) this.loop.queue.addAfter(keyOf(owner), us);
  }

  private wakeMatching(pod: Pod): void {
    for (const set of selecting(this.sets, pod)) this.loop.queue.add(keyOf(set));
  }

  /** Only labels and taints decide who runs where. */
  private nodeChanged(node: Node, old: Node | undefined): void {
    if (
      old !== undefined &&
      deepEqual(old.metadata.labels, node.metadata.labels) &&
      deepEqual(old.spec?.taints, node.spec?.taints)
    )
      return;
    for (const set of this.sets.values()) {
      const fits = fitsNode(set, node);
      const before = old === undefined ? { shouldRun: false, mayStay: fits.mayStay } : fitsNode(set, old);
      if (fits.shouldRun !== before.shouldRun || fits.mayStay !== before.mayStay)
        this.loop.queue.add(keyOf(set));
    }
  }

  private *sync(key: string): Task<SyncResult> {
    const lagging = yield* this.consistency.settled(key);
    if (lagging !== undefined) return retry(`${lagging} cache is stale`);
    const set = this.sets.getByKey(key);
    if (set === undefined) {
      this.expectations.forget(key);
      this.consistency.forget(key);
      return DONE;
    }
    const { selector } = set.spec;
    if (Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length === 0) {
      const message = 'This daemon set is selecting all pods. A non-empty selector is required.';
      this.context.recorder.event(set, 'Warning', 'SelectingAll', message);
      return DONE;
    }
    if (isDeleting(set)) return DONE;
    const history = yield* this.history(set);
    if (!history.ok) return retry(history.error.message);
    const { current, old } = history.value;
    const hash = current.metadata.labels?.[REVISION_LABEL] ?? '';
    const settled = this.expectations.satisfied(key);
    const error = settled ? yield* this.act(set, hash, old) : undefined;
    const view = yield* this.view(set, hash);
    if (!view.ok) return retry(view.error);
    const statusError = yield* this.writeStatus(view.value, settled);
    const failed = error ?? statusError?.message;
    return failed === undefined ? DONE : retry(failed);
  }

  /** Models updateDaemonSet: missing and surplus Pods first, then the rolling update. */
  private *act(set: DaemonSet, hash: string, old: readonly ControllerRevision[]): Task<string | undefined> {
    const view = yield* this.view(set, hash);
    if (!view.ok) return view.error;
    const plan = manage(view.value, (pod) => this.mayReplace(set, pod));
    for (const pod of plan.ended) this.tellEnded(set, pod);
    const managed = yield* this.carryOut(view.value, plan);
    if (managed !== undefined) return managed;
    if (this.expectations.satisfied(keyOf(set)) && set.spec.updateStrategy?.type !== 'OnDelete') {
      const fresh = yield* this.view(set, hash);
      if (!fresh.ok) return fresh.error;
      const rolled = yield* this.carryOut(fresh.value, roll(fresh.value));
      if (rolled !== undefined) return rolled;
    }
    return yield* this.cleanUp(set, old);
  }

  private mayReplace(set: DaemonSet, pod: Pod): boolean {
    const key = `${set.metadata.uid}/${pod.spec.nodeName ?? ''}`;
    const [standing, now] = [this.backoff.get(key), this.context.kernel.now()];
    if (standing !== undefined && now - standing.at < standing.us) {
      this.loop.queue.addAfter(keyOf(set), standing.us - (now - standing.at));
      return false;
    }
    const isOver = standing === undefined || now - standing.at > 2 * FAILED_POD_MAX_US;
    this.backoff.set(key, {
      us: isOver ? FAILED_POD_BACKOFF_US : Math.min(standing.us * 2, FAILED_POD_MAX_US),
      at: now,
    });
    return true;
  }

  private tellEnded(set: DaemonSet, pod: Pod): void {
    const { namespace, name } = pod.metadata;
    const where = `daemon pod ${namespace}/${name} on node ${pod.spec.nodeName ?? ''}`;
    const { recorder } = this.context;
    if (pod.status?.phase === 'Failed')
      recorder.event(set, 'Warning', 'FailedDaemonPod', `Found failed ${where}, will try to kill it`);
    else
      recorder.event(set, 'Normal', 'SucceededDaemonPod', `Found succeeded ${where}, will try to delete it`);
  }

  private *view(set: DaemonSet, hash: string): Task<Result<View, string>> {
    const candidates = this.candidates(this.pods, set);
    const claimed = yield* claimObjects<Pod>(candidates, { ...this.claimOptions(set), resource: 'pods' });
    if (!claimed.ok) return claimed;
    const pods = new Map<string, Pod[]>();
    for (const pod of claimed.value) {
      const node = targetNode(pod);
      if (node === undefined || (isPodTerminal(pod) && isDeleting(pod))) continue;
      const standing = pods.get(node);
      if (standing === undefined) pods.set(node, [pod]);
      else standing.push(pod);
    }
    return ok({ set, nodes: this.nodes.list(), pods, hash, nowUs: this.context.kernel.unixUs() });
  }

  private claimOptions(
    set: DaemonSet,
  ): Pick<Parameters<typeof claimObjects>[1], 'client' | 'ownerResource' | 'owner' | 'selector'> {
    return {
      client: this.context.client,
      ownerResource: DAEMON_SETS,
      owner: set,
      selector: compileLabelSelector(set.spec.selector),
    };
  }

  private candidates<T extends Stored>(informer: Informer<T>, set: DaemonSet): T[] {
    return [
      ...controlledBy(informer, set.metadata.uid),
      ...orphansIn(informer, set.metadata.namespace ?? ''),
    ];
  }

  /** The revision of the present template and those of earlier ones. Models constructHistory (1.36). */
  private *history(
    set: DaemonSet,
  ): Task<
    Result<{ readonly current: ControllerRevision; readonly old: readonly ControllerRevision[] }, ApiError>
  > {
    const claimed = yield* claimObjects<ControllerRevision>(this.candidates(this.revisions, set), {
      ...this.claimOptions(set),
      resource: REVISIONS,
    });
    if (!claimed.ok) return err({ kind: 'TransportError', code: 0, message: claimed.error });
    const data = templatePatch(set.spec.template);
    const same = sortRevisions(claimed.value.filter((revision) => deepEqual(revision.data, data)));
    const old = sortRevisions(claimed.value.filter((revision) => !same.includes(revision)));
    const number = (old[old.length - 1]?.revision ?? 0) + 1;
    const current = same[same.length - 1];
    if (current === undefined) {
      const made = yield* this.snapshot(set, data, number);
      return made.ok ? ok({ current: made.value, old }) : made;
    }
    if (current.revision >= number) return ok({ current, old });
    const renumbered = yield* renumberRevision(this.context, current, number);
    return renumbered.ok ? ok({ current: renumbered.value, old }) : renumbered;
  }

  private *snapshot(
    set: DaemonSet,
    data: object,
    revision: number,
  ): Task<Result<ControllerRevision, ApiError>> {
    const hash = podTemplateHash(set.spec.template, set.status?.collisionCount);
    const { annotations } = set.metadata;
    const metadata = {
      name: `${set.metadata.name}-${hash}`,
      namespace: set.metadata.namespace,
      labels: { ...set.spec.template.metadata?.labels, [REVISION_LABEL]: hash },
      ...(annotations === undefined ? {} : { annotations }),
      ownerReferences: [newControllerRef(set)],
    };
    const draft = {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata,
      data,
      revision,
    } as unknown as ControllerRevision;
    const made = yield* this.context.client.create<ControllerRevision>(REVISIONS, draft);
    if (made.ok) this.consistency.wroteFor(keyOf(set), REVISIONS, made.value);
    if (made.ok || made.error.reason !== 'AlreadyExists') return made;
    const standing = yield* this.context.client.get<ControllerRevision>(REVISIONS, refOf(draft));
    if (!standing.ok || deepEqual(standing.value.data, data)) return standing;
    const status = {
      ...calculateStatus({ set, nodes: [], pods: new Map(), hash, nowUs: 0 }, false),
      ...set.status,
      collisionCount: (set.status?.collisionCount ?? 0) + 1,
    };
    yield* this.context.client.updateStatus<DaemonSet>(DAEMON_SETS, { ...set, status });
    return made;
  }

  /** Creates and deletes as planned, within the burst; answers the first refusal. Models syncNodes (1.36). */
  private *carryOut({ set, hash }: View, plan: Plan): Task<string | undefined> {
    const [nodes, victims] = [plan.create.slice(0, BURST), plan.remove.slice(0, BURST)];
    if (nodes.length + victims.length === 0) return undefined;
    const note = `${nodes.length} nodes lack a Pod, ${victims.length} Pods are to go: create ${nodes.length}, delete ${victims.length}`;
    recordDecision(this.context, set, { controller: 'daemonset', name: 'sync', resource: DAEMON_SETS, note });
    const { context, expectations, consistency } = this;
    const key = keyOf(set);
    expectations.expect(key, nodes.length, victims.map(keyOf));
    const template = podTemplate(set, hash);
    const created = yield* slowStart<ApiError>(context.kernel, nodes.length, function* make(place) {
      const made = yield* createPod(
        context,
        set,
        podFromTemplate(templateFor(template, nodes[place] ?? ''), set),
      );
      if (made.ok) consistency.wroteFor(key, 'pods', made.value);
      return made.ok || isNamespaceTerminating(made.error) ? undefined : made.error;
    });
    if (created.successes < nodes.length)
      expectations.creationObserved(key, nodes.length - created.successes);
    const deleted = yield* inParallel(
      context.kernel,
      victims.map(function* remove(pod) {
        const error = yield* deletePod(context, set, refOf(pod));
        if (error === undefined) return undefined;
        expectations.deletionObserved(key, keyOf(pod));
        return error.code === 404 ? undefined : `unable to delete pods: ${error.message}`;
      }),
    );
    return created.errors[0]?.message ?? deleted.find((error) => error !== undefined);
  }

  private *cleanUp(set: DaemonSet, old: readonly ControllerRevision[]): Task<string | undefined> {
    const live = new Set(
      controlledBy(this.pods, set.metadata.uid).map(
        ({ metadata }) => `${set.metadata.name}-${metadata.labels?.[REVISION_LABEL] ?? ''}`,
      ),
    );
    for (const revision of beyondLimit(old, live, set.spec.revisionHistoryLimit ?? 10)) {
      const deleted = yield* this.context.client.delete(REVISIONS, refOf(revision));
      if (!deleted.ok && deleted.error.code !== 404) return deleted.error.message;
    }
    return undefined;
  }

  private *writeStatus(view: View, observed: boolean): Task<ApiError | undefined> {
    const status = calculateStatus(view, observed);
    const { set } = view;
    const key = keyOf(set);
    const minReady = set.spec.minReadySeconds ?? 0;
    if (minReady > 0 && status.numberReady !== (status.numberAvailable ?? 0))
      this.loop.queue.addAfter(key, minReady * SECOND_US);
    if (set.status !== undefined && sameStatus(set.status, status)) return undefined;
    let base = set;
    for (let tries = 0; ; tries++) {
      const written = yield* this.context.client.updateStatus<DaemonSet>(DAEMON_SETS, { ...base, status });
      if (written.ok) this.consistency.wroteFor(key, DAEMON_SETS, written.value);
      if (written.ok) return undefined;
      if (tries >= 1) return written.error;
      const fresh = yield* this.context.client.get<DaemonSet>(DAEMON_SETS, refOf(set));
      if (!fresh.ok) return fresh.error;
      base = fresh.value;
    }
  }
}
