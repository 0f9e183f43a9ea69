import type { Node, Pod } from '../../../api/generated/types.ts';
import { isPodTerminal } from '../../../api/pod.ts';
import { formatTime } from '../../../api/time.ts';
import type { TaskHandle } from '../../kernel/kernel.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import type { Informer } from '../../machinery/informer.ts';
import type { Controller, ControllerContext } from '../common/controller.ts';
import { refOf } from '../common/objects.ts';
import { conditionPatch } from '../common/status.ts';
import { recordDecision } from '../common/step.ts';
import {
  type Garbage,
  orphaned,
  stuckTerminating,
  terminatedSurplus,
  unscheduledTerminating,
} from './decide.ts';

const SECOND_US = 1_000_000;
const PERIOD_US = 20 * SECOND_US;
/** A node has to be missing this long before its Pods go. */
const QUARANTINE_US = 40 * SECOND_US;

/** Removes Pods that nobody else will. Models pkg/controller/podgc (1.36). */
export function createPodGarbageCollector(context: ControllerContext): Controller {
  return new PodGarbageCollector(context);
}

class PodGarbageCollector implements Controller {
  readonly name = 'pod-garbage-collector';
  private readonly context: ControllerContext;
  private readonly pods: Informer<Pod>;
  private readonly nodes: Informer<Node>;
  /** By missing node: when its quarantine is over. */
  private readonly quarantine = new Map<string, number>();
  private task: TaskHandle<void> | undefined;

  constructor(context: ControllerContext) {
    this.context = context;
    this.pods = context.informers.of<Pod>('pods');
    this.nodes = context.informers.of<Node>('nodes');
  }

  start(): void {
    this.task = this.context.kernel.spawn(this.run(), { background: true });
  }

  stop(): void {
    this.task?.cancel();
    this.task = undefined;
    this.quarantine.clear();
  }

  private *run(): Task {
    yield* this.context.informers.synced(['pods', 'nodes']);
    for (;;) {
      this.context.kernel.setCause(undefined);
      yield* this.collect();
      yield* sleep(PERIOD_US);
    }
  }

  private *collect(): Task {
    const pods = this.pods.list();
    const nodes = this.nodes.list();
    const gone = yield* this.goneNodes(pods, nodes);
    const garbage = [
      ...terminatedSurplus(pods),
      ...stuckTerminating(pods, nodes),
      ...orphaned(pods, gone),
      ...unscheduledTerminating(pods),
    ];
    if (garbage.length > 0) this.context.kernel.escalate();
    for (const item of garbage) yield* this.remove(item);
  }

  /** Nodes that Pods are bound to and that have been missing through their quarantine; asked for once more. Models discoverDeletedNodes. */
  private *goneNodes(pods: readonly Pod[], nodes: readonly Node[]): Task<ReadonlySet<string>> {
    const now = this.context.kernel.now();
    const known = new Set(nodes.map(({ metadata }) => metadata.name));
    for (const { spec } of pods) {
      const name = spec.nodeName ?? '';
      if (name !== '' && !known.has(name) && !this.quarantine.has(name))
        this.quarantine.set(name, now + QUARANTINE_US);
    }
    const gone = new Set<string>();
    for (const [name, over] of this.quarantine) {
      if (over > now) continue;
      this.quarantine.delete(name);
      const found = yield* this.context.client.get<Node>('nodes', { namespace: '', name });
      if (!found.ok && found.error.code === 404) gone.add(name);
    }
    return gone;
  }

  /** A Pod that has not ended is marked Failed first. Models markFailedAndDeletePodWithCondition. */
  private *remove({ pod, condition }: Garbage): Task {
    const { client, kernel } = this.context;
    recordDecision(this.context, pod, {
      controller: 'podgc',
      name: 'delete',
      resource: 'pods',
      note: `${condition?.message ?? 'nobody else removes it'}: delete`,
    });
    if (!isPodTerminal(pod)) {
      const now = formatTime(kernel.unixUs());
      const wanted =
        condition === undefined
          ? undefined
          : {
              type: 'DisruptionTarget',
              status: 'True',
              ...condition,
              lastTransitionTime: now,
              observedGeneration: pod.metadata.generation,
            };
      const status = {
        phase: 'Failed',
        ...(wanted === undefined ? {} : conditionPatch(pod.status?.conditions, wanted)),
      };
      const target = { resource: 'pods', subresource: 'status', ...refOf(pod) };
      const patched = yield* client.patch(target, 'strategic', {
        metadata: { uid: pod.metadata.uid },
        status,
      });
      if (!patched.ok) return;
    }
    yield* client.delete('pods', refOf(pod), {
      gracePeriodSeconds: 0,
      preconditions: { uid: pod.metadata.uid },
    });
  }
}
