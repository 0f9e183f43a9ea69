import type { ObjectRef } from '../../api/object.ts';
import { type Result, err, ok } from '../../base/result.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Settings } from '../kernel/settings.ts';
import { type Task, sleep } from '../kernel/task.ts';
import { isAddress, isLoopback } from './addresses.ts';
import { End, type Path } from './connection.ts';
import { exchange } from './exchange.ts';
import { Namespace } from './namespace.ts';
import type {
  Connection,
  DnsZone,
  Exchange,
  Forwarder,
  ListenSocket,
  Lookup,
  NetError,
  NetNamespace,
  Network,
  NetworkFault,
  NodeNetwork,
  PolicyEngine,
  Protocol,
  RequestOptions,
  ResolverConfig,
  SocketInfo,
  Target,
} from './port.ts';
import { type ResolverWires, resolveName } from './resolver.ts';
import {
  type NodeEntry,
  type Route,
  type Topology,
  isLost,
  isPartitioned,
  route,
  slowness,
} from './routing.ts';
import { TrafficRecorder } from './traffic-recorder.ts';

/** A SYN without an answer: Linux gives up after about this long. */
const CONNECT_TIMEOUT_US = 127_000_000;
/** An address of the Pod network that nobody has: ARP gives up. */
const NO_ROUTE_US = 3_070_000;
const LOOPBACK_US = 20;

/** The one network of a cluster. */
export function createNetwork(context: { readonly kernel: Kernel; readonly settings: Settings }): Network {
  return new Wires(context.kernel, context.settings);
}

class Wires implements Network {
  private readonly kernel: Kernel;
  private readonly settings: Settings;
  private readonly nodes = new Map<string, NodeEntry>();
  private readonly byAddress = new Map<string, Namespace>();
  private readonly recorder: TrafficRecorder;
  private faults: readonly NetworkFault[] = [];
  private policy: PolicyEngine | undefined;
  private dnsServer: { readonly address: string; readonly zone: DnsZone | undefined } | undefined;
  private namespaces = 0;

  constructor(kernel: Kernel, settings: Settings) {
    this.kernel = kernel;
    this.settings = settings;
    this.recorder = new TrafficRecorder(kernel);
  }

  addNode(node: NodeNetwork): NetNamespace {
    const namespace = new Namespace(`node/${node.name}`, node.name, { host: true });
    namespace.attached.add(node.address);
    this.byAddress.set(node.address, namespace);
    this.nodes.set(node.name, { network: node, namespace, forwarder: undefined, hostPorts: new Map() });
    return namespace;
  }

  removeNode(name: string): void {
    const entry = this.nodes.get(name);
    if (entry === undefined) return;
    entry.namespace.destroy();
    this.byAddress.delete(entry.network.address);
    this.nodes.delete(name);
  }

  nodeNamespace(name: string): NetNamespace | undefined {
    return this.nodes.get(name)?.namespace;
  }

  createNamespace(node: string, pod?: ObjectRef, sender?: string): NetNamespace {
    return new Namespace(`${node}/${++this.namespaces}`, node, { pod, sender, host: false });
  }

  attach(ns: NetNamespace, address: string): Result<void, string> {
    const standing = this.byAddress.get(address);
    if (standing !== undefined && standing !== ns) return err(`address ${address} is in use`);
    own(ns).attached.add(address);
    this.byAddress.set(address, own(ns));
    return ok();
  }

  detach(ns: NetNamespace, address: string): void {
    own(ns).attached.delete(address);
    if (this.byAddress.get(address) === ns) this.byAddress.delete(address);
  }

  destroyNamespace(ns: NetNamespace): void {
    for (const address of ns.addresses()) this.detach(ns, address);
    own(ns).destroy();
  }

  namespaceOf(address: string): NetNamespace | undefined {
    return this.byAddress.get(address);
  }

  setResolver(ns: NetNamespace, config: ResolverConfig): void {
    own(ns).resolver = config;
  }

  setHosts(ns: NetNamespace, hosts: ReadonlyMap<string, string>): void {
    own(ns).hosts = hosts;
  }

  listen(
    ns: NetNamespace,
    port: number,
    options: Parameters<Network['listen']>[2] = {},
  ): Result<ListenSocket, 'EADDRINUSE' | 'EADDRNOTAVAIL'> {
    const made = own(ns).listen(port, options.address ?? '', options.protocol ?? 'TCP');
    if (made.ok) made.value.versatile = options.versatile === true;
    if (made.ok && options.open !== undefined) made.value.open = options.open;
    return made;
  }

