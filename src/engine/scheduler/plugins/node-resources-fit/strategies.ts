import type { NodeInfo } from '../../cache/node-info.ts';
import type { ResourceSpec, ScoringStrategy, UtilizationShapePoint } from '../../config/args.ts';
import { MAX_NODE_SCORE } from '../../framework/names.ts';
import { allocatableOn, requestedOn } from '../common/resource-allocation.ts';

const MAX_UTILIZATION = 100;
const MAX_CUSTOM_PRIORITY_SCORE = 10;

/** A node's points for one resource, given what would be requested and what there is (never 0). */
export type ResourceScore = (requested: number, allocatable: number) => number;

/** Models noderesources/least_allocated.go leastRequestedScore (1.36). */
export function leastAllocated(requested: number, allocatable: number): number {
  return requested > allocatable ? 0 : Math.trunc(((allocatable - requested) * MAX_NODE_SCORE) / allocatable);
}

/** Models noderesources/most_allocated.go mostRequestedScore (1.36). */
export function mostAllocated(requested: number, allocatable: number): number {
  return Math.trunc((Math.min(requested, allocatable) * MAX_NODE_SCORE) / allocatable);
}

/** Models noderesources/requested_to_capacity_ratio.go and helper/shape_score.go (1.36). */
export function requestedToCapacityRatio(shape: readonly UtilizationShapePoint[]): ResourceScore {
  const points = shape.map(({ utilization, score }) => ({
    utilization,
    score: score * (MAX_NODE_SCORE / MAX_CUSTOM_PRIORITY_SCORE),
  }));
  const line = (utilization: number): number => {
    let former = points[0];
    for (const point of points) {
      if (utilization <= point.utilization) {
        if (former === undefined || former === point) return point.score;
        const rise = (point.score - former.score) * (utilization - former.utilization);
        return former.score + Math.trunc(rise / (point.utilization - former.utilization));
      }
      former = point;
    }
    return former?.score ?? 0;
  };
  return (requested, allocatable) =>
    line(requested > allocatable ? MAX_UTILIZATION : Math.trunc((requested * MAX_UTILIZATION) / allocatable));
}

/** The score of a node, given what the Pod counts as for each of the strategy's resources. */
export type NodeScorer = (node: NodeInfo, podRequests: readonly number[]) => number;

/** Models resource_allocation.go score with the strategy's function (1.36). */
export function scorerOf(strategy: ScoringStrategy): NodeScorer {
  const { resources } = strategy;
  switch (strategy.type) {
    case 'LeastAllocated':
      return weightedMean(resources, leastAllocated);
    case 'MostAllocated':
      return weightedMean(resources, mostAllocated);
    case 'RequestedToCapacityRatio':
      return roundedMean(resources, requestedToCapacityRatio(strategy.shape));
  }
}

function weightedMean(resources: readonly ResourceSpec[], score: ResourceScore): NodeScorer {
  return (node, podRequests) => {
    let sum = 0;
    let weights = 0;
    for (let i = 0; i < resources.length; i++) {
      const { name, weight } = resources[i] as ResourceSpec;
      const request = podRequests[i] ?? 0;
      const allocatable = allocatableOn(node, name, request);
      if (allocatable === 0) continue;
      sum += score(requestedOn(node, name, true) + request, allocatable) * weight;
      weights += weight;
    }
    return weights === 0 ? 0 : Math.trunc(sum / weights);
  };
}

/** A resource that scores 0 does not count at all, and the mean is rounded. */
function roundedMean(resources: readonly ResourceSpec[], score: ResourceScore): NodeScorer {
  return (node, podRequests) => {
    let sum = 0;
    let weights = 0;
    resources.forEach(({ name, weight }, i) => {
      const request = podRequests[i] ?? 0;
      const allocatable = allocatableOn(node, name, request);
      const own = allocatable === 0 ? 0 : score(requestedOn(node, name, true) + request, allocatable);
      if (own <= 0) return;
      sum += own * weight;
      weights += weight;
    });
    return weights === 0 ? 0 : Math.round(sum / weights);
  };
}
