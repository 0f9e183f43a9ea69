import type { KubeObject, ResourceName } from '../../../api/object.ts';
import type { ControllerContext } from './controller.ts';
import { refOf } from './objects.ts';

export const MANAGER = 'kube-controller-manager';

/** What a loop looked at and what it decided. */
export interface Decision {
  /** The controller's own name: `replicaset`. */
  readonly controller: string;
  /** What it decided, in a word: `create`, `scale`, `nothing`. */
  readonly name: string;
  readonly resource: ResourceName;
  /** Desired against actual: `3 wanted, 2 are: create 1`. */
  readonly note: string;
}

/** Leaves a mark of a loop's decision about an object. */
export function recordDecision({ kernel }: ControllerContext, object: KubeObject, decision: Decision): void {
  if (!kernel.records(2)) return;
  const { controller, name, resource, note } = decision;
  const subject = { resource, ...refOf(object) };
  kernel.record(MANAGER, 'step', { track: `controller/${controller}`, name, level: 2, subject, note });
}
