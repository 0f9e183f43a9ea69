import type { Lease, Node, NodeCondition } from '../../../../api/generated/types.ts';
import type { OwnerReferenceLike } from '../../../../api/object.ts';
import { amountFromValue, amountOf, amountValue, formatAmount } from '../../../../api/quantity.ts';
import { formatTime } from '../../../../api/time.ts';
import { deepEqual } from '../../../../base/deep.ts';
import { type Task, sleep } from '../../../kernel/task.ts';
import type { KubeletDeps } from '../deps.ts';
import { type NodeHealth, nodeConditions } from './conditions.ts';

// Models pkg/kubelet/kubelet_node_status.go and nodelease (1.36).

/** The machine as it reports itself: quantities by resource name, and what nodeInfo says. */
export interface MachineInfo {
  readonly capacity: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly osImage: string;
  readonly kernelVersion: string;
  readonly containerRuntimeVersion: string;
  readonly kubeletVersion: string;
  readonly architecture: string;
}

export interface NodeStatusOptions {
  readonly deps: KubeletDeps;
  readonly machine: MachineInfo;
  readonly health: () => NodeHealth;
  /** Volumes that have to be attached and that Pods here use. */
  readonly volumesInUse: () => readonly string[];
}

const HARD_MEMORY_BYTES = 100 * 1024 * 1024;
const JITTER = 0.04;
const LEASE_US = 10_000_000;
const FAST_US = 100_000;
const FAST_FOR_US = 120_000_000;
const MAX_IMAGES = 50;

/** Keeps the Node object and its lease. */
export class NodeStatusManager {
  private readonly options: NodeStatusOptions;
  private reportedAt = Number.NEGATIVE_INFINITY;
  private reportEveryUs = 0;
  private cordoned = false;
  private imagesAt = Number.NEGATIVE_INFINITY;
  private images: NonNullable<Node['status']>['images'];

  constructor(options: NodeStatusOptions) {
    this.options = options;
  }

  /** Registers the node, then reports for ever. The first seconds are quick, so that a node is ready as soon as it can be. */
  *run(): Task {
    const { deps } = this.options;
    yield* this.register();
    const began = deps.kernel.now();
    let wasReady = false;
    while (!wasReady && deps.kernel.now() - began < FAST_FOR_US) {
      if (this.options.health().errors.length === 0) {
        yield* this.update();
        wasReady = true;
      } else yield* sleep(FAST_US);
    }
    for (;;) {
      yield* sleep(this.jittered(deps.config.nodeStatusUpdateUs));
      yield* this.update();
    }
  }

  /** Renews the lease for ever. Models k8s.io/component-helpers/apimachinery/lease ensureLease (1.36). */
  *runLease(): Task {
    const { client, nodeName: name } = this.options.deps;
    const [resource, namespace] = ['leases.coordination.k8s.io', 'kube-node-lease'] as const;
    for (;;) {
      const got = yield* client.get<Lease>(resource, { namespace, name });
      if (got.ok) {
        const { metadata } = got.value;
        const ownerReferences = metadata.ownerReferences ?? (yield* this.leaseOwners());
        yield* client.update(resource, {
          ...got.value,
          metadata: ownerReferences === undefined ? metadata : { ...metadata, ownerReferences },
          spec: this.leaseSpec(),
        });
      } else if (got.error.code === 404) {
        // A lease without a Node to own it is not made: the next round may find one.
        const ownerReferences = yield* this.leaseOwners();
        const metadata = { name, namespace, ownerReferences };
        const lease = {
          apiVersion: 'coordination.k8s.io/v1',
          kind: 'Lease',
          metadata,
          spec: this.leaseSpec(),
        };
        if (ownerReferences !== undefined) yield* client.create(resource, lease);
      }
      yield* sleep(this.jittered(LEASE_US));
    }
  }

