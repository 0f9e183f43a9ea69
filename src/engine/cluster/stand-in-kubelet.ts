import type { Node, NodeCondition, Pod } from '../../api/generated/types.ts';
import type { KubeObject } from '../../api/object.ts';
import { formatMicroTime, formatTime } from '../../api/time.ts';
import { SECOND } from '../../trace/ids.ts';
import { type Task, sleep } from '../kernel/task.ts';
import type { TaskHandle } from '../kernel/kernel.ts';
import type { Client } from '../machinery/client.ts';
import type { Component, ComponentContext } from '../machinery/component.ts';
import { Informer } from '../machinery/informer.ts';
import { HostLocal } from '../node/cni/host-local.ts';
import { type NodePlace, readyCondition } from './nodes.ts';

const LEASE_PERIOD_US = 10 * SECOND;
/** A Pod for which the node's range had no address left tries again. */
const ADDRESS_RETRY_US = 10 * SECOND;

/**
 * Stands in for the kubelets of nodes that have no machine: keeps their leases, counts bound Pods as Running when asked to,
 * and lets deleted ones go. Not a simulation of a node: the page says so.
 */
export class StandInKubelet implements Component {
  readonly name = 'stand-in-kubelet';
  private readonly context: ComponentContext;
  private readonly runPods: boolean;
  private readonly client: Client;
  private readonly nodes: ReadonlyMap<string, NodePlace>;
  private pods: Informer<Pod> | undefined;
  private tasks: TaskHandle<void>[] = [];
  private readonly ranges = new Map<string, HostLocal>();

  /** `nodes` may grow later: nodes that join. */
  constructor(context: ComponentContext, nodes: ReadonlyMap<string, NodePlace>, runPods: boolean) {
    this.context = context;
    this.nodes = nodes;
    this.runPods = runPods;
    const identity = {
      user: 'kubernetes-admin',
      groups: ['system:masters', 'system:authenticated'],
      client: this.name,
      from: 'outside',
    };
    this.client = context.connect(identity);
  }

  start(): void {
    this.pods = new Informer<Pod>(this.context.kernel, this.client, 'pods', {
      fieldSelector: 'spec.nodeName!=',
    });
    this.pods.on({ added: (pod) => this.consider(pod), updated: (pod, old) => this.consider(pod, old) });
    this.pods.start();
    this.tasks = [this.context.kernel.spawn(this.renewLeases(), { background: true })];
  }

  stop(): void {
    this.pods?.stop();
    for (const task of this.tasks) task.cancel();
    this.tasks = [];
  }

  /** Registers a node and, after `readyAfterUs`, reports it ready. */
  join(node: KubeObject, readyAfterUs: number): void {
    this.tasks.push(this.context.kernel.spawn(this.register(node, readyAfterUs)));
  }

  private *register(node: KubeObject, readyAfterUs: number): Task {
    const notReady = { ...node, status: { ...(node as Node).status, conditions: [this.ready(false)] } };
    yield* this.client.create('nodes', notReady);
    yield* sleep(readyAfterUs);
    const patch = { status: { conditions: [this.ready(true)] } };
    const target = {
      resource: 'nodes',
      subresource: 'status',
      namespace: '',
      name: node.metadata?.name ?? '',
    };
    yield* this.client.patch(target, 'strategic', patch);
  }

  private ready(ready: boolean): NodeCondition {
    return readyCondition(ready, formatTime(this.context.kernel.unixUs()));
  }

  private consider(pod: Pod, old?: Pod): void {
    if (!this.nodes.has(pod.spec?.nodeName ?? '')) return;
    const deleting = pod.metadata?.deletionTimestamp !== undefined;
    const wasDeleting = old?.metadata?.deletionTimestamp !== undefined;
    const wasBound = (old?.spec?.nodeName ?? '') !== '';
    if (deleting && !wasDeleting) this.tasks.push(this.context.kernel.spawn(this.finish(pod)));
    else if (!deleting && !wasBound && this.runPods)
      this.tasks.push(this.context.kernel.spawn(this.run(pod)));
  }

