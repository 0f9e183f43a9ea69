import type { NodeCondition } from '../../api/generated/types.ts';
import type { KubeObject } from '../../api/object.ts';
import { formatTime } from '../../api/time.ts';
import { assert } from '../../base/assert.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Fault } from '../../scenario/fault.ts';
import { type Preset, presetOf } from '../../scenario/presets.ts';
import { type ClusterUser, userNamed } from '../../scenario/user.ts';
import type { TrafficSetup } from '../../scenario/traffic.ts';
import { type WebhookSetup, webhookManifest } from '../../scenario/webhook.ts';
import type { ClusterSetup } from '../../scenario/scenario.ts';
import { SECOND } from '../../trace/ids.ts';
import type { KubectlTexts } from '../../workstation/kubectl/texts/texts.ts';
import type { Workstation } from '../../workstation/port.ts';
import { createWorkstation } from '../../workstation/workstation.ts';
import { type ApiServer, SERVER_ADDRESS, createApiServer } from '../apiserver/server.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { RECORDING_SETTINGS, type Settings } from '../kernel/settings.ts';
import { type Task, sleepUntil, wait } from '../kernel/task.ts';
import { Client, type Identity, type Transport } from '../machinery/client.ts';
import type { Component, ComponentContext } from '../machinery/component.ts';
import { createExternalAttacher } from '../controllers/attachdetach/external-attacher.ts';
import { createLocalPathProvisioner } from '../controllers/localpath/provisioner.ts';
import { createControllerManager } from '../controllers/registry.ts';
import { createNetwork } from '../network/wires.ts';
import type { Network } from '../network/port.ts';
import type { ImageCatalogue } from '../workloads/images/catalogue.ts';
import { createImageCatalogue } from '../workloads/images/create.ts';
import { createScheduler } from '../scheduler/scheduler.ts';
import { ROOT_CA, baseObjects } from './bootstrap/base.ts';
import { createClusterDns } from '../node/proxy/dns/cluster-dns.ts';
import { createKubeProxy } from '../node/proxy/kube-proxy.ts';
import { createPolicyAgent } from '../node/proxy/policy-agent.ts';
import { DNS_IP, SYSTEM_IMAGES, dnsByName, kubeadmObjects, staticPods } from './bootstrap/kubeadm.ts';
import { LOCAL_PATH, localPathIdentity, localPathObjects } from './bootstrap/local-path.ts';
import { type SeedObject, seed, seedOf } from './bootstrap/meta.ts';
import { applyFault } from './faults.ts';
import { dialFrom } from './http/dial.ts';
import { API_PORT, KUBELET_PORT, NODE_HTTP, serveHostPort, serveKubeletHealth } from './http/host-port.ts';
import { ADDONS } from './addons.ts';
import { ClusterConsoles } from './node-consoles.ts';
import {
  ADMIN,
  INSTALLER,
  csiAttacherIdentity,
  kubeProxyIdentity,
  kubeletIdentity,
  serviceAccountIdentity,
} from './identities.ts';
import { type MachineParts, Machines } from './machines.ts';
import { podManifest } from './manifest.ts';
import { type NodePlace, nodePlace, presetNode, readyCondition, standInNode } from './nodes.ts';
import { outsideNet } from './outside.ts';
import { nodeEventsElsewhere } from './recording-events.ts';
import { Slowness } from './slowness.ts';
import { TrafficSources } from './traffic-sources.ts';
import { StandInKubelet } from './stand-in-kubelet.ts';
import { bindRole } from './users.ts';

/**
 * How long before its first use a cluster is started, so that it is at rest: components synced, system Pods Ready. Whoever
 * works at intervals begins then. The recorded clusters (`none`) were as old at every first step: a node lost after 10 or
 * 15 s was NotReady at 57 to 61 s each time, so its last lease was seen about 10 s in.
 */
const BOOT_US = { none: 23_800_000, kubeadm: 60 * SECOND } as const;

/** Pods' addresses: kubeadm's podSubnet. */
const CLUSTER_CIDR = '10.244.0.0/16';