  sockets(ns: NetNamespace): readonly SocketInfo[] {
    return own(ns).sockets();
  }

  *connect(
    ns: NetNamespace,
    target: Target,
    options: { readonly timeoutUs?: number } = {},
  ): Task<Result<Connection, NetError>> {
    const from = own(ns);
    const address =
      isAddress(target.host) || isLoopback(target.host)
        ? target.host
        : (yield* this.resolve(ns, target.host, { search: true })).records[0]?.data;
    if (address === undefined) return err('unreachable');
    if (!from.alive) return err('unreachable');
    const protocol = target.protocol ?? 'TCP';
    const way = route(this.topology(), { from, address, port: target.port, protocol });
    const attempt = this.recorder.attempt(from, {
      address,
      port: target.port,
      rule: way.rule,
      peer: `${way.address}:${way.port}`,
      backend: way.to?.pod,
    });
    const connected = yield* this.handshake(from, way, {
      protocol,
      // However long a program would wait, its kernel gives up before.
      timeoutUs: Math.min(options.timeoutUs ?? CONNECT_TIMEOUT_US, CONNECT_TIMEOUT_US),
    });
    if (!connected.ok) {
      attempt.failed(connected.error);
      return connected;
    }
    Object.assign(connected.value.events, attempt.events());
    return connected;
  }

  private *handshake(
    from: Namespace,
    way: Route,
    how: { readonly protocol: Protocol; readonly timeoutUs: number },
  ): Task<Result<End, NetError>> {
    const give = function* (us: number, error: NetError): Task<Result<End, NetError>> {
      yield* sleep(Math.min(us, how.timeoutUs));
      return err(us > how.timeoutUs ? 'timeout' : error);
    };
    if (way.kind !== 'delivered') {
      if (way.kind === 'rejected') return yield* give(this.settings.podNetworkUs, 'refused');
      return way.kind === 'no-route'
        ? yield* give(NO_ROUTE_US, 'no-route')
        : yield* give(how.timeoutUs, 'timeout');
    }
    const { to } = way;
    const path = this.path(from, to);
    if (path.blocked() || isLost(this.faults, [from, to], () => this.kernel.random('network/loss')))
      return yield* give(how.timeoutUs, 'timeout');
    const oneWay = path.latencyUs();
    if (2 * oneWay > how.timeoutUs) return yield* give(how.timeoutUs, 'timeout');
    yield* sleep(oneWay);
    const listener = to.alive ? to.listenerFor(way.address, way.port, how.protocol) : undefined;
    if (!to.alive) return yield* give(how.timeoutUs - oneWay, 'timeout');
    if (listener === undefined) return yield* give(oneWay, 'refused');
    const client = { address: way.source, port: from.ephemeralPort() };
    const server = { address: way.address, port: way.port };
    const near = new End(this.kernel, path, { local: client, remote: server });
    const far = new End(this.kernel, path, { local: server, remote: client });
    near.versatile = listener.versatile;
    End.join(near, far);
    this.keep(from, near);
    this.keep(to, far);
    listener.offer(far);
    yield* sleep(oneWay);
    return ok(near);
  }

  /** Ends live in their namespace until they are over, and vanish with it. */
  private keep(namespace: Namespace, end: End): void {
    namespace.ends.add(end);
    end.onOver = () => namespace.ends.delete(end);
  }

  private path(from: Namespace, to: Namespace): Path {
    const base = from === to ? LOOPBACK_US : this.settings.podNetworkUs;
    return {
      latencyUs: () => base + slowness(this.faults, from, to),
      blocked: () => isPartitioned(this.faults, from, to),
    };
  }

  request(ns: NetNamespace, target: Target, options: RequestOptions): Task<Exchange> {
    return exchange(this, this.kernel, { ns, target, options });
  }

  *resolve(ns: NetNamespace, name: string, options: Parameters<Network['resolve']>[2] = {}): Task<Lookup> {
    const from = own(ns);
    const search = options.search ?? true;
    const started = this.kernel.now();
    const found = yield* resolveName(this.resolverWires(), from, {
      name,
      type: options.type ?? 'A',
      search,
      server: options.server,
      timeoutUs: options.timeoutUs,
    });
    if (search && found.records.length === 0)
      this.recorder.unresolved(from, name, this.kernel.now() - started);
    return found;
  }

