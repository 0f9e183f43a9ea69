import { type Result, ok } from '../../../base/result.ts';
import { Channel, Future, TIMED_OUT, type Task, sleep, wait, waitUpTo } from '../../kernel/task.ts';
import { OciContainer } from '../oci/container.ts';
import { netPortOf } from '../oci/net-port.ts';
import { type Image, type ProcessTable, signalByWord } from '../oci/shapes.ts';
import type { OciSpec } from '../oci/spec.ts';
import { configJson } from './config-json.ts';
import { containerDirectory, containerSpec, volumeTree } from './container-spec.ts';
import { parseHosts } from './hosts.ts';
import type { ImageStore } from './image-store.ts';
import { ContainerLog } from './log-file.ts';
import type { CriCall, GrpcError } from './port/error.ts';
import type {
  ContainerConfig,
  ContainerStats,
  CriContainer,
  CriContainerStatus,
  LinuxResources,
} from './port/runtime.ts';
import { Power } from './power.ts';
import { CREATE_FAILED, type CriState, NO_POWER, failed } from './state.ts';
import { sysctlsOf } from './sysctls.ts';
import { type Container, type Sandbox, summary } from './stores.ts';
import { inputStream } from './streams.ts';

// Models containerd internal/cri/server/container_*.go and the shim (2.1).

const EXIT_START_ERROR = 128;
const EXIT_UNKNOWN = 255;
/** What an empty writable layer takes on disk. */
const LAYER_BYTES = 24 * 1024;

/** Containers from their config to their last state. */
export class Containers {
  private readonly state: CriState;
  private readonly store: ImageStore;
  readonly power: Power;

  constructor(state: CriState, store: ImageStore) {
    this.state = state;
    this.store = store;
    this.power = new Power(state, (container) => this.ended(container, EXIT_UNKNOWN, 'Unknown'));
  }

  *create(sandboxId: string, config: ContainerConfig): CriCall<string> {
    const sandbox = this.state.sandboxes.get(sandboxId);
    if (sandbox === undefined)
      return failed(`failed to find sandbox id "${sandboxId}": not found`, 'NotFound');
    if (sandbox.state !== 'READY') return failed(`sandbox container "${sandboxId}" is not running`);
    const image = this.store.find(config.imageRef);
    if (image === undefined) return failed(`failed to resolve image "${config.imageRef}": not found`);
    yield* sleep(this.state.takes('createContainerUs'));
    if (!this.state.powered) return failed(NO_POWER);
    const made = this.make(sandbox, config, image);
    if (!made.ok) return failed(made.error);
    this.state.addContainer(made.value);
    this.state.tell(sandbox.config.metadata.uid);
    return ok(made.value.id);
  }

  private make(sandbox: Sandbox, config: ContainerConfig, image: Image): Result<Container, string> {
    const { kernel, machine } = this.state.options;
    const id = kernel.hexId(64);
    const spec = containerSpec({
      id,
      config,
      sandboxId: sandbox.id,
      sandbox: sandbox.config,
      image,
      host: machine.files,
      imageTree: (ref, subPath) => volumeTree(this.store.find(ref), subPath),
      mountDigits: () => String(1_000_000_000 + kernel.random('tmpmount').int(1_000_000_000)),
    });
    if (!spec.ok) return spec;
    const { pid } = config.security;
    const { table, shared } = this.state.tableFor(sandbox, pid);
    const { memoryLimitBytes, cpuQuotaUs, cpuShares } = config.resources;
    const oci = new OciContainer({
      kernel,
      id,
      name: config.name,
      pod: sandbox.pod,
      spec: spec.value,
      image: image.rootfs(),
      host: machine.files,
      table,
      cgroup: machine.cgroups.make(spec.value.cgroupsPath, { memoryLimitBytes, cpuQuotaUs, cpuShares }),
      sharesTable: shared,
      net: netPortOf(machine.network, sandbox.ns),
      shm: sandbox.shm,
      node: machine,
      ...sysctlsOf(sandbox.config),
    });
    const made = {
      id,
      spec: spec.value,
      image,
      targetPid: typeof pid === 'object' && shared ? this.firstPid(table) : undefined,
    };
    const runtimeSpec = this.tellConfig(sandbox, config, made);
    const { user } = spec.value;
    return ok({
      id,
      sandbox,
      config,
      image,
      runtimeSpec,
      createdAt: kernel.unixUs(),
      oci,
      log: this.openLog(sandbox, config),
      user: { uid: user.uid, gid: user.gid, supplementalGroups: user.additionalGids },
      stopSignal: image.config.stopSignal || 'SIGTERM',
      watchers: new Set(),
      stdin: config.stdin ? new Channel() : undefined,
      ended: new Future(),
      resources: config.resources,
      state: 'CREATED',
      startedAt: 0,
      finishedAt: 0,
      exitCode: 0,
      reason: '',
      message: '',
    });
  }

