import type { Pod } from '../../api/generated/types.ts';
import { Session } from '../../engine/cluster/session.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { WorldIndex } from '../../trace/world.ts';
import type { ClusterFacts } from '../cluster.ts';

/** The cluster as it stands when a scenario has been played to a moment, and what kubectl complained of. */
export function playedTo(
  scenario: Scenario,
  atSeconds: number,
): { readonly cluster: ClusterFacts; readonly stderr: string } {
  const world = new WorldIndex();
  const logs = new Map<string, string>();
  let last = 0;
  let stderr = '';
  const sink = (record: TraceRecord): void => {
    world.add(record);
    last = record.seq;
    if (record.kind === 'command.output' && record.data.stream === 'stderr') stderr += record.data.text;
    if (record.kind !== 'log.container') return;
    const key = `${record.data.pod.name}/${record.data.container}`;
    logs.set(key, `${logs.get(key) ?? ''}${record.data.text}`);
  };
  new Session({ scenario, sink }).advance({ until: atSeconds * 1_000_000 });
  const cluster: ClusterFacts = {
    list: (resource) => world.list(resource, last),
    logs: (pod: Pod, container) => logs.get(`${pod.metadata.name}/${container}`) ?? '',
  };
  return { cluster, stderr };
}
