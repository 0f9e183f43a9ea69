import type { ContainerStatus, Pod, PodStatus } from '../../../../api/generated/types.ts';
import type { Task } from '../../../kernel/task.ts';
import { wait } from '../../../kernel/task.ts';
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

interface Restarting {
  /** How each container stood when it was removed, by name. */
  readonly removed: Map<string, ContainerStatus>;
}

const REASON = 'RestartingAllContainers';
const MESSAGE = 'The container is removed because RestartAllContainers in place';

/** Ends and removes all containers of a Pod when one exits in the way its rule names; the next sync starts them anew. */
export class RestartAll {
  private readonly options: RestartAllOptions;
  private readonly restarting = new Map<string, Restarting>();

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
      if (this.restarting.has(uid) && status.containers.some(({ state }) => state === 'running')) this.restarting.delete(uid);
      return false;
    }
    const { deps, sync } = this.options;
    this.restarting.set(uid, { removed: new Map() });
    const names = new Set([...pod.spec.containers, ...initContainers(pod)].map(({ name }) => name));
    const own = status.containers.filter(({ name }) => names.has(name));
    const kills = own
      .filter(({ state }) => state === 'running')
      .map(({ id, name }) => deps.kernel.spawn(killContainer(deps, { pod, id, name, message: 'killing', reason: '', graceOverride: 0, podIp: status.ips[0] ?? '' })).done);
    for (const done of kills) yield* wait(done);
    for (const { id } of ordered(pod, own, sources)) yield* deps.runtime.removeContainer(id);
    sync(uid);
    return true;
  }

  private sources(pod: Pod, status: RuntimePodStatus): RuntimeContainer[] {
    const found: RuntimeContainer[] = [];
    for (const container of [...pod.spec.containers, ...initContainers(pod)]) {
      const newest = status.containers.find(({ name }) => name === container.name);
      if (newest?.state === 'exited' && matchingRule(container, newest.exitCode) === 'RestartAllContainers') found.push(newest);
    }
    return found;
  }

  /** Containers that were removed show why, until they are there again. */
  shown(pod: Pod, status: PodStatus): PodStatus {
    if (!this.restarting.has(podUid(pod))) return status;
    const mark = (each: ContainerStatus): ContainerStatus => {
      if (each.state?.waiting === undefined || (each.containerID ?? '') !== '') return each;
      const never = null as unknown as string;
      const terminated = { exitCode: 137, reason: REASON, message: MESSAGE, startedAt: never, finishedAt: never };
      return { ...each, state: { waiting: { reason: REASON, message: MESSAGE } }, lastState: { terminated } };
    };
    return {
      ...status,
      ...(status.containerStatuses === undefined ? {} : { containerStatuses: status.containerStatuses.map(mark) }),
      ...(status.initContainerStatuses === undefined ? {} : { initContainerStatuses: status.initContainerStatuses.map(mark) }),
    };
  }
}

/** Regular targets, init targets, regular sources, init sources. */
function ordered(pod: Pod, containers: readonly RuntimeContainer[], sources: readonly RuntimeContainer[]): RuntimeContainer[] {
  const init = new Set(initContainers(pod).map(({ name }) => name));
  const rank = (container: RuntimeContainer): number => (sources.includes(container) ? 2 : 0) + (init.has(container.name) ? 1 : 0);
  return [...containers].sort((a, b) => rank(a) - rank(b));
}
