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

/** More of a log than this is not looked at for a cause. */
const MOST_CHUNKS = 20;

const logIndex = followed(() => new LogIndex());

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
