import type { Lease, Node, Pod, Taint } from '../../../api/generated/types.ts';
import { withPodCondition } from '../../../api/pod.ts';
import { formatTime } from '../../../api/time.ts';
import { SECOND } from '../../../trace/ids.ts';
import type { TaskHandle } from '../../kernel/kernel.ts';
import { type Task, sleep, wait } from '../../kernel/task.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerLoop,
  DONE,
  type SyncResult,
  retry,
} from '../common/controller.ts';
import { recordDecision } from '../common/step.ts';
import {
  type Health,
  type ZoneState,
  isSilent,
  observed,
  silentConditions,
  taintRate,
  zoneState,
} from './health.ts';
import { missingLabels } from './labels.ts';
import { conditionOf, hasNoExecute, noExecuteKey, noScheduleTaints, withNoExecute } from './taints.ts';

const MONITOR_US = 5 * SECOND;
/** A look at all nodes takes its time, and the next one is 5 s after its end: the tenth after a sign of life lies beyond the 50 s. */
const LOOK_US = SECOND / 1_000;
const NO_EXECUTE_POLL_US = SECOND / 10;
const LEASES = 'leases.coordination.k8s.io';
const BY_NODE = 'nodelifecycle/node';

/** Watches nodes for signs of life, and taints those that are unwell. Models pkg/controller/nodelifecycle (1.36). */
export function createNodeLifecycleController(context: ControllerContext): Controller {
  return new NodeLifecycle(context);
}

class NodeLifecycle implements Controller {
  readonly name = 'node-lifecycle';
  private readonly context: ControllerContext;
  private readonly nodes;
  private readonly leases;
  private readonly pods;
  private readonly loop: ControllerLoop;
  private readonly health = new Map<string, Health>();
  private readonly known = new Set<string>();
  /** Ready's status at the last look. */
  private readonly readiness = new Map<string, string | undefined>();
  /** Nodes waiting for their NoExecute taint, by zone, in the order they fell ill. */
  private readonly ill = new Map<string, string[]>();
  private readonly nextTokenAt = new Map<string, number>();
  private states = new Map<string, { readonly state: ZoneState; readonly nodes: number }>();
  private tasks: TaskHandle<void>[] = [];

  constructor(context: ControllerContext) {
    this.context = context;
    this.nodes = context.informers.of<Node>('nodes');
    this.leases = context.informers.of<Lease>(LEASES);
    this.pods = context.informers.of<Pod>('pods');
    this.pods.addIndex(BY_NODE, ({ spec }) =>
      spec.nodeName === undefined || spec.nodeName === '' ? [] : [spec.nodeName],
    );
    this.loop = new ControllerLoop(context, {
      name: 'node_lifecycle_controller',
      workers: 8,
      waitFor: ['nodes', LEASES, 'pods'],
      sync: (key) => this.process(key),
    });
    const wake = ({ metadata }: Node): void => this.loop.queue.add(metadata.name);
    this.nodes.on({ added: wake, updated: wake });
  }

  start(): void {
    this.loop.start();
    this.tasks = [this.context.kernel.spawn(this.monitor(), { background: true })];
  }

  stop(): void {
    this.loop.stop();
    for (const task of this.tasks) task.cancel();
    this.tasks = [];
  }

  /** Models doNodeProcessingPassWorker: taints first, then labels. */
  private *process(name: string): Task<SyncResult> {
    const tainted = yield* this.taintNoSchedule(name);
    const node = this.nodes.getByKey(name);
    const labels = node === undefined ? undefined : missingLabels(node);
    if (tainted !== DONE || labels === undefined) return tainted;
    const target = { resource: 'nodes', namespace: '', name };
    const written = yield* this.context.client.patch(target, 'strategic', { metadata: { labels } });
    return written.ok || written.error.code === 404 ? DONE : retry(written.error.message);
  }

  /** Models doNoScheduleTaintingPass. */
  private *taintNoSchedule(name: string): Task<SyncResult> {
    const node = this.nodes.getByKey(name);
    const taints =
      node === undefined ? undefined : noScheduleTaints(node, formatTime(this.context.kernel.unixUs()));
    if (node === undefined || taints === undefined) return DONE;
    return yield* this.writeTaints(node, taints);
  }

