import type { Pod } from '../../../../api/generated/types.ts';
import type { ContainerIdentity, LinuxResources, SandboxStatus } from '../../cri/port/runtime.ts';

// What the kubelet remembers of the runtime. Models pkg/kubelet/container/runtime.go (1.36). Times: Unix µs, 0 = never.

export type RuntimeState = 'created' | 'running' | 'exited' | 'unknown';

/** One instance of a container in the runtime. */
export interface RuntimeContainer {
  readonly id: string;
  readonly sandboxId: string;
  readonly name: string;
  readonly state: RuntimeState;
  readonly createdAt: number;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly exitCode: number;
  readonly reason: string;
  readonly message: string;
  readonly image: string;
  /** The digested reference that becomes imageID. */
  readonly imageId: string;
  /** Hash of {name, image} of the spec it was made from. */
  readonly hash: string;
  readonly restartCount: number;
  readonly resources: LinuxResources;
  readonly user: ContainerIdentity;
  readonly stopSignal: string;
}

/** All of one Pod that the runtime knows, newest first. */
export interface RuntimePodStatus {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly ips: readonly string[];
  readonly containers: readonly RuntimeContainer[];
  readonly sandboxes: readonly SandboxStatus[];
}

export function emptyRuntimeStatus(uid: string, name: string, namespace: string): RuntimePodStatus {
  return { uid, name, namespace, ips: [], containers: [], sandboxes: [] };
}

/** The newest instance of that name. */
export function findByName(status: RuntimePodStatus, name: string): RuntimeContainer | undefined {
  return status.containers.find((container) => container.name === name);
}

/** Instances of the newest sandbox only. */
export function activeContainers(status: RuntimePodStatus): readonly RuntimeContainer[] {
  const active = status.sandboxes[0]?.id;
  return status.containers.filter((container) => container.sandboxId === active);
}

export type ProbeResult = 'success' | 'failure' | 'unknown';

/** Latest verdicts of probe workers by container id. Models pkg/kubelet/prober/results. */
export interface ProbeVerdicts {
  liveness(containerId: string): ProbeResult | undefined;
  startup(containerId: string): ProbeResult | undefined;
  readiness(containerId: string): ProbeResult | undefined;
}

/** Whether a regular container of the present sandbox has started: then initialisation is behind. Models HasAnyActiveRegularContainerStarted. */
export function anyActiveRegularStarted(pod: Pod, status: RuntimePodStatus): boolean {
  const active = activeContainers(status);
  return pod.spec.containers.some(({ name }) => {
    const instance = active.find((container) => container.name === name);
    return instance?.state === 'running' || instance?.state === 'exited';
  });
}
