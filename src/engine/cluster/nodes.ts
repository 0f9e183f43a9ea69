import type { Node, NodeAddress, NodeCondition, Taint } from '../../api/generated/types.ts';
import type { KubeObject } from '../../api/object.ts';
import type { JsonObject } from '../../base/json.ts';
import { allocatableOf } from '../node/kubelet/node/node-status.ts';
import type { PresetNode } from '../../scenario/presets.ts';

const POD_LIMIT = 110;
const DISK = '264212084Ki';

/** Where a node is on the network. */
export interface NodePlace {
  readonly name: string;
  readonly ip: string;
  readonly podCIDR: string;
}

/** The `index`-th node's place: addresses as on the recorded cluster (10.99.0.2, 10.99.1.2 …), Pods from 10.244.0.0/16 on. */
export function nodePlace(name: string, index: number): NodePlace {
  const [block, within] = [index >> 8, index & 255];
  return { name, ip: `10.99.${within}.${2 + block}`, podCIDR: `10.${244 + block}.${within}.0/24` };
}

/** What a machine has, as its kubelet reports it. */
export function capacityOf(node: PresetNode): Readonly<Record<string, string>> {
  return {
    cpu: node.cpu,
    memory: node.memory,
    pods: String(node.pods ?? POD_LIMIT),
    'ephemeral-storage': DISK,
    ...node.extended,
  };
}

const CONTROL_PLANE_TAINT: Taint = { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' };

/** The Node object of a preset's machine as its kubelet and the controllers have left it. */
export function presetNode(node: PresetNode, place: NodePlace, isolated: boolean): KubeObject {
  const capacity = capacityOf(node);
  const roleLabels: Readonly<Record<string, string>> = node.controlPlane
    ? {
        'node-role.kubernetes.io/control-plane': '',
        'node.kubernetes.io/exclude-from-external-load-balancers': '',
      }
    : {};
  const taints = [...(node.controlPlane && isolated ? [CONTROL_PLANE_TAINT] : []), ...(node.taints ?? [])];
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: node.name,
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': node.name,
        'kubernetes.io/os': 'linux',
        ...roleLabels,
        ...node.labels,
      },
      annotations: {
        'node.alpha.kubernetes.io/ttl': '0',
        'volumes.kubernetes.io/controller-managed-attach-detach': 'true',
      },
    },
    ...{
      spec: {
        podCIDR: place.podCIDR,
        podCIDRs: [place.podCIDR],
        ...(taints.length === 0 ? {} : { taints }),
        ...(node.cordon === true ? { unschedulable: true } : {}),
      },
      status: { capacity, allocatable: allocatableOf(capacity), addresses: addressesOf(place) },
    },
  };
}

const STAND_IN_CAPACITY = { cpu: '4', memory: '8Gi', pods: '110', 'ephemeral-storage': '100Gi' };

function addressesOf({ name, ip }: NodePlace): readonly NodeAddress[] {
  return [
    { type: 'InternalIP', address: ip },
    { type: 'Hostname', address: name },
  ];
}

/** The Ready condition as a kubelet reports it at a moment (RFC 3339). */
export function readyCondition(ready: boolean, now: string): NodeCondition {
  const times = { lastHeartbeatTime: now, lastTransitionTime: now };
  return ready
    ? {
        type: 'Ready',
        status: 'True',
        reason: 'KubeletReady',
        message: 'kubelet is posting ready status',
        ...times,
      }
    : {
        type: 'Ready',
        status: 'False',
        reason: 'KubeletNotReady',
        message: 'container runtime network not ready',
        ...times,
      };
}

/** A Node without a machine: what its manifest leaves out is that of a usual worker. */
export function standInNode(manifest: JsonObject, place: NodePlace, ready: NodeCondition): KubeObject {
  const written = manifest as unknown as Partial<Node>;
  const name = written.metadata?.name ?? place.name;
  const conditions = written.status?.conditions ?? [];
  const capacity = { ...STAND_IN_CAPACITY, ...written.status?.capacity, ...written.status?.allocatable };
  const labels = {
    'beta.kubernetes.io/arch': written.metadata?.labels?.['kubernetes.io/arch'] ?? 'amd64',
    'beta.kubernetes.io/os': written.metadata?.labels?.['kubernetes.io/os'] ?? 'linux',
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    ...written.metadata?.labels,
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      ...written.metadata,
      name,
      labels,
      annotations: { 'node.alpha.kubernetes.io/ttl': '0', ...written.metadata?.annotations },
    },
    ...{
      spec: { podCIDR: place.podCIDR, podCIDRs: [place.podCIDR], ...written.spec },
      status: {
        ...written.status,
        conditions: [...(conditions.some(({ type }) => type === 'Ready') ? [] : [ready]), ...conditions],
        capacity: { ...capacity, ...written.status?.capacity },
        allocatable: capacity,
        addresses: addressesOf({ ...place, name }),
      },
    },
  };
}
