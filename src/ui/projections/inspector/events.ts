import type { Event } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import { type History, versionAt, type WorldIndex } from '../../../trace/world.ts';

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

/** Which Events are about which object: what an Event is about never changes. */
class EventsByObject {
  private readonly of = new Map<string, History[]>();
  private read = 0;

  /** The histories of the Events about an object, as far as the world has grown. */
  about(world: WorldIndex, kind: string, { namespace, name }: ObjectRef): readonly History[] {
    const all = world.histories('events');
    for (; this.read < all.length; this.read++) {
      const history = all[this.read] as History;
      const first = history.versions[0]?.object as AnyEvent | undefined;
      if (first?.involvedObject === undefined) continue;
      const involved = first.involvedObject;
      const key = keyOf(involved.kind ?? '', involved.namespace ?? '', involved.name ?? '');
      const own = this.of.get(key);
      if (own === undefined) this.of.set(key, [history]);
      else own.push(history);
    }
    return this.of.get(keyOf(kind, namespace, name)) ?? [];
  }
}

const keyOf = (kind: string, namespace: string, name: string): string => `${kind}|${namespace}|${name}`;
const indexes = new WeakMap<WorldIndex, EventsByObject>();

function historiesAbout(world: WorldIndex, kind: string, ref: ObjectRef): readonly History[] {
  let index = indexes.get(world);
  if (index === undefined) {
    index = new EventsByObject();
    indexes.set(world, index);
  }
  return index.about(world, kind, ref);
}

/** The Events about an object after record `seq`, in the order of their first appearance. */
export function eventsOf(
  world: WorldIndex,
  about: ObjectRef & { readonly kind: string },
  seq: number,
): readonly EventRow[] {
  const rows: EventRow[] = [];
  for (const history of historiesAbout(world, about.kind, about)) {
    const latest = versionAt(history.versions, seq);
    const event = latest?.object as AnyEvent | undefined;
    if (latest === undefined || event === undefined) continue;
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
