import type { Seq } from '../../../../trace/ids.ts';
import type { Timer } from '../../../kernel/kernel.ts';
import type { Task } from '../../../kernel/task.ts';
import type { KubeletDeps } from '../deps.ts';
import { type Grid, gridFromNow } from '../grid.ts';
import { type TerminationMessage, readPodStatus } from '../runtime/pod-status.ts';
import type { RuntimePodStatus, RuntimeState } from '../runtime/types.ts';
import type { PodCache } from './cache.ts';

// Models pkg/kubelet/pleg/generic.go (1.36) with on-demand relists. A relist that would find nothing is not run.

export type PlegEventType = 'ContainerStarted' | 'ContainerDied' | 'ContainerRemoved';

export interface PlegEvent {
  readonly uid: string;
  readonly type: PlegEventType;
  /** Name of the container; '' for the sandbox. */
  readonly container: string;
}

export interface PlegOptions {
  readonly deps: KubeletDeps;
  readonly cache: PodCache;
  readonly terminationMessage: TerminationMessage;
  readonly emit: (event: PlegEvent) => void;
}

const RELIST_PERIOD_US = 1_000_000;
/**
 * When in a second the ticks fall. On a real node that is chance; here it is where most Pods of a step at a whole or half
 * second have nothing under way, so that a tick between two parts of one start is what it is there: the rarer case.
 */
const TICK_US = 800_000;
/** From a request for a look to the look. */
const ON_DEMAND_US = 3_000;

type States = Map<string, { readonly state: RuntimeState; readonly container: string }>;

/** Finds out what happened to containers by looking, once a second and right after a sync that did something. */
export class Pleg {
  private readonly options: PlegOptions;
  private readonly seen = new Map<string, States>();
  private readonly dirty = new Map<string, Seq | undefined>();
  private grid: Grid | undefined;
  private timer: Timer | undefined;
  private unsubscribe: (() => void) | undefined;
  private running = false;
  /** Since when looking has failed; undefined while it works. */
  failingSince: number | undefined;
  private lastTick = Number.NEGATIVE_INFINITY;

  constructor(options: PlegOptions) {
    this.options = options;
  }

  start(): void {
    const { deps, cache } = this.options;
    this.running = true;
    const { kernel, nodeName } = deps;
    const phase = kernel.around(TICK_US, `pleg-phase/${nodeName}`) - kernel.now();
    this.grid = gridFromNow(kernel, RELIST_PERIOD_US, phase % RELIST_PERIOD_US);
    this.unsubscribe = deps.runtime.onChange((uid) => this.mark(uid));
    cache.lastRelistAt = () => this.relistedAt();
    cache.want = (uid) => this.mark(uid);
  }

  stop(): void {
    this.running = false;
    this.unsubscribe?.();
    this.timer?.cancel();
    this.timer = undefined;
    this.seen.clear();
    this.dirty.clear();
    this.failingSince = undefined;
  }

  /** Looks at one Pod now. Models RequestRelist / on-demand relisting (PLEGOnDemandRelist). */
  relistNow(uid: string): void {
    if (!this.running) return;
    const { kernel, nodeName } = this.options.deps;
    kernel.after(kernel.around(ON_DEMAND_US, `pleg/${nodeName}`), () => kernel.spawn(this.relist([uid])));
  }

  /** Looks at everything: the first relist after a start. */
  *relistAll(): Task {
    const { runtime } = this.options.deps;
    const sandboxes = yield* runtime.listPodSandbox();
    if (!sandboxes.ok) return;
    yield* this.relist([...new Set(sandboxes.value.map(({ metadata }) => metadata.uid))]);
  }

  private relistedAt(): number {
    const { kernel } = this.options.deps;
    if (this.grid === undefined || this.failingSince !== undefined) return this.lastTick;
    const tick = this.grid.upTo(kernel.now());
    // The tick of this very moment counts once its work is done.
    return tick === kernel.now() && this.dirty.size > 0 ? tick - RELIST_PERIOD_US : tick;
  }

  private mark(uid: string): void {
    if (!this.running || this.grid === undefined) return;
    const { kernel } = this.options.deps;
    if (!this.dirty.has(uid)) this.dirty.set(uid, kernel.cause);
    if (this.timer === undefined) {
      this.timer = kernel.at(this.grid.after(kernel.now()), () => this.tick(), { background: false });
    }
  }

  private tick(): void {
    this.timer = undefined;
    const { kernel } = this.options.deps;
    const marked = [...this.dirty];
    this.dirty.clear();
    if (this.failingSince === undefined) this.lastTick = kernel.now();
    for (const [uid, cause] of marked) {
      kernel.setCause(cause);
      kernel.spawn(this.relist([uid]));
    }
  }

  private *relist(uids: readonly string[]): Task {
    const { deps, cache, terminationMessage } = this.options;
    for (const uid of uids) {
      const began = deps.kernel.now();
      const known = cache.get(uid);
      const pod = { uid, name: known?.name ?? '', namespace: known?.namespace ?? '' };
      const status = yield* readPodStatus(deps.runtime, pod, terminationMessage);
      if (!this.running) return;
      if (!status.ok) {
        this.failingSince ??= began;
        this.mark(uid);
        continue;
      }
      this.failingSince = undefined;
      this.observe(status.value, known, began);
    }
  }

  private observe(status: RuntimePodStatus, known: RuntimePodStatus | undefined, began: number): void {
    const { cache, emit } = this.options;
    const before = this.seen.get(status.uid) ?? new Map();
    const after = statesOf(status);
    const events = compare(status.uid, before, after);
    if (after.size === 0) {
      this.seen.delete(status.uid);
      cache.delete(status.uid);
    } else {
      this.seen.set(status.uid, after);
      cache.set(status.uid, keepIps(status, known), began);
    }
    for (const event of events) emit(event);
  }
}

/** A finished Pod keeps the addresses it had. Models pleg getPodIPs. */
function keepIps(status: RuntimePodStatus, known: RuntimePodStatus | undefined): RuntimePodStatus {
  if (status.ips.length > 0 || known === undefined || known.ips.length === 0) return status;
  if (status.sandboxes.some(({ state }) => state === 'READY')) return status;
  return { ...status, ips: known.ips };
}

function statesOf(status: RuntimePodStatus): States {
  const states: States = new Map();
  for (const { id, state, name } of status.containers) states.set(id, { state, container: name });
  for (const { id, state } of status.sandboxes)
    states.set(id, { state: state === 'READY' ? 'running' : 'exited', container: '' });
  return states;
}

function compare(uid: string, before: States, after: States): PlegEvent[] {
  const events: PlegEvent[] = [];
  for (const [id, { state, container }] of after) {
    const old = before.get(id)?.state;
    if (old === state) continue;
    if (state === 'running') events.push({ uid, type: 'ContainerStarted', container });
    else if (state === 'exited') events.push({ uid, type: 'ContainerDied', container });
  }
  for (const [id, { state, container }] of before) {
    if (after.has(id)) continue;
    if (state !== 'exited') events.push({ uid, type: 'ContainerDied', container });
    events.push({ uid, type: 'ContainerRemoved', container });
  }
  return events;
}
