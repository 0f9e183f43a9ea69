import type { Container } from '../../../../api/generated/types.ts';
import type { Json } from '../../../../base/json.ts';
import { asList } from '../../../../base/json.ts';
import { CommandError } from '../../errors.ts';
import { type Unstructured, apiVersionOf, at, kindOf, withAt } from '../../object.ts';
import { goTypeOf } from '../../pods.ts';

const POD_SPECS: Readonly<Record<string, readonly string[]>> = {
  Pod: ['spec'],
  ReplicationController: ['spec', 'template', 'spec'],
  Deployment: ['spec', 'template', 'spec'],
  DaemonSet: ['spec', 'template', 'spec'],
  ReplicaSet: ['spec', 'template', 'spec'],
  StatefulSet: ['spec', 'template', 'spec'],
  Job: ['spec', 'template', 'spec'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
};

/** Whether an object is a Pod or has a template of one. */
export const hasPodSpec = (object: Unstructured): boolean => POD_SPECS[kindOf(object)] !== undefined;

/** Where the Pod's spec is in an object of this kind. Models polymorphichelpers.UpdatePodSpecForObject. */
export function podSpecPath(object: Unstructured): readonly string[] {
  const path = POD_SPECS[kindOf(object)];
  if (path === undefined) {
    const type = goTypeOf(apiVersionOf(object), kindOf(object));
    throw new CommandError(`the object is not a pod or does not have a pod template: ${type}`);
  }
  return path;
}

export type ContainerList = 'initContainers' | 'containers';

/** The containers of one list of an object's Pod spec. */
export function containersOf(object: Unstructured, list: ContainerList): readonly Container[] {
  return asList(at(object, ...podSpecPath(object), list)) as unknown as readonly Container[];
}

/** The object with these containers instead. */
export function withContainers(
  object: Unstructured,
  list: ContainerList,
  containers: readonly Container[],
): Unstructured {
  if (containers.length === 0) return object;
  return withAt(object, [...podSpecPath(object), list], containers as unknown as Json);
}

/** Whether a container's name fits a pattern with `*`. Models selectContainers. */
export function nameFits(name: string, pattern: string): boolean {
  if (pattern === '*') return true;
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}
