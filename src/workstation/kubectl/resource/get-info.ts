import type { Task } from '../../../engine/kernel/task.ts';
import type { RequestOptions } from '../../../engine/machinery/client.ts';
import { resourceByKey } from '../../../api/resources.ts';
import { present } from '../../../base/assert.ts';
import type { Target } from '../api.ts';
import { isNotFound } from '../errors.ts';
import type { Kube } from '../kube.ts';
import type { Unstructured } from '../object.ts';

const NAMESPACES = present(resourceByKey('namespaces'), 'namespaces');

/** Fetches one object; when it is missing, a missing namespace is the answer instead. Models resource.Info.Get (1.36). */
export function* getInfo(
  kube: Pick<Kube, 'api'>,
  target: Target,
  options?: RequestOptions,
  subresource?: string,
): Task<Unstructured> {
  try {
    return yield* kube.api.get(target, options, subresource);
  } catch (error) {
    if (isNotFound(error) && target.resource.namespaced && target.namespace !== '')
      yield* checkNamespace(kube, target.namespace);
    throw error;
  }
}

function* checkNamespace(kube: Pick<Kube, 'api'>, name: string): Task {
  try {
    yield* kube.api.get({ resource: NAMESPACES, namespace: '', name });
  } catch (error) {
    if (isNotFound(error)) throw error;
  }
}