  private leaseSpec(): object {
    const { deps } = this.options;
    const renewTime = `${formatTime(deps.kernel.unixUs()).slice(0, -1)}.000000Z`;
    const { nodeLeaseDurationSeconds } = deps.config;
    return { holderIdentity: deps.nodeName, leaseDurationSeconds: nodeLeaseDurationSeconds, renewTime };
  }

  /** The Node as the lease's owner, so that the lease goes with it; undefined when there is none. */
  private *leaseOwners(): Task<readonly OwnerReferenceLike[] | undefined> {
    const { client, nodeName: name } = this.options.deps;
    const found = yield* client.get<Node>('nodes', { namespace: '', name });
    if (!found.ok) return undefined;
    return [{ apiVersion: 'v1', kind: 'Node', name, uid: found.value.metadata.uid ?? '' }];
  }

  private jittered(us: number): number {
    const { kernel, nodeName } = this.options.deps;
    return Math.round(us * (1 + JITTER * kernel.random(`node-status/${nodeName}`).next()));
  }

  private *register(): Task {
    const { deps, machine } = this.options;
    const { client, nodeName } = deps;
    for (;;) {
      const got = yield* client.get<Node>('nodes', { namespace: '', name: nodeName });
      if (got.ok) {
        // What labels and annotations the kubelet owns is put back.
        return;
      }
      if (got.error.code === 404) {
        const made = yield* client.create('nodes', this.nodeObject(machine));
        if (made.ok) return;
      }
      yield* sleep(1_000_000);
    }
  }

  private nodeObject(machine: MachineInfo): Node {
    const { nodeName } = this.options.deps;
    const labels = {
      'beta.kubernetes.io/arch': machine.architecture,
      'beta.kubernetes.io/os': 'linux',
      'kubernetes.io/arch': machine.architecture,
      'kubernetes.io/hostname': nodeName,
      'kubernetes.io/os': 'linux',
      ...machine.labels,
    };
    const annotations = { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' };
    return {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: nodeName, uid: '', labels, annotations },
      spec: {},
    };
  }

  /** Writes the status when it changed, or when nothing was written for long. */
  *update(): Task {
    const { deps } = this.options;
    const { client, kernel, nodeName } = deps;
    const got = yield* client.get<Node>('nodes', { namespace: '', name: nodeName });
    // A kubelet registers once in its life: the node of one that still runs does not come back when it is deleted.
    if (!got.ok) return;
    this.tellSchedulable(got.value);
    this.tellReboot(got.value);
    yield* this.refreshImages();
    const time = formatTime(kernel.unixUs());
    const before = got.value.status ?? {};
    const { conditions, events } = nodeConditions(before.conditions ?? [], this.options.health(), time);
    const status = this.statusOf(conditions);
    const due = kernel.now() - this.reportedAt >= this.reportEveryUs;
    const inUse = this.options.volumesInUse();
    const usage = deepEqual(before.volumesInUse ?? [], inUse) ? undefined : inUse;
    if (events.length === 0 && !due && usage === undefined && sameStatus(before, status)) return;
    if (events.length > 0 || usage !== undefined) kernel.escalate();
    for (const reason of events) this.event(reason);
    const target = { resource: 'nodes', subresource: 'status', namespace: '', name: nodeName };
    const volumes = usage === undefined ? {} : { volumesInUse: usage.length === 0 ? null : usage };
    const patched = yield* client.patch(target, 'strategic', {
      status: { ...changedParts(before, status), ...volumes },
    });
    if (!patched.ok) return;
    this.reportedAt = kernel.now();
    const spread = kernel.random(`node-status/${nodeName}`).between(0.5, 1.5);
    this.reportEveryUs = deps.config.nodeStatusReportUs * spread;
  }

  /** Cordoned or not since the last look. Models pkg/kubelet/kubelet_node_status.go recordNodeSchedulableEvent. */
  private tellSchedulable({ spec }: Node): void {
    const cordoned = spec?.unschedulable === true;
    if (cordoned === this.cordoned) return;
    this.cordoned = cordoned;
    this.event(cordoned ? 'NodeNotSchedulable' : 'NodeSchedulable');
  }

