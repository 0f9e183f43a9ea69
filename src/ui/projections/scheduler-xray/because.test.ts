import { describe, expect, it } from 'vitest';
import type { Node, Pod } from '../../../api/generated/types.ts';
import type { PluginInputs } from '../../../trace/scheduling-question.ts';
import { becauseOf } from './because.ts';

const POD: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'default', uid: 'web' },
  spec: { containers: [{ name: 'c', image: 'nginx' }] },
};

const node = (labels: Readonly<Record<string, string>>): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'a', uid: 'a', labels },
  spec: {},
});

function said(plugin: string, spec: Partial<Pod['spec']>, inputs: PluginInputs, labels = {}) {
  const pod: Pod = { ...POD, spec: { ...POD.spec, ...spec } };
  const rejection = { plugin, code: 'Unschedulable', reasons: [] } as const;
  return becauseOf(rejection, { pod, node: node(labels), inputs });
}

describe('what kept a Pod off a node', () => {
  it('is the taint that no toleration bears', () => {
    expect(
      said('TaintToleration', {}, { taints: ['a:NoSchedule', 'b:NoExecute'], untolerated: 'b:NoExecute' }),
    ).toEqual([{ kind: 'taint', taint: 'b:NoExecute' }]);
  });

  it('is the label of the selector that the node lacks or has otherwise', () => {
    expect(
      said(
        'NodeAffinity',
        { nodeSelector: { disk: 'ssd', zone: 'a', gpu: 'yes' } },
        {},
        { disk: 'hdd', zone: 'a' },
      ),
    ).toEqual([
      { kind: 'label', key: 'disk', wants: 'disk=ssd', has: 'hdd' },
      { kind: 'label', key: 'gpu', wants: 'gpu=yes', has: undefined },
    ]);
  });

  it('is what the nearest of the alternatives lacks', () => {
    const nodeSelectorTerms = [
      {
        matchExpressions: [
          { key: 'zone', operator: 'In', values: ['b', 'c'] },
          { key: 'gpu', operator: 'Exists' },
        ],
      },
      {
        matchExpressions: [
          { key: 'zone', operator: 'In', values: ['a'] },
          { key: 'old', operator: 'DoesNotExist' },
        ],
      },
    ] as const;
    const affinity = {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
    };
    expect(said('NodeAffinity', { affinity }, {}, { zone: 'a', old: '1' })).toEqual([
      { kind: 'label', key: 'old', wants: '!old', has: '1' },
    ]);
  });

  it('is every resource that does not suffice, and whether it ever could', () => {
    const inputs = {
      ...{ 'pods.allocatable': 110, 'pods.requested': 110, 'pods.pod': 1 },
      ...{ 'cpu.allocatable': 4000, 'cpu.requested': 3100, 'cpu.pod': 1500 },
      ...{ 'memory.allocatable': 2 ** 30, 'memory.requested': 0, 'memory.pod': 2 ** 31 },
    };
    expect(said('NodeResourcesFit', {}, inputs)).toEqual([
      { kind: 'full', pods: 110 },
      { kind: 'short', resource: 'cpu', asks: '1500m', left: '900m' },
      { kind: 'never', resource: 'memory', asks: '2048Mi', most: '1024Mi' },
    ]);
  });

  it('is the domain that would be too far ahead, or the label that makes one', () => {
    const topologySpreadConstraints = [
      { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' as const },
    ];
    const inputs = { 'zone.matching': 2, 'zone.self': 1, 'zone.least': 1 };
    expect(said('PodTopologySpread', { topologySpreadConstraints }, inputs, { zone: 'a' })).toEqual([
      { kind: 'skew', domain: 'zone=a', skew: 2, most: 1 },
    ]);
    expect(said('PodTopologySpread', { topologySpreadConstraints }, inputs)).toEqual([
      { kind: 'noLabel', key: 'zone' },
    ]);
  });

  it('is the neighbours: those there, those missing, those that want none', () => {
    const host = {
      'antiAffinity.host': 'a',
      'antiAffinity.host.matching': 1,
      'antiAffinity.host.pods': ['default/x'],
    };
    expect(said('InterPodAffinity', {}, host)).toEqual([
      { kind: 'repelled', pods: ['default/x'], domain: 'host=a' },
    ]);
    expect(said('InterPodAffinity', {}, { 'affinity.zone': 'b', 'affinity.zone.matching': 0 })).toEqual([
      { kind: 'lonely', domain: 'zone=b' },
    ]);
    expect(said('InterPodAffinity', {}, { 'existing.pods': ['default/shy'] })).toEqual([
      { kind: 'unwanted', pods: ['default/shy'] },
    ]);
  });

  it('is the driver whose volumes would be too many', () => {
    const inputs = {
      'csi.x.attached': 2,
      'csi.x.pod': 1,
      'csi.x.limit': 2,
      'csi.y.attached': 0,
      'csi.y.pod': 1,
      'csi.y.limit': 5,
    };
    expect(said('NodeVolumeLimits', {}, inputs)).toEqual([
      { kind: 'volumes', attached: 2, added: 1, limit: 2 },
    ]);
  });
});
