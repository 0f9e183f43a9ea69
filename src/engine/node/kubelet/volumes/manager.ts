import type { Node, Pod, Volume } from '../../../../api/generated/types.ts';
import { compareText } from '../../../../base/compare.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { TaskHandle } from '../../../kernel/kernel.ts';
import { Future, TIMED_OUT, type Task, sleep, waitUpTo } from '../../../kernel/task.ts';
import type { ObjectCache } from '../config/object-cache.ts';
import { type KubeletDeps, podEvent } from '../deps.ts';
import { podUid } from '../pod.ts';
import { type MountedVolume, podDirectory, requiresRemount, setUpVolume } from './mount.ts';
import type { TokenManager } from './tokens.ts';

// Models pkg/kubelet/volumemanager (1.36): populator, reconciler and the wait of SyncPod.

interface PodVolumes {
  pod: Pod;
  readonly mounted: Map<string, MountedVolume>;
  /** Volumes that cannot even be tried, with why. */
  readonly blocked: Map<string, string>;
  /** Volumes that are not on the node yet. */
  readonly unattached: Set<string>;
  /** Names, in the node's status, of those that have to be attached. */
  readonly inUse: Set<string>;
  readonly tasks: Map<string, TaskHandle<void>>;
  changed: Future;
  /** What the files were last made from. */
  made:
    | {
        readonly labels: unknown;
        readonly annotations: unknown;
        readonly version: number;
        readonly until: number;
      }
    | undefined;
}

const LOOP_US = 100_000;
const FIRST_RETRY_US = 500_000;
const MAX_RETRY_US = 122_000_000;
const WAIT_US = 123_000_000;

export class VolumeManager {
  private readonly deps: KubeletDeps;
  private readonly objects: ObjectCache;
  private readonly tokens: TokenManager;
  private readonly node: () => Node | undefined;
  private readonly pods = new Map<string, PodVolumes>();

  constructor(deps: KubeletDeps, objects: ObjectCache, tokens: TokenManager, node: () => Node | undefined) {
    this.deps = deps;
    this.objects = objects;
    this.tokens = tokens;
    this.node = node;
  }

  stop(): void {
    for (const { tasks } of this.pods.values()) for (const task of tasks.values()) task.cancel();
    this.pods.clear();
  }

  /** Begins to mount what the Pod names: the populator has found it. */
  add(pod: Pod): void {
    const uid = podUid(pod);
    const known = this.pods.get(uid);
    if (known !== undefined) {
      known.pod = pod;
      return;
    }
    const entry: PodVolumes = {
      pod,
      mounted: new Map(),
      blocked: new Map(),
      unattached: new Set(),
      inUse: new Set(),
      tasks: new Map(),
      changed: new Future(),
      made: undefined,
    };
    this.pods.set(uid, entry);
    for (const volume of wantedVolumes(pod))
      entry.tasks.set(volume.name, this.deps.kernel.spawn(this.mount(entry, volume)));
  }

  mountedVolume(uid: string, name: string): MountedVolume | undefined {
    return this.pods.get(uid)?.mounted.get(name);
  }

  /** Waits for all of the Pod's volumes; files made by the kubelet are written anew. Models WaitForAttachAndMount. */
  *waitForMount(
    pod: Pod,
    cancelled: Future,
  ): Task<Result<void, { readonly message: string; readonly interrupted: boolean }>> {
    this.add(pod);
    const wanted = wantedVolumes(pod);
    const entry = this.pods.get(podUid(pod));
    if (entry === undefined || wanted.length === 0) return ok();
    if (wanted.every(({ name }) => entry.mounted.has(name))) {
      this.remount(entry, wanted);
      return ok();
    }
    const { kernel, settings } = this.deps;
    const began = kernel.now();
    for (;;) {
      if (cancelled.settled) return this.notMounted(wanted, entry, 'context canceled', true);
      const passed = kernel.now() - began;
      if (passed >= WAIT_US)
        return this.notMounted(wanted, entry, 'timed out waiting for the condition', true);
      // Polls at whole periods from the beginning; between them only a change matters.
      const arrived = yield* this.nextChange(entry, cancelled, began + WAIT_US);
      if (arrived) {
        const due =
          began +
          Math.max(1, Math.ceil((kernel.now() - began) / settings.volumePollUs)) * settings.volumePollUs;
        yield* sleep(due - kernel.now());
      }
      if (entry.blocked.size > 0) {
        const message = [...entry.blocked.values()].join('; ');
        return this.notMounted(wanted, entry, message, false);
      }
      if (wanted.every(({ name }) => entry.mounted.has(name))) return ok();
    }
  }

  /** False when it is over for good: cancelled, or out of time. */
  private *nextChange(entry: PodVolumes, cancelled: Future, until: number): Task<boolean> {
    const { kernel } = this.deps;
    const done = (): boolean =>
      entry.blocked.size > 0 || wantedVolumes(entry.pod).every(({ name }) => entry.mounted.has(name));
    while (!done()) {
      const either = new Future();
      const offA = entry.changed.subscribe(() => either.resolve());
      const offB = cancelled.subscribe(() => either.resolve());
      const answer = yield* waitUpTo(either, Math.max(0, until - kernel.now()));
      offA();
      offB();
      if (answer === TIMED_OUT || cancelled.settled) return false;
    }
    return true;
  }

