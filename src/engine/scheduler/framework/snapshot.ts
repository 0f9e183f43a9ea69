import type { ImageState } from '../cache/image-states.ts';
import type { NodeInfo } from '../cache/node-info.ts';
import type { ClusterObjects } from './objects.ts';

/**
 * What one cycle sees: the nodes with their Pods, and everything else plugins ask about.
 * Nothing of it changes while a cycle's filters and scores run, since they run in one turn.
 */
export interface Snapshot {
  /** In the order in which they are looked at. */
  readonly nodes: readonly NodeInfo[];
  node(name: string): NodeInfo | undefined;
  /** Nodes with a Pod that has any affinity term. */
  readonly nodesWithAffinity: ReadonlySet<NodeInfo>;
  readonly nodesWithRequiredAntiAffinity: ReadonlySet<NodeInfo>;
  image(name: string): ImageState | undefined;
  /** Whether a Pod on some node mounts the claim `namespace/name`. */
  claimInUse(key: string): boolean;
  readonly objects: ClusterObjects;
}
