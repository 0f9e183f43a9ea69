import { assertUnreachable } from '../../base/assert.ts';
import type { Fault } from '../../scenario/fault.ts';
import type { ApiServer } from '../apiserver/server.ts';
import type { Component } from '../machinery/component.ts';
import type { Network } from '../network/port.ts';
import type { Signal } from '../workloads/signals.ts';
import type { ImageCatalogue } from '../workloads/images/catalogue.ts';
import { podManifest } from './manifest.ts';
import type { Machines } from './machines.ts';
import type { Slowness } from './slowness.ts';

/** What faults are done to. */
export interface FaultTargets {
  readonly server: ApiServer;
  readonly network: Network;
  readonly catalogue: ImageCatalogue;
  readonly machines: Machines;
  readonly slowness: Slowness;
  /** The node that carries the control plane. */
  readonly controlPlane: string;
  /** A component by its name, with its node where there are several. */
  readonly component: (name: string) => Component | undefined;
}

const PARTITION_ALL = '*';
const CONTROL_PLANE_COMPONENTS = [
  'etcd',
  'kube-apiserver',
  'kube-scheduler',
  'kube-controller-manager',
] as const;

/** Does something to the cluster from outside. What does not exist in this cluster is left alone. */
export function applyFault(fault: Fault, targets: FaultTargets): void {
  const { catalogue, machines } = targets;
  switch (fault.kind) {
    case 'component':
      return componentFault(fault, targets);
    case 'node':
      return powerFault(fault, targets);
    case 'partition':
      return partition(targets, fault.node, fault.from, fault.state === 'on');
    case 'cni':
      return machines.of(fault.node)?.machine.setCni(fault.state);
    case 'registry-delay':
      return catalogue.setFault({ image: fault.image, delayUs: fault.delayUs });
    case 'registry-error':
      return catalogue.setFault({ image: fault.image, error: fault.error });
    case 'image-remove':
      for (const { place, machine } of machines.all()) {
        if (fault.node === undefined || fault.node === place.name) machine.removeImage(fault.image);
      }
      return;
    case 'static-pod':
      return staticPod(fault, machines);
    case 'sandbox-kill': {
      const pod = { namespace: fault.namespace ?? 'default', name: fault.pod };
      return machines.holding(pod)?.machine.killSandbox(pod);
    }
    case 'process': {
      const pod = { namespace: fault.namespace ?? 'default', name: fault.pod };
      return machines.holding(pod)?.machine.signal(pod, fault.container, `SIG${fault.signal}` as Signal);
    }
    default:
      return assertUnreachable(fault);
  }
}

type FaultOf<K extends Fault['kind']> = Extract<Fault, { kind: K }>;

/** `up` starts what is down and ends what is slow. */
function componentFault(fault: FaultOf<'component'>, targets: FaultTargets): void {
  const { component, machines, slowness } = targets;
  const nodes = machines.all().map(({ place }) => place.name);
  const names = [
    fault.component,
    ...(fault.node === undefined ? nodes : [fault.node]).map((node) => `${fault.component}/${node}`),
  ];
  for (const name of names) {
    const target = component(name);
    if (target === undefined) continue;
    if (fault.state === 'down') target.stop();
    if (fault.state === 'up') target.start();
    if (fault.state !== 'down') slowness.set(name, fault.state === 'slow' ? fault.delayUs : 0);
  }
  if (fault.component === 'coredns') dnsFault(fault, targets);
}

/** Answers are the network's to give or to delay. */
function dnsFault(fault: FaultOf<'component'>, { network }: FaultTargets): void {
  network.heal({ kind: 'dns-slow', delayUs: 0 });
  if (fault.state === 'slow') network.addFault({ kind: 'dns-slow', delayUs: fault.delayUs });
  if (fault.state === 'down') network.addFault({ kind: 'dns-down' });
  if (fault.state === 'up') network.heal({ kind: 'dns-down' });
}

/** A power cut ends everything on the machine at once, and tells nobody: the wire is dead first. With the power back it boots. */
function powerFault({ node, state }: FaultOf<'node'>, targets: FaultTargets): void {
  const machine = targets.machines.of(node)?.machine;
  const components = componentsOf(node, targets);
  partition(targets, node, undefined, state === 'down');
  if (state === 'down') {
    for (const component of [...components].reverse()) component.stop();
    machine?.setPower(false);
    return;
  }
  machine?.setPower(true);
  for (const component of components) component.start();
}

/** What runs on a machine, in the order it starts. */
function componentsOf(node: string, { component, controlPlane }: FaultTargets): Component[] {
  const own = ['containerd', 'kubelet', 'kube-proxy'].map((name) => component(`${name}/${node}`));
  const shared = node === controlPlane ? CONTROL_PLANE_COMPONENTS.map((name) => component(name)) : [];
  return [...own, ...shared].filter((each) => each !== undefined);
}

function partition(
  { network, server }: FaultTargets,
  node: string,
  others: readonly string[] | undefined,
  cut: boolean,
): void {
  for (const other of others ?? [PARTITION_ALL]) {
    const fault = { kind: 'partition', between: [node, other] } as const;
    if (cut) network.addFault(fault);
    else network.heal(fault);
    if (cut) server.wire.cut(node, other);
    else server.wire.heal(node, other);
  }
}

function staticPod(fault: FaultOf<'static-pod'>, machines: Machines): void {
  const kubelet = machines.of(fault.node)?.kubelet;
  if (fault.state === 'absent') return kubelet?.setManifest(fault.name, undefined);
  const containers = [{ name: fault.name, image: fault.image ?? 'nginx' }];
  const metadata = { name: fault.name, namespace: 'default' };
  kubelet?.setManifest(
    fault.name,
    podManifest({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers } }),
  );
}
