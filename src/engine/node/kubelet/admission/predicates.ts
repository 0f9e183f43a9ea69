import type { Node, Pod } from '../../../../api/generated/types.ts';
import { requiredNodeAffinityMatches } from '../../../../api/node-selector.ts';
import { podRequests } from '../../../../api/pod-resources.ts';
import {
  type Amount,
  addAmounts,
  amountMilliValue,
  amountOf,
  amountValue,
  cmpAmounts,
  isZeroAmount,
} from '../../../../api/quantity.ts';
import type { Amounts } from '../../../../api/resource-list.ts';
import { findUntoleratedTaint } from '../../../../api/toleration.ts';
import { initContainers, isSidecar, isStaticPod } from '../pod.ts';

// Models pkg/kubelet/lifecycle/predicate.go and pkg/scheduler AdmissionCheck (1.36).

export interface Rejection {
  readonly reason: string;
  readonly message: string;
}

export interface AdmissionInputs {
  readonly pod: Pod;
  readonly node: Node | undefined;
  /** Pods that hold resources of the node, without this one. */
  readonly others: readonly Pod[];
}

const KNOWN = ['cpu', 'memory', 'ephemeral-storage'];

/** How much of a resource is missing: CPU in millicores, memory in bytes, Pods by number. */
export interface Shortage {
  readonly name: string;
  readonly amount: number;
}

/** The first predicate that the Pod fails on this node. */
export function firstFailedPredicate({ pod, node, others }: AdmissionInputs): Rejection | undefined {
  if (node === undefined) return { reason: 'InvalidNodeInfo', message: 'Kubelet cannot get node info.' };
  return (
    osMismatch(pod, node) ??
    insufficient(pod, node, others) ??
    affinityMismatch(pod, node) ??
    nameMismatch(pod, node) ??
    portClash(pod, others) ??
    untolerated(pod, node)
  );
}

function osMismatch(pod: Pod, node: Node): Rejection | undefined {
  const label = pod.spec.nodeSelector?.['kubernetes.io/os'];
  if (label !== undefined && label !== node.metadata.labels?.['kubernetes.io/os']) {
    const message = "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label";
    return { reason: 'PodOSSelectorNodeLabelDoesNotMatch', message };
  }
  const os = pod.spec.os?.name;
  if (os !== undefined && os !== 'linux')
    return {
      reason: 'PodOSNotSupported',
      message: "Failed to admit pod as the OS field doesn't match node OS",
    };
  return undefined;
}

function insufficient(pod: Pod, node: Node, others: readonly Pod[]): Rejection | undefined {
  const [first] = lacking(pod, node, others);
  return first === undefined ? undefined : outOf(first.name, first.requested, first.used, first.capacity);
}

/** What the node lacks for the Pod, when resources are all that it lacks: what others could make room for. */
export function shortagesOnly({ pod, node, others }: AdmissionInputs): readonly Shortage[] {
  if (node === undefined) return [];
  const elsewhere =
    osMismatch(pod, node) ??
    affinityMismatch(pod, node) ??
    nameMismatch(pod, node) ??
    portClash(pod, others) ??
    untolerated(pod, node);
  if (elsewhere !== undefined) return [];
  return lacking(pod, node, others).map(({ name, requested, used, capacity }) => ({
    name,
    amount: requested - (capacity - used),
  }));
}

/** A Pod's request of a resource, as its shortage counts it. */
export function requestOf(pod: Pod, name: string): number {
  const request = requestsOf(pod).get(name);
  return request === undefined ? 0 : numeric(request, name);
}

interface Lack {
  readonly name: string;
  readonly requested: number;
  readonly used: number;
  readonly capacity: number;
}

