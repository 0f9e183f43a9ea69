import type { KubeObject } from '../../../api/object.ts';
import type { Version } from '../../../trace/world.ts';

/** A condition of an object, and the record since which it has had its value. */
export interface ConditionRow {
  readonly type: string;
  /** Undefined: the object has none of this type. */
  readonly status: string | undefined;
  readonly reason: string;
  readonly message: string;
  readonly sinceSeq: number | undefined;
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** Those that every Pod comes to have, in the order in which they come true. */
const OF_PODS = ['PodScheduled', 'PodReadyToStartContainers', 'Initialized', 'ContainersReady', 'Ready'];

const conditionsOf = (object: KubeObject | undefined): readonly Condition[] =>
  (object as { readonly status?: { readonly conditions?: readonly Condition[] } } | undefined)?.status
    ?.conditions ?? [];

/** The conditions of an object's latest version but deletion; of a Pod also those that are still to come. */
export function conditionRows(resource: string, versions: readonly Version[]): readonly ConditionRow[] {
  const last = versions.findLast(({ object }) => object !== undefined);
  const present = conditionsOf(last?.object);
  const expected = resource === 'pods' ? OF_PODS : [];
  const types = [...expected, ...present.map(({ type }) => type).filter((type) => !expected.includes(type))];
  return types.map((type) => {
    const condition = present.find((each) => each.type === type);
    return {
      type,
      status: condition?.status,
      reason: condition?.reason ?? '',
      message: condition?.message ?? '',
      sinceSeq: condition === undefined ? undefined : sinceWhen(versions, condition),
    };
  });
}

/** The record of the first of the latest versions that all say so. */
function sinceWhen(versions: readonly Version[], { type, status }: Condition): number | undefined {
  let since: number | undefined;
  for (const { seq, object } of versions.toReversed()) {
    if (object === undefined && since === undefined) continue;
    if (conditionsOf(object).find((each) => each.type === type)?.status !== status) break;
    since = seq;
  }
  return since;
}
