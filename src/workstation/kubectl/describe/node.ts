import type { Event, Lease, Node, Pod } from '../../../api/generated/types.ts';
import { podLimits, podRequests } from '../../../api/pod-resources.ts';
import { type Amounts, addResources, amountsOf } from '../../../api/resource-list.ts';
import type { Amount } from '../../../api/quantity.ts';
import { compareText } from '../../../base/compare.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { Target } from '../api.ts';
import { ApiFailure } from '../errors.ts';
import { orNone, printAnnotations, printEvents, printLabels, rfc1123, since } from './common.ts';
import { amountOf, canonicalText, percentOf } from './amounts.ts';
import { type DescribeContext, eventsOf, listAll, resource } from './context.ts';
import { DescribeWriter } from './writer.ts';

const ZERO = amountOf('0');

/** Models NodeDescriber (1.36). */
export function* describeNode(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const node = raw as unknown as Node;
  const lease = yield* leaseOf(context, target.name);
  const pods = yield* listAll<Pod>(context, 'pods', '', {
    fieldSelector: `spec.nodeName=${target.name},status.phase!=Succeeded,status.phase!=Failed`,
  });
  const events = yield* nodeEvents(context, raw, target.name);
  const w = new DescribeWriter();
  header(w, node, lease);
  conditions(w, node);
  w.write(0, 'Addresses:\n');
  for (const { type, address } of node.status?.addresses ?? []) w.field(type, address, 1);
  resources(w, 'Capacity', node.status?.capacity);
  resources(w, 'Allocatable', node.status?.allocatable);
  systemInfo(w, node);
  podTable(w, node, pods, context.nowUs);
  allocated(w, node, pods);
  printEvents(w, events, context.nowUs);
  return w.text();
}

function* leaseOf(context: DescribeContext, name: string): Task<Lease | string> {
  try {
    return (yield* context.kube.api.get({
      resource: resource('leases.coordination.k8s.io'),
      namespace: 'kube-node-lease',
      name,
    })) as unknown as Lease;
  } catch (error) {
    if (error instanceof ApiFailure) return error.message;
    throw error;
  }
}

/** Events name a node by its UID or, the kubelet's old way, by its name in place of one. */
function* nodeEvents(
  context: DescribeContext,
  raw: Parameters<typeof eventsOf>[1],
  name: string,
): Task<readonly Event[] | undefined> {
  const byUid = yield* eventsOf(context, raw);
  const byName = yield* eventsOf(context, raw, name);
  return byUid === undefined ? undefined : [...byUid, ...(byName ?? [])];
}

function header(w: DescribeWriter, node: Node, lease: Lease | string): void {
  const { metadata, spec } = node;
  w.field('Name', metadata.name ?? '');
  w.field('Roles', orNone(rolesOf(metadata.labels ?? {}).join(',')));
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  w.field('CreationTimestamp', rfc1123(metadata.creationTimestamp));
  const taints = [...(spec?.taints ?? [])].sort(
    (a, b) => compareText(a.effect, b.effect) || compareText(a.key, b.key),
  );
  if (taints.length === 0) w.field('Taints', '<none>');
  for (const [at, { key, value = '', effect }] of taints.entries())
    w.write(0, `${at === 0 ? 'Taints:' : ''}\t${key}${value === '' ? '' : `=${value}`}:${effect}\n`);
  w.field('Unschedulable', spec?.unschedulable === true);
  if (typeof lease === 'string') {
    w.field('Lease', `Failed to get lease: ${lease}`);
    return;
  }
  w.write(0, 'Lease:\n');
  w.field('HolderIdentity', lease.spec?.holderIdentity ?? '<unset>', 1);
  w.field(
    'AcquireTime',
    lease.spec?.acquireTime === undefined ? '<unset>' : rfc1123(lease.spec.acquireTime),
    1,
  );
  w.field('RenewTime', lease.spec?.renewTime === undefined ? '<unset>' : rfc1123(lease.spec.renewTime), 1);
}

/** Models findNodeRoles. */
function rolesOf(labels: Readonly<Record<string, string>>): string[] {
  const prefix = 'node-role.kubernetes.io/';
  const roles = Object.entries(labels).flatMap(([key, value]) => {
    if (key.startsWith(prefix) && key.length > prefix.length) return [key.slice(prefix.length)];
    return key === 'kubernetes.io/role' && value !== '' ? [value] : [];
  });
  return [...new Set(roles)].sort();
}