/** The composition root: a whole cluster from a scenario's set-up. Parts know each other only through their ports. */
export class Cluster {
  readonly server: ApiServer;
  readonly workstation: Workstation;
  readonly consoles: ClusterConsoles;
  private readonly kernel: Kernel;
  private readonly setup: ClusterSetup;
  /** The node that carries the control plane. */
  private readonly controlPlane: string;
  private readonly network: Network;
  /** Where the Service `kubernetes` is: recordings ran in a namespace of their own that reads as `default`, and had none in it. */
  private readonly masterNamespace: string;
  private readonly catalogue: ImageCatalogue;
  private readonly machines: Machines;
  private readonly components = new Map<string, Component>();
  private readonly context: ComponentContext;
  private readonly wire: Transport;
  private readonly slowness: Slowness;
  private readonly users: TrafficSources;
  private readonly standIns = new Map<string, NodePlace>();
  private standIn: StandInKubelet | undefined;
  private places = 0;
  private faults = 0;

  constructor(kernel: Kernel, settings: Settings, setup: ClusterSetup, texts: KubectlTexts = {}) {
    this.kernel = kernel;
    this.setup = setup;
    const preset = presetOfSetup(setup);
    const controlPlane = preset?.nodes.find((node) => node.controlPlane)?.name ?? 'control-plane';
    this.controlPlane = controlPlane;
    this.network = createNetwork({ kernel, settings });
    this.server = createApiServer({
      kernel,
      settings,
      host: controlPlane,
      dial: dialFrom(this.network, controlPlane),
    });
    this.masterNamespace = isRecording(setup) ? 'kube-public' : 'default';
    const direct = isRecording(setup) ? nodeEventsElsewhere(this.server, this.masterNamespace) : this.server;
    this.slowness = new Slowness(kernel);
    const wire = this.slowness.server(direct, [this.server.name, this.server.storage.name]);
    this.wire = wire;
    this.context = { kernel, settings, connect: (identity) => new Client(wire, identity) };
    this.users = new TrafficSources(
      kernel,
      this.network,
      preset?.nodes.find((node) => !node.controlPlane)?.name ?? controlPlane,
    );
    this.catalogue = createImageCatalogue({
      world: isRecording(setup) ? 'recording' : 'public',
      custom: setup.images,
      roundTripUs: settings.registryRoundTripUs,
    });
    this.machines = new Machines({
      contextOf: (component) => this.contextOf(component),
      slowness: this.slowness,
      network: this.network,
      catalogue: this.catalogue,
      preloaded: preset?.kubeSystem === 'kubeadm' ? SYSTEM_IMAGES : [],
      masterServiceNamespace: this.masterNamespace,
    });
    this.add(this.server);
    this.add(this.server.storage);
    // The recorded cluster's components shared one machine, whose name the scheduler's Events carry.
    const host = isRecording(setup) ? 'worker-1' : controlPlane;
    this.add(createScheduler(this.contextOf('kube-scheduler'), { from: controlPlane, host }));
    this.add(
      createControllerManager(this.contextOf('kube-controller-manager'), {
        node: controlPlane,
        rootCa: ROOT_CA,
      }),
    );
    this.add(createExternalAttacher(this.context, csiAttacherIdentity(controlPlane)));
    if (setup.kubelets !== 'real' || setup.nodes.from === 'manifests') {
      this.standIn = new StandInKubelet(this.context, this.standIns, setup.kubelets !== 'stand-in-idle');
      this.add(this.standIn);
    }
    this.consoles = new ClusterConsoles({
      kernel,
      server: this.server,
      network: this.network,
      machines: this.machines,
      controlPlane,
      inContainers: preset?.kubeSystem === 'kubeadm',
      clusterCIDR: CLUSTER_CIDR,
      component: (name) => this.components.get(name),
      fault: (fault) => this.fault(fault),
    });
    this.workstation = createWorkstation(this.context, {
      nodes: this.consoles,
      admin: ADMIN,
      server: `https://${SERVER_ADDRESS}`,
      net: outsideNet(this.network),
      texts,
    });
  }

  /** Virtual µs from a cluster's start to the moment it is at rest. */
  static bootUs(setup: ClusterSetup): number {
    return BOOT_US[presetOfSetup(setup)?.kubeSystem ?? 'none'];
  }

  /** Latencies of the set-up's machines where they differ from the defaults. */
  static settings(setup: ClusterSetup): Partial<Settings> {
    return isRecording(setup) ? RECORDING_SETTINGS : {};
  }

