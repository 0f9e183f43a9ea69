import type { Pod } from '../../../api/generated/types.ts';
import { Heap } from '../../../base/heap.ts';
import { MINUTE, SECOND } from '../../../trace/ids.ts';
import type { Kernel, Timer } from '../../kernel/kernel.ts';
import { Future, type Task, wait } from '../../kernel/task.ts';
import { podInfoOf } from '../cache/pod-info.ts';
import type { Plugin } from '../framework/plugin.ts';
import { prioritySort } from '../plugins/priority-sort/plugin.ts';
import { FORCE_ACTIVATE, UNSCHEDULABLE_TIMEOUT, eventLabel } from './cluster-event.ts';
import type { Happening, HintMap } from './hint-map.ts';
import type { Nominator } from './nominator.ts';
import { podChanges } from './object-changes.ts';
import { QueuedPod } from './queued-pod.ts';

export interface QueueSettings {
  readonly initialBackoffUs: number;
  readonly maxBackoffUs: number;
}

export interface QueueParts {
  readonly kernel: Kernel;
  readonly settings: QueueSettings;
  /** PreEnqueue plugins by scheduler name. */
  preEnqueue(schedulerName: string): readonly Plugin[];
  readonly hints: HintMap;
  readonly nominator: Nominator;
  /** Told of every move, in upstream's words. */
  moved(entry: QueuedPod, event: string): void;
}

interface Ticket {
  readonly entry: QueuedPod;
  readonly token: number;
  readonly expiry: number;
}

const FLUSH_EVERY_US = 30 * SECOND;
const MAX_STAY_US = 5 * MINUTE;
/** From here on the longest wait has been reached: going on is no news. */
const LASTING_ERRORS = 5;
const ATTEMPT_FAILURE = 'ScheduleAttemptFailure';

const live = ({ entry, token }: Ticket): boolean => entry.token === token;

/**
 * The three places where Pods wait, and what moves them. Models pkg/scheduler/backend/queue/scheduling_queue.go (1.36)
 * with queueing hints and popping from the backoff queue, both on by default.
 */
export class SchedulingQueue {
  private readonly parts: QueueParts;
  private readonly kernel: Kernel;
  private readonly entries = new Map<string, QueuedPod>();
  private readonly active = new Heap<Ticket>((a, b) => prioritySort(a.entry, b.entry));
  private readonly backoff = backoffHeap();
  private readonly errorBackoff = backoffHeap();
  private readonly unschedulable = new Set<QueuedPod>();
  /** Pods being tried, by UID, each with what has happened since. */
  private readonly inFlight = new Map<string, Happening[]>();
  private orders = 0;
  private arrival = new Future();
  private readonly ticks = new Map<number, Timer>();
  private flush: Timer | undefined;
  private readonly startedAt: number;

  constructor(parts: QueueParts) {
    this.parts = parts;
    this.kernel = parts.kernel;
    this.startedAt = parts.kernel.now();
  }

  /** A Pod without a node appeared. */
  add(pod: Pod): void {
    const entry = new QueuedPod(pod, this.kernel.now(), this.orders++);
    this.toActive(entry, 'UnschedulablePodAdd');
  }

  /** A waiting Pod changed. Models Update. */
  update(before: Pod, after: Pod): void {
    const changes = podChanges(before, after).map((event) => ({ event, before, after }));
    const happened = this.inFlight.get(after.metadata.uid);
    if (happened !== undefined) {
      happened.push(...changes);
      return;
    }
    const entry = this.entries.get(podInfoOf(after).key);
    if (entry === undefined) {
      this.toActive(new QueuedPod(after, this.kernel.now(), this.orders++), 'UnschedulablePodUpdate');
      return;
    }
    entry.info = podInfoOf(after);
    this.parts.nominator.update(before, after);
    if (entry.place !== 'unschedulable') return;
    for (const change of changes) {
      if (!this.parts.hints.mayHelp(entry.info, entry.rejectors, change)) continue;
      this.requeue(entry, eventLabel(change.event));
      if (this.placeOf(after) !== 'unschedulable') return;
    }
  }

  /** A waiting Pod is gone, or was bound by somebody. */
  delete(pod: Pod): void {
    this.parts.nominator.remove(pod.metadata.uid);
    const { key } = podInfoOf(pod);
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.leave(entry);
    this.parts.moved(entry, 'UnschedulablePodDelete');
  }

