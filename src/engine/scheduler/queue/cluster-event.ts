/** What changed in the cluster, as far as it may make a waiting Pod schedulable. Models fwk.EventResource (1.36). */
export type EventResource =
  | '*'
  | 'Pod'
  | 'AssignedPod'
  | 'UnschedulablePod'
  | 'Node'
  | 'PersistentVolume'
  | 'PersistentVolumeClaim'
  | 'storage.k8s.io/StorageClass'
  | 'storage.k8s.io/CSINode'
  | 'storage.k8s.io/CSIDriver'
  | 'storage.k8s.io/CSIStorageCapacity'
  | 'storage.k8s.io/VolumeAttachment'
  | 'resource.k8s.io/ResourceClaim'
  | 'resource.k8s.io/DeviceClass';

/** Bits of fwk.ActionType, in upstream's order. */
export const ADD = 1;
export const DELETE = 1 << 1;
export const UPDATE_NODE_ALLOCATABLE = 1 << 2;
export const UPDATE_NODE_LABEL = 1 << 3;
export const UPDATE_NODE_TAINT = 1 << 4;
export const UPDATE_NODE_CONDITION = 1 << 5;
export const UPDATE_NODE_ANNOTATION = 1 << 6;
export const UPDATE_POD_LABEL = 1 << 7;
export const UPDATE_POD_SCALE_DOWN = 1 << 8;
export const UPDATE_POD_TOLERATION = 1 << 9;
export const UPDATE_POD_SCHEDULING_GATES_ELIMINATED = 1 << 10;
export const UPDATE =
  UPDATE_NODE_ALLOCATABLE |
  UPDATE_NODE_LABEL |
  UPDATE_NODE_TAINT |
  UPDATE_NODE_CONDITION |
  UPDATE_NODE_ANNOTATION |
  UPDATE_POD_LABEL |
  UPDATE_POD_SCALE_DOWN |
  UPDATE_POD_TOLERATION |
  UPDATE_POD_SCHEDULING_GATES_ELIMINATED;
const ALL = ADD | DELETE | UPDATE;

const ACTION_NAMES: ReadonlyMap<number, string> = new Map([
  [ADD, 'Add'],
  [DELETE, 'Delete'],
  [UPDATE_NODE_ALLOCATABLE, 'UpdateNodeAllocatable'],
  [UPDATE_NODE_LABEL, 'UpdateNodeLabel'],
  [UPDATE_NODE_TAINT, 'UpdateNodeTaint'],
  [UPDATE_NODE_CONDITION, 'UpdateNodeCondition'],
  [UPDATE_NODE_ANNOTATION, 'UpdateNodeAnnotation'],
  [UPDATE_POD_LABEL, 'UpdatePodLabel'],
  [UPDATE_POD_SCALE_DOWN, 'UpdatePodScaleDown'],
  [UPDATE_POD_TOLERATION, 'UpdatePodToleration'],
  [UPDATE_POD_SCHEDULING_GATES_ELIMINATED, 'UpdatePodSchedulingGatesEliminated'],
  [UPDATE, 'Update'],
]);

export interface ClusterEvent {
  readonly resource: EventResource;
  readonly action: number;
  readonly customLabel?: string;
}

export const UNSCHEDULABLE_TIMEOUT: ClusterEvent = {
  resource: '*',
  action: ALL,
  customLabel: 'UnschedulableTimeout',
};
export const FORCE_ACTIVATE: ClusterEvent = { resource: '*', action: ALL, customLabel: 'ForceActivate' };
export const ASSIGNED_POD_ADD: ClusterEvent = { resource: 'AssignedPod', action: ADD };
export const ASSIGNED_POD_DELETE: ClusterEvent = { resource: 'AssignedPod', action: DELETE };

/** `NodeAdd`, `AssignedPodDelete`, `UnschedulableTimeout`: upstream's words. Models ClusterEvent.Label. */
export function eventLabel({ resource, action, customLabel }: ClusterEvent): string {
  return customLabel ?? `${resource}${ACTION_NAMES.get(action) ?? String(action)}`;
}

/** Whether a plugin that registered `registered` is asked about `incoming`. Models MatchClusterEvents. */
export function matchesEvent(registered: ClusterEvent, incoming: ClusterEvent): boolean {
  return (
    resourceMatches(registered.resource, incoming.resource) &&
    (registered.action & incoming.action) !== 0 &&
    incoming.action <= registered.action
  );
}

function resourceMatches(registered: EventResource, incoming: EventResource): boolean {
  if (registered === incoming) return true;
  return registered === 'Pod' && (incoming === 'AssignedPod' || incoming === 'UnschedulablePod');
}
