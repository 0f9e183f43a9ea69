import type { Event, Pod } from '../../../api/generated/types.ts';
import { compileLabelSelector, formatSelector, selectorMatches } from '../../../api/label-selector.ts';
import type { LabelSelector } from '../../../api/generated/types.ts';
import { type Resource, resourceByKey } from '../../../api/resources.ts';
import { present } from '../../../base/assert.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { Target } from '../api.ts';
import { CommandError } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { type Unstructured, kindOf, nameOf, namespaceOf, uidOf } from '../object.ts';

/** What every describer is given. */
export interface DescribeContext {
  readonly kube: Kube;
  readonly showEvents: boolean;
  readonly nowUs: number;
}

/** Fetches an object anew, and what belongs to it, and tells of it. */
export type Describer = (context: DescribeContext, target: Target) => Task<string>;

export const resource = (key: string): Resource => present(resourceByKey(key), key);

/** The objects of a type in a namespace that a selector keeps. */
export function* listAll<T>(
  context: DescribeContext,
  key: string,
  namespace: string,
  options: { readonly labelSelector?: string; readonly fieldSelector?: string } = {},
): Task<readonly T[]> {
  const list = yield* context.kube.api.list(resource(key), namespace, { ...options, limit: 500 });
  return list.items as unknown as readonly T[];
}

/** Events about an object; undefined unless they are to be shown. Models searchEvents. */
export function* eventsOf(
  context: DescribeContext,
  object: Unstructured,
  uid = uidOf(object),
): Task<readonly Event[] | undefined> {
  if (!context.showEvents) return undefined;
  const fields = [
    `involvedObject.name=${nameOf(object)}`,
    ...(namespaceOf(object) === '' ? [] : [`involvedObject.namespace=${namespaceOf(object)}`]),
    `involvedObject.kind=${kindOf(object)}`,
    `involvedObject.uid=${uid}`,
  ];
  try {
    return yield* listAll<Event>(context, 'events', namespaceOf(object), { fieldSelector: fields.join(',') });
  } catch (error) {
    // Whoever may not read events is told of the object all the same.
    if (error instanceof CommandError) return [];
    throw error;
  }
}

export interface PodCounts {
  readonly running: number;
  readonly waiting: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** Phases of the Pods a controller owns. Models getPodStatusForController. */
export function* podCounts(
  context: DescribeContext,
  owner: Unstructured,
  selector: LabelSelector | undefined,
): Task<PodCounts> {
  const compiled = compileLabelSelector(selector);
  const labelSelector = formatSelector(compiled);
  const pods = yield* listAll<Pod>(context, 'pods', namespaceOf(owner), { labelSelector });
  const owned = pods.filter(
    (pod) =>
      selectorMatches(compiled, pod.metadata.labels) &&
      (pod.metadata.ownerReferences ?? []).some(
        ({ uid, controller }) => controller === true && uid === uidOf(owner),
      ),
  );
  const count = (phase: string): number => owned.filter(({ status }) => status?.phase === phase).length;
  return {
    running: count('Running'),
    waiting: count('Pending'),
    succeeded: count('Succeeded'),
    failed: count('Failed'),
  };
}

export const countsText = ({ running, waiting, succeeded, failed }: PodCounts): string =>
  `${running} Running / ${waiting} Waiting / ${succeeded} Succeeded / ${failed} Failed`;
