import type { ObjectRef } from '../../../api/object.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Settings } from '../../kernel/settings.ts';
import { Cni, type CniConfig } from '../cni/cni.ts';
import { Machine } from '../oci/machine.ts';
import type { FileTree, ImageCatalogue, NetNamespace, Network, Signal } from '../oci/shapes.ts';
import { Containerd } from './containerd.ts';
import { nodeHost } from './node-host.ts';
import type { NodeHost } from './port/host.ts';
import type { ImageService } from './port/image.ts';
import type { RuntimeService } from './port/runtime.ts';
import { type CallSubject, recordedImages, recordedRuntime } from './recorded.ts';

export interface NodeMachineOptions {
  readonly nodeName: string;
  readonly address: string;
  readonly podCIDR: string;
  readonly capacity: Readonly<Record<string, string>>;
  readonly network: Network;
  readonly netns: NetNamespace;
  readonly catalogue: ImageCatalogue;
  readonly preloaded: readonly string[];
  /** Volumes kept outside nodes, by key: one tree per volume for the whole cluster. */
  readonly sharedVolume: (key: string) => FileTree;
  /** The node's own resolv.conf. */
  readonly resolvConf?: NodeHost['resolvConf'];
}

/** A node without its kubelet: machine, runtime and Pod network. */
export interface NodeMachine {
  readonly name: string;
  start(): void;
  stop(): void;
  /** Cuts the machine's power, or boots it; containerd is stopped meanwhile. */
  setPower(on: boolean): void;
  readonly runtime: RuntimeService;
  readonly images: ImageService;
  readonly host: NodeHost;
  readonly machine: Machine;
  readonly containerd: Containerd;
  readonly cni: Cni;
  /** Faults. */
  setCni(config: CniConfig): void;
  removeImage(reference: string): void;
  killSandbox(pod: ObjectRef): void;
  signal(pod: ObjectRef, container: string, signal: Signal): void;
}

const DEFAULT_RESOLV_CONF = { servers: ['10.99.0.1'], searches: [], options: [] };

/** Makes a node's machine with containerd on it. As a Component it is containerd that starts and stops. */
export function createContainerd(
  context: { readonly kernel: Kernel; readonly settings: Settings },
  options: NodeMachineOptions,
): NodeMachine {
  const { kernel, settings } = context;
  const { nodeName, address, capacity, network, netns } = options;
  const machine = new Machine({
    kernel,
    nodeName,
    address,
    capacity,
    network,
    netns,
    shared: options.sharedVolume,
    forkUs: settings.forkUs,
  });
  const cni = new Cni({ kernel, nodeName, network, podCidr: options.podCIDR, addUs: settings.cniAddUs });
  const containerd = new Containerd({
    kernel,
    settings,
    machine,
    cni,
    catalogue: options.catalogue,
    preloaded: options.preloaded,
  });
  const subjects = {
    sandbox: (id: string): CallSubject => {
      const sandbox = containerd.state.sandboxes.get(id);
      return sandbox === undefined ? {} : { pod: sandbox.pod, attempt: sandbox.config.metadata.attempt };
    },
    container: (id: string): CallSubject => {
      const container = containerd.state.containers.get(id);
      if (container === undefined) return {};
      return {
        pod: container.sandbox.pod,
        container: container.config.name,
        attempt: container.config.attempt,
      };
    },
  };
  const recorded = { kernel, nodeName, ...subjects };
  return {
    name: `containerd/${nodeName}`,
    start: () => containerd.start(),
    stop: () => containerd.stop(),
    setPower: (on) => containerd.setPower(on),
    runtime: recordedRuntime(containerd, recorded),
    images: recordedImages(containerd, recorded),
    host: nodeHost(machine, options.resolvConf ?? DEFAULT_RESOLV_CONF, () => containerd.store.usedBytes()),
    machine,
    containerd,
    cni,
    setCni: (config) => cni.setConfig(config),
    removeImage: (reference) => containerd.store.remove(reference),
    killSandbox: (pod) => containerd.killSandbox(pod),
    signal: (pod, container, signal) => containerd.signal(pod, container, signal),
  };
}
