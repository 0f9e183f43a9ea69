import { describe, expect, it } from 'vitest';
import { NodeInfo } from '../../cache/node-info.ts';
import { podInfoOf } from '../../cache/pod-info.ts';
import type { ScoringStrategy } from '../../config/args.ts';
import { makeNode, makePod } from '../../load/make.ts';
import { requestedToCapacityRatio, scorerOf } from './strategies.ts';

const resources = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
];

/** The handbook's node: 4 CPU, 8Gi, 500m and 512Mi requested; a Pod of 250m and 64Mi comes. */
function scored(strategy: ScoringStrategy): number {
  const node = new NodeInfo('a');
  node.setNode(makeNode('a'));
  node.addPod(podInfoOf(makePod('old', { requests: { cpu: '500m', memory: '512Mi' } })));
  return scorerOf(strategy)(node, [250, 64 * 1024 * 1024]);
}

describe('scoring strategies', () => {
  it('LeastAllocated likes room: cpu 81, memory 92', () => {
    expect(scored({ type: 'LeastAllocated', resources })).toBe(86);
  });

  it('MostAllocated likes full nodes: cpu 18, memory 7', () => {
    expect(scored({ type: 'MostAllocated', resources })).toBe(12);
  });

  it('weights count', () => {
    const cpuOnly = [{ name: 'cpu', weight: 3 }, resources[1]!];
    expect(scored({ type: 'MostAllocated', resources: cpuOnly })).toBe(Math.trunc((18 * 3 + 7) / 4));
  });

  it('RequestedToCapacityRatio follows its line, leaves out what scores 0, and rounds the mean', () => {
    const shape = [
      { utilization: 0, score: 0 },
      { utilization: 100, score: 10 },
    ];
    expect(scored({ type: 'RequestedToCapacityRatio', resources, shape })).toBe(Math.round((18 + 7) / 2));
    const line = requestedToCapacityRatio([
      { utilization: 10, score: 1 },
      { utilization: 90, score: 9 },
    ]);
    expect([0, 10, 50, 90, 100, 150].map((requested) => line(requested, 100))).toEqual([
      10, 10, 50, 90, 90, 90,
    ]);
  });

  it('a resource the node does not have does not count', () => {
    const gpu = [{ name: 'example.com/gpu', weight: 5 }, ...resources];
    const node = new NodeInfo('a');
    node.setNode(makeNode('a'));
    expect(scorerOf({ type: 'LeastAllocated', resources: gpu })(node, [1, 100, 200 * 1024 * 1024])).toBe(97);
  });
});
