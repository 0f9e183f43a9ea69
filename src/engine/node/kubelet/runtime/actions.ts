import type { Pod } from '../../../../api/generated/types.ts';
import type { ProbeVerdicts, RuntimePodStatus } from './types.ts';

/** Why a container is killed; '' for what has no reason of its own. */
export type KillReason = '' | 'Unknown' | 'StartupProbe' | 'LivenessProbe';

export interface ContainerToKill {
  readonly id: string;
  readonly name: string;
  readonly message: string;
  readonly reason: KillReason;
}

/** What a sync has to do. Indexes are into the spec's lists. */
export interface PodActions {
  killPod: boolean;
  createSandbox: boolean;
  sandboxId: string;
  attempt: number;
  initContainersToStart: number[];
  containersToStart: number[];
  ephemeralContainersToStart: number[];
  containersToKill: ContainerToKill[];
}

export interface ActionInputs {
  readonly pod: Pod;
  readonly status: RuntimePodStatus;
  readonly verdicts: ProbeVerdicts;
  /** Containers whose resize needs a restart. */
  readonly resizeRestarts: ReadonlySet<string>;
}
