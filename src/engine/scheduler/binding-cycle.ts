import type { Pod } from '../../api/generated/types.ts';
import type { Task } from '../kernel/task.ts';
import { type SchedulerCore, beginSpan, endSpan } from './core.ts';
import { failureOf, handleFailure, patchStatus } from './failure-handler.ts';
import type { PreFilterOutcome, Profile } from './framework/profile.ts';
import { type Rejection, rejectionMessage } from './framework/status.ts';
import { ASSIGNED_POD_DELETE } from './queue/cluster-event.ts';
import type { QueuedPod } from './queue/queued-pod.ts';

/** A Pod that is counted on a node before the API server knows. */
export interface Assumed {
  readonly pod: Pod;
  readonly node: string;
  readonly preFilter: PreFilterOutcome;
}

/** Beside the loop: the next Pod does not wait for it. Models schedule_one.go bindingCycle (1.36). */
export function* bindingCycle(
  core: SchedulerCore,
  entry: QueuedPod,
  profile: Profile,
  assumed: Assumed,
): Task {
  const span = beginSpan(core, 'Binding', entry);
  const rejection = yield* bindPod(core, profile, assumed);
  endSpan(core, span, rejection === undefined);
  const { pod, node } = assumed;
  if (rejection === undefined) {
    const { namespace = '', name } = pod.metadata;
    const note = `Successfully assigned ${namespace}/${name} to ${node}`;
    core.events.event(pod, { type: 'Normal', reason: 'Scheduled', action: 'Binding', note });
    return;
  }
  // Models handleBindingCycleError: what it held is free for others.
  unreserve(profile, assumed);
  if (core.cache.forget(pod.metadata.uid)) {
    core.queue.move({ event: ASSIGNED_POD_DELETE, before: pod, after: undefined });
  }
  yield* handleFailure(core, entry, pod, failureOf(rejection));
}

/** Takes reservations back, last made first. */
export function unreserve(profile: Profile, { pod, node, preFilter }: Assumed): void {
  for (const plugin of profile.points.reserve.toReversed()) {
    plugin.unreserve?.(preFilter.states.get(plugin.name), pod, node);
  }
}

function* bindPod(
  core: SchedulerCore,
  profile: Profile,
  { pod, node, preFilter }: Assumed,
): Task<Rejection | undefined> {
  const { preBind, bind } = profile.points;
  const stateOf = (plugin: string): unknown => preFilter.states.get(plugin);
  const waits = preBind.some((plugin) => plugin.preBindPreFlight?.(stateOf(plugin.name)) === true);
  // Others may count on the choice while it takes time to carry out.
  if (waits) yield* patchStatus(core, pod, { nominatedNodeName: node });
  core.queue.done(pod.metadata.uid);
  for (const plugin of preBind) {
    const rejection = yield* step(plugin.preBind?.(stateOf(plugin.name), pod, node));
    if (rejection !== undefined) return told(rejection, `running PreBind plugin "${plugin.name}"`);
  }
  for (const plugin of bind) {
    const rejection = yield* step(plugin.bind?.(pod, node));
    return rejection === undefined ? undefined : told(rejection, `running Bind plugin "${plugin.name}"`);
  }
  return undefined;
}

function* step(task: Task<Rejection | undefined> | undefined): Task<Rejection | undefined> {
  return task === undefined ? undefined : yield* task;
}

/** An error is told with the phase it came of; a rejection speaks for itself. */
function told(rejection: Rejection, phase: string): Rejection {
  if (rejection.code !== 'Error') return rejection;
  return { ...rejection, reasons: [`${phase}: ${rejectionMessage(rejection)}`] };
}
