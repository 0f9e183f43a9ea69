import * as names from '../framework/names.ts';
import type { ExtensionPoint } from '../framework/profile.ts';
import { DEFAULT_ARGS, type PluginArgs } from './args.ts';

/** A plugin enabled by the configuration; weight 0 = its default. */
export interface EnabledPlugin {
  readonly name: string;
  readonly weight: number;
}

/** Changes to the default set at one extension point, or at all of them (multiPoint). `*` disables everything. */
export interface PluginSet {
  readonly enabled: readonly EnabledPlugin[];
  readonly disabled: readonly string[];
}

export interface ProfileConfiguration {
  readonly schedulerName: string;
  /** 0 = by the number of nodes. */
  readonly percentageOfNodesToScore: number;
  readonly multiPoint: PluginSet;
  readonly points: Readonly<Partial<Record<ExtensionPoint, PluginSet>>>;
  readonly args: PluginArgs;
}

/** What of a KubeSchedulerConfiguration is simulated. Models pkg/scheduler/apis/config/types.go (1.36). */
export interface SchedulerConfiguration {
  readonly podInitialBackoffSeconds: number;
  readonly podMaxBackoffSeconds: number;
  readonly profiles: readonly ProfileConfiguration[];
}

export const NO_CHANGES: PluginSet = { enabled: [], disabled: [] };

export const DEFAULT_PROFILE: ProfileConfiguration = {
  schedulerName: 'default-scheduler',
  percentageOfNodesToScore: 0,
  multiPoint: NO_CHANGES,
  points: {},
  args: DEFAULT_ARGS,
};

export const DEFAULT_CONFIGURATION: SchedulerConfiguration = {
  podInitialBackoffSeconds: 1,
  podMaxBackoffSeconds: 10,
  profiles: [DEFAULT_PROFILE],
};

/** Score weights that are not 1. Models default_plugins.go (1.36). */
const WEIGHTS: Readonly<Record<string, number>> = {
  [names.TAINT_TOLERATION]: 3,
  [names.NODE_AFFINITY]: 2,
  [names.POD_TOPOLOGY_SPREAD]: 2,
  [names.INTER_POD_AFFINITY]: 2,
  [names.DYNAMIC_RESOURCES]: 2,
};

export function defaultWeight(plugin: string): number {
  return WEIGHTS[plugin] ?? 1;
}
