import type { ObjectRef } from '../../../api/object.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Settings } from '../../kernel/settings.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Future, TIMED_OUT, type Task, sleep, wait, waitUpTo } from '../../kernel/task.ts';
import { CNI_NOT_INITIALIZED, type Cni, type CniTarget } from '../cni/cni.ts';
import { OciContainer } from '../oci/container.ts';
import type { Machine } from '../oci/machine.ts';
import { netPortOf } from '../oci/net-port.ts';
import { FileTree, type Image, type ImageCatalogue, type ProcessContext, type ProcessTable, type Signal, signalByWord } from '../oci/shapes.ts';
import { containerSpec } from './container-spec.ts';
import { ExecServer } from './exec.ts';
import { ImageStore } from './image-store.ts';
import { ContainerLog } from './log-file.ts';
import type { CriCall, GrpcError } from './port/error.ts';
import type { AuthConfig, CriImage, ImageService } from './port/image.ts';
import type {
  ContainerConfig, ContainerStats, CriContainer, CriContainerStatus, ExecSyncResponse, LinuxResources, LogFile, RuntimeCondition,
  RuntimeService, SandboxConfig, SandboxConnection, SandboxStatus, StreamIo,
} from './port/runtime.ts';
import { parseHosts } from './hosts.ts';
import type { Container, Sandbox } from './stores.ts';

// Models containerd 2.1 with its CRI plugin. Sandboxes, containers and images belong to shims and disk: they outlive it.

export interface ContainerdOptions {
  readonly kernel: Kernel;
  readonly settings: Settings;
  readonly machine: Machine;
  readonly cni: Cni;
  readonly catalogue: ImageCatalogue;
  /** References on the node from the start. */
  readonly preloaded: readonly string[];
}

const SOCKET_GONE = 'connection error: desc = "transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: no such file or directory"';
const CREATE_FAILED = 'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: ';
const EXIT_START_ERROR = 128;
/** What an empty writable layer takes on disk. */
const LAYER_BYTES = 24 * 1024;
const SHM_BYTES = 64 * 1024 * 1024;

export class Containerd implements RuntimeService, ImageService {
  readonly options: ContainerdOptions;
  readonly store: ImageStore;
  readonly sandboxes = new Map<string, Sandbox>();
  readonly containers = new Map<string, Container>();
  private readonly sandboxesByPod = new Map<string, Sandbox[]>();
  private readonly containersByPod = new Map<string, Container[]>();
  private readonly listeners = new Set<(podUid: string) => void>();
  private readonly execs: ExecServer;
  private up = false;
  private stopped = new Future();

  constructor(options: ContainerdOptions) {
    this.options = options;
    const { kernel, settings, machine, catalogue, preloaded, cni } = options;
    this.store = new ImageStore({ kernel, settings, nodeName: machine.nodeName, catalogue, preloaded });
    this.execs = new ExecServer(kernel, machine, (id) => this.containers.get(id));
    cni.onConfig = () => this.tell('');
  }

  start(): void {
    if (this.up) return;
    this.up = true;
    this.stopped = new Future();
    this.tell('');
    for (const uid of new Set([...this.sandboxes.values()].map(({ config }) => config.metadata.uid))) this.tell(uid);
  }

  stop(): void {
    if (!this.up) return;
    this.up = false;
    this.stopped.resolve();
    this.tell('');
  }

  private gone(): Result<never, GrpcError> {
    return err({ code: 'Unavailable', message: SOCKET_GONE });
  }

  private fail(message: string, code: GrpcError['code'] = 'Unknown'): Result<never, GrpcError> {
    return err({ code, message });
  }

  private tell(podUid: string): void {
    for (const listener of [...this.listeners]) listener(podUid);
  }

