import type { Node, Pod } from '../../../../api/generated/types.ts';
import { NodeInfo } from '../../cache/node-info.ts';
import { type PodInfo, podInfoOf } from '../../cache/pod-info.ts';
import { type Allocatable, type ResourceVector, allocatableOf } from '../../cache/resources.ts';
import type { PluginArgs } from '../../config/args.ts';
import { NODE_RESOURCES_FIT } from '../../framework/names.ts';
import type { Inputs, Plugin } from '../../framework/plugin.ts';
import type { Rejection } from '../../framework/status.ts';
import { ADD, DELETE, UPDATE_NODE_ALLOCATABLE, UPDATE_POD_SCALE_DOWN } from '../../queue/cluster-event.ts';
import { allocatableOn, podRequest, requestedOn } from '../common/resource-allocation.ts';
import { type IsIgnored, fits, insufficientResources } from './fits.ts';
import { scorerOf } from './strategies.ts';

/** Requests against what the node has left; scores by a strategy. Models plugins/noderesources/fit.go (1.36). */
export function nodeResourcesFit(args: PluginArgs['nodeResourcesFit']): Plugin<undefined, readonly number[]> {
  const { scoringStrategy } = args;
  const isIgnored: IsIgnored = (resource) =>
    args.ignoredResources.includes(resource) || args.ignoredResourceGroups.includes(groupOf(resource));
  const score = scorerOf(scoringStrategy);
  return {
    name: NODE_RESOURCES_FIT,
    events: [
      { event: { resource: 'Pod', action: DELETE | UPDATE_POD_SCALE_DOWN }, hint: podMadeRoom },
      {
        event: { resource: 'Node', action: ADD | UPDATE_NODE_ALLOCATABLE },
        hint: (pod, before, after) => {
          const empty = new NodeInfo((after as Node).metadata.name);
          empty.setNode(after as Node);
          if (!fits(pod.requests, empty, isIgnored)) return false;
          return before === undefined || grew(pod.requests, allocatableOf(before as Node), empty.allocatable);
        },
      },
    ],
    preFilter: () => ({ outcome: 'run', state: undefined }),
    filter(_state, pod, node) {
      return fits(pod.requests, node, isIgnored) ? undefined : rejectionOf(pod, node, isIgnored);
    },
    explainFilter: (_state, pod, node) => ledger(pod, node),
    preScore(pod) {
      const requests = scoringStrategy.resources.map(({ name }) => podRequest(pod, name, true));
      return { outcome: 'run', state: requests };
    },
    score: (podRequests, _pod, node) => score(node, podRequests),
    explainScore(podRequests, _pod, node) {
      const inputs: Record<string, number | string> = { strategy: scoringStrategy.type };
      scoringStrategy.resources.forEach(({ name, weight }, i) => {
        const request = podRequests[i] ?? 0;
        inputs[`${name}.allocatable`] = allocatableOn(node, name, request);
        inputs[`${name}.requested`] = requestedOn(node, name, true);
        inputs[`${name}.pod`] = request;
        inputs[`${name}.weight`] = weight;
      });
      return inputs;
    },
  };
}

function rejectionOf(pod: PodInfo, node: NodeInfo, isIgnored: IsIgnored): Rejection {
  const short = insufficientResources(pod.requests, node, isIgnored);
  return {
    code: short.some(({ unresolvable }) => unresolvable) ? 'UnschedulableAndUnresolvable' : 'Unschedulable',
    plugin: NODE_RESOURCES_FIT,
    reasons: short.map(({ reason }) => reason),
  };
}

function groupOf(resource: string): string {
  const slash = resource.indexOf('/');
  return slash === -1 ? resource : resource.slice(0, slash);
}

/** What is asked, requested already and allocatable, resource by resource: thousandths of a CPU, bytes. */
function ledger(pod: PodInfo, node: NodeInfo): Inputs {
  const inputs: Record<string, number> = {
    'pods.pod': 1,
    'pods.requested': node.pods.length,
    'pods.allocatable': node.allocatable.pods,
  };
  for (const name of ['cpu', 'memory', 'ephemeral-storage', ...(pod.requests.scalars?.keys() ?? [])]) {
    const request = podRequest(pod, name, false);
    if (request === 0 && name === 'ephemeral-storage') continue;
    inputs[`${name}.pod`] = request;
    inputs[`${name}.requested`] = requestedOn(node, name, false);
    inputs[`${name}.allocatable`] = allocatableOn(node, name, request);
  }
  return inputs;
}

/** A Pod left its node, or asks for less of something this one needs. */
function podMadeRoom(pod: PodInfo, before: unknown, after: unknown): boolean {
  const former = before as Pod;
  if (after === undefined) {
    return (former.spec.nodeName ?? '') !== '' || (former.status?.nominatedNodeName ?? '') !== '';
  }
  const now = podInfoOf(after as Pod);
  if (now.uid !== pod.uid && (now.pod.spec.nodeName ?? '') === '') return false;
  const was = podInfoOf(former).requests;
  const { requests } = pod;
  if (requests.milliCpu > 0 && was.milliCpu > now.requests.milliCpu) return true;
  if (requests.memory > 0 && was.memory > now.requests.memory) return true;
  if (requests.ephemeralStorage > 0 && was.ephemeralStorage > now.requests.ephemeralStorage) return true;
  for (const [name, wanted] of requests.scalars ?? []) {
    if (wanted > 0 && (was.scalars?.get(name) ?? 0) > (now.requests.scalars?.get(name) ?? 0)) return true;
  }
  return false;
}

/** Models haveAnyRequestedResourcesIncreased. */
function grew(requests: ResourceVector, before: Allocatable, after: Allocatable): boolean {
  if (after.pods > before.pods) return true;
  if (requests.milliCpu > 0 && after.milliCpu > before.milliCpu) return true;
  if (requests.memory > 0 && after.memory > before.memory) return true;
  if (requests.ephemeralStorage > 0 && after.ephemeralStorage > before.ephemeralStorage) return true;
  for (const [name, wanted] of requests.scalars ?? []) {
    if (wanted > 0 && (after.scalars?.get(name) ?? 0) > (before.scalars?.get(name) ?? 0)) return true;
  }
  return false;
}
