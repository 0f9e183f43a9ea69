import type { Pod } from '../../../../api/generated/types.ts';
import { type Task, wait } from '../../../kernel/task.ts';
import type { KubeletDeps } from '../deps.ts';
import { initContainers, podUid } from '../pod.ts';
import { hasRestartAllRule } from '../status/transitions.ts';
import { killContainer } from './kill.ts';
import { matchingRule } from './restart-policy.ts';
import type { RuntimeContainer, RuntimePodStatus } from './types.ts';

// Models the rule action RestartAllContainers in pkg/kubelet/kuberuntime (1.36).

export interface RestartAllOptions {
  readonly deps: KubeletDeps;
  readonly sync: (uid: string) => void;
}

/** Ends and removes all containers of a Pod when one exits in the way its rule names; the next sync starts them anew. */
export class RestartAll {
  private readonly options: RestartAllOptions;
  private readonly restarting = new Set<string>();

  constructor(options: RestartAllOptions) {
    this.options = options;
  }

  isRestarting(uid: string): boolean {
    return this.restarting.has(uid);
  }

  /** Kills and removes when a rule asks for it; true when it did. */
  *run(pod: Pod, status: RuntimePodStatus): Task<boolean> {
    if (!hasRestartAllRule(pod) || pod.metadata.deletionTimestamp !== undefined) return false;
    const uid = podUid(pod);
    const sources = this.sources(pod, status);
    if (sources.length === 0) {
      if (this.restarting.has(uid) && status.containers.some(({ state }) => state === 'running'))
        this.restarting.delete(uid);
      return false;
    }
    const { deps, sync } = this.options;
    this.restarting.add(uid);
    const names = new Set([...pod.spec.containers, ...initContainers(pod)].map(({ name }) => name));
    const own = status.containers.filter(({ name }) => names.has(name));
    const kills = own
      .filter(({ state }) => state === 'running')
      .map(
        ({ id, name }) =>
          deps.tasks.spawn(
            killContainer(deps, {
              pod,
              id,
              name,
              message: 'killing',
              reason: '',
              graceOverride: 0,
              podIp: status.ips[0] ?? '',
            }),
          ).done,
      );
    for (const done of kills) yield* wait(done);
    for (const { id } of ordered(pod, own, sources)) yield* deps.runtime.removeContainer(id);
    sync(uid);
    return true;
  }

  private sources(pod: Pod, status: RuntimePodStatus): RuntimeContainer[] {
    const found: RuntimeContainer[] = [];
    for (const container of [...pod.spec.containers, ...initContainers(pod)]) {
      const newest = status.containers.find(({ name }) => name === container.name);
      if (newest?.state === 'exited' && matchingRule(container, newest.exitCode) === 'RestartAllContainers')
        found.push(newest);
    }
    return found;
  }
}

/** Regular targets, init targets, regular sources, init sources. */
function ordered(
  pod: Pod,
  containers: readonly RuntimeContainer[],
  sources: readonly RuntimeContainer[],
): RuntimeContainer[] {
  const init = new Set(initContainers(pod).map(({ name }) => name));
  const rank = (container: RuntimeContainer): number =>
    (sources.includes(container) ? 2 : 0) + (init.has(container.name) ? 1 : 0);
  return [...containers].sort((a, b) => rank(a) - rank(b));
}
