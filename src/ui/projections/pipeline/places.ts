import type { Hop, Line } from './hops.ts';

/** The machines that a drawing shows: the opened one, and a tile on either side. */
export interface Shown {
  readonly machine: string | undefined;
  readonly left: string | undefined;
  readonly right: string | undefined;
}

/** A line as one drawing has it: a machine beside the opened one has a single line for all its talk. */
export type Place = Line | 'left.watch' | 'right.watch';

/** Where a hop is drawn among these machines, if anywhere. */
export function placeIn({ machine, left, right }: Shown): (hop: Hop) => Place | undefined {
  return ({ line, node }) => {
    if (node === undefined || node === machine || !PER_NODE.has(line)) return line;
    if (line !== 'kubelet.watch' && line !== 'kubelet.request') return undefined;
    return node === left ? 'left.watch' : node === right ? 'right.watch' : undefined;
  };
}

const PER_NODE: ReadonlySet<Line> = new Set([
  'kubelet.watch',
  'kubelet.request',
  'proxy.watch',
  'cri',
  'shim',
  'cni',
  'data',
]);