  private resolverWires(): ResolverWires {
    return {
      answerUs:
        this.settings.dnsUs +
        this.faults.reduce((us, fault) => us + (fault.kind === 'dns-slow' ? fault.delayUs : 0), 0),
      zone: (server) => {
        if (this.faults.some(({ kind }) => kind === 'dns-down')) return undefined;
        // Other servers know nothing of the cluster, and there is no world outside.
        return this.dnsServer?.address === server ? this.dnsServer.zone : NOTHING_KNOWN;
      },
      reach: (from, server) => this.reachDns(from, server),
    };
  }

  private reachDns(from: Namespace, server: string): ReturnType<ResolverWires['reach']> {
    if (this.dnsServer?.address === server && this.faults.some(({ kind }) => kind === 'dns-down'))
      return { kind: 'lost' };
    const way = route(this.topology(), { from, address: server, port: 53, protocol: 'UDP' });
    if (way.kind === 'rejected') return { kind: 'refused' };
    if (way.kind === 'delivered') {
      if (way.to !== from && isPartitioned(this.faults, from, way.to)) return { kind: 'lost' };
      if (
        this.dnsServer?.address === server &&
        way.to.listenerFor(way.address, way.port, 'UDP') === undefined
      )
        return { kind: 'refused' };
      return {
        kind: 'ok',
        roundTripUs: 2 * (this.settings.podNetworkUs + slowness(this.faults, from, way.to)),
      };
    }
    // No rule leads there: the server is outside of what the rules know (a cluster without DNS Pods).
    const outside = way.kind === 'dropped' && way.rule === undefined && way.to === undefined;
    if (
      outside &&
      !this.faults.some(
        (fault) =>
          fault.kind === 'partition' && fault.between.includes('*') && fault.between.includes(from.node),
      )
    )
      return { kind: 'ok', roundTripUs: 2 * this.settings.podNetworkUs };
    return { kind: 'lost' };
  }

  *ping(ns: NetNamespace, address: string, timeoutUs: number): Task<number | undefined> {
    const from = own(ns);
    const to = isLoopback(address) ? from : this.byAddress.get(address);
    const path = to === undefined ? undefined : this.path(from, to);
    if (path === undefined || path.blocked() || 2 * path.latencyUs() > timeoutUs) {
      yield* sleep(timeoutUs);
      return undefined;
    }
    const roundTrip = 2 * path.latencyUs();
    yield* sleep(roundTrip);
    return roundTrip;
  }

  setForwarder(node: string, forwarder: Forwarder | undefined): void {
    const entry = this.nodes.get(node);
    if (entry !== undefined) entry.forwarder = forwarder;
  }

  setPolicyEngine(engine: PolicyEngine | undefined): void {
    this.policy = engine;
  }

  setDns(server: string, zone: DnsZone | undefined): void {
    this.dnsServer = { address: server, zone };
  }

  mapHostPort(
    node: string,
    from: { readonly port: number; readonly protocol: Protocol },
    to: { readonly address: string; readonly port: number },
  ): () => void {
    const key = `${from.protocol}/${from.port}`;
    this.nodes.get(node)?.hostPorts.set(key, to);
    return () => {
      const ports = this.nodes.get(node)?.hostPorts;
      if (ports?.get(key) === to) ports.delete(key);
    };
  }

  addFault(fault: NetworkFault): void {
    this.faults = [...this.faults, fault];
  }

  heal(fault: NetworkFault): void {
    // How slow it was need not be known to end it.
    if (fault.kind === 'dns-slow') {
      this.faults = this.faults.filter(({ kind }) => kind !== 'dns-slow');
      return;
    }
    const key = JSON.stringify(fault);
    this.faults = this.faults.filter((standing) => JSON.stringify(standing) !== key);
  }

  private topology(): Topology {
    return { nodes: this.nodes, byAddress: this.byAddress, policy: this.policy, faults: this.faults };
  }
}

const NOTHING_KNOWN: DnsZone = { answer: () => ({ status: 'nxdomain', records: [] }) };

/** The namespace as this network made it. */
function own(ns: NetNamespace): Namespace {
  return ns as Namespace;
}
