import type { Container, ContainerStatus, Node, Pod, PodSpec } from '../../../api/generated/types.ts';
import { podRequests } from '../../../api/pod-resources.ts';
import { amountMilliValue, amountOf, amountValue } from '../../../api/quantity.ts';
import type { Amounts, ResourceList } from '../../../api/resource-list.ts';

/** Requests or room as plain numbers, ready for the hot loop: thousandths of a CPU, bytes, whole units. */
export interface ResourceVector {
  readonly milliCpu: number;
  readonly memory: number;
  readonly ephemeralStorage: number;
  /** Extended resources, hugepages and attachable volumes; absent when there are none. */
  readonly scalars: ReadonlyMap<string, number> | undefined;
}

/** A vector that pods are added to and taken from. */
export interface MutableResourceVector {
  milliCpu: number;
  memory: number;
  ephemeralStorage: number;
  scalars: Map<string, number> | undefined;
}

/** What a Pod asks for, and what it counts as in scoring (100m and 200Mi where a container names nothing). */
export interface PodRequests {
  readonly requests: ResourceVector;
  readonly nonZeroMilliCpu: number;
  readonly nonZeroMemory: number;
}

/** Models pkg/scheduler/util/pod_resources.go (1.36). */
const DEFAULT_MILLI_CPU = 100;
const DEFAULT_MEMORY = 200 * 1024 * 1024;
const NON_MISSING = { cpu: '100m', memory: '200Mi' };

function vectorOf(amounts: Amounts): ResourceVector {
  let milliCpu = 0;
  let memory = 0;
  let ephemeralStorage = 0;
  let scalars: Map<string, number> | undefined;
  for (const [name, amount] of amounts) {
    if (name === 'cpu') milliCpu = amountMilliValue(amount);
    else if (name === 'memory') memory = amountValue(amount);
    else if (name === 'ephemeral-storage') ephemeralStorage = amountValue(amount);
    else if (isScalarResource(name)) (scalars ??= new Map()).set(name, amountValue(amount));
  }
  return { milliCpu, memory, ephemeralStorage, scalars };
}

/** Models schedutil.IsScalarResourceName: extended resources, hugepages, attachable volumes, kubernetes.io/ names. */
export function isScalarResource(name: string): boolean {
  if (name === 'cpu' || name === 'memory' || name === 'ephemeral-storage' || name === 'pods') return false;
  return name.includes('/') || name.startsWith('hugepages-') || name.startsWith('attachable-volumes-');
}

// Whole units by text; NaN marks a quantity with a fraction, whose sum must be taken before rounding.
const milliByText = new Map<string, number>();
const valueByText = new Map<string, number>();
const CACHE_LIMIT = 20_000;

function exact(cache: Map<string, number>, text: string, unit: bigint): number {
  const known = cache.get(text);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const { nanos } = amountOf(text);
  const value = nanos % unit === 0n ? Number(nanos / unit) : Number.NaN;
  cache.set(text, value);
  return value;
}

const exactMilli = (text: string): number => exact(milliByText, text, 1_000_000n);
const exactValue = (text: string): number => exact(valueByText, text, 1_000_000_000n);

/** The usual Pod: app containers only. Undefined when its arithmetic needs the long way. */
function simpleRequests(containers: readonly Container[]): PodRequests | undefined {
  const sum: MutableResourceVector = { milliCpu: 0, memory: 0, ephemeralStorage: 0, scalars: undefined };
  let nonZeroMilliCpu = 0;
  let nonZeroMemory = 0;
  for (const container of containers) {
    const requests = container.resources?.requests;
    if (requests === undefined || requests['cpu'] === undefined) nonZeroMilliCpu += DEFAULT_MILLI_CPU;
    if (requests === undefined || requests['memory'] === undefined) nonZeroMemory += DEFAULT_MEMORY;
    if (requests === undefined) continue;
    for (const name of Object.keys(requests)) {
      const text = requests[name] ?? '0';
      if (name === 'cpu') {
        const value = exactMilli(text);
        sum.milliCpu += value;
        nonZeroMilliCpu += value;
      } else if (name === 'memory') {
        const value = exactValue(text);
        sum.memory += value;
        nonZeroMemory += value;
      } else if (name === 'ephemeral-storage') sum.ephemeralStorage += exactValue(text);
      else if (isScalarResource(name)) addScalar(sum, name, exactValue(text));
    }
  }
  // A fraction anywhere has made its sum NaN.
  if (Number.isNaN(sum.milliCpu + sum.memory + sum.ephemeralStorage + scalarSum(sum))) return undefined;
  return { requests: sum, nonZeroMilliCpu, nonZeroMemory };
}

