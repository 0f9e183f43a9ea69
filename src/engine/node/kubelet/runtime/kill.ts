import type { Pod } from '../../../../api/generated/types.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import { Future, TIMED_OUT, type Task, wait, waitUpTo } from '../../../kernel/task.ts';
import { rpcText } from '../../cri/port/error.ts';
import { type KubeletDeps, containerEvent } from '../deps.ts';
import { runHook } from '../lifecycle/hooks.ts';
import { type AnyContainer, findContainer } from '../pod.ts';
import type { KillReason } from './actions.ts';
import { TerminationOrder } from './termination-order.ts';
import type { RuntimePodStatus } from './types.ts';

// Models pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer and killPodWithSyncResult (1.36).

export interface KillRequest {
  readonly pod: Pod;
  readonly id: string;
  readonly name: string;
  /** '' for `Stopping container <name>`. */
  readonly message: string;
  readonly reason: KillReason;
  readonly graceOverride?: number;
  readonly order?: TerminationOrder;
  readonly podIp: string;
}

const MINIMUM_GRACE = 2;

/** Seconds that a container gets, before any override. Models setTerminationGracePeriod. */
export function terminationGrace(pod: Pod, container: AnyContainer, reason: KillReason): number {
  const deletion = pod.metadata.deletionGracePeriodSeconds;
  if (deletion !== undefined) return deletion;
  const spec = pod.spec.terminationGracePeriodSeconds;
  if (spec === undefined) return MINIMUM_GRACE;
  const probe =
    reason === 'StartupProbe'
      ? container.startupProbe
      : reason === 'LivenessProbe'
        ? container.livenessProbe
        : undefined;
  return probe?.terminationGracePeriodSeconds ?? spec;
}

/** Stops one container: event, preStop, its turn, then the runtime's stop with what is left of the grace period. */
export function* killContainer(deps: KubeletDeps, request: KillRequest): Task<Result<void, string>> {
  const { pod, id, name, reason } = request;
  const container = findContainer(pod, name)?.container;
  if (container === undefined) {
    return err(
      `failed to get containerSpec "${name}" (id="${id}") in pod "${pod.metadata.name}" when killing container for reason ${goQuote(request.message)}`,
    );
  }
  let grace = terminationGrace(pod, container, reason);
  const message = request.message === '' ? `Stopping container ${name}` : request.message;
  containerEvent(deps, { pod, container: name, id }, ['Normal', 'Killing'], message);
  if (request.graceOverride !== undefined) grace = request.graceOverride;
  if (container.lifecycle?.preStop !== undefined && grace > 0)
    grace -= yield* preStop(deps, request, container, grace);
  if (request.order !== undefined && grace > 0) grace -= yield* request.order.waitForTurn(name, grace);
  const stopped = yield* deps.runtime.stopContainer(id, Math.max(grace, MINIMUM_GRACE));
  if (!stopped.ok && stopped.error.code !== 'NotFound') return err(rpcText(stopped.error));
  request.order?.terminated(name);
  return ok();
}

/** Runs the hook, at most for the grace period; answers whole seconds spent. */
function* preStop(
  deps: KubeletDeps,
  { pod, id, podIp }: KillRequest,
  container: AnyContainer,
  grace: number,
): Task<number> {
  const { kernel } = deps;
  const hook = container.lifecycle?.preStop;
  if (hook === undefined) return 0;
  const began = kernel.now();
  const done = new Future();
  deps.tasks.spawn(
    (function* (): Task {
      const ran = yield* runHook({ deps, pod, container, containerId: id, podIp }, hook);
      // The message stays out of the event, for it may hold secrets.
      if (!ran.ok)
        containerEvent(
          deps,
          { pod, container: container.name, id },
          ['Warning', 'FailedPreStopHook'],
          'PreStopHook failed',
        );
      done.resolve();
    })(),
  );
  const answer = yield* waitUpTo(done, grace * 1_000_000);
  if (answer === TIMED_OUT) {
    const text = `"PreStop hook not completed in grace period" pod="${pod.metadata.namespace}/${pod.metadata.name}" containerName="${container.name}"`;
    kernel.record(deps.actor, 'log.component', { component: deps.actor, severity: 'I', text });
  }
  return Math.floor((kernel.now() - began) / 1_000_000);
}

export interface KillPodRequest {
  readonly pod: Pod;
  readonly status: RuntimePodStatus;
  readonly graceOverride?: number;
}

/** Stops all running containers side by side, then all sandboxes. Answers the errors as the sync result words them. */
export function* killPod(deps: KubeletDeps, { pod, status, graceOverride }: KillPodRequest): Task<string[]> {
  const running = status.containers.filter(({ state }) => state === 'running' || state === 'unknown');
  const names = running.map(({ name }) => name);
  const order = (pod.spec.initContainers ?? []).some((container) => container.restartPolicy === 'Always')
    ? new TerminationOrder(deps.kernel, pod, names)
    : undefined;
  const tasks = running.map(({ id, name }) => {
    const request = {
      pod,
      id,
      name,
      message: '',
      reason: '' as const,
      podIp: status.ips[0] ?? '',
      ...(graceOverride === undefined ? {} : { graceOverride }),
      ...(order === undefined ? {} : { order }),
    };
    return { name, done: deps.tasks.spawn(killContainer(deps, request)).done };
  });
  const errors: string[] = [];
  for (const { name, done } of tasks) {
    const killed = yield* wait(done);
    if (!killed.ok)
      errors.push(
        `failed to "KillContainer" for "${name}" with KillContainerError: ${goQuote(killed.error)}`,
      );
  }
  for (const sandbox of status.sandboxes) {
    const stopped = yield* deps.runtime.stopPodSandbox(sandbox.id);
    if (!stopped.ok && stopped.error.code !== 'NotFound') {
      errors.push(
        `failed to "KillPodSandbox" for "${status.uid}" with KillPodSandboxError: ${goQuote(rpcText(stopped.error))}`,
      );
    }
  }
  return errors;
}
