import type { Event } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import { versionAt, type WorldIndex } from '../../../trace/world.ts';

/** A Kubernetes Event about an object, as it stood at the cursor. */
export interface EventRow {
  readonly key: string;
  /** The record of its latest version by the cursor. */
  readonly seq: number;
  readonly type: string;
  readonly reason: string;
  readonly from: string;
  readonly message: string;
  readonly count: number;
}

type AnyEvent = Event & {
  readonly series?: { readonly count?: number };
};

/** The Events about an object after record `seq`, in the order of their first appearance. */
export function eventsOf(
  world: WorldIndex,
  about: ObjectRef & { readonly kind: string },
  seq: number,
): readonly EventRow[] {
  const rows: EventRow[] = [];
  for (const history of world.histories('events')) {
    const latest = versionAt(history.versions, seq);
    const event = latest?.object as AnyEvent | undefined;
    const involved = event?.involvedObject;
    if (latest === undefined || event === undefined || involved === undefined) continue;
    if (
      involved.kind !== about.kind ||
      involved.name !== about.name ||
      (involved.namespace ?? '') !== about.namespace
    )
      continue;
    rows.push({
      key: history.name,
      seq: latest.seq,
      type: event.type ?? '',
      reason: event.reason ?? '',
      from: event.source?.component || event.reportingComponent || '',
      message: event.message ?? '',
      count: event.series?.count ?? event.count ?? 1,
    });
  }
  return rows.sort((a, b) => a.seq - b.seq);
}
