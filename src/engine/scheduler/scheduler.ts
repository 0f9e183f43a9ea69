import type { Pod } from '../../api/generated/types.ts';
import { SECOND } from '../../trace/ids.ts';
import type { TaskHandle } from '../kernel/kernel.ts';
import { type Task, sleep } from '../kernel/task.ts';
import type { Client } from '../machinery/client.ts';
import type { Component, ComponentContext } from '../machinery/component.ts';
import { EventsV1Recorder } from '../machinery/events-v1-recorder.ts';
import { LeaderElection } from '../machinery/leader-election.ts';
import { type Assumed, bindingCycle, unreserve } from './binding-cycle.ts';
import { SchedulerCache } from './cache/scheduler-cache.ts';
import { buildProfile } from './config/build-profile.ts';
import { DEFAULT_CONFIGURATION, type SchedulerConfiguration } from './config/configuration.ts';
import { NAME, type SchedulerCore, beginSpan, endSpan } from './core.ts';
import { EventHandlers } from './event-handlers.ts';
import { failureOf, handleFailure } from './failure-handler.ts';
import type { SchedulerHandle } from './framework/handle.ts';
import type { Profile } from './framework/profile.ts';
import { SchedulerInformers } from './informers.ts';
import { HintMap } from './queue/hint-map.ts';
import { Nominator } from './queue/nominator.ts';
import type { QueuedPod } from './queue/queued-pod.ts';
import { SchedulingQueue } from './queue/scheduling-queue.ts';
import { SchedulerRecords } from './records.ts';
import { type Attempt, type Failure, attemptPod } from './schedule-pod.ts';

export interface SchedulerOptions {
  readonly configuration?: SchedulerConfiguration;
  /** The node it runs on. */
  readonly from?: string;
  /** The name of its machine, which its Events and its lease carry; the node's unless said. */
  readonly host?: string;
}

/** kube-scheduler: start, stop, and start again without memory. One that loses its lease ends and is started anew. */
export function createScheduler(context: ComponentContext, options: SchedulerOptions = {}): Component {
  let running: Scheduler | undefined;
  const begin = (): void => {
    running = new Scheduler(context, options, () => {
      running?.stop();
      begin();
    });
  };
  return {
    name: NAME,
    start() {
      if (running === undefined) begin();
    },
    stop() {
      running?.stop();
      running = undefined;
    },
  };
}

/** One life of the scheduler. Models pkg/scheduler/scheduler.go and schedule_one.go (1.36). */
class Scheduler {
  private readonly context: ComponentContext;
  private readonly client: Client;
  private readonly events: EventsV1Recorder;
  private readonly informers: SchedulerInformers;
  private readonly cache: SchedulerCache;
  private readonly nominator: Nominator;
  private readonly queue: SchedulingQueue;
  private readonly profiles = new Map<string, Profile>();
  private readonly records: SchedulerRecords;
  private readonly core: SchedulerCore;
  private readonly listeners = new Set<() => void>();
  private readonly loop: TaskHandle<void>;
  private readonly bindings = new Set<TaskHandle<void>>();
  private readonly lost: () => void;
  private readonly election: LeaderElection;
  private leading: TaskHandle<void> | undefined;
  private nextStartNodeIndex = 0;

  constructor(
    context: ComponentContext,
    { configuration = DEFAULT_CONFIGURATION, from = 'control-plane', host = from }: SchedulerOptions,
    lost: () => void,
  ) {
    const { kernel } = context;
    this.context = context;
    this.lost = lost;
    this.client = context.connect({
      user: 'system:kube-scheduler',
      groups: ['system:authenticated'],
      client: NAME,
      from,
    });
    const [first] = configuration.profiles;
    const controller = first?.schedulerName ?? 'default-scheduler';
    this.events = new EventsV1Recorder(kernel, this.client, {
      controller,
      instance: `${controller}-${host}`,
    });
    this.election = new LeaderElection(kernel, this.client, {
      name: NAME,
      identity: `${host}_${kernel.uid()}`,
    });
    this.records = new SchedulerRecords(kernel);
    this.informers = new SchedulerInformers(kernel, this.client);
    this.cache = new SchedulerCache(this.informers.objects);
    this.nominator = new Nominator((pod) => this.latest(pod));
    const handle = this.handle();
    for (const profile of configuration.profiles)
      this.profiles.set(profile.schedulerName, buildProfile(profile, handle));
    const plugins = [...this.profiles.values()].flatMap((profile) => [...profile.plugins()]);
    this.queue = new SchedulingQueue({
      kernel,
      settings: {
        initialBackoffUs: configuration.podInitialBackoffSeconds * SECOND,
        maxBackoffUs: configuration.podMaxBackoffSeconds * SECOND,
      },
      preEnqueue: (name) => this.profiles.get(name)?.points.preEnqueue ?? [],
      hints: new HintMap(plugins, this.informers.objects),
      nominator: this.nominator,
      moved: (entry, event) => this.records.moved(entry, event),
    });
    this.core = {
      kernel,
      settings: context.settings,
      client: this.client,
      events: this.events,
      cache: this.cache,
      queue: this.queue,
      nominator: this.nominator,
      latest: (pod) => this.latest(pod),
    };
    new EventHandlers({
      cache: this.cache,
      queue: this.queue,
      serves: (name) => this.profiles.has(name),
      changed: () => this.listeners.forEach((listener) => listener()),
    }).register(this.informers);
    this.informers.start();
    this.loop = kernel.spawn(this.run(), { background: false });
  }