function scalarSum(vector: ResourceVector): number {
  let total = 0;
  if (vector.scalars !== undefined) for (const value of vector.scalars.values()) total += value;
  return total;
}

function addScalar(vector: MutableResourceVector, name: string, value: number): void {
  const scalars = (vector.scalars ??= new Map());
  scalars.set(name, (scalars.get(name) ?? 0) + value);
}

const specRequests = new WeakMap<PodSpec, PodRequests>();

function requestsOfSpec(pod: Pod): PodRequests {
  const known = specRequests.get(pod.spec);
  if (known !== undefined) return known;
  const { spec } = pod;
  const plain =
    (spec.initContainers?.length ?? 0) === 0 && spec.resources === undefined && spec.overhead === undefined;
  const computed = (plain ? simpleRequests(spec.containers) : undefined) ?? longRequests(pod);
  specRequests.set(pod.spec, computed);
  return computed;
}

function longRequests(pod: Pod): PodRequests {
  const requests = vectorOf(podRequests(pod, { useStatusResources: true }));
  const filled = vectorOf(
    podRequests(pod, { useStatusResources: true, nonMissingContainerRequests: NON_MISSING }),
  );
  return { requests, nonZeroMilliCpu: filled.milliCpu, nonZeroMemory: filled.memory };
}

/** Requests of a Pod, with what its status says is allocated. Models noderesources and NodeInfo's calculateResource. */
export function requestsOf(pod: Pod): PodRequests {
  return statusSaysMore(pod) ? longRequests(pod) : requestsOfSpec(pod);
}

/** Whether a container's status names resources that differ from its spec: a resize is on its way. */
function statusSaysMore(pod: Pod): boolean {
  const { status } = pod;
  if (status === undefined) return false;
  return (
    differs(pod.spec.containers, status.containerStatuses) ||
    differs(pod.spec.initContainers, status.initContainerStatuses)
  );
}

function differs(
  containers: readonly Container[] | undefined,
  statuses: readonly ContainerStatus[] | undefined,
): boolean {
  if (containers === undefined || statuses === undefined) return false;
  for (const status of statuses) {
    const { resources, allocatedResources } = status;
    if (resources === undefined && allocatedResources === undefined) continue;
    const spec = containers.find(({ name }) => name === status.name)?.resources?.requests;
    if (resources?.requests !== undefined && !sameList(resources.requests, spec)) return true;
    if (allocatedResources !== undefined && !sameList(allocatedResources, spec)) return true;
  }
  return false;
}

function sameList(a: ResourceList, b: ResourceList = {}): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/** A node's allocatable, with how many Pods it takes. */
export interface Allocatable extends ResourceVector {
  readonly pods: number;
}

export function allocatableOf(node: Node): Allocatable {
  const list = node.status?.allocatable ?? {};
  const whole = (name: string): number => (list[name] === undefined ? 0 : amountValue(amountOf(list[name])));
  let scalars: Map<string, number> | undefined;
  for (const name of Object.keys(list))
    if (isScalarResource(name)) (scalars ??= new Map()).set(name, whole(name));
  return {
    milliCpu: list['cpu'] === undefined ? 0 : amountMilliValue(amountOf(list['cpu'])),
    memory: whole('memory'),
    ephemeralStorage: whole('ephemeral-storage'),
    pods: whole('pods'),
    scalars,
  };
}

/** Adds (`sign` 1) or takes away (-1). */
export function accumulate(into: MutableResourceVector, other: ResourceVector, sign: 1 | -1): void {
  into.milliCpu += sign * other.milliCpu;
  into.memory += sign * other.memory;
  into.ephemeralStorage += sign * other.ephemeralStorage;
  if (other.scalars !== undefined)
    for (const [name, value] of other.scalars) addScalar(into, name, sign * value);
}