  /** Something happened that may let waiting Pods in; `only` narrows which are asked. Models MoveAllToActiveOrBackoffQueue. */
  move(happening: Happening, only?: (entry: QueuedPod) => boolean): void {
    if (!this.parts.hints.isOfInterest(happening)) return;
    for (const happened of this.inFlight.values()) happened.push(happening);
    if (this.unschedulable.size === 0) return;
    const label = eventLabel(happening.event);
    for (const entry of [...this.unschedulable]) {
      if (only !== undefined && !only(entry)) continue;
      if (entry.gatedBy !== undefined && !this.parts.hints.gateListens(entry.gatedBy, happening.event))
        continue;
      if (this.parts.hints.mayHelp(entry.info, entry.rejectors, happening)) this.requeue(entry, label);
    }
  }

  /** Puts a Pod into the active queue whatever its backoff. Models Activate. */
  activate(pod: Pod): void {
    const entry = this.entries.get(podInfoOf(pod).key);
    if (entry !== undefined && entry.place !== 'active' && entry.place !== 'none') {
      this.toActive(entry, 'ForceActivate', entry.place !== 'unschedulable');
      return;
    }
    this.inFlight.get(pod.metadata.uid)?.push({ event: FORCE_ACTIVATE, before: undefined, after: pod });
  }

  /** Takes the next Pod to try, waiting for one. */
  *pop(): Task<QueuedPod> {
    for (;;) {
      const entry = this.take(this.active) ?? this.takeFromBackoff();
      if (entry !== undefined) {
        this.kernel.setCause(entry.cause);
        this.leave(entry);
        this.entries.delete(entry.info.key);
        entry.attempts++;
        entry.rejectors = new Set();
        this.inFlight.set(entry.info.uid, []);
        return entry;
      }
      yield* wait(this.arrival);
    }
  }

  /** The attempt is over for the queue: nothing that happens from now on concerns it. */
  done(uid: string): void {
    this.inFlight.delete(uid);
  }

  /** An attempt failed; the plugins that rejected are in `entry.rejectors`. Models AddUnschedulableIfNotPresent. */
  addUnschedulable(entry: QueuedPod): void {
    const happened = this.inFlight.get(entry.info.uid) ?? [];
    this.done(entry.info.uid);
    if (this.entries.has(entry.info.key)) return;
    if (entry.rejectors.size === 0) entry.consecutiveErrors++;
    else {
      entry.unschedulableCount++;
      entry.consecutiveErrors = 0;
    }
    entry.timestamp = this.kernel.now();
    const again =
      entry.rejectors.size === 0 ||
      happened.some((happening) => this.parts.hints.mayHelp(entry.info, entry.rejectors, happening));
    if (again) this.requeue(entry, ATTEMPT_FAILURE);
    else this.hold(entry, ATTEMPT_FAILURE);
  }

  /** Where a waiting Pod is. */
  placeOf(pod: Pod): QueuedPod['place'] {
    return this.entries.get(podInfoOf(pod).key)?.place ?? 'none';
  }

  stop(): void {
    for (const timer of this.ticks.values()) timer.cancel();
    this.ticks.clear();
    this.flush?.cancel();
  }

  /** An idle scheduler does not wait for a backoff to end. */
  private takeFromBackoff(): QueuedPod | undefined {
    const entry = this.take(this.backoff);
    if (entry !== undefined) this.enter(entry, 'active', 'PopFromBackoffQ');
    return entry;
  }

  private take(heap: Heap<Ticket>): QueuedPod | undefined {
    for (let ticket = heap.pop(); ticket !== undefined; ticket = heap.pop())
      if (live(ticket)) return ticket.entry;
    return undefined;
  }

  /** To the backoff queue while its backoff lasts, else to the active one. Models requeuePodWithQueueingStrategy. */
  private requeue(entry: QueuedPod, event: string): void {
    if (this.backsOff(entry)) this.toBackoff(entry, event);
    else this.toActive(entry, event);
  }

  private expirySecond(entry: QueuedPod): number {
    const { initialBackoffUs, maxBackoffUs } = this.parts.settings;
    const sinceEpoch = this.kernel.unixUs() - this.kernel.now();
    return Math.floor(
      (sinceEpoch + entry.timestamp + entry.backoffUs(initialBackoffUs, maxBackoffUs)) / SECOND,
    );
  }

  private backsOff(entry: QueuedPod): boolean {
    const { initialBackoffUs, maxBackoffUs } = this.parts.settings;
    if (entry.backoffUs(initialBackoffUs, maxBackoffUs) === 0) return false;
    return this.expirySecond(entry) >= Math.floor(this.kernel.unixUs() / SECOND);
  }