  private *run(pod: Pod): Task {
    const ip = yield* this.addressOf(pod);
    if (ip === undefined) return;
    const now = formatTime(this.context.kernel.unixUs());
    const condition = (type: string): object => ({ type, status: 'True', lastTransitionTime: now });
    const status = {
      phase: 'Running',
      startTime: now,
      podIP: ip,
      podIPs: [{ ip }],
      conditions: ['Initialized', 'Ready', 'ContainersReady'].map(condition),
      containerStatuses: (pod.spec?.containers ?? []).map(({ name, image = '' }) => ({
        name,
        image,
        imageID: '',
        ready: true,
        started: true,
        restartCount: 0,
        state: { running: { startedAt: now } },
      })),
    };
    const target = { resource: 'pods', subresource: 'status', ...refOf(pod) };
    yield* this.client.patch(target, 'strategic', { status });
    const seconds = runsFor(pod);
    if (seconds === undefined) return;
    yield* sleep(seconds * SECOND);
    yield* this.client.patch(target, 'strategic', { status: { phase: 'Succeeded' } });
    this.free(pod);
  }

  /** An address of the node's range, once one is free; undefined when the Pod was let go meanwhile. */
  private *addressOf(pod: Pod): Task<string | undefined> {
    const place = this.nodes.get(pod.spec.nodeName ?? '');
    if (place === undefined) return undefined;
    if (pod.spec.hostNetwork === true) return place.ip;
    const range = this.ranges.get(place.name) ?? new HostLocal(place.podCIDR);
    this.ranges.set(place.name, range);
    for (;;) {
      const address = range.allocate(uidOf(pod));
      if (address.ok) return address.value;
      yield* sleep(ADDRESS_RETRY_US);
      const now = this.pods?.get(refOf(pod));
      if (now === undefined || uidOf(now) !== uidOf(pod) || now.metadata?.deletionTimestamp !== undefined)
        return undefined;
    }
  }

  private free(pod: Pod): void {
    this.ranges.get(pod.spec.nodeName ?? '')?.release(uidOf(pod));
  }

  /** Busybox's shell as PID 1 takes no notice of SIGTERM, so such Pods need their whole grace period; others end at once. */
  private *finish(pod: Pod): Task {
    const stubborn = (pod.spec?.containers ?? []).some(({ image = '' }) => image.startsWith('busybox'));
    if (stubborn) yield* sleep((pod.metadata?.deletionGracePeriodSeconds ?? 0) * SECOND);
    yield* this.client.delete('pods', refOf(pod), {
      gracePeriodSeconds: 0,
      preconditions: { uid: pod.metadata?.uid },
    });
    this.free(pod);
  }

  private *renewLeases(): Task {
    for (;;) {
      for (const name of this.nodes.keys()) yield* this.renew(name);
      yield* sleep(LEASE_PERIOD_US);
    }
  }

  private *renew(name: string): Task {
    const renewTime = formatMicroTime(this.context.kernel.unixUs());
    const target = { resource: 'leases.coordination.k8s.io', namespace: 'kube-node-lease', name };
    const patched = yield* this.client.patch(target, 'merge', { spec: { renewTime } });
    if (patched.ok || patched.error.code !== 404) return;
    const spec = { holderIdentity: name, leaseDurationSeconds: 40, renewTime };
    const metadata = { name, namespace: target.namespace };
    yield* this.client.create(target.resource, {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata,
      ...{ spec },
    });
  }
}

/** Seconds after which a Pod that only sleeps has done its work; undefined for one that runs on or is started again. */
function runsFor({ spec }: Pod): number | undefined {
  if (spec.restartPolicy === 'Always' || spec.containers.length !== 1) return undefined;
  const { command = [], args = [] } = spec.containers[0] ?? {};
  const match = /(?:^|\s)sleep (\d+)$/.exec([...command, ...args].join(' '));
  return match === null ? undefined : Number(match[1]);
}

function uidOf(pod: Pod): string {
  return pod.metadata?.uid ?? '';
}

function refOf(pod: Pod): { namespace: string; name: string } {
  return { namespace: pod.metadata?.namespace ?? '', name: pod.metadata?.name ?? '' };
}
