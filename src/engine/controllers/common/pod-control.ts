import type { Pod, PodTemplateSpec } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import { newControllerRef } from '../../../api/owner.ts';
import type { Result } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import type { ApiError } from '../../machinery/client.ts';
import type { ControllerContext } from './controller.ts';
import type { Manifest, Stored } from './objects.ts';

/** A Pod of the template, owned by `owner`, its name left to the server. Models pkg/controller GetPodFromTemplate (1.36). */
export function podFromTemplate(
  template: PodTemplateSpec | undefined,
  owner: Stored,
  generateName = `${owner.metadata.name}-`,
): Manifest {
  const { labels, annotations, finalizers } = template?.metadata ?? {};
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      generateName,
      namespace: owner.metadata.namespace,
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
      ...(finalizers === undefined ? {} : { finalizers }),
      ownerReferences: [newControllerRef(owner)],
    },
    spec: template?.spec,
  };
}

/** The refusal is because the namespace is going away: nothing to tell anybody. */
export function isNamespaceTerminating(error: ApiError): boolean {
  return (
    error.kind === 'Status' &&
    (error.details?.causes ?? []).some(({ reason }) => reason === 'NamespaceTerminating')
  );
}

/** Creates a Pod and tells it on its owner. Models pkg/controller RealPodControl (1.36). */
export function* createPod(
  { client, recorder }: ControllerContext,
  owner: Stored,
  pod: Manifest,
): Task<Result<Pod, ApiError>> {
  const made = yield* client.create<Pod>('pods', pod as unknown as Pod);
  if (made.ok)
    recorder.event(owner, 'Normal', 'SuccessfulCreate', `Created pod: ${made.value.metadata.name}`);
  else if (!isNamespaceTerminating(made.error))
    recorder.event(owner, 'Warning', 'FailedCreate', `Error creating: ${made.error.message}`);
  return made;
}

/** Deletes a Pod with its own grace and tells it on its owner. */
export function* deletePod(
  { client, recorder }: ControllerContext,
  owner: Stored,
  pod: ObjectRef,
): Task<ApiError | undefined> {
  const deleted = yield* client.delete('pods', pod);
  if (deleted.ok) {
    recorder.event(owner, 'Normal', 'SuccessfulDelete', `Deleted pod: ${pod.name}`);
    return undefined;
  }
  if (deleted.error.code !== 404)
    recorder.event(owner, 'Warning', 'FailedDelete', `Error deleting: ${deleted.error.message}`);
  return deleted.error;
}