  /** The machine has booted since the node was last reported. Models pkg/kubelet/nodestatus/setters.go MachineInfo. */
  private tellReboot({ status }: Node): void {
    const { nodeName, host } = this.options.deps;
    const before = status?.nodeInfo?.bootID ?? '';
    if (before === '' || before === host.bootId) return;
    this.eventOf('Warning', 'Rebooted', `Node ${nodeName} has been rebooted, boot id: ${host.bootId}`);
  }

  private event(reason: string): void {
    this.eventOf('Normal', reason, `Node ${this.options.deps.nodeName} status is now: ${reason}`);
  }

  private eventOf(type: 'Normal' | 'Warning', reason: string, message: string): void {
    const { deps } = this.options;
    const about = { apiVersion: 'v1', kind: 'Node', name: deps.nodeName };
    deps.recorder.eventAbout(about, type, reason, message);
  }

  private *refreshImages(): Task {
    const { deps } = this.options;
    if (deps.kernel.now() - this.imagesAt < 30_000_000) return;
    const listed = yield* deps.images.listImages();
    if (!listed.ok) return;
    this.imagesAt = deps.kernel.now();
    this.images = [...listed.value]
      .sort((a, b) => b.sizeBytes - a.sizeBytes || (a.id < b.id ? -1 : 1))
      .slice(0, MAX_IMAGES)
      .map(({ repoTags, repoDigests, sizeBytes }) => ({
        names: [...repoDigests, ...repoTags].slice(0, 5),
        sizeBytes,
      }));
  }

  private statusOf(conditions: NodeCondition[]): NonNullable<Node['status']> {
    const { deps, machine } = this.options;
    const { host } = deps;
    return {
      addresses: [
        { type: 'InternalIP', address: host.hostIp },
        { type: 'Hostname', address: deps.nodeName },
      ],
      allocatable: allocatableOf(machine.capacity),
      capacity: machine.capacity,
      conditions,
      daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      ...(this.images === undefined ? {} : { images: this.images }),
      nodeInfo: {
        architecture: machine.architecture,
        bootID: host.bootId,
        containerRuntimeVersion: machine.containerRuntimeVersion,
        kernelVersion: machine.kernelVersion,
        kubeProxyVersion: '',
        kubeletVersion: machine.kubeletVersion,
        machineID: host.machineId,
        operatingSystem: 'linux',
        osImage: machine.osImage,
        systemUUID: host.machineId,
      },
    };
  }
}

/** Capacity without the hard eviction thresholds: 100Mi of memory, 10 % of ephemeral storage. */
export function allocatableOf(capacity: Readonly<Record<string, string>>): Record<string, string> {
  const out: Record<string, string> = { ...capacity };
  const memory = capacity['memory'];
  if (memory !== undefined)
    out['memory'] = formatAmount(
      amountFromValue(amountValue(amountOf(memory)) - HARD_MEMORY_BYTES, 'BinarySI'),
    );
  const storage = capacity['ephemeral-storage'];
  if (storage !== undefined)
    out['ephemeral-storage'] = String(Math.floor(amountValue(amountOf(storage)) * 0.9));
  return out;
}

function changedParts(before: object, after: object): Record<string, unknown> {
  const old = before as Record<string, unknown>;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(after)) if (!deepEqual(old[key], value)) out[key] = value;
  return out;
}

/** Whether only heartbeat times differ. */
function sameStatus(before: NonNullable<Node['status']>, after: NonNullable<Node['status']>): boolean {
  const quiet = (condition: NodeCondition): NodeCondition => ({ ...condition, lastHeartbeatTime: undefined });
  const strip = (status: NonNullable<Node['status']>): object => ({
    ...status,
    conditions: status.conditions?.map(quiet),
    runtimeHandlers: undefined,
    features: undefined,
    declaredFeatures: undefined,
    volumesAttached: undefined,
    volumesInUse: undefined,
    config: undefined,
    phase: undefined,
  });
  return deepEqual(strip(before), strip(after));
}
