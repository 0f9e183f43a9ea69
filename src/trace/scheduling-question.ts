import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from '../api/generated/types.ts';
import type { KubeObject, ResourceName } from '../api/object.ts';

/** What the scheduler looks at: what a question must bring along, as far as it is there. */
export const SCHEDULING_RESOURCES: readonly ResourceName[] = [
  'nodes',
  'pods',
  'namespaces',
  'persistentvolumeclaims',
  'persistentvolumes',
  'storageclasses.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'csidrivers.storage.k8s.io',
  'csistoragecapacities.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  'services',
  'replicasets.apps',
  'replicationcontrollers',
  'statefulsets.apps',
  'poddisruptionbudgets.policy',
];

/** Where would this Pod go among these objects, why not elsewhere, and what would have to be true. */
export interface SchedulingQuestion {
  readonly pod: Pod;
  readonly objects: Readonly<Record<ResourceName, readonly KubeObject[]>>;
}

/** The numbers and words a plugin decided by. Thousandths of a CPU, bytes. */
export type PluginInputs = Readonly<Record<string, number | string | boolean | readonly string[]>>;

/** One filter's say about one node; `counts` marks the first rejection, after which the scheduler looks no further. */
export interface FilterAnswer {
  readonly plugin: string;
  readonly outcome: 'passed' | 'rejected' | 'skipped';
  readonly counts: boolean;
  readonly reasons: readonly string[];
  readonly inputs: PluginInputs;
}

export interface PointsAnswer {
  readonly plugin: string;
  readonly weight: number;
  readonly raw: number;
  readonly normalized: number;
  readonly inputs: PluginInputs;
}

export interface NodeAnswer {
  readonly node: string;
  readonly fits: boolean;
  readonly filters: readonly FilterAnswer[];
  readonly points: readonly PointsAnswer[];
}

/** One change of one object after which the Pod would fit; `before` is null when the object would be made, `after` when it would be deleted. */
export interface FittingEdit {
  readonly kind:
    | 'lower-request'
    | 'add-toleration'
    | 'drop-node-selector'
    | 'drop-node-affinity'
    | 'drop-host-port'
    | 'drop-pod-affinity'
    | 'drop-pod-anti-affinity'
    | 'drop-spread-constraint'
    | 'raise-allocatable'
    | 'remove-taint'
    | 'uncordon'
    | 'add-label'
    | 'delete-pod'
    | 'create-claim'
    | 'create-volume';
  readonly target: {
    readonly resource: 'pods' | 'nodes' | 'persistentvolumeclaims' | 'persistentvolumes';
    readonly namespace: string;
    readonly name: string;
  };
  readonly values: Readonly<Record<string, string>>;
  readonly before: Pod | Node | null;
  readonly after: Pod | Node | PersistentVolumeClaim | PersistentVolume | null;
}

export interface SchedulingAnswer {
  /** A plugin refused the Pod as a whole; then no node was looked at. */
  readonly refusal?: { readonly plugin: string; readonly reasons: readonly string[] };
  readonly nodes: readonly NodeAnswer[];
  /** Smallest first; each was tried. */
  readonly edits: readonly FittingEdit[];
}