  /** Models runPreEnqueuePlugins: the plugin that gated it last time speaks first. */
  private runPreEnqueue(entry: QueuedPod): void {
    const plugins = this.parts.preEnqueue(entry.info.pod.spec.schedulerName ?? '');
    const first = plugins.filter(({ name }) => name === entry.gatedBy);
    const others = plugins.filter(({ name }) => name !== entry.gatedBy);
    for (const plugin of [...first, ...others]) {
      if (plugin.preEnqueue?.(entry.info.pod) === undefined) continue;
      entry.rejectors = new Set([...entry.rejectors, plugin.name]);
      entry.gatedBy = plugin.name;
      return;
    }
    entry.gatedBy = undefined;
  }

  private toActive(entry: QueuedPod, event: string, checked = false): void {
    if (!checked) this.runPreEnqueue(entry);
    if (entry.gatedBy !== undefined) return this.hold(entry, event);
    this.enter(entry, 'active', event);
    this.active.push({ entry, token: entry.token, expiry: 0 });
    if (event === 'UnschedulablePodAdd' || event === 'UnschedulablePodUpdate')
      this.parts.nominator.add(entry.info.pod, undefined);
    this.wake();
  }

  private toBackoff(entry: QueuedPod, event: string): void {
    this.runPreEnqueue(entry);
    if (entry.gatedBy !== undefined) return this.hold(entry, event);
    const failing = entry.consecutiveErrors > 0;
    this.enter(entry, failing ? 'errorBackoff' : 'backoff', event);
    const expiry = this.expirySecond(entry);
    (failing ? this.errorBackoff : this.backoff).push({ entry, token: entry.token, expiry });
    this.tickAfter(expiry, !failing || entry.consecutiveErrors >= LASTING_ERRORS);
    this.wake();
  }

  private hold(entry: QueuedPod, event: string): void {
    this.enter(entry, 'unschedulable', event);
    this.unschedulable.add(entry);
    this.flush ??= this.kernel.after(FLUSH_EVERY_US - this.sinceFlush(), () => this.flushLeftover(), {
      background: true,
    });
  }

  private sinceFlush(): number {
    return (this.kernel.now() - this.startedAt) % FLUSH_EVERY_US;
  }

  private enter(entry: QueuedPod, place: QueuedPod['place'], event: string): void {
    this.leave(entry);
    entry.place = place;
    this.entries.set(entry.info.key, entry);
    const { cause } = this.kernel;
    this.parts.moved(entry, event);
    entry.cause = this.kernel.cause;
    // One event may move many Pods: each follows from the event, not from the Pod before it.
    this.kernel.setCause(cause);
  }

  private leave(entry: QueuedPod): void {
    this.unschedulable.delete(entry);
    entry.place = 'none';
    entry.token++;
  }

  private wake(): void {
    const { arrival } = this;
    this.arrival = new Future();
    arrival.resolve();
  }

  /** The queue looks once a second, on the second; a backoff is over once its second has passed. */
  private tickAfter(expiry: number, background: boolean): void {
    const second = expiry + 1;
    if (this.ticks.has(second)) return;
    const delay = second * SECOND - this.kernel.unixUs();
    this.ticks.set(
      second,
      this.kernel.after(delay, () => this.completeBackoff(second), { background }),
    );
  }

  /** Models flushBackoffQCompleted. */
  private completeBackoff(second: number): void {
    this.ticks.delete(second);
    for (const heap of [this.backoff, this.errorBackoff]) {
      for (let ticket = heap.peek(); ticket !== undefined && ticket.expiry < second; ticket = heap.peek()) {
        heap.pop();
        if (!live(ticket)) continue;
        this.kernel.setCause(ticket.entry.cause);
        this.toActive(ticket.entry, 'BackoffComplete', true);
      }
    }
  }

  /** Models flushUnschedulablePodsLeftover. */
  private flushLeftover(): void {
    this.flush = undefined;
    const oldest = this.kernel.now() - MAX_STAY_US;
    this.move(
      { event: UNSCHEDULABLE_TIMEOUT, before: undefined, after: undefined },
      ({ timestamp }) => timestamp < oldest,
    );
    if (this.unschedulable.size === 0) return;
    this.flush ??= this.kernel.after(FLUSH_EVERY_US - this.sinceFlush(), () => this.flushLeftover(), {
      background: true,
    });
  }
}

function backoffHeap(): Heap<Ticket> {
  return new Heap<Ticket>((a, b) =>
    a.expiry === b.expiry ? prioritySort(a.entry, b.entry) : a.expiry < b.expiry,
  );
}
