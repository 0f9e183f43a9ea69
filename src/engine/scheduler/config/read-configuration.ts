import { type Json, type JsonObject, asList, asObject, isObject, textOf } from '../../../base/json.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { NodeAffinity, TopologySpreadConstraint } from '../../../api/generated/types.ts';
import * as names from '../framework/names.ts';
import { EXTENSION_POINTS, type ExtensionPoint } from '../framework/profile.ts';
import { PLUGIN_FACTORIES } from '../plugins/registry.ts';
import { DEFAULT_ARGS, type PluginArgs, type ResourceSpec, type ScoringStrategy } from './args.ts';
import {
  DEFAULT_CONFIGURATION,
  DEFAULT_PROFILE,
  NO_CHANGES,
  type PluginSet,
  type ProfileConfiguration,
  type SchedulerConfiguration,
} from './configuration.ts';

const API_VERSION = 'kubescheduler.config.k8s.io/v1';
const KIND = 'KubeSchedulerConfiguration';

/** Reads a KubeSchedulerConfiguration; the error lists everything that is wrong with it, a line each. */
export function readSchedulerConfiguration(value: Json): Result<SchedulerConfiguration, readonly string[]> {
  const problems: string[] = [];
  if (!isObject(value)) return err([`${KIND}: expected an object`]);
  if (value['apiVersion'] !== API_VERSION || value['kind'] !== KIND) {
    problems.push(
      `no kind "${String(value['kind'])}" is registered for version "${String(value['apiVersion'])}"`,
    );
  }
  const read = new Reader(problems);
  const profiles = asList(value['profiles']).map((profile, i) =>
    read.profile(asObject(profile), `profiles[${i}]`),
  );
  const seen = new Set<string>();
  profiles.forEach(({ schedulerName }, i) => {
    if (seen.has(schedulerName))
      problems.push(`profiles[${i}].schedulerName: Duplicate value: "${schedulerName}"`);
    seen.add(schedulerName);
  });
  const configuration: SchedulerConfiguration = {
    podInitialBackoffSeconds: read.count(
      value,
      'podInitialBackoffSeconds',
      DEFAULT_CONFIGURATION.podInitialBackoffSeconds,
    ),
    podMaxBackoffSeconds: read.count(
      value,
      'podMaxBackoffSeconds',
      DEFAULT_CONFIGURATION.podMaxBackoffSeconds,
    ),
    profiles: profiles.length === 0 ? [DEFAULT_PROFILE] : profiles,
  };
  if (configuration.podInitialBackoffSeconds <= 0) {
    problems.push('podInitialBackoffSeconds: Invalid value: must be greater than 0');
  }
  if (configuration.podMaxBackoffSeconds < configuration.podInitialBackoffSeconds) {
    problems.push(
      'podMaxBackoffSeconds: Invalid value: must be greater than or equal to PodInitialBackoffSeconds',
    );
  }
  const percentage = read.count(value, 'percentageOfNodesToScore', 0);
  if (problems.length > 0) return err(problems);
  const withGlobal = configuration.profiles.map((profile) => ({
    ...profile,
    percentageOfNodesToScore: profile.percentageOfNodesToScore || percentage,
  }));
  return ok({ ...configuration, profiles: withGlobal });
}

class Reader {
  private readonly problems: string[];

  constructor(problems: string[]) {
    this.problems = problems;
  }

  count(from: JsonObject, field: string, fallback: number): number {
    const value = from[field];
    if (value === undefined || value === null) return fallback;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
    this.problems.push(
      `${field}: Invalid value: ${JSON.stringify(value)}: must be a whole number, 0 or more`,
    );
    return fallback;
  }

  profile(profile: JsonObject, path: string): ProfileConfiguration {
    const plugins = asObject(profile['plugins']);
    const points: Partial<Record<ExtensionPoint, PluginSet>> = {};
    for (const point of EXTENSION_POINTS) {
      if (plugins[point] !== undefined)
        points[point] = this.pluginSet(asObject(plugins[point]), `${path}.plugins.${point}`);
    }
    const multiPoint =
      plugins['multiPoint'] === undefined
        ? NO_CHANGES
        : this.pluginSet(asObject(plugins['multiPoint']), `${path}.plugins.multiPoint`);
    return {
      schedulerName: textOf(profile['schedulerName']) ?? DEFAULT_PROFILE.schedulerName,
      percentageOfNodesToScore: this.count(profile, 'percentageOfNodesToScore', 0),
      multiPoint,
      points,
      args: this.args(asList(profile['pluginConfig']).map(asObject), `${path}.pluginConfig`),
    };
  }