  /** The node's pid of the first process of a namespace. */
  private firstPid(table: ProcessTable): number | undefined {
    return this.state.options.machine.hostPid(table, 1);
  }

  private tellConfig(
    sandbox: Sandbox,
    config: ContainerConfig,
    made: {
      readonly id: string;
      readonly spec: OciSpec;
      readonly image: Image;
      readonly targetPid: number | undefined;
    },
  ): Container['runtimeSpec'] {
    const { kernel, machine } = this.state.options;
    const { id, spec, image, targetPid } = made;
    const runtimeSpec = configJson({
      spec,
      resources: config.resources,
      security: config.security,
      sandboxId: sandbox.id,
      sandbox: sandbox.config,
      imageName: config.userImage,
      containerName: config.name,
      pausePid: this.firstPid(sandbox.table) ?? 0,
      targetPid,
    });
    kernel.record(this.state.actor, 'container.config', {
      node: machine.nodeName,
      pod: sandbox.pod,
      container: config.name,
      id,
      program: image.fidelity,
      stopSignal: image.config.stopSignal || 'SIGTERM',
      spec: runtimeSpec,
    });
    return runtimeSpec;
  }

  private openLog(sandbox: Sandbox, config: ContainerConfig): ContainerLog {
    const { kernel, machine } = this.state.options;
    const log = new ContainerLog({
      kernel,
      actor: this.state.actor,
      pod: sandbox.pod,
      podUid: sandbox.config.metadata.uid,
      container: config.name,
      attempt: config.attempt,
    });
    const path = `${sandbox.config.logDirectory}/${config.logPath}`;
    machine.files.tree.put(
      path,
      machine.files.tree.newDevice(() => log.text(), undefined, 0o640),
    );
    return log;
  }

  *start(id: string): CriCall {
    const container = this.state.containers.get(id);
    if (container === undefined) return notFound(id);
    if (container.state !== 'CREATED')
      return failed(
        `failed to set starting state for container "${id}": container is in CONTAINER_${container.state} state`,
      );
    const { sandbox, oci } = container;
    yield* sleep(this.state.takes('startContainerUs'));
    if (!this.state.powered) return failed(NO_POWER);
    if (sandbox.state !== 'READY') return failed(`sandbox container "${sandbox.id}" is not running`);
    this.applyHosts(container);
    const created = oci.create();
    if (!created.ok) return this.startFailed(container, CREATE_FAILED + created.error);
    this.run(container);
    return ok();
  }

  /** The resolver of the Pod's network knows the names of its /etc/hosts. */
  private applyHosts({ config, sandbox }: Container): void {
    const { machine } = this.state.options;
    const mount = config.mounts.find(({ containerPath }) => containerPath === '/etc/hosts');
    if (mount === undefined || sandbox.config.hostNetwork) return;
    const text = machine.files.readFile(mount.hostPath);
    if (text.ok) machine.network.setHosts(sandbox.ns, parseHosts(text.value));
  }

  private startFailed(container: Container, message: string): Result<never, GrpcError> {
    Object.assign(container, {
      state: 'EXITED',
      exitCode: EXIT_START_ERROR,
      reason: 'StartError',
      message,
      finishedAt: this.state.options.kernel.unixUs(),
    });
    container.log.close();
    this.state.options.machine.cgroups.remove(container.oci.options.cgroup.path);
    container.ended.resolve();
    this.state.tell(container.sandbox.config.metadata.uid);
    return failed(message);
  }

  private run(container: Container): void {
    const { kernel } = this.state.options;
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
    this.openInput(container);
    container.state = 'RUNNING';
    container.startedAt = kernel.unixUs();
    oci.start();
    oci.done?.subscribe(() => {
      container.finishedAt = kernel.unixUs();
      // The shim's exit event has its way through containerd before the record says so.
      kernel.after(this.state.takes('stopContainerUs'), () => this.exited(container), { background: false });
    });
    this.state.tell(container.sandbox.config.metadata.uid);
  }

  /** The shim holds the other end of standard input; as a terminal it makes a signal of Ctrl-C. */
  private openInput({ stdin, oci, config, ended }: Container): void {
    if (stdin === undefined) return;
    const interrupt = (): void => {
      oci.stdout.write?.('^C');
      oci.interrupt();
    };
    const input = inputStream(this.state.options.kernel, stdin, config.tty ? interrupt : undefined);
    oci.stdin = input.stream;
    ended.subscribe(() => input.pump.cancel());
  }

