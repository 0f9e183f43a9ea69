import type { Task } from '../../../engine/kernel/task.ts';
import type { Kube } from '../kube.ts';
import { kindWord } from '../object.ts';
import { mappingFor } from '../resource/mapper.ts';

/** `kubectl delete`. */
export function* remove(kube: Kube): Task<number> {
  const [type = '', ...names] = kube.args;
  const resource = mappingFor(type);
  for (const name of names) {
    yield* kube.api.delete({ resource, namespace: kube.namespace, name });
    kube.out(`${kindWord(resource)} "${name}" deleted from ${kube.namespace} namespace\n`);
  }
  return 0;
}
