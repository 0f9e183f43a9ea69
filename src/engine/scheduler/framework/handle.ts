import type { Pod } from '../../../api/generated/types.ts';
import type { Labels } from '../../../api/label-selector.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Client } from '../../machinery/client.ts';
import type { EventsV1Recorder } from '../../machinery/events-v1-recorder.ts';
import type { NominatedPods } from './filter-run.ts';
import type { ClusterObjects } from './objects.ts';

/** What plugins with effects are given beside their arguments. Models fwk.Handle (1.36). */
export interface SchedulerHandle {
  readonly kernel: Kernel;
  readonly client: Client;
  readonly events: EventsV1Recorder;
  readonly objects: ClusterObjects;
  readonly nominated: NominatedPods;
  /** The Pod as the informer has it. */
  pod(namespace: string, name: string): Pod | undefined;
  nodeExists(name: string): boolean;
  nodeLabels(name: string): Labels;
  /** Moves a waiting Pod to the active queue. */
  activate(pod: Pod): void;
  /** Calls back after any change of claims, volumes, nodes or Pods; answers how to stop. */
  onChange(listener: () => void): () => void;
}