  /** The shim reaped the first process, and containerd has taken note. */
  private exited(container: Container): void {
    if (this.power.tookDown(container) || container.state === 'EXITED') return;
    const { oci } = container;
    const code = oci.done?.value().code ?? 0;
    this.ended(container, code, oci.oomKilled ? 'OOMKilled' : code === 0 ? 'Completed' : 'Error');
  }

  private ended(container: Container, code: number, reason: string): void {
    const { kernel, machine } = this.state.options;
    container.oci.cleanUp();
    Object.assign(container, { state: 'EXITED', exitCode: code, reason });
    container.log.close();
    machine.cgroups.remove(container.oci.options.cgroup.path);
    kernel.escalate();
    container.ended.resolve();
    this.state.tell(container.sandbox.config.metadata.uid);
  }

  *stop(id: string, timeoutSeconds: number): CriCall {
    const container = this.state.containers.get(id);
    if (container === undefined) return notFound(id);
    if (container.state !== 'RUNNING') return ok();
    if (timeoutSeconds > 0) {
      container.oci.kill(signalByWord(container.stopSignal) ?? 'SIGTERM');
      if (yield* this.interrupted(container, timeoutSeconds * 1_000_000)) return ok();
    }
    if (!container.ended.settled) {
      container.oci.kill('SIGKILL');
      yield* wait(container.ended);
    }
    return ok();
  }

  /** Waits for its end; whether containerd stopped meanwhile, and nobody goes on. */
  private *interrupted(container: Container, timeoutUs: number): Task<boolean> {
    const either = new Future();
    const offs = [
      container.ended.subscribe(() => either.resolve()),
      this.state.stopped.subscribe(() => either.resolve()),
    ];
    const answer = yield* waitUpTo(either, timeoutUs);
    for (const off of offs) off();
    return !container.ended.settled && answer !== TIMED_OUT;
  }

  *remove(id: string): CriCall {
    const container = this.state.containers.get(id);
    if (container === undefined) return ok();
    if (container.state === 'RUNNING') {
      container.oci.kill('SIGKILL');
      yield* wait(container.ended);
    }
    yield* sleep(this.state.options.settings.removeContainerUs);
    const { files, cgroups } = this.state.options.machine;
    files.remove(containerDirectory(id));
    cgroups.remove(container.oci.options.cgroup.path);
    this.state.removeContainer(container);
    this.state.tell(container.sandbox.config.metadata.uid);
    return ok();
  }

  list(podUid: string | undefined): readonly CriContainer[] {
    return this.state.containersOf(podUid).map(summary);
  }

  status(id: string): Result<CriContainerStatus, GrpcError> {
    const container = this.state.containers.get(id);
    if (container === undefined) return notFound(id);
    const { image, config, startedAt, finishedAt, exitCode, reason, message, resources, user, stopSignal } =
      container;
    const described = this.store.status(image.configDigest);
    return ok({
      ...summary(container),
      startedAt,
      finishedAt,
      exitCode,
      reason,
      message,
      resources,
      user,
      stopSignal,
      image: described?.repoTags[0] ?? image.configDigest,
      imageRef: described?.repoDigests[0] ?? image.configDigest,
      logPath: `${container.sandbox.config.logDirectory}/${config.logPath}`,
      mounts: config.mounts,
    });
  }

  update(id: string, resources: LinuxResources): Result<void, GrpcError> {
    const container = this.state.containers.get(id);
    if (container === undefined) return failed('failed to find container: not found', 'NotFound');
    const { cgroup } = container.oci.options;
    const { memoryLimitBytes, cpuQuotaUs, cpuShares } = resources;
    if (memoryLimitBytes > 0 && memoryLimitBytes < cgroup.memoryBytes) {
      return failed(
        `failed to update resources: memory limit ${memoryLimitBytes} is below current usage ${cgroup.memoryBytes}`,
      );
    }
    cgroup.limits = { memoryLimitBytes, cpuQuotaUs, cpuShares };
    container.resources = resources;
    this.state.tell(container.sandbox.config.metadata.uid);
    return ok();
  }

  stats(id: string): Result<ContainerStats, GrpcError> {
    const container = this.state.containers.get(id);
    if (container === undefined) return failed('not found', 'NotFound');
    const { cgroup, table } = container.oci.options;
    return ok({
      memoryWorkingSetBytes: cgroup.memoryBytes,
      cpuUsageCoreNanos: cgroup.usedUs(this.state.options.kernel.now()) * 1000,
      writableLayerBytes: LAYER_BYTES + container.oci.rootfs.usedBytes() + container.log.bytes,
      processes: table.size,
    });
  }
}

function notFound(id: string): Result<never, GrpcError> {
  return failed(`an error occurred when try to find container "${id}": not found`, 'NotFound');
}
