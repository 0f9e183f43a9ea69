import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from '../../../api/generated/types.ts';

/** What kind of change it is; a page has a sentence for each. */
export type EditKind =
  | 'lower-request'
  | 'add-toleration'
  | 'drop-node-selector'
  | 'drop-node-affinity'
  | 'drop-host-port'
  | 'drop-pod-affinity'
  | 'drop-pod-anti-affinity'
  | 'drop-spread-constraint'
  | 'raise-allocatable'
  | 'remove-taint'
  | 'uncordon'
  | 'add-label'
  | 'delete-pod'
  | 'create-claim'
  | 'create-volume';

/** One change of one object. `before` is null when it would be made, `after` when it would be deleted. */
export interface Edit {
  readonly kind: EditKind;
  readonly target: {
    readonly resource: 'pods' | 'nodes' | 'persistentvolumeclaims' | 'persistentvolumes';
    readonly namespace: string;
    readonly name: string;
  };
  /** What the sentence names: a resource with its numbers, a taint, a label. */
  readonly values: Readonly<Record<string, string>>;
  readonly before: Pod | Node | null;
  readonly after: Pod | Node | PersistentVolumeClaim | PersistentVolume | null;
  /** How much it asks of somebody: smaller is shown first. */
  readonly cost: number;
}

type Draft = Omit<Edit, 'target' | 'before' | 'after'>;

export function podEdit(pod: Pod, draft: Draft, after: Pod | null): Edit {
  const { namespace = '', name } = pod.metadata;
  return { ...draft, target: { resource: 'pods', namespace, name }, before: pod, after };
}

export function nodeEdit(node: Node, draft: Draft, after: Node): Edit {
  return {
    ...draft,
    target: { resource: 'nodes', namespace: '', name: node.metadata.name },
    before: node,
    after,
  };
}