  start(): void {
    this.kernel.spawn(this.boot());
  }

  /** The installer's writes, then every component. */
  private *boot(): Task {
    const preset = presetOfSetup(this.setup);
    const client = this.context.connect(INSTALLER);
    const seeds = [
      ...baseObjects(this.masterNamespace),
      ...(preset?.kubeSystem === 'kubeadm' ? kubeadmObjects() : [dnsByName()]),
      ...this.nodeSeeds(preset),
    ];
    yield* install(client, seeds);
    this.openPorts();
    for (const component of this.components.values()) component.start();
    for (const { place, kubelet } of this.machines.all())
      this.server.registerKubelet(place.name, kubelet.server);
    // kind gives a cluster its storage once the control plane is up.
    if (preset?.kubeSystem === 'kubeadm') yield* install(client, localPathObjects());
    if (this.setup.metricsServer) yield* install(client, ADDONS.get().metricsServer().map(seedOf));
  }

  /** What the nodes' own processes listen on. */
  private openPorts(): void {
    const { kernel, network, server, wire: transport, controlPlane } = this;
    const placeOf = (address: string): string => network.namespaceOf(address)?.node ?? 'outside';
    serveHostPort({
      kernel,
      network,
      node: controlPlane,
      port: API_PORT,
      open: () => server.listening,
      handler: () => NODE_HTTP.get().api({ kernel, transport, placeOf }),
    });
    for (const { place, kubelet } of this.machines.all()) {
      const { name: node } = place;
      const parts = { kernel, transport, node, identity: kubeletIdentity(node), server: kubelet.server };
      const at = { kernel, network, node, open: () => kubelet.server.listening };
      serveHostPort({ ...at, port: KUBELET_PORT, handler: () => NODE_HTTP.get().kubelet(parts) });
      serveKubeletHealth(at);
    }
  }

  private nodeSeeds(preset: Preset | undefined): SeedObject[] {
    const { nodes } = this.setup;
    if (nodes.from === 'manifests') {
      return nodes.manifests.map((manifest) => seed('nodes', this.standInFor(manifest)));
    }
    const machines = preset?.nodes ?? [];
    if (preset !== undefined) this.addAgents(preset);
    return machines.map((machine) => {
      const place = this.nextPlace(machine.name);
      const parts = this.machines.add(machine, place);
      for (const component of [parts.machine, parts.kubelet, this.kubeProxy(place)]) this.add(component);
      if (machine.controlPlane && preset?.kubeSystem === 'kubeadm') this.giveStaticPods(parts);
      return seed('nodes', presetNode(machine, place, machines.length > 1));
    });
  }

  private kubeProxy(place: NodePlace): Component {
    return createKubeProxy(this.contextOf(`kube-proxy/${place.name}`), {
      node: place.name,
      nodeAddress: place.ip,
      identity: kubeProxyIdentity(place.name),
      network: this.network,
      clusterCIDR: CLUSTER_CIDR,
    });
  }

  /** Cluster DNS; where it is kind's, policies (kindnet enforces them, the recordings' plain bridge does not) and storage. */
  private addAgents(preset: Preset): void {
    const { network } = this;
    // Their ClusterRoles come with kubeadm and kind, not with the server's first start; the recording cluster has neither.
    const identity = (name: string): Identity => ({
      ...serviceAccountIdentity(name, name, this.controlPlane),
      groups: ['system:masters', 'system:authenticated'],
    });
    this.add(
      createClusterDns(this.contextOf('coredns'), {
        identity: identity('coredns'),
        network,
        address: DNS_IP,
        aliases: { 'default/kubernetes': `${this.masterNamespace}/kubernetes` },
      }),
    );
    if (preset.kubeSystem !== 'kubeadm') return;
    this.add(createPolicyAgent(this.context, { identity: identity('kindnet'), network }));
    const storage = { identity: localPathIdentity(this.controlPlane), ...LOCAL_PATH };
    this.add(createLocalPathProvisioner(this.contextOf('local-path-provisioner'), storage));
  }

