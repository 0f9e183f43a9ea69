import type { ObjectRef } from '../../api/object.ts';
import type { PresetNode } from '../../scenario/presets.ts';
import type { ComponentContext, Component } from '../machinery/component.ts';
import type { Network } from '../network/port.ts';
import { createContainerd, type NodeMachine } from '../node/cri/create-containerd.ts';
import { createKubelet, type Kubelet } from '../node/kubelet/kubelet.ts';
import type { ImageCatalogue } from '../workloads/images/catalogue.ts';
import { FileTree } from '../workloads/vfs/tree.ts';
import { kubeletIdentity } from './identities.ts';
import type { Slowness } from './slowness.ts';
import { type NodePlace, capacityOf } from './nodes.ts';

/** What runs on one machine. */
export interface MachineParts {
  readonly place: NodePlace;
  readonly machine: NodeMachine;
  readonly kubelet: Kubelet;
}

export interface MachinesOptions {
  /** What a component of this name is given. */
  readonly contextOf: (component: string) => ComponentContext;
  readonly slowness: Slowness;
  readonly network: Network;
  readonly catalogue: ImageCatalogue;
  /** Images on every machine from the start, beyond the catalogue's own. */
  readonly preloaded: readonly string[];
  readonly masterServiceNamespace: string;
}

const KERNEL_VERSION = '6.12.0';

/** The cluster's machines: hardware, runtime and kubelet of every node, and what they share. */
export class Machines {
  private readonly parts = new Map<string, MachineParts>();
  private readonly volumes = new Map<string, FileTree>();
  private readonly options: MachinesOptions;

  constructor(options: MachinesOptions) {
    this.options = options;
  }

  /** Puts a machine on the network, switched off. */
  add(node: PresetNode, place: NodePlace): MachineParts {
    const { contextOf, slowness, network, catalogue } = this.options;
    const capacity = capacityOf(node);
    const netns = network.addNode({ name: node.name, address: place.ip, podCIDR: place.podCIDR });
    const machine = createContainerd(contextOf(`containerd/${node.name}`), {
      nodeName: node.name,
      address: place.ip,
      podCIDR: place.podCIDR,
      capacity,
      network,
      netns,
      catalogue,
      preloaded: [...catalogue.preloaded, ...this.options.preloaded, ...(node.images ?? [])],
      sharedVolume: (key) => this.volume(key),
    });
    const kubelet = createKubelet(contextOf(`kubelet/${node.name}`), {
      identity: kubeletIdentity(node.name),
      host: machine.host,
      runtime: slowness.runtime(machine.runtime, machine.name),
      images: slowness.images(machine.images, machine.name),
      config: { masterServiceNamespace: this.options.masterServiceNamespace },
      machine: {
        capacity,
        labels: node.labels,
        osImage: 'Debian GNU/Linux 13 (trixie)',
        kernelVersion: KERNEL_VERSION,
        containerRuntimeVersion: 'containerd://2.1.9',
        kubeletVersion: 'v1.36.2',
        architecture: 'amd64',
      },
    });
    const parts = { place, machine, kubelet };
    this.parts.set(node.name, parts);
    return parts;
  }

  of(node: string): MachineParts | undefined {
    return this.parts.get(node);
  }

  all(): readonly MachineParts[] {
    return [...this.parts.values()];
  }

  /** Everything on the machines that starts and stops, in order of starting. */
  components(): readonly Component[] {
    return this.all().flatMap(({ machine, kubelet }) => [machine, kubelet]);
  }

  /** The machine a Pod's sandbox is on. */
  holding(pod: ObjectRef): MachineParts | undefined {
    const { namespace, name } = pod;
    const isPod = (other: ObjectRef): boolean => other.namespace === namespace && other.name === name;
    return this.all().find(({ machine }) =>
      [...machine.containerd.sandboxes.values()].some((sandbox) => isPod(sandbox.pod)),
    );
  }

  /** Storage of the whole cluster, by key: one tree for each volume. */
  private volume(key: string): FileTree {
    let tree = this.volumes.get(key);
    if (tree === undefined) {
      tree = new FileTree({ source: key, type: 'ext4' });
      this.volumes.set(key, tree);
    }
    return tree;
  }
}
