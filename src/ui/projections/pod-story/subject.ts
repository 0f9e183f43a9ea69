import type { Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import type { History, WorldIndex } from '../../../trace/world.ts';

/** Pods of the cluster's own that no story is about, unless the reader picks one. */
const SYSTEM_NAMESPACES: ReadonlySet<string> = new Set(['kube-system', 'kube-public', 'kube-node-lease']);

/** Whether a namespace is the cluster's own. */
export const isSystemNamespace = (namespace: string): boolean => SYSTEM_NAMESPACES.has(namespace);

/** Versions of a Pod with their records; a Pod made anew under the same name is another Pod. */
export interface PodVersion {
  readonly seq: number;
  readonly pod: Pod | undefined;
}

/**
 * The Pod the story is about when the reader has picked none: the first that came after time 0 in a namespace of the
 * user's, or undefined. `firstSeq` is the trace's first record at or after time 0.
 */
export function storyPod(world: WorldIndex, firstSeq: number): ObjectRef | undefined {
  let found: History | undefined;
  for (const history of world.histories('pods')) {
    const born = history.versions.find((version) => version.seq >= firstSeq && version.object !== undefined);
    if (born === undefined || isSystemNamespace(history.namespace)) continue;
    const isFirst = found === undefined || born.seq < (found.versions[0]?.seq ?? 0);
    if (history.versions[0] === born && isFirst) found = history;
  }
  return found === undefined ? undefined : { namespace: found.namespace, name: found.name };
}

/** Every version of the Pod, oldest first. */
export function podVersions(world: WorldIndex, ref: ObjectRef): readonly PodVersion[] {
  const history = world.history('pods', ref.namespace, ref.name);
  return (history?.versions ?? []).map(({ seq, object }) => ({ seq, pod: object as Pod | undefined }));
}
