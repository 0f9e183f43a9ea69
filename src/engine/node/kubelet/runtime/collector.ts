import type { Task } from '../../../kernel/task.ts';
import type { KubeletDeps } from '../deps.ts';
import type { PodCache } from '../pleg/cache.ts';
import { removeContainer, removePodLogs } from './container-logs.ts';
import { LABEL_CONTAINER_NAME, LABEL_POD_UID } from './pod-status.ts';

// Models pkg/kubelet/pod_container_deletor.go and kuberuntime_gc.go (1.36).

const KEEP = 1;

export interface CollectorOptions {
  readonly deps: KubeletDeps;
  readonly cache: PodCache;
  /** Whether all old content of the Pod may go. */
  readonly mayRemoveContent: (uid: string) => boolean;
  readonly mayRun: (uid: string) => boolean;
}

/** Removes dead containers and sandboxes: the surplus at once, the rest once a minute. */
export class Collector {
  private readonly options: CollectorOptions;

  constructor(options: CollectorOptions) {
    this.options = options;
  }

  /** A container (or, with '', the sandbox) has ended. */
  died(uid: string, container: string): void {
    const { deps, cache, mayRemoveContent } = this.options;
    const status = cache.get(uid);
    if (status === undefined || container === '') return;
    const all = mayRemoveContent(uid);
    const dead = status.containers.filter(
      ({ state, name }) => state === 'exited' && (all || name === container),
    );
    const doomed = all ? dead : dead.slice(KEEP);
    if (doomed.length > 0) deps.tasks.spawn(this.remove(doomed.map(({ id }) => id)));
  }

  private *remove(ids: readonly string[]): Task {
    for (const id of ids) yield* removeContainer(this.options.deps, id);
  }

  /** The minute's sweep. Models containerGC.GarbageCollect. */
  *collect(): Task {
    const { runtime } = this.options.deps;
    const containers = yield* runtime.listContainers();
    if (!containers.ok) return;
    const units = new Map<string, string[]>();
    for (const { id, state, labels } of [...containers.value].sort((a, b) => b.createdAt - a.createdAt)) {
      if (state === 'RUNNING') continue;
      const key = `${labels[LABEL_POD_UID]}/${labels[LABEL_CONTAINER_NAME]}`;
      units.set(key, [...(units.get(key) ?? []), id]);
    }
    const removed = new Set<string>();
    for (const [key, ids] of units) {
      const keep = this.options.mayRemoveContent(key.split('/')[0] as string) ? 0 : KEEP;
      for (const id of ids.slice(keep)) {
        removed.add(id);
        yield* removeContainer(this.options.deps, id);
      }
    }
    const left = new Set(
      containers.value.filter(({ id }) => !removed.has(id)).map(({ sandboxId }) => sandboxId),
    );
    yield* this.collectSandboxes(left);
    removePodLogs(this.options.deps, this.options.mayRemoveContent);
  }

  /** Sandboxes without containers that are not ready go; the newest of a living Pod stays. */
  private *collectSandboxes(inUse: ReadonlySet<string>): Task {
    const { runtime } = this.options.deps;
    const sandboxes = yield* runtime.listPodSandbox();
    if (!sandboxes.ok) return;
    const newest = new Set<string>();
    for (const { id, metadata, state } of [...sandboxes.value].sort((a, b) => b.createdAt - a.createdAt)) {
      const first = !newest.has(metadata.uid);
      newest.add(metadata.uid);
      if (state === 'READY' || inUse.has(id)) continue;
      if (first && !this.options.mayRemoveContent(metadata.uid)) continue;
      yield* runtime.removePodSandbox(id);
    }
  }
}
