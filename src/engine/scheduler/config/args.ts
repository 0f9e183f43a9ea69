import type { NodeAffinity, TopologySpreadConstraint } from '../../../api/generated/types.ts';

export interface ResourceSpec {
  readonly name: string;
  readonly weight: number;
}

/** A point of the requestedToCapacityRatio line: utilization 0..100, score 0..10. */
export interface UtilizationShapePoint {
  readonly utilization: number;
  readonly score: number;
}

export type ScoringStrategy =
  | { readonly type: 'LeastAllocated' | 'MostAllocated'; readonly resources: readonly ResourceSpec[] }
  | {
      readonly type: 'RequestedToCapacityRatio';
      readonly resources: readonly ResourceSpec[];
      readonly shape: readonly UtilizationShapePoint[];
    };

/** Arguments of plugins, with upstream's names. Models pkg/scheduler/apis/config/types_pluginargs.go (1.36). */
export interface PluginArgs {
  readonly nodeAffinity: { readonly addedAffinity: NodeAffinity | undefined };
  readonly nodeResourcesFit: {
    readonly scoringStrategy: ScoringStrategy;
    readonly ignoredResources: readonly string[];
    readonly ignoredResourceGroups: readonly string[];
  };
  readonly balancedAllocation: { readonly resources: readonly ResourceSpec[] };
  readonly volumeBinding: { readonly bindTimeoutSeconds: number };
  readonly podTopologySpread: {
    readonly defaultingType: 'System' | 'List';
    readonly defaultConstraints: readonly TopologySpreadConstraint[];
  };
  readonly interPodAffinity: {
    readonly hardPodAffinityWeight: number;
    readonly ignorePreferredTermsOfExistingPods: boolean;
  };
  readonly defaultPreemption: {
    readonly minCandidateNodesPercentage: number;
    readonly minCandidateNodesAbsolute: number;
  };
}

const CPU_AND_MEMORY: readonly ResourceSpec[] = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
];

/** Models pkg/scheduler/apis/config/v1/defaults.go (1.36). */
export const DEFAULT_ARGS: PluginArgs = {
  nodeAffinity: { addedAffinity: undefined },
  nodeResourcesFit: {
    scoringStrategy: { type: 'LeastAllocated', resources: CPU_AND_MEMORY },
    ignoredResources: [],
    ignoredResourceGroups: [],
  },
  balancedAllocation: { resources: CPU_AND_MEMORY },
  volumeBinding: { bindTimeoutSeconds: 600 },
  podTopologySpread: { defaultingType: 'System', defaultConstraints: [] },
  interPodAffinity: { hardPodAffinityWeight: 1, ignorePreferredTermsOfExistingPods: false },
  defaultPreemption: { minCandidateNodesPercentage: 10, minCandidateNodesAbsolute: 100 },
};
