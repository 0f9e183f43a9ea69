import type { Node, Pod } from '../../../api/generated/types.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { WorldIndex } from '../../../trace/world.ts';
import { followed } from '../follow.ts';
import { podStanding } from '../pod-state.ts';
import { lastUpTo } from '../sorted.ts';
import { isOff } from './outages.ts';
import type { NodeState, NodeSummary, PodDot } from './view.ts';

/** A machine with the objects behind it. */
export interface NodeAt extends Omit<NodeSummary, 'off'> {
  readonly node: Node;
  readonly own: readonly Pod[];
}

/** What every level shows of a machine, without the objects behind it. */
export function summaryOf(
  { name, state, cordoned, controlPlane, pods }: NodeAt,
  trace: Trace,
  seq: number,
): NodeSummary {
  return { name, state, cordoned, controlPlane, off: isOff(trace, name, seq), pods };
}

/** When nodes or Pods changed, and the machines as they last stood: asking again between two changes costs nothing. */
class ClusterIndex {
  private readonly changes: number[] = [];
  private at = -2;
  private nodes: readonly NodeAt[] = [];

  add(record: TraceRecord): void {
    if (record.kind !== 'object.put' && record.kind !== 'object.delete') return;
    const { resource } = record.data;
    if (resource === 'pods' || resource === 'nodes') this.changes.push(record.seq);
  }

  nodesAt(world: WorldIndex, seq: number): readonly NodeAt[] {
    const last = lastUpTo(this.changes, seq) ?? -1;
    if (last !== this.at) {
      this.nodes = nodesOf(world, last);
      this.at = last;
    }
    return this.nodes;
  }
}

const clusterIndex = followed(() => new ClusterIndex());

/** Every machine as it stood after `seq`, in order of coming, with its Pods in order of coming. */
export function nodesAt(trace: Trace, world: WorldIndex, seq: number): readonly NodeAt[] {
  return clusterIndex(trace).nodesAt(world, seq);
}

function nodesOf(world: WorldIndex, seq: number): readonly NodeAt[] {
  const podsOn = new Map<string, Pod[]>();
  for (const object of world.list('pods', seq)) {
    const pod = object as Pod;
    const { nodeName } = pod.spec;
    if (nodeName === undefined) continue;
    const on = podsOn.get(nodeName);
    if (on === undefined) podsOn.set(nodeName, [pod]);
    else on.push(pod);
  }
  return world.list('nodes', seq).map((object) => {
    const node = object as Node;
    const name = node.metadata.name ?? '';
    const own = podsOn.get(name) ?? [];
    return {
      name,
      node,
      own,
      state: nodeState(node),
      cordoned: node.spec?.unschedulable === true,
      controlPlane: node.metadata.labels?.['node-role.kubernetes.io/control-plane'] !== undefined,
      pods: own.map(dotOf),
    };
  });
}

function nodeState(node: Node): NodeState {
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  if (ready === 'True') return 'ready';
  return ready === 'Unknown' ? 'unknown' : 'notReady';
}

/** An object of the trace never changes: what it looks like is found out once. */
const dots = new WeakMap<Pod, PodDot>();

function dotOf(pod: Pod): PodDot {
  const known = dots.get(pod);
  if (known !== undefined) return known;
  const dot = {
    ref: { namespace: pod.metadata.namespace ?? '', name: pod.metadata.name ?? '' },
    standing: podStanding(pod),
  };
  dots.set(pod, dot);
  return dot;
}