  private *writeTaints(node: Node, taints: readonly Taint[]): Task<SyncResult> {
    const note =
      taints.length === 0 ? 'no taints' : taints.map(({ key, effect }) => `${key}:${effect}`).join(', ');
    recordDecision(this.context, node, {
      controller: 'node-lifecycle',
      name: 'taint',
      resource: 'nodes',
      note,
    });
    const target = { resource: 'nodes', namespace: '', name: node.metadata.name };
    const body = {
      metadata: { resourceVersion: node.metadata.resourceVersion },
      spec: { taints: taints.length === 0 ? null : taints },
    };
    const written = yield* this.context.client.patch(target, 'merge', body);
    return written.ok || written.error.code === 404 ? DONE : retry(written.error.message);
  }

  private *monitor(): Task {
    yield* this.context.informers.synced(['nodes', LEASES, 'pods']);
    for (;;) {
      for (const node of this.nodes.list()) yield* this.look(node);
      this.forgetGone();
      yield* this.judgeZones();
      yield* sleep(LOOK_US + MONITOR_US);
    }
  }

  /** Models monitorNodeHealth for one node. */
  private *look(node: Node): Task {
    const { kernel } = this.context;
    const { name } = node.metadata;
    if (!this.known.has(name)) {
      this.known.add(name);
      this.event(node, 'RegisteredNode', `Node ${name} event: Registered Node ${name} in Controller`);
    }
    const before = this.health.get(name);
    const lease = this.leases.get({ namespace: 'kube-node-lease', name });
    const health = observed(before, node, lease, kernel.now());
    this.health.set(name, health);
    // What follows from a silence is no background work any more.
    const current = isSilent(health, kernel.now())
      ? yield* wait(kernel.spawn(this.silenced(node, before), { background: false }).done)
      : node;
    const ready = conditionOf(current, 'Ready')?.status;
    this.readiness.set(name, ready);
    this.health.set(name, { ...health, ready });
    if (ready === 'True') return yield* this.recover(current);
    yield* this.fallIll(current);
  }

  /** A node that says nothing: its conditions become Unknown, and its Pods count as not ready. Answers it as it is then. */
  private *silenced(node: Node, before: Health | undefined): Task<Node> {
    const current = yield* this.markSilent(node);
    // A kubelet that says itself that its node is not ready leaves its Pods as they are (recorded).
    if (current === node || before?.ready !== 'True') return current;
    const { name } = node.metadata;
    this.event(current, 'NodeNotReady', `Node ${name} status is now: NodeNotReady`);
    yield* this.markPodsNotReady(name);
    return current;
  }

  private *markSilent(node: Node): Task<Node> {
    const conditions = silentConditions(node, formatTime(this.context.kernel.unixUs()));
    if (conditions === undefined) return node;
    const note = 'no lease renewal and no status for 50 s: conditions become Unknown';
    recordDecision(this.context, node, {
      controller: 'node-lifecycle',
      name: 'unknown',
      resource: 'nodes',
      note,
    });
    const wanted = { ...node, status: { ...node.status, conditions } };
    const written = yield* this.context.client.updateStatus<Node>('nodes', wanted);
    return written.ok ? written.value : node;
  }

  private *recover(node: Node): Task {
    for (const queue of this.ill.values()) remove(queue, node.metadata.name);
    const taints = withNoExecute(node, undefined, '');
    if (taints !== undefined) yield* this.writeTaints(node, taints);
  }

  /** Models processTaintBaseEviction: one taint takes the other's place at once, the first waits for its turn. */
  private *fallIll(node: Node): Task {
    const taints = withNoExecute(node, noExecuteKey(node), formatTime(this.context.kernel.unixUs()));
    if (taints === undefined) return;
    if (hasNoExecute(node)) {
      yield* this.writeTaints(node, taints);
      return;
    }
    const zone = zoneOf(node);
    const queue = this.ill.get(zone) ?? [];
    if (!queue.includes(node.metadata.name)) queue.push(node.metadata.name);
    this.ill.set(zone, queue);
    this.taintLater(NO_EXECUTE_POLL_US);
  }

  /** The queues of the zones are looked at every 100 ms; nothing happens there before there is a token. */
  private taintLater(us: number): void {
    const spawn = (): void => {
      this.tasks = [
        ...this.tasks.filter(({ done }) => !done.settled),
        this.context.kernel.spawn(this.taintIll()),
      ];
    };
    this.context.kernel.after(us, spawn, { background: false });
  }

