import { describe, expect, it } from 'vitest';
import type { Node, Pod } from '../../../api/generated/types.ts';
import { makeNode, makePod } from '../load/make.ts';
import { naiveFilter } from '../testing/naive.ts';
import { randomCase } from '../testing/random-world.ts';
import { explain } from './explain.ts';
import { whatWouldFit } from './what-would-fit.ts';
import { nominatedIn, snapshotOf, worldOf } from './world.ts';

const told = (pod: Pod, nodes: readonly Node[], pods: readonly Pod[] = []) =>
  whatWouldFit(pod, snapshotOf({ nodes, pods })).map(({ kind, target, values }) => [
    kind,
    target.name,
    values,
  ]);

describe('explain', () => {
  it("gives the arithmetic's numbers of LeastAllocated and BalancedAllocation", () => {
    const nodes = [makeNode('a'), makeNode('b')];
    const standing = makePod('old', { node: 'a', requests: { cpu: '500m', memory: '512Mi' } });
    const incoming = makePod('new', { requests: { cpu: '250m', memory: '64Mi' } });
    const { nodes: rows, best } = explain(incoming, snapshotOf({ nodes, pods: [standing] }));
    const points = (plugin: string) => rows[0]?.points.find((row) => row.plugin === plugin);
    expect(points('NodeResourcesFit')).toMatchObject({
      raw: 86,
      inputs: { 'cpu.allocatable': 4000, 'cpu.requested': 500, 'cpu.pod': 250, strategy: 'LeastAllocated' },
    });
    expect(points('NodeResourcesBalancedAllocation')).toMatchObject({
      raw: 74,
      inputs: { balanceWithPod: 94, balanceWithout: 96 },
    });
    expect(best).toEqual(['b']);
  });

  it('goes on past the first rejection and says which one counts', () => {
    const node = makeNode('a', {
      cpu: '1',
      spec: { taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] },
    });
    const { nodes } = explain(
      makePod('new', { requests: { cpu: '2' } }),
      snapshotOf({ nodes: [node], pods: [] }),
    );
    const rejected = nodes[0]?.verdicts.filter(({ outcome }) => outcome === 'rejected');
    expect(rejected?.map(({ plugin, counts, rejection }) => [plugin, counts, rejection?.reasons])).toEqual([
      ['TaintToleration', true, ['node(s) had untolerated taint(s)']],
      ['NodeResourcesFit', false, ['Insufficient cpu']],
    ]);
    expect(rejected?.[0]?.inputs).toEqual({
      taints: ['gpu=yes:NoSchedule'],
      untolerated: 'gpu=yes:NoSchedule',
    });
  });

  it('says what the scheduler says, on random clusters', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const { world, pod } = randomCase(seed);
      const { nodes, best } = explain(pod, snapshotOf(world));
      const totals = nodes.flatMap(({ total }) => total ?? []);
      for (const { node, verdicts, fits, points, total } of nodes) {
        const found = naiveFilter(pod, world.nodes.find(({ metadata }) => metadata.name === node)!, world);
        const counts = verdicts.find((verdict) => verdict.counts)?.rejection;
        expect({ seed, reasons: counts?.reasons, fits }).toEqual({
          seed,
          reasons: found?.reasons,
          fits: found === undefined,
        });
        if (total === undefined) continue;
        expect(points.reduce((sum, { weighted }) => sum + weighted, 0)).toBe(total);
        expect(best.includes(node)).toBe(total === Math.max(...totals));
      }
    }
  });

  it('counts room that is promised to a Pod that is more important', () => {
    const high = makePod('high', {
      requests: { cpu: '3' },
      spec: { priority: 9 },
      status: { nominatedNodeName: 'a' },
    });
    const world = worldOf((resource) =>
      resource === 'nodes' ? [makeNode('a')] : resource === 'pods' ? [high] : [],
    );
    const small = makePod('small', { requests: { cpu: '2' } });
    const fits = (options = {}) => explain(small, snapshotOf(world), options).nodes.map((row) => row.fits);
    expect(fits()).toEqual([true]);
    expect(fits({ nominated: nominatedIn(world) })).toEqual([false]);
  });
});

describe('what would fit', () => {
  it('finds the least that is too much, on the node that needs least of it', () => {
    const pods = [
      makePod('x', { node: 'a', requests: { cpu: '2' } }),
      makePod('y', { node: 'b', requests: { cpu: '3' } }),
    ];
    const edits = told(makePod('new', { requests: { cpu: '3' } }), [makeNode('a'), makeNode('b')], pods);
    expect(edits[0]).toEqual([
      'lower-request',
      'new',
      { resource: 'cpu', container: 'c', from: '3', to: '2' },
    ]);
    expect(edits).toContainEqual(['raise-allocatable', 'a', { resource: 'cpu', from: '4', to: '5' }]);
    expect(edits).toContainEqual(['delete-pod', 'x', { pod: 'x', namespace: 'default', node: 'a' }]);
    expect(edits).toContainEqual(['delete-pod', 'y', { pod: 'y', namespace: 'default', node: 'b' }]);
  });

  it('offers both sides of a taint and of a selector', () => {
    const tainted = makeNode('a', {
      spec: { taints: [{ key: 'dedicated', value: 'db', effect: 'NoSchedule' }] },
    });
    expect(told(makePod('new'), [tainted])).toEqual([
      ['add-toleration', 'new', { taint: 'dedicated=db:NoSchedule' }],
      ['remove-taint', 'a', { taint: 'dedicated=db:NoSchedule', node: 'a' }],
    ]);
    const choosy = makePod('new', { spec: { nodeSelector: { disk: 'ssd' } } });
    expect(told(choosy, [makeNode('b')])).toEqual([
      ['add-label', 'b', { label: 'disk=ssd', node: 'b' }],
      ['drop-node-selector', 'new', { label: 'disk=ssd' }],
    ]);
  });

  it('offers nothing that would not be enough alone, and nothing to a Pod that fits', () => {
    const node = makeNode('a', { cpu: '1', spec: { taints: [{ key: 'gpu', effect: 'NoSchedule' }] } });
    expect(told(makePod('new', { requests: { cpu: '2' } }), [node])).toEqual([]);
    expect(told(makePod('new'), [makeNode('b')])).toEqual([]);
  });

  it('finds the Pod that stands in the way of anti-affinity, and the rule itself', () => {
    const apart = {
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'db' } } },
          ],
        },
      },
    };
    const other = makePod('db-0', { node: 'a', labels: { app: 'db' } });
    expect(told(makePod('db-1', { labels: { app: 'db' }, spec: apart }), [makeNode('a')], [other])).toEqual([
      ['drop-pod-anti-affinity', 'db-1', {}],
      ['delete-pod', 'db-0', { pod: 'db-0', namespace: 'default', node: 'a' }],
    ]);
  });
});
