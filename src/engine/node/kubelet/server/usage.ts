import type { Pod } from '../../../../api/generated/types.ts';
import { compareText } from '../../../../base/compare.ts';
import type { Task } from '../../../kernel/task.ts';
import type { ContainerUsage, NodeUsage } from '../../../machinery/kubelet-server.ts';
import type { KubeletDeps } from '../deps.ts';
import type { KubeletParts } from '../parts.ts';
import { podUid } from '../pod.ts';

// Models pkg/kubelet/stats (1.36) as far as CPU time and working sets go. Read when asked for; cAdvisor reads every 10 to 15 s.

/** What the machine and each running container of the kubelet's Pods have used. */
export function* nodeUsage(deps: KubeletDeps, parts: KubeletParts): Task<NodeUsage> {
  const containers: ContainerUsage[] = [];
  for (const pod of parts.pods.list().sort(byName)) containers.push(...(yield* podUsage(deps, parts, pod)));
  const { cpuUsedUs, memoryWorkingSetBytes } = deps.host.meters();
  return { cpuUsedUs, memoryBytes: memoryWorkingSetBytes, containers };
}

function* podUsage(deps: KubeletDeps, parts: KubeletParts, pod: Pod): Task<readonly ContainerUsage[]> {
  const { namespace = '', name } = pod.metadata;
  const out: ContainerUsage[] = [];
  for (const { id, name: container, state, startedAt } of parts.cache.get(podUid(pod))?.containers ?? []) {
    if (state !== 'running') continue;
    const stats = yield* deps.runtime.containerStats(id);
    if (!stats.ok) continue;
    const { cpuUsageCoreNanos, memoryWorkingSetBytes } = stats.value;
    const used = { cpuUsedUs: cpuUsageCoreNanos / 1_000, memoryBytes: memoryWorkingSetBytes };
    out.push({ namespace, pod: name, container, startedUnixUs: startedAt, ...used });
  }
  return out.sort((a, b) => compareText(a.container, b.container));
}

function byName(a: Pod, b: Pod): number {
  const [one, other] = [a.metadata, b.metadata];
  return (
    compareText(one.namespace ?? '', other.namespace ?? '') || compareText(one.name ?? '', other.name ?? '')
  );
}
