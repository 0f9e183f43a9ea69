import type { ObjectRef } from '../../../api/object.ts';
import { type Result, ok } from '../../../base/result.ts';
import { Future, type Task } from '../../kernel/task.ts';
import { CNI_NOT_INITIALIZED } from '../cni/cni.ts';
import type { Signal } from '../oci/shapes.ts';
import { Containers } from './containers.ts';
import { ExecServer } from './exec.ts';
import { ImageStore } from './image-store.ts';
import { type CriCall, type GrpcError, answered } from './port/error.ts';
import type { AuthConfig, CriImage, ImageService } from './port/image.ts';
import type {
  ContainerConfig,
  ContainerStats,
  CriContainer,
  CriContainerStatus,
  ExecSyncResponse,
  LinuxResources,
  LogFile,
  RuntimeCondition,
  RuntimeService,
  SandboxConfig,
  SandboxConnection,
  SandboxStatus,
  StreamIo,
} from './port/runtime.ts';
import { Sandboxes } from './sandboxes.ts';
import { type ContainerdOptions, CriState, failed } from './state.ts';
import type { Sandbox } from './stores.ts';

// Models containerd 2.1 with its CRI plugin. Sandboxes, containers and images belong to shims and disk: they outlive it.

const SOCKET_GONE =
  'connection error: desc = "transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: no such file or directory"';

export class Containerd implements RuntimeService, ImageService {
  readonly state: CriState;
  readonly store: ImageStore;
  private readonly boxes: Sandboxes;
  private readonly tasks: Containers;
  private readonly execs: ExecServer;
  private up = false;

  constructor(options: ContainerdOptions) {
    const { kernel, settings, machine, catalogue, preloaded, cni } = options;
    this.state = new CriState(options);
    this.store = new ImageStore({ kernel, settings, nodeName: machine.nodeName, catalogue, preloaded });
    this.tasks = new Containers(this.state, this.store);
    this.boxes = new Sandboxes(this.state, this.tasks);
    this.execs = new ExecServer(this.state);
    cni.onConfig = () => this.state.tell('');
  }

  get sandboxes(): ReadonlyMap<string, Sandbox> {
    return this.state.sandboxes;
  }

  start(): void {
    if (this.up) return;
    this.up = true;
    this.tasks.power.recover();
    this.state.stopped = new Future();
    this.state.tell('');
    for (const uid of new Set(this.state.sandboxesOf(undefined).map(({ config }) => config.metadata.uid)))
      this.state.tell(uid);
  }

  stop(): void {
    if (!this.up) return;
    this.up = false;
    this.state.stopped.resolve();
    this.state.tell('');
  }

  /** The machine's power, with containerd stopped: what ran is gone after a cut, what was on disk is not. */
  setPower(on: boolean): void {
    if (on === this.state.powered) return;
    this.state.powered = on;
    const { machine } = this.state.options;
    if (on) return machine.boot();
    this.tasks.power.off();
    machine.powerOff();
  }

  /** The system goes down, containerd before it; over when nothing runs any more. */
  shutDown(): Task {
    return this.tasks.power.down();
  }

  onChange(listener: (podUid: string) => void): () => void {
    return this.state.onChange(listener);
  }

  /** A call over the socket: refused while containerd is down, lost when it goes down meanwhile. */
  private *served<T>(call: CriCall<T>): CriCall<T> {
    if (!this.up) return failed(SOCKET_GONE, 'Unavailable');
    const answer = yield* call;
    return this.up ? answer : failed(SOCKET_GONE, 'Unavailable');
  }

  /** One that is answered at once. */
  private told<T>(answer: () => Result<T, GrpcError>): CriCall<T> {
    return answered(this.up ? answer() : failed(SOCKET_GONE, 'Unavailable'));
  }

  version(): CriCall<{ readonly runtimeName: string; readonly runtimeVersion: string }> {
    return this.told(() => ok({ runtimeName: 'containerd', runtimeVersion: 'v2.1.9' }));
  }

  status(): CriCall<readonly RuntimeCondition[]> {
    return this.told(() => {
      const network = this.state.options.cni.initialized;
      const message = network ? '' : `Network plugin returns error: ${CNI_NOT_INITIALIZED}`;
      return ok([
        { type: 'RuntimeReady', status: true, reason: '', message: '' },
        { type: 'NetworkReady', status: network, reason: network ? '' : 'NetworkPluginNotReady', message },
      ]);
    });
  }

