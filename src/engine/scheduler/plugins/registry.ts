import type { PluginArgs } from '../config/args.ts';
import type { SchedulerHandle } from '../framework/handle.ts';
import * as names from '../framework/names.ts';
import type { Plugin } from '../framework/plugin.ts';
import { defaultBinder } from './default-binder/plugin.ts';
import { defaultPreemption } from './default-preemption/plugin.ts';
import { dynamicResources } from './dynamic-resources/plugin.ts';
import { imageLocality } from './image-locality/plugin.ts';
import { interPodAffinity } from './inter-pod-affinity/plugin.ts';
import { nodeAffinity } from './node-affinity/plugin.ts';
import { nodeName } from './node-name/plugin.ts';
import { nodePorts } from './node-ports/plugin.ts';
import { nodeResourcesBalancedAllocation } from './node-resources-balanced-allocation/plugin.ts';
import { nodeResourcesFit } from './node-resources-fit/plugin.ts';
import { nodeUnschedulable } from './node-unschedulable/plugin.ts';
import { nodeVolumeLimits } from './node-volume-limits/plugin.ts';
import { podTopologySpread } from './pod-topology-spread/plugin.ts';
import { schedulingGates } from './scheduling-gates/plugin.ts';
import { taintToleration } from './taint-toleration/plugin.ts';
import { volumeBinding } from './volume-binding/plugin.ts';
import { volumeRestrictions } from './volume-restrictions/plugin.ts';
import { volumeZone } from './volume-zone/plugin.ts';

/** Makes a plugin; without a handle it only decides and has no effects. */
type PluginFactory = (args: PluginArgs, handle: SchedulerHandle | undefined) => Plugin;

/** Every plugin by name, in the order of the default profile. Models plugins/registry.go and default_plugins.go (1.36). */
export const PLUGIN_FACTORIES: ReadonlyMap<string, PluginFactory> = new Map<string, PluginFactory>([
  [names.SCHEDULING_GATES, schedulingGates],
  [names.PRIORITY_SORT, () => ({ name: names.PRIORITY_SORT })],
  [names.NODE_UNSCHEDULABLE, nodeUnschedulable],
  [names.NODE_NAME, nodeName],
  [names.TAINT_TOLERATION, taintToleration],
  [names.NODE_AFFINITY, (args) => nodeAffinity(args.nodeAffinity)],
  [names.NODE_PORTS, nodePorts],
  [names.NODE_RESOURCES_FIT, (args) => nodeResourcesFit(args.nodeResourcesFit)],
  [names.VOLUME_RESTRICTIONS, volumeRestrictions],
  [names.NODE_VOLUME_LIMITS, nodeVolumeLimits],
  [names.VOLUME_BINDING, (args, handle) => volumeBinding(args.volumeBinding, handle)],
  [names.VOLUME_ZONE, volumeZone],
  [names.POD_TOPOLOGY_SPREAD, (args) => podTopologySpread(args.podTopologySpread)],
  [names.INTER_POD_AFFINITY, (args) => interPodAffinity(args.interPodAffinity)],
  [names.DYNAMIC_RESOURCES, (_args, handle) => dynamicResources(handle)],
  [names.DEFAULT_PREEMPTION, (args, handle) => defaultPreemption(args.defaultPreemption, handle)],
  [
    names.NODE_RESOURCES_BALANCED_ALLOCATION,
    (args) => nodeResourcesBalancedAllocation(args.balancedAllocation),
  ],
  [names.IMAGE_LOCALITY, imageLocality],
  [names.DEFAULT_BINDER, (_args, handle) => defaultBinder(handle)],
]);