  /** Applies the scenario's own objects, as its author would before the first step. */
  *prepare(): Task {
    const client = this.context.connect(ADMIN);
    const { namespaceLabels, users, webhooks } = this.setup;
    for (const user of users) {
      this.addUser(user);
      yield* bindRole(client, user);
    }
    for (const webhook of webhooks) this.addWebhookProgram(webhook);
    const objects = [...webhooks.map(webhookManifest), ...this.setup.objects];
    if (Object.keys(namespaceLabels).length > 0) {
      const target = { resource: 'namespaces', namespace: '', name: 'default' };
      yield* client.patch(target, 'merge', { metadata: { labels: namespaceLabels } });
    }
    if (objects.length > 0) {
      const stdin = objects.map((object) => JSON.stringify(object)).join('\n');
      yield* wait(this.workstation.run({ run: { kubectl: ['apply', '-f', '-'] }, stdin }).done);
    }
    yield* sleepUntil(0, this.kernel.now());
  }

  /** Whoever kubectl is about to be has a context, and its role. The administrator has both from the start. */
  *admitUser(name: string): Task {
    const user = userNamed(name, this.setup.users);
    if (user === undefined || !this.addUser(user)) return;
    yield* bindRole(this.context.connect(ADMIN), user);
  }

  /** The program of a webhook starts; its registration is the learner's to apply. */
  addWebhookProgram(webhook: WebhookSetup): void {
    ADDONS.get().registerWebhook(this.server, webhook);
  }

  private addUser({ name, groups, credential, namespace }: ClusterUser): boolean {
    return this.workstation.addUser({
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(credential === 'certificate' ? { certificate: { user: name, groups } } : {}),
      // A token that nobody issued: any text the server does not know.
      ...(credential === 'unknown-token' ? { token: `${name}-token` } : {}),
    });
  }

  /** A node joins: registered not ready, ready after a while. */
  addNode(manifest: JsonObject, readyAfterUs: number): void {
    this.standIn?.join(this.standInFor(manifest), readyAfterUs);
  }

  private standInFor(manifest: JsonObject): KubeObject {
    const place = this.nextPlace(nameOf(manifest));
    this.standIns.set(place.name, place);
    return standInNode(manifest, place, this.ready());
  }

  /** Users begin to ask a Service, or stop. */
  traffic(traffic: TrafficSetup): void {
    this.users.set(traffic);
  }

  /** Something is done to the cluster from outside. */
  fault(fault: Fault): void {
    this.kernel.record('workstation', 'input.fault', { index: this.faults++, fault });
    this.consoles.told(fault);
    applyFault(fault, {
      server: this.server,
      network: this.network,
      catalogue: this.catalogue,
      machines: this.machines,
      slowness: this.slowness,
      controlPlane: this.controlPlane,
      component: (name) => this.components.get(name),
    });
  }

  private giveStaticPods({ place, kubelet }: MachineParts): void {
    for (const manifest of staticPods(place.name, place.ip))
      kubelet.setManifest(manifest.metadata?.name ?? '', podManifest(manifest));
  }

  private ready(): NodeCondition {
    return readyCondition(true, formatTime(this.kernel.unixUs()));
  }

  /** What a component is given, by which it can be slowed. */
  private contextOf(component: string): ComponentContext {
    return this.slowness.context(this.context, this.wire, component);
  }

  private add(component: Component): void {
    this.components.set(component.name, component);
  }

  private nextPlace(name: string): NodePlace {
    return nodePlace(name, this.places++);
  }
}

function* install(client: Client, seeds: readonly SeedObject[]): Task {
  for (const { resource, object } of seeds) {
    const made = yield* client.create(resource, object);
    assert(
      made.ok,
      `bootstrap of ${resource} ${object.metadata?.name}: ${made.ok ? '' : made.error.message}`,
    );
  }
}

/** Scenarios that name no preset ran on the recording cluster. */
function isRecording({ nodes }: ClusterSetup): boolean {
  return nodes.from === 'manifests' || nodes.preset === 'recording';
}

function presetOfSetup(setup: ClusterSetup): Preset | undefined {
  return setup.nodes.from === 'preset' ? presetOf(setup.nodes.preset, setup.nodes.machines) : undefined;
}

function nameOf(manifest: JsonObject): string {
  const metadata = manifest['metadata'] as { readonly name?: string } | undefined;
  return metadata?.name ?? '';
}