  runPodSandbox(config: SandboxConfig): CriCall<string> {
    return this.served(this.boxes.run(config));
  }

  stopPodSandbox(id: string): CriCall {
    return this.served(this.boxes.stop(id));
  }

  removePodSandbox(id: string): CriCall {
    return this.served(this.boxes.remove(id));
  }

  podSandboxStatus(id: string): CriCall<SandboxStatus> {
    return this.told(() => this.boxes.status(id));
  }

  listPodSandbox(podUid?: string): CriCall<readonly SandboxStatus[]> {
    return this.told(() => ok(this.boxes.list(podUid)));
  }

  createContainer(sandboxId: string, config: ContainerConfig): CriCall<string> {
    return this.served(this.tasks.create(sandboxId, config));
  }

  startContainer(id: string): CriCall {
    return this.served(this.tasks.start(id));
  }

  stopContainer(id: string, timeoutSeconds: number): CriCall {
    return this.served(this.tasks.stop(id, timeoutSeconds));
  }

  removeContainer(id: string): CriCall {
    return this.served(this.tasks.remove(id));
  }

  listContainers(podUid?: string): CriCall<readonly CriContainer[]> {
    return this.told(() => ok(this.tasks.list(podUid)));
  }

  containerStatus(id: string): CriCall<CriContainerStatus> {
    return this.told(() => this.tasks.status(id));
  }

  updateContainerResources(id: string, resources: LinuxResources): CriCall {
    return this.told(() => this.tasks.update(id, resources));
  }

  containerStats(id: string): CriCall<ContainerStats> {
    return this.told(() => this.tasks.stats(id));
  }

  containerLog(id: string): LogFile | undefined {
    return this.state.containers.get(id)?.log;
  }

  execSync(id: string, command: readonly string[], timeoutSeconds: number): CriCall<ExecSyncResponse> {
    return this.served(this.execs.execSync(id, command, timeoutSeconds));
  }

  exec(id: string, command: readonly string[], io: StreamIo): CriCall<number> {
    return this.served(this.execs.exec(id, command, io));
  }

  attach(id: string, io: StreamIo): CriCall<number> {
    return this.served(this.execs.attach(id, io));
  }

  portForward(sandboxId: string, port: number): CriCall<SandboxConnection> {
    const sandbox = this.state.sandboxes.get(sandboxId);
    if (sandbox !== undefined) return this.served(this.execs.portForward(sandbox, port));
    return this.told(() =>
      failed(`an error occurred when try to find sandbox "${sandboxId}": not found`, 'NotFound'),
    );
  }

  listImages(): CriCall<readonly CriImage[]> {
    return this.told(() => ok(this.store.list()));
  }

  imageStatus(image: string): CriCall<CriImage | undefined> {
    return this.told(() => ok(this.store.status(image)));
  }

  pullImage(image: string, auth: AuthConfig | undefined): CriCall<string> {
    return this.served(this.store.pull(image, auth));
  }

  removeImage(image: string): CriCall {
    return this.told(() => ok(this.store.remove(image)));
  }

  imageFsInfo(): CriCall<{ readonly usedBytes: number; readonly capacityBytes: number }> {
    const { machine } = this.state.options;
    return this.told(() =>
      ok({
        usedBytes: this.store.usedBytes() + machine.usedDiskBytes(),
        capacityBytes: machine.diskBytes,
      }),
    );
  }

  /** Kills a Pod's pause process, from the node. */
  killSandbox(pod: ObjectRef): void {
    const sandbox = [...this.state.sandboxesOf(undefined)]
      .reverse()
      .find((each) => sameRef(each.pod, pod) && each.state === 'READY');
    sandbox?.pause?.kill('SIGKILL');
  }

  /** Sends a signal to a container's first process, from the node. */
  signal(pod: ObjectRef, name: string, signal: Signal): void {
    for (const container of this.state.containersOf(undefined)) {
      if (
        container.state === 'RUNNING' &&
        container.config.name === name &&
        sameRef(container.sandbox.pod, pod)
      )
        container.oci.kill(signal);
    }
  }
}

function sameRef(a: ObjectRef, b: ObjectRef): boolean {
  return a.name === b.name && a.namespace === b.namespace;
}
