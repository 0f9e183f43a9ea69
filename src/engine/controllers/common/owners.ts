import type { LabelSelector } from '../../../api/generated/types.ts';
import { compileLabelSelector, selectorMatches } from '../../../api/label-selector.ts';
import type { Informer } from '../../machinery/informer.ts';
import { type Stored, controllerRefOf } from './objects.ts';

/** The object's controller, if it is of this kind and not a later namesake. Models the resolveControllerRef of each controller. */
export function ownerOf<T extends Stored>(owners: Informer<T>, kind: string, object: Stored): T | undefined {
  const reference = controllerRefOf(object);
  if (reference?.kind !== kind) return undefined;
  const owner = owners.get({ namespace: object.metadata.namespace ?? '', name: reference.name });
  return owner?.metadata.uid === reference.uid ? owner : undefined;
}

/** Every object whose selector takes an orphan. Models getPodReplicaSets and its like. */
export function selecting<T extends Stored & { readonly spec: { readonly selector?: LabelSelector } }>(
  owners: Informer<T>,
  orphan: Stored,
): T[] {
  return [...owners.values()].filter(
    ({ metadata, spec }) =>
      metadata.namespace === orphan.metadata.namespace &&
      selectorMatches(compileLabelSelector(spec.selector), orphan.metadata.labels),
  );
}
