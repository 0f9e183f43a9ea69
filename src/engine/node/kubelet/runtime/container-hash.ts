import { fnv1a } from '../../../../base/hash.ts';
import type { AnyContainer } from '../pod.ts';

const hashes = new WeakMap<object, string>();

/** Hash of the fields whose change restarts a container: name and image. Models pkg/kubelet/container/helpers.go HashContainer (1.36). */
export function containerHash(container: AnyContainer): string {
  let hash = hashes.get(container);
  if (hash === undefined) {
    hash = fnv1a(`{"image":"${container.image ?? ''}","name":"${container.name}"}`).toString(16);
    hashes.set(container, hash);
  }
  return hash;
}
