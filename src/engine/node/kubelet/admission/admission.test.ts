import { describe, expect, it } from 'vitest';
import type { Node, Pod } from '../../../../api/generated/types.ts';
import { podsToPreempt } from './preemption.ts';
import { firstFailedPredicate, shortagesOnly } from './predicates.ts';

const NODE = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n1', uid: 'n1', labels: { 'kubernetes.io/os': 'linux' } },
  spec: {},
  status: { allocatable: { cpu: '2', memory: '4Gi', pods: '110', 'ephemeral-storage': '10Gi' } },
} as unknown as Node;

interface Shape {
  readonly cpu?: string;
  readonly memory?: string;
  readonly limits?: boolean;
  readonly priority?: number;
  readonly spec?: object;
}

function pod(name: string, { cpu, memory, limits = false, priority, spec = {} }: Shape = {}): Pod {
  const list = { ...(cpu === undefined ? {} : { cpu }), ...(memory === undefined ? {} : { memory }) };
  const resources = { requests: list, ...(limits ? { limits: list } : {}) };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: name },
    spec: { nodeName: 'n1', priority, containers: [{ name: 'c', image: 'i', resources }], ...spec },
  } as unknown as Pod;
}

describe('what a node refuses', () => {
  const refused = (one: Pod, others: readonly Pod[] = [], node = NODE): string | undefined => {
    const rejection = firstFailedPredicate({ pod: one, node, others });
    return rejection === undefined ? undefined : `${rejection.reason}: ${rejection.message}`;
  };

  it('tells in the kubelet’s words', () => {
    expect(refused(pod('a', { cpu: '500m' }))).toBeUndefined();
    expect(refused(pod('a', { cpu: '1500m' }), [pod('b', { cpu: '900m' })])).toBe(
      "OutOfcpu: Node didn't have enough resource: cpu, requested: 1500, used: 900, capacity: 2000",
    );
    expect(refused(pod('a', { memory: '5Gi' }))).toBe(
      "OutOfmemory: Node didn't have enough resource: memory, requested: 5368709120, used: 0, capacity: 4294967296",
    );
    expect(refused(pod('a', { spec: { nodeSelector: { disk: 'ssd' } } }))).toBe(
      "NodeAffinity: Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector",
    );
    expect(refused(pod('a', { spec: { nodeName: 'n2' } }))).toBe(
      "NodeName: Predicate NodeName failed: node(s) didn't match the requested node name",
    );
    expect(refused(pod('a', { spec: { os: { name: 'windows' } } }))).toBe(
      "PodOSNotSupported: Failed to admit pod as the OS field doesn't match node OS",
    );
    const tainted = { ...NODE, spec: { taints: [{ key: 'k', value: 'v', effect: 'NoExecute' }] } } as Node;
    expect(refused(pod('a'), [], tainted)).toBe(
      "TaintToleration: Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate",
    );
    const soft = { ...NODE, spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] } } as Node;
    expect(refused(pod('a'), [], soft)).toBeUndefined();
  });

  it('counts every resource that is short, and none when something else is wrong as well', () => {
    const big = pod('a', { cpu: '3', memory: '5Gi' });
    expect(shortagesOnly({ pod: big, node: NODE, others: [pod('b', { cpu: '500m' })] })).toEqual([
      { name: 'cpu', amount: 1500 },
      { name: 'memory', amount: 1024 ** 3 },
    ]);
    const elsewhere = pod('a', { cpu: '3', spec: { nodeName: 'n2' } });
    expect(shortagesOnly({ pod: elsewhere, node: NODE, others: [] })).toEqual([]);
  });
});

describe('room for a critical Pod', () => {
  const critical = pod('critical', { cpu: '1', priority: 2_000_000_000 });
  const names = (others: readonly Pod[], amount: number): readonly string[] | undefined =>
    podsToPreempt(critical, others, [{ name: 'cpu', amount }])?.map(({ metadata }) => metadata.name);

  it('takes burstable before guaranteed, and of one class the one that leaves least to be met', () => {
    const guaranteed = pod('guaranteed', { cpu: '1', memory: '1Gi', limits: true });
    const small = pod('small', { cpu: '200m' });
    const large = pod('large', { cpu: '900m' });
    expect(names([guaranteed, small, large], 150)).toEqual(['small']);
    expect(names([guaranteed, small, large], 800)).toEqual(['large']);
    expect(names([guaranteed, small, large], 1050)).toEqual(['large', 'small']);
    expect(names([guaranteed, small, large], 1500)).toEqual(['large', 'guaranteed']);
  });

  it('leaves critical Pods alone, and knows when nothing helps', () => {
    const other = pod('other', { cpu: '2', priority: 2_000_000_000 });
    expect(names([other], 500)).toBeUndefined();
    expect(names([pod('small', { cpu: '200m' })], 500)).toBeUndefined();
  });
});
