import type { EndpointSlice, Node, Service } from '../../../api/generated/types.ts';
import { refKey } from '../../../api/object.ts';
import { type Task, sleep, wait } from '../../kernel/task.ts';
import type { TaskHandle } from '../../kernel/kernel.ts';
import type { Identity } from '../../machinery/client.ts';
import type { Component, ComponentContext } from '../../machinery/component.ts';
import { EventsV1Recorder } from '../../machinery/events-v1-recorder.ts';
import { Informer } from '../../machinery/informer.ts';
import type { Network } from '../../network/port.ts';
import type { ProxyPlace } from './endpoints.ts';
import { RuleForwarder } from './forwarder.ts';
import { RuleSet, type ServiceRule, rulesOf } from './rules.ts';
import { BoundedRunner } from './runner.ts';

export const SERVICE_NAME_LABEL = 'kubernetes.io/service-name';
const ZONE_LABEL = 'topology.kubernetes.io/zone';
const BY_SERVICE = 'service';
/** Defaults of pkg/proxy/apis/config/v1alpha1/defaults.go: minSyncPeriod; and an iptables-restore of a small cluster. */
const MIN_SYNC_US = 1_000_000;
const RESTORE_US = 20_000;

export interface KubeProxyOptions {
  readonly node: string;
  readonly nodeAddress: string;
  readonly identity: Identity;
  readonly network: Network;
  readonly clusterCIDR?: string;
}

/** A node's kube-proxy. Its rules stay in the kernel when it stops; `rules()` prints them at any time. */
export interface KubeProxy extends Component {
  rules(): readonly ServiceRule[];
}

/** One kube-proxy in iptables mode: watches Services, EndpointSlices and its Node, and writes its node's rules. */
export function createKubeProxy(context: ComponentContext, options: KubeProxyOptions): KubeProxy {
  return new Proxier(context, options);
}

/** Models pkg/proxy/iptables/proxier.go syncProxyRules and pkg/proxy/config (1.36). */
class Proxier implements KubeProxy {
  readonly name: string;
  private readonly context: ComponentContext;
  private readonly options: KubeProxyOptions;
  private caches: Caches | undefined;
  private readonly runner: BoundedRunner;
  /** What the node's kernel holds: it outlives the process. */
  private readonly ruleSet = new RuleSet();
  private readonly changed = new Set<string>();
  private readonly forwarder: RuleForwarder;
  private starting: TaskHandle<void> | undefined;
  private place: ProxyPlace;
  private full = true;

  constructor(context: ComponentContext, options: KubeProxyOptions) {
    this.name = `kube-proxy/${options.node}`;
    this.context = context;
    this.options = options;
    this.place = { node: options.node, zone: '' };
    const { kernel } = context;
    this.forwarder = new RuleForwarder(this.ruleSet, {
      kernel,
      node: options.node,
      nodeAddress: options.nodeAddress,
      clusterCIDR: options.clusterCIDR,
    });
    this.runner = new BoundedRunner(kernel, { minGapUs: MIN_SYNC_US, work: () => this.sync() });
  }

  rules(): readonly ServiceRule[] {
    return this.ruleSet.all();
  }

  start(): void {
    if (this.caches !== undefined) return;
    this.full = true;
    const caches = this.openCaches();
    this.caches = caches;
    for (const informer of [caches.services, caches.slices, caches.nodes]) informer.start();
    caches.events.eventAbout(
      { apiVersion: 'v1', kind: 'Node', name: this.options.node },
      { type: 'Normal', reason: 'Starting', action: 'StartKubeProxy', note: '' },
    );
    this.starting = this.context.kernel.spawn(this.whenSynced(caches));
  }

  stop(): void {
    this.starting?.cancel();
    this.starting = undefined;
    this.runner.stop();
    const { caches } = this;
    this.caches = undefined;
    if (caches !== undefined) {
      for (const informer of [caches.services, caches.slices, caches.nodes]) informer.stop();
      caches.events.stop();
    }
    this.changed.clear();
  }

  /** Nothing is written before both lists are there: half a list would tear down what still serves. */
  private *whenSynced(caches: Caches): Task {
    yield* wait(caches.services.synced);
    yield* wait(caches.slices.synced);
    this.runner.start();
    this.runner.run();
  }

  /** New caches for each start: a process that died remembers nothing. Its name is the node's: it shares the host's. */
  private openCaches(): Caches {
    const { kernel } = this.context;
    const client = this.context.connect(this.options.identity);
    const services = new Informer<Service>(kernel, client, 'services');
    const slices = new Informer<EndpointSlice>(kernel, client, 'endpointslices.discovery.k8s.io');
    const nodes = new Informer<Node>(kernel, client, 'nodes', {
      fieldSelector: `metadata.name=${this.options.node}`,
    });
    slices.addIndex(BY_SERVICE, (slice) => [serviceOf(slice)]);
    const service = (object: Service): void => this.touch(keyOf(object));
    services.on({ added: service, updated: service, deleted: service });
    const slice = (object: EndpointSlice): void => this.touch(serviceOf(object));
    slices.on({ added: slice, updated: slice, deleted: slice });
    const node = (object: Node): void => this.setZone(object.metadata.labels?.[ZONE_LABEL] ?? '');
    nodes.on({ added: node, updated: node });
    const instance = `kube-proxy-${this.options.node}`;
    const events = new EventsV1Recorder(kernel, client, { controller: 'kube-proxy', instance });
    return { services, slices, nodes, events };
  }

  private touch(service: string): void {
    if (service === '') return;
    this.changed.add(service);
    this.runner.run();
  }

  private setZone(zone: string): void {
    if (zone === this.place.zone) return;
    this.place = { ...this.place, zone };
    this.full = true;
    this.runner.run();
  }

  /**
   * Writes what changed since the last time (everything after a start), and says which Services' rules are others now.
   * What it writes is what it knew when it began: a change that comes while iptables-restore runs waits for the next run.
   */
  private *sync(): Task {
    const { kernel } = this.context;
    const { caches, full } = this;
    if (caches === undefined) return;
    const wanted = new Set(this.changed);
    if (full)
      for (const key of [...caches.services.list().map(keyOf), ...this.ruleSet.services()]) wanted.add(key);
    this.changed.clear();
    this.full = false;
    const next = [...wanted].map((key) => {
      const service = caches.services.getByKey(key);
      return [
        key,
        service === undefined ? [] : rulesOf(service, caches.slices.byIndex(BY_SERVICE, key), this.place),
      ] as const;
    });
    yield* sleep(RESTORE_US);
    const touched = next.filter(([key, rules]) => this.ruleSet.set(key, rules)).map(([key]) => key);
    this.options.network.setForwarder(this.options.node, this.forwarder);
    if (touched.length === 0 && !full) return;
    kernel.escalate();
    kernel.record(this.name, 'rule.sync', {
      node: this.options.node,
      services: touched,
      changes: touched.length,
    });
  }
}

interface Caches {
  readonly services: Informer<Service>;
  readonly slices: Informer<EndpointSlice>;
  readonly nodes: Informer<Node>;
  readonly events: EventsV1Recorder;
}

function keyOf({ metadata }: Service): string {
  return refKey({ namespace: metadata.namespace ?? '', name: metadata.name ?? '' });
}

function serviceOf(slice: EndpointSlice): string {
  const service = slice.metadata.labels?.[SERVICE_NAME_LABEL];
  return service === undefined ? '' : refKey({ namespace: slice.metadata.namespace ?? '', name: service });
}