  private notMounted(
    wanted: readonly Volume[],
    entry: PodVolumes,
    why: string,
    interrupted: boolean,
  ): Result<never, { message: string; interrupted: boolean }> {
    const missing = wanted.map(({ name }) => name).filter((name) => !entry.mounted.has(name));
    const failed = [...entry.blocked.keys()];
    entry.blocked.clear();
    const list = (names: readonly string[]): string => `[${names.join(' ')}]`;
    const message = `unmounted volumes=${list(missing)}, unattached volumes=${list(missing.filter((name) => entry.unattached.has(name)))}, failed to process volumes=${list(failed)}: ${why}`;
    return err({ message, interrupted });
  }

  /** Files of configMaps, secrets and the like are brought up to date. */
  private remount(entry: PodVolumes, wanted: readonly Volume[]): void {
    const { labels, annotations } = entry.pod.metadata;
    const uid = podUid(entry.pod);
    const version = this.objects.versionOf(uid);
    const { made } = entry;
    const now = this.deps.kernel.now();
    if (
      made?.labels === labels &&
      made?.annotations === annotations &&
      made?.version === version &&
      now < made.until
    )
      return;
    entry.made = { labels, annotations, version, until: this.tokens.freshUntil(uid) };
    for (const volume of wanted) {
      if (!requiresRemount(volume)) continue;
      entry.tasks.set(volume.name, this.deps.kernel.spawn(this.mount(entry, volume)));
    }
  }

  /** Tries until it succeeds, with a back-off of its own. */
  private *mount(entry: PodVolumes, volume: Volume): Task {
    yield* sleep(LOOP_US);
    let retry = FIRST_RETRY_US;
    for (;;) {
      const { pod } = entry;
      const token = (audience: string, seconds: number): Task<Result<string, string>> =>
        this.tokens.get(pod, audience, seconds);
      const usedByOther = (name: string): boolean => this.usedByOther(podUid(pod), name);
      const inUse = (name: string): void => void entry.inUse.add(name);
      const inputs = { pod, objects: this.objects, node: this.node(), token, usedByOther, inUse };
      const mounted = yield* setUpVolume(this.deps, volume, inputs);
      entry.unattached.delete(volume.name);
      if (mounted.ok) {
        entry.mounted.set(volume.name, mounted.value);
        return this.signal(entry);
      }
      const { message, blocked, unattached } = mounted.error;
      if (unattached === true) entry.unattached.add(volume.name);
      else if (blocked) {
        entry.blocked.set(volume.name, message);
        this.signal(entry);
      } else podEvent(this.deps, pod, ['Warning', 'FailedMount'], message);
      yield* sleep(blocked ? LOOP_US * 3 : Math.ceil(retry / LOOP_US) * LOOP_US);
      retry = Math.min(retry * 2, MAX_RETRY_US);
    }
  }

  /** What the node's status tells of volumes that have to be attached. */
  volumesInUse(): readonly string[] {
    const names = new Set<string>();
    for (const { inUse } of this.pods.values()) for (const name of inUse) names.add(name);
    return [...names].sort(compareText);
  }

  private usedByOther(uid: string, persistentVolume: string): boolean {
    for (const [other, { mounted }] of this.pods) {
      if (other === uid) continue;
      for (const volume of mounted.values()) if (volume.persistentVolume === persistentVolume) return true;
    }
    return false;
  }

  private signal(entry: PodVolumes): void {
    const changed = entry.changed;
    entry.changed = new Future();
    changed.resolve();
  }

  /** Takes everything of the Pod off the node. Models WaitForUnmount and the clean-up of its folders. */
  *waitForUnmount(pod: Pod): Task {
    const uid = podUid(pod);
    const entry = this.pods.get(uid);
    if (entry !== undefined) {
      for (const task of entry.tasks.values()) task.cancel();
      if (wantedVolumes(pod).length > 0) yield* sleep(this.deps.settings.volumePollUs);
      this.pods.delete(uid);
    }
    this.tokens.forget(uid);
    this.deps.host.disk.remove(podDirectory(uid));
  }
}

const wanted = new WeakMap<object, readonly Volume[]>();

/** Volumes that some container mounts. */
function wantedVolumes(pod: Pod): readonly Volume[] {
  let found = wanted.get(pod.spec);
  if (found === undefined) {
    const names = new Set<string>();
    for (const container of [
      ...pod.spec.containers,
      ...(pod.spec.initContainers ?? []),
      ...(pod.spec.ephemeralContainers ?? []),
    ]) {
      for (const { name } of container.volumeMounts ?? []) names.add(name);
    }
    found = (pod.spec.volumes ?? []).filter(({ name, image }) => names.has(name) && image === undefined);
    wanted.set(pod.spec, found);
  }
  return found;
}
