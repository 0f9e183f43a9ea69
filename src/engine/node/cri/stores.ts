import type { JsonObject } from '../../../base/json.ts';
import type { ObjectRef } from '../../../api/object.ts';
import type { Channel, Future } from '../../kernel/task.ts';
import type { Cgroup } from '../oci/cgroups.ts';
import type { OciContainer } from '../oci/container.ts';
import type { FileTree, Image, NetNamespace, ProcessHandle, ProcessTable } from '../oci/shapes.ts';
import type { ContainerLog } from './log-file.ts';
import type {
  ContainerConfig,
  ContainerIdentity,
  CriContainer,
  CriContainerState,
  SandboxConfig,
  SandboxState,
} from './port/runtime.ts';

/** A sandbox with its shim: lives on while containerd restarts. */
export interface Sandbox {
  readonly id: string;
  readonly config: SandboxConfig;
  readonly pod: ObjectRef;
  readonly createdAt: number;
  readonly ns: NetNamespace;
  readonly table: ProcessTable;
  readonly shm: FileTree;
  readonly cgroup: Cgroup;
  pause: ProcessHandle | undefined;
  state: SandboxState;
  ip: string;
  /** The network namespace is gone. */
  netClosed: boolean;
}

export interface Container {
  readonly id: string;
  readonly sandbox: Sandbox;
  readonly config: ContainerConfig;
  readonly image: Image;
  /** The config.json that runc was given. */
  readonly runtimeSpec: JsonObject;
  readonly createdAt: number;
  readonly oci: OciContainer;
  readonly log: ContainerLog;
  readonly user: ContainerIdentity;
  readonly stopSignal: string;
  /** Who watches its output live: attach. */
  readonly watchers: Set<(stream: 'stdout' | 'stderr', text: string) => void>;
  /** What goes to its standard input, kept open until null: only where the Pod asks for one. */
  readonly stdin: Channel<string | null> | undefined;
  /** Settles when it has ended. */
  readonly ended: Future;
  resources: ContainerConfig['resources'];
  state: CriContainerState;
  startedAt: number;
  finishedAt: number;
  exitCode: number;
  reason: string;
  message: string;
}

/** A container as ListContainers tells of it. */
export function summary({ id, sandbox, config, state, createdAt }: Container): CriContainer {
  const { name, attempt, labels, annotations } = config;
  return { id, sandboxId: sandbox.id, name, attempt, state, labels, annotations, createdAt };
}
