/** The plugins' names. Models pkg/scheduler/framework/plugins/names (1.36). */
export const SCHEDULING_GATES = 'SchedulingGates';
export const PRIORITY_SORT = 'PrioritySort';
export const NODE_UNSCHEDULABLE = 'NodeUnschedulable';
export const NODE_NAME = 'NodeName';
export const TAINT_TOLERATION = 'TaintToleration';
export const NODE_AFFINITY = 'NodeAffinity';
export const NODE_PORTS = 'NodePorts';
export const NODE_RESOURCES_FIT = 'NodeResourcesFit';
export const VOLUME_RESTRICTIONS = 'VolumeRestrictions';
export const NODE_VOLUME_LIMITS = 'NodeVolumeLimits';
export const VOLUME_BINDING = 'VolumeBinding';
export const VOLUME_ZONE = 'VolumeZone';
export const POD_TOPOLOGY_SPREAD = 'PodTopologySpread';
export const INTER_POD_AFFINITY = 'InterPodAffinity';
export const DYNAMIC_RESOURCES = 'DynamicResources';
export const DEFAULT_PREEMPTION = 'DefaultPreemption';
export const NODE_RESOURCES_BALANCED_ALLOCATION = 'NodeResourcesBalancedAllocation';
export const IMAGE_LOCALITY = 'ImageLocality';
export const DEFAULT_BINDER = 'DefaultBinder';

/** Labels and annotations that several plugins read. */
export const HOSTNAME_LABEL = 'kubernetes.io/hostname';
export const ZONE_LABEL = 'topology.kubernetes.io/zone';
export const REGION_LABEL = 'topology.kubernetes.io/region';
export const BETA_ZONE_LABEL = 'failure-domain.beta.kubernetes.io/zone';
export const BETA_REGION_LABEL = 'failure-domain.beta.kubernetes.io/region';
export const SELECTED_NODE_ANNOTATION = 'volume.kubernetes.io/selected-node';
export const BIND_COMPLETED_ANNOTATION = 'pv.kubernetes.io/bind-completed';
export const BOUND_BY_CONTROLLER_ANNOTATION = 'pv.kubernetes.io/bound-by-controller';
export const BETA_CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

export const MAX_NODE_SCORE = 100;
