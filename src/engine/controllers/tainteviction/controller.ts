import type { Node, Pod, Taint } from '../../../api/generated/types.ts';
import { withPodCondition } from '../../../api/pod.ts';
import { formatTime } from '../../../api/time.ts';
import { deepEqual } from '../../../base/deep.ts';
import type { TaskHandle, Timer } from '../../kernel/kernel.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import type { Informer } from '../../machinery/informer.ts';
import type { Controller, ControllerContext } from '../common/controller.ts';
import { podsByNode, podsOn } from '../common/indexes.ts';
import { keyOf, refOf } from '../common/objects.ts';
import { conditionPatch } from '../common/status.ts';
import { recordDecision } from '../common/step.ts';
import { noExecuteTaints, tolerationUs } from './decide.ts';

const TRIES = 5;
const RETRY_US = 10_000;

/** Deletes Pods from nodes with NoExecute taints they do not tolerate for ever. Models pkg/controller/tainteviction (1.36). */
export function createTaintEvictionController(context: ControllerContext): Controller {
  return new TaintEviction(context);
}

interface Planned {
  /** When the taints were first seen for this Pod. */
  readonly since: number;
  /** Undefined once it has been acted on. */
  timer: Timer | undefined;
}

class TaintEviction implements Controller {
  readonly name = 'taint-eviction';
  private readonly context: ControllerContext;
  private readonly nodes: Informer<Node>;
  private readonly pods: Informer<Pod>;
  private readonly tainted = new Map<string, readonly Taint[]>();
  private readonly planned = new Map<string, Planned>();
  private tasks: TaskHandle<void>[] = [];
  private running = false;

  constructor(context: ControllerContext) {
    this.context = context;
    this.nodes = context.informers.of<Node>('nodes');
    this.pods = podsByNode(context.informers);
    this.nodes.on({
      added: (node) => this.nodeChanged(node),
      updated: (node, old) =>
        deepEqual(node.spec.taints, old.spec.taints) ? undefined : this.nodeChanged(node),
      deleted: ({ metadata }) => void this.tainted.delete(metadata.name),
    });
    this.pods.on({
      added: (pod) => this.podChanged(pod),
      updated: (pod, old) => (isSamePlace(pod, old) ? undefined : this.podChanged(pod)),
      deleted: (pod) => this.cancel(pod),
    });
  }

  start(): void {
    this.running = true;
  }

  stop(): void {
    this.running = false;
    for (const { timer } of this.planned.values()) timer?.cancel();
    this.planned.clear();
    for (const task of this.tasks) task.cancel();
    this.tasks = [];
  }

  private nodeChanged(node: Node): void {
    const { name } = node.metadata;
    const taints = noExecuteTaints(node);
    if (taints.length === 0) this.tainted.delete(name);
    else this.tainted.set(name, taints);
    for (const pod of podsOn(this.pods, name)) {
      if (taints.length === 0) this.cancel(pod);
      else this.judge(pod, taints);
    }
  }

  private podChanged(pod: Pod): void {
    const taints = this.tainted.get(pod.spec.nodeName ?? '');
    if (taints !== undefined) this.judge(pod, taints);
  }

  private judge(pod: Pod, taints: readonly Taint[]): void {
    const now = this.context.kernel.now();
    const key = keyOf(pod);
    const us = tolerationUs(pod, taints);
    if (us === undefined) return this.cancel(pod);
    const standing = this.planned.get(key);
    // One that has been acted on stays in the books, so that it is not acted on again.
    if (us > 0 && standing !== undefined && (standing.timer === undefined || standing.since < now)) return;
    this.cancel(pod);
    const note =
      us === 0
        ? 'a NoExecute taint is not tolerated: evict'
        : `NoExecute taints are tolerated for ${us / 1_000_000} s`;
    recordDecision(this.context, pod, {
      controller: 'tainteviction',
      name: us === 0 ? 'evict' : 'wait',
      resource: 'pods',
      note,
    });
    const plan: Planned = { since: standing?.since ?? now, timer: undefined };
    const from = us === 0 ? now : plan.since;
    plan.timer = this.context.kernel.at(from + us, () => this.evict(pod, plan), { background: false });
    this.planned.set(key, plan);
  }

  /** Takes back what was planned for the Pod, and says so. */
  private cancel(pod: Pod): void {
    const key = keyOf(pod);
    const timer = this.planned.get(key)?.timer;
    this.planned.delete(key);
    if (timer === undefined) return;
    timer.cancel();
    this.tell(pod, 'Cancelling deletion of Pod');
  }

  private tell(pod: Pod, what: string): void {
    const { namespace, name, uid } = pod.metadata;
    const about = { apiVersion: 'v1', kind: 'Pod', namespace, name, uid };
    this.context.recorder.eventAbout(about, 'Normal', 'TaintManagerEviction', `${what} ${namespace}/${name}`);
  }

  private evict(pod: Pod, plan: Planned): void {
    plan.timer = undefined;
    if (!this.running) return;
    this.tell(pod, 'Marking for deletion Pod');
    this.tasks = [
      ...this.tasks.filter(({ done }) => !done.settled),
      this.context.kernel.spawn(this.markAndDelete(pod), { background: false }),
    ];
  }

  private *markAndDelete(pod: Pod): Task {
    for (let tries = 0; tries < TRIES; tries++) {
      if (yield* this.tryDelete(pod)) return;
      yield* sleep(RETRY_US);
    }
  }

  /** Models addConditionAndDeletePod; false asks for another try. */
  private *tryDelete(pod: Pod): Task<boolean> {
    const { client, kernel } = this.context;
    const found = yield* client.get<Pod>('pods', refOf(pod));
    if (!found.ok) return found.error.code === 404;
    if (found.value.metadata.uid !== pod.metadata.uid) return true;
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'DeletionByTaintManager',
      message: 'Taint manager: deleting due to NoExecute taint',
      lastTransitionTime: formatTime(kernel.unixUs()),
      observedGeneration: found.value.metadata.generation,
    };
    const standing = found.value.status?.conditions;
    const conditions = withPodCondition(standing, condition);
    if (conditions !== standing) {
      const patch = { metadata: { uid: pod.metadata.uid }, status: conditionPatch(standing, condition) };
      const patched = yield* client.patch(
        { resource: 'pods', subresource: 'status', ...refOf(pod) },
        'strategic',
        patch,
      );
      if (!patched.ok) return patched.error.code === 404;
    }
    const deleted = yield* client.delete('pods', refOf(pod));
    return deleted.ok || deleted.error.code === 404;
  }
}

function isSamePlace(a: Pod, b: Pod): boolean {
  return a.spec.nodeName === b.spec.nodeName && deepEqual(a.spec.tolerations, b.spec.tolerations);
}