  stop(): void {
    this.loop.cancel();
    this.leading?.cancel();
    for (const binding of this.bindings) binding.cancel();
    for (const profile of this.profiles.values()) for (const plugin of profile.plugins()) plugin.stop?.();
    this.queue.stop();
    this.events.stop();
    this.informers.stop();
  }

  private latest(pod: Pod): Pod | undefined {
    const { namespace = '', name } = pod.metadata;
    return this.informers.pods.get({ namespace, name });
  }

  private handle(): SchedulerHandle {
    return {
      kernel: this.context.kernel,
      client: this.client,
      events: this.events,
      objects: this.informers.objects,
      nominated: this.nominator,
      pod: (namespace, name) => this.informers.pods.get({ namespace, name }),
      nodeExists: (name) => this.informers.nodes.getByKey(name) !== undefined,
      nodeLabels: (name) => this.informers.nodes.getByKey(name)?.metadata.labels ?? {},
      activate: (pod) => this.queue.activate(pod),
      onChange: (listener) => {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
      },
    };
  }

  private *run(): Task {
    yield* this.informers.waitForSync();
    yield* this.election.acquire();
    this.leading = this.context.kernel.spawn(this.lead(), { background: true });
    for (;;) yield* this.scheduleOne(yield* this.queue.pop());
  }

  /** Upstream's process ends when it can no longer renew its lease, and is started again. */
  private *lead(): Task {
    yield* this.election.renew();
    this.context.kernel.after(0, this.lost, { background: false });
  }

  /** Models ScheduleOne. */
  private *scheduleOne(entry: QueuedPod): Task {
    const { info } = entry;
    const profile = this.profiles.get(info.pod.spec.schedulerName ?? '');
    if (profile === undefined || this.skips(entry)) return this.queue.done(info.uid);
    const span = beginSpan(this.core, 'SchedulingCycle', entry);
    const attempt = attemptPod(info, {
      profile,
      snapshot: this.cache,
      nominated: this.nominator,
      startIndex: this.nextStartNodeIndex,
      records: this.records,
      random: this.context.kernel.random('kube-scheduler/tie'),
    });
    const nodes = this.cache.nodes.length;
    if (nodes > 0) this.nextStartNodeIndex = (this.nextStartNodeIndex + attempt.processed) % nodes;
    const assumed = attempt.outcome === 'fits' ? this.assume(entry, profile, attempt) : undefined;
    yield* sleep(this.context.settings.schedulingCycleUs);
    endSpan(this.core, span, attempt.outcome === 'fits');
    if (attempt.outcome === 'failed') yield* handleFailure(this.core, entry, info.pod, attempt);
    else if (assumed !== undefined && 'failure' in assumed)
      yield* handleFailure(this.core, entry, info.pod, assumed.failure);
    else if (assumed !== undefined) this.startBinding(entry, profile, assumed);
  }

  /** Models skipPodSchedule. */
  private skips({ info: { pod, uid, namespace, name } }: QueuedPod): boolean {
    if (pod.metadata.deletionTimestamp !== undefined) {
      const note = `skip schedule deleting pod: ${namespace}/${name}`;
      this.events.event(pod, { type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling', note });
      return true;
    }
    return this.cache.isAssumed(uid);
  }

  private assume(
    entry: QueuedPod,
    profile: Profile,
    { node, found }: Extract<Attempt, { outcome: 'fits' }>,
  ): Assumed | { readonly failure: Failure } {
    const { pod } = entry.info;
    const assumed: Pod = { ...pod, spec: { ...pod.spec, nodeName: node } };
    this.cache.assume(assumed);
    this.nominator.remove(pod.metadata.uid);
    const { preFilter } = found;
    for (const plugin of profile.points.reserve) {
      const rejection = plugin.reserve?.(preFilter.states.get(plugin.name), assumed, node);
      if (rejection === undefined) continue;
      unreserve(profile, { pod: assumed, node, preFilter });
      this.cache.forget(pod.metadata.uid);
      return { failure: failureOf(rejection) };
    }
    return { pod: assumed, node, preFilter };
  }

  private startBinding(entry: QueuedPod, profile: Profile, assumed: Assumed): void {
    const binding = this.context.kernel.spawn(bindingCycle(this.core, entry, profile, assumed));
    this.bindings.add(binding);
    binding.done.subscribe(() => this.bindings.delete(binding));
  }
}
