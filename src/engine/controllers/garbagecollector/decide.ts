import type { KubeObject, OwnerReferenceLike } from '../../../api/object.ts';
import { FOREGROUND, type Node, ORPHAN, hasFinalizer } from './graph.ts';

/** What became of an owner: there, gone, or waiting for its dependents to be gone. */
export type OwnerState = 'solid' | 'dangling' | 'waiting';

export type Verdict =
  | { readonly do: 'nothing' }
  | { readonly do: 'drop-references'; readonly owners: readonly OwnerReferenceLike[] }
  | { readonly do: 'unblock' }
  | { readonly do: 'delete'; readonly policy: 'Foreground' | 'Background' | 'Orphan' };

/** What becomes of an object, given what became of its owners. Models attemptToDeleteItem (1.36). */
export function decide(node: Node, latest: KubeObject, states: readonly OwnerState[]): Verdict {
  const owners = latest.metadata?.ownerReferences ?? [];
  if (owners.length === 0) return { do: 'nothing' };
  if (states.includes('solid')) {
    const gone = owners.filter((_, place) => states[place] !== 'solid');
    return gone.length === 0 ? { do: 'nothing' } : { do: 'drop-references', owners: gone };
  }
  if (states.includes('waiting') && node.dependents.size > 0) {
    // Two that wait for each other would wait for ever.
    const isCircle = [...node.dependents].some((dependent) => dependent.deletingDependents);
    return isCircle ? { do: 'unblock' } : { do: 'delete', policy: 'Foreground' };
  }
  if (hasFinalizer(latest, ORPHAN)) return { do: 'delete', policy: 'Orphan' };
  return { do: 'delete', policy: hasFinalizer(latest, FOREGROUND) ? 'Foreground' : 'Background' };
}

/** Dependents that keep their owner from going. */
export function blockers(node: Node): Node[] {
  return [...node.dependents].filter(({ owners }) =>
    owners.some(({ uid, blockOwnerDeletion }) => uid === node.identity.uid && blockOwnerDeletion === true),
  );
}

/** A patch that takes owners off an object. */
export function dropReferencesPatch(uid: string, owners: readonly string[]): object {
  return { metadata: { uid, ownerReferences: owners.map((owner) => ({ $patch: 'delete', uid: owner })) } };
}