/** Models noderesources.Fits: pods first, then cpu, memory, ephemeral-storage, then the rest. */
function lacking(pod: Pod, node: Node, others: readonly Pod[]): Lack[] {
  const allocatable = node.status?.allocatable ?? {};
  const found: Lack[] = [];
  const pods = amountValue(amountOf(allocatable['pods'] ?? '110'));
  if (others.length + 1 > pods)
    found.push({ name: 'pods', requested: 1, used: others.length, capacity: pods });
  const wanted = podRequests(pod);
  const names = [...KNOWN, ...[...wanted.keys()].filter((name) => !KNOWN.includes(name) && name !== 'pods')];
  for (const name of names) {
    const request = wanted.get(name);
    if (request === undefined || isZeroAmount(request)) continue;
    const written = allocatable[name];
    // Extended resources that the node does not know are somebody else's business.
    if (written === undefined && !KNOWN.includes(name)) continue;
    const capacity = amountOf(written ?? '0');
    const used = total(others, name);
    if (cmpAmounts(addAmounts(request, used), capacity) > 0) {
      found.push({
        name,
        requested: numeric(request, name),
        used: numeric(used, name),
        capacity: numeric(capacity, name),
      });
    }
  }
  return found;
}

function total(pods: readonly Pod[], name: string): Amount {
  let sum = amountOf('0');
  for (const pod of pods) {
    const request = requestsOf(pod).get(name);
    if (request !== undefined) sum = addAmounts(sum, request);
  }
  return sum;
}

const requests = new WeakMap<Pod, Amounts>();

/** A Pod's requests, computed once per version. */
function requestsOf(pod: Pod): Amounts {
  let found = requests.get(pod);
  if (found === undefined) {
    found = podRequests(pod, { useStatusResources: true });
    requests.set(pod, found);
  }
  return found;
}

function numeric(amount: Amount, name: string): number {
  return name === 'cpu' ? amountMilliValue(amount) : amountValue(amount);
}

function outOf(name: string, requested: number, used: number, capacity: number): Rejection {
  const message = `Node didn't have enough resource: ${name}, requested: ${requested}, used: ${used}, capacity: ${capacity}`;
  return { reason: `OutOf${name}`, message };
}

function predicate(name: string, why: string): Rejection {
  return { reason: name, message: `Predicate ${name} failed: ${why}` };
}

function affinityMismatch(pod: Pod, node: Node): Rejection | undefined {
  if (isStaticPod(pod) || requiredNodeAffinityMatches(pod, node)) return undefined;
  return predicate('NodeAffinity', "node(s) didn't match Pod's node affinity/selector");
}

function nameMismatch(pod: Pod, node: Node): Rejection | undefined {
  const wanted = pod.spec.nodeName ?? '';
  if (wanted === '' || wanted === node.metadata.name) return undefined;
  return predicate('NodeName', "node(s) didn't match the requested node name");
}

interface HostPort {
  readonly protocol: string;
  readonly ip: string;
  readonly port: number;
}

function hostPorts(pod: Pod): HostPort[] {
  const ports: HostPort[] = [];
  for (const container of [...pod.spec.containers, ...initContainers(pod).filter(isSidecar)]) {
    for (const { hostPort = 0, hostIP = '', protocol = 'TCP' } of container.ports ?? []) {
      if (hostPort > 0) ports.push({ protocol, ip: hostIP === '' ? '0.0.0.0' : hostIP, port: hostPort });
    }
  }
  return ports;
}

function portClash(pod: Pod, others: readonly Pod[]): Rejection | undefined {
  const wanted = hostPorts(pod);
  if (wanted.length === 0) return undefined;
  const taken = others.flatMap(hostPorts);
  const clash = (a: HostPort, b: HostPort): boolean =>
    a.port === b.port &&
    a.protocol === b.protocol &&
    (a.ip === b.ip || a.ip === '0.0.0.0' || b.ip === '0.0.0.0');
  if (!wanted.some((one) => taken.some((other) => clash(one, other)))) return undefined;
  return predicate('NodePorts', "node(s) didn't have free ports for the requested pod ports");
}

function untolerated(pod: Pod, node: Node): Rejection | undefined {
  if (isStaticPod(pod)) return undefined;
  const taint = findUntoleratedTaint(
    node.spec?.taints,
    pod.spec.tolerations,
    ({ effect }) => effect === 'NoExecute',
  );
  return taint === undefined
    ? undefined
    : predicate('TaintToleration', "node(s) had taints that the pod didn't tolerate");
}
