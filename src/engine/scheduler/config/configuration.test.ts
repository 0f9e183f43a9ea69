import { describe, expect, it } from 'vitest';
import { podInfoOf } from '../cache/pod-info.ts';
import { snapshotOf } from '../explain/world.ts';
import { scoreNodes } from '../framework/score-run.ts';
import { makeNode, makePod } from '../load/make.ts';
import { buildProfile } from './build-profile.ts';
import { DEFAULT_PROFILE, type ProfileConfiguration } from './configuration.ts';
import { readSchedulerConfiguration } from './read-configuration.ts';
import type { Json } from '../../../base/json.ts';

const read = (profile: Json): ProfileConfiguration => {
  const found = readSchedulerConfiguration({
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    profiles: [profile],
  });
  if (!found.ok) throw new Error(found.error.join('\n'));
  return found.value.profiles[0]!;
};

const weights = (profile: ProfileConfiguration): Readonly<Record<string, number>> =>
  Object.fromEntries(
    buildProfile(profile, undefined).points.score.map(({ plugin, weight }) => [plugin.name, weight]),
  );

describe('scheduler configuration', () => {
  it('has the default plugins with their weights', () => {
    expect(weights(DEFAULT_PROFILE)).toEqual({
      TaintToleration: 3,
      NodeAffinity: 2,
      NodeResourcesFit: 1,
      VolumeBinding: 1,
      PodTopologySpread: 2,
      InterPodAffinity: 2,
      DynamicResources: 2,
      NodeResourcesBalancedAllocation: 1,
      ImageLocality: 1,
    });
    expect(buildProfile(DEFAULT_PROFILE, undefined).points.filter.map(({ name }) => name)).toEqual([
      'NodeUnschedulable',
      'NodeName',
      'TaintToleration',
      'NodeAffinity',
      'NodePorts',
      'NodeResourcesFit',
      'VolumeRestrictions',
      'NodeVolumeLimits',
      'VolumeBinding',
      'VolumeZone',
      'PodTopologySpread',
      'InterPodAffinity',
      'DynamicResources',
    ]);
  });

  it('changes weights, disables at one point, and packs with MostAllocated', () => {
    const profile = read({
      schedulerName: 'packer',
      plugins: {
        score: {
          disabled: [{ name: 'NodeResourcesBalancedAllocation' }, { name: 'ImageLocality' }],
          enabled: [{ name: 'NodeResourcesFit', weight: 5 }],
        },
        multiPoint: { disabled: [{ name: 'PodTopologySpread' }] },
      },
      pluginConfig: [
        {
          name: 'NodeResourcesFit',
          args: { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } },
        },
      ],
    });
    expect(weights(profile)).toEqual({
      NodeResourcesFit: 5,
      TaintToleration: 3,
      NodeAffinity: 2,
      VolumeBinding: 1,
      InterPodAffinity: 2,
      DynamicResources: 2,
    });
    const full = makePod('full', { node: 'a', requests: { cpu: '2' } });
    const snapshot = snapshotOf({ nodes: [makeNode('a'), makeNode('b')], pods: [full] });
    const incoming = podInfoOf(makePod('new', { requests: { cpu: '1' } }));
    const table = scoreNodes(buildProfile(profile, undefined), incoming, snapshot, snapshot.nodes);
    expect(table.columns.find(({ plugin }) => plugin === 'NodeResourcesFit')?.raw).toEqual([75, 25]);
    expect(table.totals).toEqual([375 + 300, 125 + 300]);
  });

  it('disables everything with * but what is named', () => {
    const profile = read({
      plugins: { score: { disabled: [{ name: '*' }], enabled: [{ name: 'ImageLocality' }] } },
    });
    expect(weights(profile)).toEqual({ ImageLocality: 1 });
  });

  it('lists everything that is wrong', () => {
    const wrong = readSchedulerConfiguration({
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
      podInitialBackoffSeconds: 20,
      profiles: [
        { plugins: { filter: { enabled: [{ name: 'NodeFit' }] } } },
        { pluginConfig: [{ name: 'NodeResourcesFit', args: { scoringStrategy: { type: 'Best' } } }] },
      ],
    });
    expect(wrong).toEqual({
      ok: false,
      error: [
        'profiles[0].plugins.filter.enabled[0]: plugin "NodeFit" does not exist',
        'profiles[1].pluginConfig[0].args.scoringStrategy.type: Unsupported value: "Best": supported values: "LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"',
        'profiles[1].schedulerName: Duplicate value: "default-scheduler"',
        'podMaxBackoffSeconds: Invalid value: must be greater than or equal to PodInitialBackoffSeconds',
      ],
    });
  });
});
