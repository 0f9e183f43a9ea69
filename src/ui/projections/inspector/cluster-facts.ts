import type { Event } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import type { ClusterFacts } from '../../../diagnosis/cluster.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { WorldIndex } from '../../../trace/world.ts';
import { followed } from '../follow.ts';
import { countUpTo } from '../sorted.ts';

/** Which records hold the output of which container. */
class LogIndex {
  private readonly of = new Map<string, number[]>();

  add(record: TraceRecord): void {
    if (record.kind !== 'log.container') return;
    const { pod, container } = record.data;
    const key = `${pod.namespace}/${pod.name}/${container}`;
    const known = this.of.get(key);
    if (known === undefined) this.of.set(key, [record.seq]);
    else known.push(record.seq);
  }

  /** The records of the last few lines by `seq`. */
  last(key: string, seq: number): readonly number[] {
    const all = this.of.get(key) ?? [];
    const count = countUpTo(all, seq);
    return all.slice(Math.max(0, count - MOST_CHUNKS), count);
  }
}

/** Which Events are about which object, in order of coming: what one is about never changes. */
class EventIndex {
  private readonly of = new Map<string, ObjectRef[]>();
  private readonly known = new Set<string>();

  add(record: TraceRecord): void {
    if (record.kind !== 'object.put' || record.data.resource !== 'events') return;
    const { namespace, name, object } = record.data;
    const id = `${namespace}/${name}`;
    if (this.known.has(id)) return;
    this.known.add(id);
    const { involvedObject } = object as unknown as Event;
    const key = aboutKey(
      involvedObject.kind ?? '',
      involvedObject.namespace ?? '',
      involvedObject.name ?? '',
    );
    const own = this.of.get(key);
    if (own === undefined) this.of.set(key, [{ namespace, name }]);
    else own.push({ namespace, name });
  }

  /** The Events about it that were there after `seq`. */
  at(world: WorldIndex, key: string, seq: number): readonly Event[] {
    return (this.of.get(key) ?? []).flatMap(({ namespace, name }) => {
      const event = world.get('events', namespace, name, seq);
      return event === undefined ? [] : [event as unknown as Event];
    });
  }
}

const aboutKey = (kind: string, namespace: string, name: string): string => `${kind}|${namespace}|${name}`;

const eventIndex = followed(() => new EventIndex());

/** More of a log than this is not looked at for a cause. */
const MOST_CHUNKS = 20;

const logIndex = followed(() => new LogIndex());

/** Reads what has come of a run, so that the first question need not read all of it. */
export function readAhead(trace: Trace): void {
  eventIndex(trace);
  logIndex(trace);
}

/** What the API tells of a run's cluster after record `seq`: nothing that only the simulation knows. */
export function clusterFacts(trace: Trace, world: WorldIndex, seq: number): ClusterFacts {
  const lists = new Map<string, ReturnType<WorldIndex['list']>>();
  return {
    list: (resource) => {
      let list = lists.get(resource);
      if (list === undefined) {
        list = world.list(resource, seq);
        lists.set(resource, list);
      }
      return list;
    },
    about: (kind, { namespace, name }) => eventIndex(trace).at(world, aboutKey(kind, namespace, name), seq),
    logs: ({ metadata }, container) =>
      logIndex(trace)
        .last(`${metadata.namespace ?? ''}/${metadata.name}/${container}`, seq)
        .map((at) => {
          const record = trace.at(at);
          return record.kind === 'log.container' ? record.data.text : '';
        })
        .join(''),
  };
}