function conditions(w: DescribeWriter, node: Node): void {
  const held = node.status?.conditions ?? [];
  if (held.length === 0) return;
  w.write(0, 'Conditions:\n  Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage\n');
  w.write(1, '----\t------\t-----------------\t------------------\t------\t-------\n');
  for (const { type, status, lastHeartbeatTime, lastTransitionTime, reason = '', message = '' } of held) {
    w.write(
      1,
      `${type} \t${status} \t${rfc1123(lastHeartbeatTime)} \t${rfc1123(lastTransitionTime)} \t${reason} \t${message}\n`,
    );
  }
}

function resources(
  w: DescribeWriter,
  title: string,
  list: Readonly<Record<string, string>> | undefined,
): void {
  const names = Object.keys(list ?? {}).sort();
  if (names.length > 0) w.write(0, `${title}:\n`);
  for (const name of names) w.field(name, canonicalText(amountOf(list?.[name] ?? '0')), 1);
}

function systemInfo(w: DescribeWriter, { status, spec }: Node): void {
  const info = status?.nodeInfo;
  w.write(0, 'System Info:\n');
  w.field('Machine ID', info?.machineID ?? '', 1);
  w.field('System UUID', info?.systemUUID ?? '', 1);
  w.field('Boot ID', info?.bootID ?? '', 1);
  w.field('Kernel Version', info?.kernelVersion ?? '', 1);
  w.field('OS Image', info?.osImage ?? '', 1);
  w.field('Operating System', info?.operatingSystem ?? '', 1);
  w.field('Architecture', info?.architecture ?? '', 1);
  w.field('Container Runtime Version', info?.containerRuntimeVersion ?? '', 1);
  w.field('Kubelet Version', info?.kubeletVersion ?? '', 1);
  if ((spec?.podCIDR ?? '') !== '') w.field('PodCIDR', spec?.podCIDR ?? '');
  if ((spec?.podCIDRs ?? []).length > 0) w.field('PodCIDRs', (spec?.podCIDRs ?? []).join(','));
  if ((spec?.providerID ?? '') !== '') w.field('ProviderID', spec?.providerID ?? '');
}

function allocatableOf({ status }: Node): Amounts {
  const list = Object.keys(status?.allocatable ?? {}).length > 0 ? status?.allocatable : status?.capacity;
  return amountsOf(list);
}

function share(amounts: Amounts, name: string, whole: Amounts): string {
  const amount: Amount = amounts.get(name) ?? ZERO;
  return `${canonicalText(amount)} (${percentOf(amount, whole.get(name))}%)`;
}

function podTable(w: DescribeWriter, node: Node, pods: readonly Pod[], nowUs: number): void {
  const whole = allocatableOf(node);
  w.field('Non-terminated Pods', `(${pods.length} in total)`);
  w.write(1, 'Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge\n');
  w.write(1, '---------\t----\t\t------------\t----------\t---------------\t-------------\t---\n');
  for (const pod of pods) {
    const requests = podRequests(pod);
    const limits = podLimits(pod);
    const cells = [
      share(requests, 'cpu', whole),
      share(limits, 'cpu', whole),
      share(requests, 'memory', whole),
      share(limits, 'memory', whole),
    ];
    w.write(
      1,
      `${pod.metadata.namespace}\t${pod.metadata.name}\t\t${cells.join('\t')}\t${since(pod.metadata.creationTimestamp, nowUs)}\n`,
    );
  }
}

const STANDARD: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage', 'pods']);

function allocated(w: DescribeWriter, node: Node, pods: readonly Pod[]): void {
  const whole = allocatableOf(node);
  const requests: Amounts = new Map();
  const limits: Amounts = new Map();
  for (const pod of pods) {
    addResources(requests, podRequests(pod));
    addResources(limits, podLimits(pod));
  }
  w.write(0, 'Allocated resources:\n  (Total limits may be over 100 percent, i.e., overcommitted.)\n');
  w.write(1, 'Resource\tRequests\tLimits\n');
  w.write(1, '--------\t--------\t------\n');
  const names = [...whole.keys()].sort();
  const pages = names.filter((name) => name.startsWith('hugepages-'));
  for (const name of ['cpu', 'memory', 'ephemeral-storage', ...pages])
    w.write(1, `${name}\t${share(requests, name, whole)}\t${share(limits, name, whole)}\n`);
  for (const name of names.filter((other) => !STANDARD.has(other) && !pages.includes(other))) {
    w.write(
      1,
      `${name}\t${canonicalText(requests.get(name) ?? ZERO)}\t${canonicalText(limits.get(name) ?? ZERO)}\n`,
    );
  }
}
