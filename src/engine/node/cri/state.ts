import { type ObjectRef, refKey } from '../../../api/object.ts';
import { type Result, err } from '../../../base/result.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SettingName, Settings } from '../../kernel/settings.ts';
import { Future } from '../../kernel/task.ts';
import type { Cni } from '../cni/cni.ts';
import type { OciContainer } from '../oci/container.ts';
import type { Machine } from '../oci/machine.ts';
import type { ImageCatalogue, ProcessContext, ProcessTable } from '../oci/shapes.ts';
import type { GrpcError } from './port/error.ts';
import type { PidMode } from './port/runtime.ts';
import type { Container, Sandbox } from './stores.ts';

export interface ContainerdOptions {
  readonly kernel: Kernel;
  readonly settings: Settings;
  readonly machine: Machine;
  readonly cni: Cni;
  readonly catalogue: ImageCatalogue;
  /** References on the node from the start. */
  readonly preloaded: readonly string[];
}

/** Nobody is there to hear this answer of a call that a power cut ended. */
export const NO_POWER = 'the machine is off';

/** Before what runc says when it cannot make a container. */
export const CREATE_FAILED =
  'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: ';

/** An error of a CRI call. */
export function failed(message: string, code: GrpcError['code'] = 'Unknown'): Result<never, GrpcError> {
  return err({ code, message });
}

/** What containerd's parts share: its stores, and who wants to hear of changes. */
export class CriState {
  readonly options: ContainerdOptions;
  readonly sandboxes = new Map<string, Sandbox>();
  readonly containers = new Map<string, Container>();
  private readonly sandboxesByPod = new Map<string, Sandbox[]>();
  private readonly containersByPod = new Map<string, Container[]>();
  private readonly sandboxesByName = new Map<string, Sandbox[]>();
  private readonly containersByName = new Map<string, Container[]>();
  private readonly listeners = new Set<(podUid: string) => void>();
  private ownTable: ProcessTable | undefined;
  private readonly byContext = new WeakMap<ProcessContext, OciContainer>();
  /** Settles when containerd stops. */
  stopped = new Future();
  /** Whether the machine has power. */
  powered = true;

  constructor(options: ContainerdOptions) {
    this.options = options;
  }

  get actor(): string {
    return `containerd/${this.options.machine.nodeName}`;
  }

  /** How long a call takes this time. */
  takes(setting: SettingName): number {
    const { kernel, machine, settings } = this.options;
    return kernel.around(settings[setting], `cri/${machine.nodeName}`);
  }

  tell(podUid: string): void {
    for (const listener of [...this.listeners]) listener(podUid);
  }

  onChange(listener: (podUid: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  addSandbox(sandbox: Sandbox): void {
    this.sandboxes.set(sandbox.id, sandbox);
    push(this.sandboxesByPod, sandbox.config.metadata.uid, sandbox);
    push(this.sandboxesByName, refKey(sandbox.pod), sandbox);
  }

  removeSandbox(sandbox: Sandbox): void {
    this.sandboxes.delete(sandbox.id);
    pull(this.sandboxesByPod, sandbox.config.metadata.uid, sandbox);
    pull(this.sandboxesByName, refKey(sandbox.pod), sandbox);
  }

  addContainer(container: Container): void {
    this.containers.set(container.id, container);
    push(this.containersByPod, container.sandbox.config.metadata.uid, container);
    push(this.containersByName, refKey(container.sandbox.pod), container);
    this.byContext.set(container.oci.context, container.oci);
  }

  removeContainer(container: Container): void {
    this.containers.delete(container.id);
    pull(this.containersByPod, container.sandbox.config.metadata.uid, container);
    pull(this.containersByName, refKey(container.sandbox.pod), container);
  }

  /** All, or one Pod's. */
  sandboxesOf(podUid: string | undefined): readonly Sandbox[] {
    return podUid === undefined ? [...this.sandboxes.values()] : (this.sandboxesByPod.get(podUid) ?? []);
  }

  containersOf(podUid: string | undefined): readonly Container[] {
    return podUid === undefined ? [...this.containers.values()] : (this.containersByPod.get(podUid) ?? []);
  }

  /** Those of all Pods that had this name, the oldest first. */
  sandboxesNamed(pod: ObjectRef): readonly Sandbox[] {
    return this.sandboxesByName.get(refKey(pod)) ?? [];
  }

  containersNamed(pod: ObjectRef): readonly Container[] {
    return this.containersByName.get(refKey(pod)) ?? [];
  }

  /** The pid namespace that a container is put in, and whether others are in it. */
  tableFor(sandbox: Sandbox, pid: PidMode): { readonly table: ProcessTable; readonly shared: boolean } {
    if (pid === 'pod') return { table: sandbox.table, shared: true };
    if (pid === 'node') return { table: this.nodeTable(), shared: true };
    const target = typeof pid === 'object' ? this.containers.get(pid.target)?.oci.options.table : undefined;
    return { table: target ?? this.newTable(sandbox.pod), shared: target !== undefined };
  }

  /** The node's own pid namespace, with what the system runs: made for the first container with hostPID after a boot. */
  private nodeTable(): ProcessTable {
    if (this.ownTable !== undefined) return this.ownTable;
    const { machine } = this.options;
    const owner = (context: ProcessContext): { pod: ObjectRef; container: string } | undefined => {
      const oci = this.byContext.get(context);
      return oci === undefined ? undefined : { pod: oci.options.pod, container: context.name };
    };
    this.ownTable = machine.newTable(owner, (context) => this.byContext.get(context)?.oomKilled === true);
    machine.startSystem(this.ownTable);
    return this.ownTable;
  }

  /** Its processes go with the power. */
  haltNode(): void {
    this.ownTable?.halt();
    this.ownTable = undefined;
  }

  /** A pid namespace whose processes know their container by their context. */
  newTable(pod: ObjectRef): ProcessTable {
    const owner = (context: ProcessContext): { pod: ObjectRef; container: string } => ({
      pod,
      container: context.name,
    });
    return this.options.machine.newTable(owner, (context) => this.byContext.get(context)?.oomKilled === true);
  }
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