  onChange(listener: (podUid: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  *version(): CriCall<{ readonly runtimeName: string; readonly runtimeVersion: string }> {
    return this.up ? ok({ runtimeName: 'containerd', runtimeVersion: 'v2.1.9' }) : this.gone();
  }

  *status(): CriCall<readonly RuntimeCondition[]> {
    if (!this.up) return this.gone();
    const network = this.options.cni.initialized;
    const message = network ? '' : `Network plugin returns error: ${CNI_NOT_INITIALIZED}`;
    return ok([
      { type: 'RuntimeReady', status: true, reason: '', message: '' },
      { type: 'NetworkReady', status: network, reason: network ? '' : 'NetworkPluginNotReady', message },
    ]);
  }

  // --- sandboxes ---

  *runPodSandbox(config: SandboxConfig): CriCall<string> {
    if (!this.up) return this.gone();
    const { machine, kernel, settings } = this.options;
    const id = kernel.hexId(64);
    const pod = refOf(config);
    const { hostNetwork } = config;
    if (config.runtimeHandler !== '') return this.fail(`failed to get sandbox runtime: no runtime for "${config.runtimeHandler}" is configured`);
    const ns = hostNetwork ? machine.netns : machine.network.createNamespace(machine.nodeName, pod);
    let ip = '';
    if (!hostNetwork) {
      const added = yield* this.options.cni.add({ pod, podUid: config.metadata.uid, sandbox: id, ns });
      if (!added.ok) {
        machine.network.destroyNamespace(ns);
        return this.fail(`failed to setup network for sandbox "${id}": ${added.error}`);
      }
      ip = (added.value.ips[0]?.address ?? '').split('/')[0] ?? '';
      machine.network.setResolver(ns, resolverOf(config));
    }
    yield* sleep(settings.runSandboxUs);
    const sandbox: Sandbox = {
      id, config, pod, createdAt: kernel.unixUs(), ns, table: this.newTable(pod),
      shm: new FileTree({ source: 'shm', type: 'tmpfs', sizeBytes: SHM_BYTES }),
      cgroup: machine.cgroups.make(`${config.cgroupParent}/cri-containerd-${id}.scope`, { cpuShares: 2 }),
      pause: undefined, state: 'READY', ip, netClosed: hostNetwork,
    };
    sandbox.shm.root.mode = 0o1777;
    this.startPause(sandbox);
    this.sandboxes.set(id, sandbox);
    push(this.sandboxesByPod, config.metadata.uid, sandbox);
    this.tell(config.metadata.uid);
    return this.up ? ok(id) : this.gone();
  }

  private startPause(sandbox: Sandbox): void {
    const handle = this.options.machine.startPause(sandbox.table);
    sandbox.pause = handle;
    handle.done.subscribe(() => {
      sandbox.state = 'NOTREADY';
      this.tell(sandbox.config.metadata.uid);
    });
  }

  /** A pid namespace whose processes know their container by their context. */
  private newTable(pod: ObjectRef): ProcessTable {
    const { machine } = this.options;
    const owner = (context: ProcessContext): { pod: ObjectRef; container: string } => ({ pod, container: context.name });
    return machine.newTable(owner, (context) => this.wasOomKilled(context));
  }

  private wasOomKilled(context: ProcessContext): boolean {
    const found = this.byContext.get(context);
    return found?.oomKilled === true;
  }

  private readonly byContext = new WeakMap<ProcessContext, OciContainer>();

  *stopPodSandbox(id: string): CriCall {
    if (!this.up) return this.gone();
    const sandbox = this.sandboxes.get(id);
    if (sandbox === undefined) return ok();
    const { machine, settings, cni } = this.options;
    for (const container of this.containersOf(sandbox)) {
      if (container.state !== 'RUNNING') continue;
      container.oci.kill('SIGKILL');
      yield* wait(container.ended);
    }
    sandbox.pause?.kill('SIGKILL');
    sandbox.state = 'NOTREADY';
    if (!sandbox.netClosed) {
      const target: CniTarget = { pod: sandbox.pod, podUid: sandbox.config.metadata.uid, sandbox: id, ns: sandbox.ns };
      const removed = yield* cni.del(target);
      if (!removed.ok) return this.fail(`failed to destroy network for sandbox "${id}": ${removed.error}`);
      machine.network.destroyNamespace(sandbox.ns);
      sandbox.netClosed = true;
      sandbox.ip = '';
    }
    yield* sleep(settings.stopSandboxUs);
    this.tell(sandbox.config.metadata.uid);
    return this.up ? ok() : this.gone();
  }

  *removePodSandbox(id: string): CriCall {
    if (!this.up) return this.gone();
    const sandbox = this.sandboxes.get(id);
    if (sandbox === undefined) return ok();
    if (sandbox.state === 'READY' || !sandbox.netClosed) {
      const stopped = yield* this.stopPodSandbox(id);
      if (!stopped.ok) return stopped;
    }
    for (const { id: container } of [...this.containersOf(sandbox)]) yield* this.removeContainer(container);
    this.options.machine.cgroups.remove(sandbox.cgroup.path);
    this.sandboxes.delete(id);
    pull(this.sandboxesByPod, sandbox.config.metadata.uid, sandbox);
    this.tell(sandbox.config.metadata.uid);
    return ok();
  }

  *podSandboxStatus(id: string): CriCall<SandboxStatus> {
    if (!this.up) return this.gone();
    const sandbox = this.sandboxes.get(id);
    if (sandbox === undefined) return this.fail(`an error occurred when try to find sandbox: not found`, 'NotFound');
    return ok(sandboxStatus(sandbox));
  }

  *listPodSandbox(podUid?: string): CriCall<readonly SandboxStatus[]> {
    if (!this.up) return this.gone();
    const found = podUid === undefined ? [...this.sandboxes.values()] : (this.sandboxesByPod.get(podUid) ?? []);
    return ok(found.map(sandboxStatus));
  }

  // --- containers ---

  private containersOf(sandbox: Sandbox): Container[] {
    return (this.containersByPod.get(sandbox.config.metadata.uid) ?? []).filter((container) => container.sandbox === sandbox);
  }

  *createContainer(sandboxId: string, config: ContainerConfig): CriCall<string> {
    if (!this.up) return this.gone();
    const { kernel, settings } = this.options;
    const sandbox = this.sandboxes.get(sandboxId);
    if (sandbox === undefined) return this.fail(`failed to find sandbox id "${sandboxId}": not found`, 'NotFound');
    if (sandbox.state !== 'READY') return this.fail(`sandbox container "${sandboxId}" is not running`);
    const image = this.store.find(config.imageRef);
    if (image === undefined) return this.fail(`failed to resolve image "${config.imageRef}": not found`);
    yield* sleep(settings.createContainerUs);
    const made = this.makeContainer(sandbox, config, image);
    if (!made.ok) return this.fail(made.error);
    const container = made.value;
    this.containers.set(container.id, container);
    push(this.containersByPod, sandbox.config.metadata.uid, container);
    void kernel;
    this.tell(sandbox.config.metadata.uid);
    return this.up ? ok(container.id) : this.gone();
  }

  private makeContainer(sandbox: Sandbox, config: ContainerConfig, image: Image): Result<Container, string> {
    const { kernel, machine } = this.options;
    const id = kernel.hexId(64);
    const spec = containerSpec({
      id, config, sandbox: sandbox.config, image, host: machine.files,
      mountDigits: () => String(1_000_000_000 + kernel.random('tmpmount').int(1_000_000_000)),
    });
    if (!spec.ok) return spec;
    const { pid } = config.security;
    const target = typeof pid === 'object' ? this.containers.get(pid.target)?.oci.options.table : undefined;
    const table = pid === 'pod' ? sandbox.table : (target ?? this.newTable(sandbox.pod));
    const { memoryLimitBytes, cpuQuotaUs, cpuShares } = config.resources;
    const cgroup = machine.cgroups.make(spec.value.cgroupsPath, { memoryLimitBytes, cpuQuotaUs, cpuShares });
    const sharesTable = pid === 'pod' || target !== undefined;
    const oci = new OciContainer({
      kernel, id, name: config.name, pod: sandbox.pod, spec: { ...spec.value, declaredPorts: config.declaredPorts ?? [] }, image: image.rootfs(), host: machine.files, cgroup, table,
      sharesTable, net: netPortOf(machine.network, sandbox.ns), shm: sandbox.shm, node: machineView(machine),
      sysctls: Object.fromEntries(Object.entries(sandbox.config.sysctls).map(([name, value]) => [name.replaceAll('.', '/'), value])),
    });
    this.byContext.set(oci.context, oci);
    const log = this.openLog(sandbox, config);
    return ok({
      id, sandbox, config, image, createdAt: kernel.unixUs(), oci, log,
      user: { uid: spec.value.user.uid, gid: spec.value.user.gid, supplementalGroups: spec.value.user.additionalGids },
      stopSignal: image.config.stopSignal === '' ? 'SIGTERM' : image.config.stopSignal, watchers: new Set(), ended: new Future(),
      resources: config.resources, state: 'CREATED', startedAt: 0, finishedAt: 0, exitCode: 0, reason: '', message: '',
    });
  }

  private openLog(sandbox: Sandbox, config: ContainerConfig): ContainerLog {
    const { kernel, machine } = this.options;
    const log = new ContainerLog({
      kernel, actor: this.actor(), pod: sandbox.pod, podUid: sandbox.config.metadata.uid, container: config.name, attempt: config.attempt,
    });
    const path = `${sandbox.config.logDirectory}/${config.logPath}`;
    machine.files.tree.put(path, machine.files.tree.newDevice(() => log.text(), undefined, 0o640));
    return log;
  }

  private actor(): string {
    return `containerd/${this.options.machine.nodeName}`;
  }

  *startContainer(id: string): CriCall {
    if (!this.up) return this.gone();
    const container = this.containers.get(id);
    if (container === undefined) return this.fail(`an error occurred when try to find container "${id}": not found`, 'NotFound');
    if (container.state !== 'CREATED') return this.fail(`failed to set starting state for container "${id}": container is in CONTAINER_${container.state} state`);
    const { sandbox, oci } = container;
    yield* sleep(this.options.settings.startContainerUs);
    if (sandbox.state !== 'READY') return this.fail(`sandbox container "${sandbox.id}" is not running`);
    this.applyHosts(container);
    const created = oci.create();
    if (!created.ok) return this.startFailed(container, CREATE_FAILED + created.error);
    this.run(container);
    return this.up ? ok() : this.gone();
  }

  private startFailed(container: Container, message: string): Result<never, GrpcError> {
    Object.assign(container, {
      state: 'EXITED', exitCode: EXIT_START_ERROR, reason: 'StartError', message, finishedAt: this.options.kernel.unixUs(),
    });
    container.log.close();
    container.ended.resolve();
    this.tell(container.sandbox.config.metadata.uid);
    return this.fail(message);
  }

  private run(container: Container): void {
    const { oci, log, watchers, config } = container;
    const sink = (name: 'stdout' | 'stderr') => ({
      terminal: config.tty,
      write: (text: string) => {
        const stream = config.tty ? 'stdout' : name;
        log.write(stream, text);
        for (const watcher of [...watchers]) watcher(stream, text);
      },
    });
    oci.stdout = sink('stdout');
    oci.stderr = sink('stderr');
    container.state = 'RUNNING';
    container.startedAt = this.options.kernel.unixUs();
    oci.start();
    oci.done?.subscribe(() => {
      container.finishedAt = this.options.kernel.unixUs();
      // The shim's exit event has its way through containerd before the record says so.
      this.options.kernel.after(this.options.settings.stopContainerUs, () => this.exited(container), { background: false });
    });
    this.tell(container.sandbox.config.metadata.uid);
  }

  /** The shim reaped the first process, and containerd has taken note. */
  private exited(container: Container): void {
    const { kernel, machine } = this.options;
    const { oci } = container;
    const code = oci.done?.value().code ?? 0;
    oci.cleanUp();
    container.state = 'EXITED';
    container.exitCode = code;
    container.reason = oci.oomKilled ? 'OOMKilled' : code === 0 ? 'Completed' : 'Error';
    container.log.close();
    machine.cgroups.remove(oci.options.cgroup.path);
    kernel.escalate();
    container.ended.resolve();
    this.tell(container.sandbox.config.metadata.uid);
  }

  *stopContainer(id: string, timeoutSeconds: number): CriCall {
    if (!this.up) return this.gone();
    const container = this.containers.get(id);
    if (container === undefined) return this.fail(`an error occurred when try to find container "${id}": not found`, 'NotFound');
    if (container.state !== 'RUNNING') return ok();
    if (timeoutSeconds > 0) {
      container.oci.kill(signalByWord(container.stopSignal) ?? 'SIGTERM');
      if ((yield* this.endedUpTo(container, timeoutSeconds * 1_000_000)) === 'down') return this.gone();
    }
    if (!container.ended.settled) {
      container.oci.kill('SIGKILL');
      yield* wait(container.ended);
    }
    return this.up ? ok() : this.gone();
  }

  private *endedUpTo(container: Container, timeoutUs: number): Task<'ended' | 'time' | 'down'> {
    const either = new Future();
    const offs = [container.ended.subscribe(() => either.resolve()), this.stopped.subscribe(() => either.resolve())];
    const answer = yield* waitUpTo(either, timeoutUs);
    for (const off of offs) off();
    if (container.ended.settled) return 'ended';
    return answer === TIMED_OUT ? 'time' : 'down';
  }

  *removeContainer(id: string): CriCall {
    if (!this.up) return this.gone();
    const container = this.containers.get(id);
    if (container === undefined) return ok();
    if (container.state === 'RUNNING') {
      container.oci.kill('SIGKILL');
      yield* wait(container.ended);
    }
    yield* sleep(this.options.settings.removeContainerUs);
    const uid = container.sandbox.config.metadata.uid;
    this.containers.delete(id);
    pull(this.containersByPod, uid, container);
    this.tell(uid);
    return ok();
  }

  *listContainers(podUid?: string): CriCall<readonly CriContainer[]> {
    if (!this.up) return this.gone();
    const found = podUid === undefined ? [...this.containers.values()] : (this.containersByPod.get(podUid) ?? []);
    return ok(found.map(summary));
  }

  *containerStatus(id: string): CriCall<CriContainerStatus> {
    if (!this.up) return this.gone();
    const container = this.containers.get(id);
    if (container === undefined) return this.fail(`an error occurred when try to find container "${id}": not found`, 'NotFound');
    return ok(this.statusOf(container));
  }

  private statusOf(container: Container): CriContainerStatus {
    const { image, config } = container;
    const described = this.store.status(image.configDigest);
    const { startedAt, finishedAt, exitCode, reason, message, resources, user, stopSignal } = container;
    return {
      ...summary(container), startedAt, finishedAt, exitCode, reason, message, resources, user, stopSignal,
      image: described?.repoTags[0] ?? image.configDigest,
      imageRef: described?.repoDigests[0] ?? `${image.repository}@${image.manifestDigest}`,
      logPath: `${container.sandbox.config.logDirectory}/${config.logPath}`, mounts: config.mounts,
    };
  }

  *updateContainerResources(id: string, resources: LinuxResources): CriCall {
    if (!this.up) return this.gone();
    const container = this.containers.get(id);
    if (container === undefined) return this.fail(`failed to find container: not found`, 'NotFound');
    const { cgroup } = container.oci.options;
    const { memoryLimitBytes, cpuQuotaUs, cpuShares } = resources;
    if (memoryLimitBytes > 0 && memoryLimitBytes < cgroup.memoryBytes) {
      return this.fail(`failed to update resources: memory limit ${memoryLimitBytes} is below current usage ${cgroup.memoryBytes}`);
    }
    cgroup.limits = { memoryLimitBytes, cpuQuotaUs, cpuShares };
    container.resources = resources;
    this.tell(container.sandbox.config.metadata.uid);
    return ok();
  }

  // --- streams ---

  *execSync(id: string, command: readonly string[], timeoutSeconds: number): CriCall<ExecSyncResponse> {
    return this.up ? yield* this.execs.execSync(id, command, timeoutSeconds) : this.gone();
  }

  *exec(id: string, command: readonly string[], io: StreamIo): CriCall<number> {
    return this.up ? yield* this.execs.exec(id, command, io) : this.gone();
  }

  *attach(id: string, io: StreamIo): CriCall<number> {
    return this.up ? yield* this.execs.attach(id, io) : this.gone();
  }

  *portForward(sandboxId: string, port: number): CriCall<SandboxConnection> {
    if (!this.up) return this.gone();
    const sandbox = this.sandboxes.get(sandboxId);
    if (sandbox === undefined) return this.fail(`an error occurred when try to find sandbox "${sandboxId}": not found`, 'NotFound');
    return yield* this.execs.portForward(sandbox, port);
  }

  *containerStats(id: string): CriCall<ContainerStats> {
    if (!this.up) return this.gone();
    const container = this.containers.get(id);
    if (container === undefined) return this.fail('not found', 'NotFound');
    const { cgroup, table } = container.oci.options;
    return ok({
      memoryWorkingSetBytes: cgroup.memoryBytes, cpuUsageCoreNanos: cgroup.cpuUsedUs * 1000,
      writableLayerBytes: LAYER_BYTES + container.oci.rootfs.usedBytes() + container.log.bytes, processes: table.size,
    });
  }

  containerLog(id: string): LogFile | undefined {
    return this.containers.get(id)?.log;
  }

  private applyHosts(container: Container): void {
    const { machine } = this.options;
    const mount = container.config.mounts.find(({ containerPath }) => containerPath === '/etc/hosts');
    if (mount === undefined || container.sandbox.config.hostNetwork) return;
    const text = machine.files.readFile(mount.hostPath);
    if (text.ok) machine.network.setHosts(container.sandbox.ns, parseHosts(text.value));
  }

  // --- images ---

  *listImages(): CriCall<readonly CriImage[]> {
    return this.up ? ok(this.store.list()) : this.gone();
  }

  *imageStatus(image: string): CriCall<CriImage | undefined> {
    return this.up ? ok(this.store.status(image)) : this.gone();
  }

  *pullImage(image: string, auth: AuthConfig | undefined): CriCall<string> {
    if (!this.up) return this.gone();
    const pulled = yield* this.store.pull(image, auth);
    return this.up ? pulled : this.gone();
  }

  *removeImage(image: string): CriCall {
    if (!this.up) return this.gone();
    this.store.remove(image);
    return ok();
  }

  *imageFsInfo(): CriCall<{ readonly usedBytes: number; readonly capacityBytes: number }> {
    if (!this.up) return this.gone();
    return ok({ usedBytes: this.store.usedBytes() + this.options.machine.usedDiskBytes(), capacityBytes: this.options.machine.diskBytes });
  }

  // --- what is done to it from outside ---

  /** Kills a Pod's pause process. */
  killSandbox(pod: ObjectRef): void {
    const sandbox = [...this.sandboxes.values()].reverse().find((each) => sameRef(each.pod, pod) && each.state === 'READY');
    sandbox?.pause?.kill('SIGKILL');
  }

  /** Sends a signal from the node to a container's first process. */
  signal(pod: ObjectRef, name: string, signal: Signal): void {
    for (const container of this.containers.values()) {
      if (container.state === 'RUNNING' && container.config.name === name && sameRef(container.sandbox.pod, pod)) container.oci.kill(signal);
    }
  }
}

function machineView(machine: Machine): { memoryBytes: number; cpus: number; mayFork(): boolean; uptimeSeconds(): number } {
  return machine;
}

function sameRef(a: ObjectRef, b: ObjectRef): boolean {
  return a.name === b.name && a.namespace === b.namespace;
}

function refOf({ metadata }: SandboxConfig): ObjectRef {
  return { namespace: metadata.namespace, name: metadata.name };
}

function resolverOf({ dns }: SandboxConfig): { nameservers: readonly string[]; searches: readonly string[]; ndots: number } {
  const ndots = dns?.options.find((option) => option.startsWith('ndots:'));
  return { nameservers: dns?.servers ?? [], searches: dns?.searches ?? [], ndots: ndots === undefined ? 1 : Number(ndots.slice(6)) };
}

function sandboxStatus(sandbox: Sandbox): SandboxStatus {
  const { id, config, state, createdAt, ip } = sandbox;
  const { metadata, hostNetwork, labels, annotations } = config;
  return { id, metadata, state, createdAt, ip, hostNetwork, labels, annotations };
}

function summary({ id, sandbox, config, state, createdAt }: Container): CriContainer {
  const { name, attempt, labels, annotations } = config;
  return { id, sandboxId: sandbox.id, name, attempt, state, labels, annotations, createdAt };
}

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}

function pull<T>(map: Map<string, T[]>, key: string, item: T): void {
  const left = (map.get(key) ?? []).filter((each) => each !== item);
  if (left.length === 0) map.delete(key);
  else map.set(key, left);
}
