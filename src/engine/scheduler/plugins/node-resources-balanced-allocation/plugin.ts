import type { NodeInfo } from '../../cache/node-info.ts';
import type { PluginArgs, ResourceSpec } from '../../config/args.ts';
import { MAX_NODE_SCORE, NODE_RESOURCES_BALANCED_ALLOCATION } from '../../framework/names.ts';
import { type Plugin, SKIP } from '../../framework/plugin.ts';
import { allocatableOn, podRequest, requestedOn } from '../common/resource-allocation.ts';

/** Prefers nodes where the Pod evens out the use of resources. Models noderesources/balanced_allocation.go (1.36). */
export function nodeResourcesBalancedAllocation(
  args: PluginArgs['balancedAllocation'],
): Plugin<undefined, readonly number[]> {
  const { resources } = args;
  return {
    name: NODE_RESOURCES_BALANCED_ALLOCATION,
    preScore(pod) {
      const requests = resources.map(({ name }) => podRequest(pod, name, false));
      return requests.every((request) => request === 0) ? SKIP : { outcome: 'run', state: requests };
    },
    score(podRequests, _pod, node) {
      const withPod = balance(resources, podRequests, node, true);
      const without = balance(resources, podRequests, node, false);
      return MAX_NODE_SCORE / 2 + Math.trunc((MAX_NODE_SCORE / 2 + withPod - without) / 2);
    },
    explainScore(podRequests, _pod, node) {
      const inputs: Record<string, number> = {
        balanceWithPod: balance(resources, podRequests, node, true),
        balanceWithout: balance(resources, podRequests, node, false),
      };
      resources.forEach(({ name }, i) => {
        const request = podRequests[i] ?? 0;
        inputs[`${name}.allocatable`] = allocatableOn(node, name, request);
        inputs[`${name}.requested`] = requestedOn(node, name, false);
        inputs[`${name}.pod`] = request;
      });
      return inputs;
    },
  };
}

/** 100 when all resources are used alike; less the further their shares lie apart. */
function balance(
  resources: readonly ResourceSpec[],
  podRequests: readonly number[],
  node: NodeInfo,
  withPod: boolean,
): number {
  let first = 0;
  let second = 0;
  let count = 0;
  let more: number[] | undefined;
  for (let i = 0; i < resources.length; i++) {
    const { name } = resources[i] as ResourceSpec;
    const request = podRequests[i] ?? 0;
    const allocatable = allocatableOn(node, name, request);
    if (allocatable === 0) continue;
    const share = Math.min(1, (requestedOn(node, name, false) + (withPod ? request : 0)) / allocatable);
    if (count === 0) first = share;
    else if (count === 1) second = share;
    else (more ??= [first, second]).push(share);
    count++;
  }
  if (count < 2) return MAX_NODE_SCORE;
  const deviation = more === undefined ? Math.abs((first - second) / 2) : standardDeviation(more);
  return Math.trunc((1 - deviation) * MAX_NODE_SCORE);
}

function standardDeviation(shares: readonly number[]): number {
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const squares = shares.reduce((sum, share) => sum + (share - mean) * (share - mean), 0);
  return Math.sqrt(squares / shares.length);
}