  /** Models doNoExecuteTaintingPass: one node a token, a token every ten seconds in a zone that is well otherwise. */
  private *taintIll(): Task {
    if (this.allDisrupted()) return;
    const now = this.context.kernel.now();
    for (const [zone, queue] of this.ill) {
      const { state, nodes } = this.states.get(zone) ?? { state: 'Normal' as const, nodes: 0 };
      const rate = taintRate(state, nodes);
      const name = queue[0];
      const token = this.nextTokenAt.get(zone) ?? 0;
      if (rate === 0 || name === undefined || token > now) continue;
      queue.shift();
      this.nextTokenAt.set(zone, now + SECOND / rate);
      if (queue.length > 0) this.taintLater(SECOND / rate);
      const node = this.nodes.getByKey(name);
      const taints =
        node === undefined
          ? undefined
          : withNoExecute(node, noExecuteKey(node), formatTime(this.context.kernel.unixUs()));
      if (node !== undefined && taints !== undefined) yield* this.writeTaints(node, taints);
    }
  }

  /** Models handleDisruption: when no zone has a ready node, nobody is driven off; afterwards every node has its full grace again. */
  private *judgeZones(): Task {
    const wasDisrupted = this.allDisrupted();
    const counts = new Map<string, { ready: number; notReady: number }>();
    for (const node of this.nodes.values()) {
      const zone = zoneOf(node);
      const count = counts.get(zone) ?? { ready: 0, notReady: 0 };
      if (this.readiness.get(node.metadata.name) === 'True') count.ready++;
      else count.notReady++;
      counts.set(zone, count);
    }
    this.states = new Map(
      [...counts].map(([zone, { ready, notReady }]) => [
        zone,
        { state: zoneState(ready, notReady), nodes: ready + notReady },
      ]),
    );
    const isDisrupted = this.allDisrupted();
    if (isDisrupted && !wasDisrupted) for (const node of this.nodes.list()) yield* this.recover(node);
    if (isDisrupted || !wasDisrupted) return;
    const now = this.context.kernel.now();
    for (const [name, health] of this.health) this.health.set(name, { ...health, probeAt: now });
  }

  private allDisrupted(): boolean {
    return this.states.size > 0 && [...this.states.values()].every(({ state }) => state === 'FullDisruption');
  }

  /** Models nodeutil.MarkPodsNotReady: only the Ready condition's status and its time change. */
  private *markPodsNotReady(node: string): Task {
    const now = formatTime(this.context.kernel.unixUs());
    for (const pod of this.pods.byIndex(BY_NODE, node)) {
      const ready = pod.status?.conditions?.find(({ type }) => type === 'Ready');
      if (ready?.status !== 'True') continue;
      const conditions = withPodCondition(pod.status?.conditions, {
        ...ready,
        status: 'False',
        lastTransitionTime: now,
      });
      const written = yield* this.context.client.updateStatus('pods', {
        ...pod,
        status: { ...pod.status, conditions },
      });
      if (written.ok) this.context.recorder.event(pod, 'Warning', 'NodeNotReady', 'Node is not ready');
    }
  }

  private forgetGone(): void {
    for (const name of this.known) {
      if (this.nodes.getByKey(name) !== undefined) continue;
      this.known.delete(name);
      this.readiness.delete(name);
      this.health.delete(name);
      const about = { apiVersion: 'v1', kind: 'Node', name };
      this.context.recorder.eventAbout(
        about,
        'Normal',
        'RemovingNode',
        `Node ${name} event: Removing Node ${name} from Controller`,
      );
    }
  }

  private event(node: Node, reason: string, message: string): void {
    const { name, uid } = node.metadata;
    this.context.recorder.eventAbout(
      { apiVersion: 'v1', kind: 'Node', name, uid },
      'Normal',
      reason,
      message,
    );
  }
}

function zoneOf({ metadata: { labels } }: Node): string {
  return `${labels?.['topology.kubernetes.io/region'] ?? ''}:\0:${labels?.['topology.kubernetes.io/zone'] ?? ''}`;
}

function remove(queue: string[], name: string): void {
  const place = queue.indexOf(name);
  if (place >= 0) queue.splice(place, 1);
}
