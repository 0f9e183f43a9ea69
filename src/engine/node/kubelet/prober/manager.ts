import type { ContainerStatus, Pod, PodStatus } from '../../../../api/generated/types.ts';
import { parseTime } from '../../../../api/time.ts';
import type { KubeletDeps } from '../deps.ts';
import { type AnyContainer, initContainers, isSidecar, podUid } from '../pod.ts';
import type { ProbeResult, ProbeVerdicts } from '../runtime/types.ts';
import { type ProbeKind, ProbeWorker, SETTLED_BEFORE_US } from './worker.ts';

// Models pkg/kubelet/prober/prober_manager.go and results (1.36).

export interface ProbeManagerOptions {
  readonly deps: KubeletDeps;
  readonly podByUid: (uid: string) => Pod | undefined;
  readonly status: (uid: string) => PodStatus | undefined;
  /** A container's verdict has changed. */
  readonly changed: (kind: ProbeKind, uid: string, containerId: string, result: ProbeResult) => void;
}

const KINDS: readonly ProbeKind[] = ['startup', 'readiness', 'liveness'];

export class ProbeManager implements ProbeVerdicts {
  private readonly options: ProbeManagerOptions;
  private readonly workers = new Map<string, ProbeWorker>();
  private readonly byPod = new Map<string, Set<string>>();
  private readonly results: Readonly<Record<ProbeKind, Map<string, ProbeResult>>> = {
    startup: new Map(),
    readiness: new Map(),
    liveness: new Map(),
  };
  private startedAt = 0;
  private startedUnixUs = 0;

  constructor(options: ProbeManagerOptions) {
    this.options = options;
  }

  start(): void {
    this.startedAt = this.options.deps.kernel.now();
    this.startedUnixUs = this.options.deps.kernel.unixUs();
  }

  stop(): void {
    for (const worker of [...this.workers.values()]) worker.stop();
    this.workers.clear();
    this.byPod.clear();
    for (const kind of KINDS) this.results[kind].clear();
  }

  liveness(containerId: string): ProbeResult | undefined {
    return this.results.liveness.get(containerId);
  }

  startup(containerId: string): ProbeResult | undefined {
    return this.results.startup.get(containerId);
  }

  readiness(containerId: string): ProbeResult | undefined {
    return this.results.readiness.get(containerId);
  }

  /** Starts the workers of every container that has probes, once. */
  addPod(pod: Pod): void {
    for (const container of [...pod.spec.containers, ...initContainers(pod).filter(isSidecar)]) {
      for (const kind of KINDS) this.addWorker(pod, container, kind);
    }
  }

  private addWorker(pod: Pod, container: AnyContainer, kind: ProbeKind): void {
    const probe = container[`${kind}Probe`];
    const uid = podUid(pod);
    const key = `${uid}/${container.name}/${kind}`;
    if (probe === undefined || this.workers.has(key)) return;
    const { deps, podByUid, status } = this.options;
    const worker = new ProbeWorker({
      deps,
      kind,
      container,
      probe,
      kubeletStartedAt: this.startedAt,
      pod: () => podByUid(uid) ?? pod,
      status: () => status(uid),
      setResult: (id, result) => this.set(kind, uid, id, result),
      removeResult: (id) => this.results[kind].delete(id),
      ended: () => this.removeWorker(uid, key),
    });
    this.workers.set(key, worker);
    let keys = this.byPod.get(uid);
    if (keys === undefined) {
      keys = new Set();
      this.byPod.set(uid, keys);
    }
    keys.add(key);
    worker.start();
  }

  private removeWorker(uid: string, key: string): void {
    this.workers.delete(key);
    const keys = this.byPod.get(uid);
    keys?.delete(key);
    if (keys?.size === 0) this.byPod.delete(uid);
  }

  private set(kind: ProbeKind, uid: string, containerId: string, result: ProbeResult): void {
    const results = this.results[kind];
    if (results.get(containerId) === result) return;
    results.set(containerId, result);
    // What a background probe found out matters.
    this.options.deps.kernel.escalate();
    this.options.changed(kind, uid, containerId, result);
  }

  /** The Pod terminates: only readiness goes on. */
  stopLivenessAndStartup(pod: Pod): void {
    for (const { name } of [...pod.spec.containers]) {
      for (const kind of ['liveness', 'startup'] as const)
        this.workers.get(`${podUid(pod)}/${name}/${kind}`)?.stop();
    }
  }

  removePod(uid: string): void {
    for (const key of [...(this.byPod.get(uid) ?? [])]) this.workers.get(key)?.stop();
  }

  /** Stops the probes of Pods that are not to run. */
  keepOnly(wanted: (uid: string) => boolean): void {
    for (const uid of [...this.byPod.keys()]) if (!wanted(uid)) this.removePod(uid);
  }

  /** Statuses with `started` and `ready` filled in; kicks readiness workers that have not said yes. Models UpdatePodStatus. */
  withProbes(
    pod: Pod,
    statuses: readonly ContainerStatus[],
    init: boolean,
    old: PodStatus,
  ): ContainerStatus[] {
    return statuses.map((status) => {
      const before = [...(old.containerStatuses ?? []), ...(old.initContainerStatuses ?? [])].find(
        ({ name }) => name === status.name,
      );
      const started = this.isStarted(pod, status, before);
      if (init) {
        const container = initContainers(pod).find(({ name }) => name === status.name);
        if (container !== undefined && !isSidecar(container)) {
          return { ...status, started, ready: status.state?.terminated?.exitCode === 0 };
        }
      }
      return { ...status, started, ready: started && this.isReady(pod, status, old) };
    });
  }

  /** A container whose startup probe has not spoken yet is what its last instance was: so it stays started through a restart of the kubelet, and is so for a moment when it was restarted itself. */
  private isStarted(pod: Pod, status: ContainerStatus, before: ContainerStatus | undefined): boolean {
    if (status.state?.running === undefined) return false;
    const result = this.startup(idOf(status));
    if (result !== undefined) return result === 'success';
    return before?.started === true || !this.workers.has(`${podUid(pod)}/${status.name}/startup`);
  }

  private isReady(pod: Pod, status: ContainerStatus, old: PodStatus): boolean {
    if (status.state?.running === undefined) return false;
    const result = this.readiness(idOf(status));
    if (result === 'success') return true;
    const worker = this.workers.get(`${podUid(pod)}/${status.name}/readiness`);
    if (worker === undefined) return true;
    worker.trigger();
    return result === undefined && this.wasReadyBefore(status, old);
  }

  /** After a restart of the kubelet a container that had run for a while stays ready until its probe speaks. */
  private wasReadyBefore(status: ContainerStatus, old: PodStatus): boolean {
    const startedAt = parseTime(status.state?.running?.startedAt ?? '') ?? 0;
    if (startedAt + SETTLED_BEFORE_US > this.startedUnixUs) return false;
    const before = [...(old.containerStatuses ?? []), ...(old.initContainerStatuses ?? [])].find(
      ({ name }) => name === status.name,
    );
    return before?.containerID === status.containerID && before?.ready === true;
  }
}

function idOf(status: ContainerStatus): string {
  return (status.containerID ?? '').replace('containerd://', '');
}
