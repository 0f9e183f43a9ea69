import type { Pod } from '../../../../api/generated/types.ts';
import { fnv1a } from '../../../../base/hash.ts';
import { type AnyContainer, podUid } from '../pod.ts';

const keys = new WeakMap<AnyContainer, Map<string, string>>();

/**
 * Key of a container's crash back-off: a new image or new resources start a fresh series.
 * Models pkg/kubelet/kuberuntime/helpers.go GetBackoffKey (1.36).
 */
export function backOffKey(pod: Pod, container: AnyContainer): string {
  const uid = podUid(pod);
  let byPod = keys.get(container);
  if (byPod === undefined) {
    byPod = new Map();
    keys.set(container, byPod);
  }
  let key = byPod.get(uid);
  if (key === undefined) {
    const { name, namespace } = pod.metadata;
    const hash = fnv1a(`${container.image}${JSON.stringify(container.resources ?? {})}`).toString(16);
    key = `${name}_${namespace}_${uid}_${container.name}_${hash}`;
    byPod.set(uid, key);
  }
  return key;
}