  private pluginSet(set: JsonObject, path: string): PluginSet {
    const nameOf = (item: Json, at: string): string => {
      const name = textOf(asObject(item)['name']) ?? '';
      if (name !== '*' && !PLUGIN_FACTORIES.has(name))
        this.problems.push(`${at}: plugin "${name}" does not exist`);
      return name;
    };
    return {
      enabled: asList(set['enabled']).map((item, i) => ({
        name: nameOf(item, `${path}.enabled[${i}]`),
        weight: this.count(asObject(item), 'weight', 0),
      })),
      disabled: asList(set['disabled']).map((item, i) => nameOf(item, `${path}.disabled[${i}]`)),
    };
  }

  private args(configs: readonly JsonObject[], path: string): PluginArgs {
    let args = DEFAULT_ARGS;
    configs.forEach((config, i) => {
      const given = asObject(config['args']);
      args = { ...args, ...this.pluginArgs(textOf(config['name']) ?? '', given, `${path}[${i}].args`) };
    });
    return args;
  }

  private pluginArgs(name: string, given: JsonObject, path: string): Partial<PluginArgs> {
    switch (name) {
      case names.NODE_AFFINITY:
        return {
          nodeAffinity: { addedAffinity: given['addedAffinity'] as unknown as NodeAffinity | undefined },
        };
      case names.NODE_RESOURCES_FIT: {
        const texts = (field: string): string[] => asList(given[field]).map(String);
        return {
          nodeResourcesFit: {
            scoringStrategy: this.strategy(given['scoringStrategy'], `${path}.scoringStrategy`),
            ignoredResources: texts('ignoredResources'),
            ignoredResourceGroups: texts('ignoredResourceGroups'),
          },
        };
      }
      case names.NODE_RESOURCES_BALANCED_ALLOCATION:
        return {
          balancedAllocation: {
            resources: this.resources(given['resources'], DEFAULT_ARGS.balancedAllocation.resources),
          },
        };
      case names.VOLUME_BINDING:
        return { volumeBinding: { bindTimeoutSeconds: this.count(given, 'bindTimeoutSeconds', 600) } };
      case names.POD_TOPOLOGY_SPREAD:
        return { podTopologySpread: this.spread(given, path) };
      case names.INTER_POD_AFFINITY:
        return {
          interPodAffinity: {
            hardPodAffinityWeight: this.count(given, 'hardPodAffinityWeight', 1),
            ignorePreferredTermsOfExistingPods: given['ignorePreferredTermsOfExistingPods'] === true,
          },
        };
      case names.DEFAULT_PREEMPTION:
        return {
          defaultPreemption: {
            minCandidateNodesPercentage: this.count(given, 'minCandidateNodesPercentage', 10),
            minCandidateNodesAbsolute: this.count(given, 'minCandidateNodesAbsolute', 100),
          },
        };
      default:
        if (!PLUGIN_FACTORIES.has(name)) this.problems.push(`${path}: plugin "${name}" does not exist`);
        return {};
    }
  }

  private resources(value: Json | undefined, fallback: readonly ResourceSpec[]): readonly ResourceSpec[] {
    const list = asList(value).map(asObject);
    if (list.length === 0) return fallback;
    return list.map((item) => ({ name: String(item['name']), weight: this.count(item, 'weight', 1) || 1 }));
  }

  private strategy(value: Json | undefined, path: string): ScoringStrategy {
    const fallback = DEFAULT_ARGS.nodeResourcesFit.scoringStrategy;
    if (value === undefined) return fallback;
    const strategy = asObject(value);
    const resources = this.resources(strategy['resources'], fallback.resources);
    const type = textOf(strategy['type']) ?? fallback.type;
    if (type === 'LeastAllocated' || type === 'MostAllocated') return { type, resources };
    if (type !== 'RequestedToCapacityRatio') {
      this.problems.push(
        `${path}.type: Unsupported value: "${type}": supported values: "LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"`,
      );
      return fallback;
    }
    const points = asList(asObject(strategy['requestedToCapacityRatio'])['shape']).map(asObject);
    if (points.length === 0)
      this.problems.push(
        `${path}.requestedToCapacityRatio.shape: Required value: at least one point must be specified`,
      );
    const shape = points.map((point) => ({
      utilization: this.count(point, 'utilization', 0),
      score: this.count(point, 'score', 0),
    }));
    return { type, resources, shape };
  }

  private spread(given: JsonObject, path: string): PluginArgs['podTopologySpread'] {
    const defaultingType = given['defaultingType'] === 'List' ? 'List' : 'System';
    const defaultConstraints = asList(
      given['defaultConstraints'],
    ) as unknown as readonly TopologySpreadConstraint[];
    if (defaultingType === 'System' && defaultConstraints.length > 0) {
      this.problems.push(
        `${path}.defaultingType: Invalid value: "System": when .defaultConstraints are specified`,
      );
    }
    return { defaultingType, defaultConstraints };
  }
}
