import type {
  CSINode,
  IPAddress,
  IngressClass,
  ServiceCIDR,
  VolumeAttributesClass,
} from '../../../api/generated/types.ts';
import { formatLabels } from '../../../api/label-selector.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { Target } from '../api.ts';
import { goList, printAnnotations, printEvents, printLabels, rfc1123 } from './common.ts';
import { type DescribeContext, eventsOf } from './context.ts';
import { DescribeWriter } from './writer.ts';

/** Models IngressClassDescriber. */
export function* describeIngressClass(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const events = yield* eventsOf(context, raw);
  const { metadata, spec } = raw as unknown as IngressClass;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  w.field('Controller', spec?.controller ?? '');
  const parameters = spec?.parameters;
  if (parameters !== undefined) {
    w.line('Parameters:');
    if (parameters.apiGroup !== undefined) w.field('APIGroup', parameters.apiGroup, 1);
    w.field('Kind', parameters.kind, 1);
    w.field('Name', parameters.name, 1);
  }
  printEvents(w, events, context.nowUs);
  return w.text();
}

/** Models CSINodeDescriber. */
export function* describeCsiNode(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const events = yield* eventsOf(context, raw);
  const { metadata, spec } = raw as unknown as CSINode;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  w.field('CreationTimestamp', rfc1123(metadata.creationTimestamp));
  w.line('Spec:');
  const drivers = spec.drivers as CSINode['spec']['drivers'] | null | undefined;
  if (drivers !== undefined && drivers !== null) w.write(1, 'Drivers:\n');
  for (const { name, nodeID, allocatable, topologyKeys } of drivers ?? []) {
    w.write(2, `${name}:\n`);
    w.field('Node ID', nodeID, 3);
    if (allocatable?.count !== undefined) {
      w.write(3, 'Allocatables:\n');
      w.field('Count', allocatable.count, 4);
    }
    if (topologyKeys !== undefined) w.field('Topology Keys', goList(topologyKeys), 3);
  }
  printEvents(w, events, context.nowUs);
  return w.text();
}

/** Models VolumeAttributesClassDescriber. */
export function* describeVolumeAttributesClass(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const events = yield* eventsOf(context, raw);
  const { metadata, driverName, parameters } = raw as unknown as VolumeAttributesClass;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  w.field('Annotations', formatLabels(metadata.annotations));
  w.field('DriverName', driverName);
  w.field('Parameters', formatLabels(parameters));
  printEvents(w, events, context.nowUs);
  return w.text();
}

/** Models ServiceCIDRDescriber. */
export function* describeServiceCidr(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const events = yield* eventsOf(context, raw);
  const { metadata, spec, status } = raw as unknown as ServiceCIDR;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  w.field('CIDRs', (spec?.cidrs ?? []).join(', '));
  const conditions = status?.conditions ?? [];
  if (conditions.length > 0) {
    w.line('Status:');
    w.line('Conditions:');
    w.write(1, 'Type\tStatus\tLastTransitionTime\tReason\tMessage\n');
    w.write(1, '----\t------\t------------------\t------\t-------\n');
    for (const { type, status: state, lastTransitionTime, reason, message } of conditions)
      w.write(1, `${type}\t${state}\t${rfc1123(lastTransitionTime)}\t${reason}\t${message}\n`);
  }
  printEvents(w, events, context.nowUs);
  return w.text();
}

/** Models IPAddressDescriber. */
export function* describeIpAddress(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const events = yield* eventsOf(context, raw);
  const { metadata, spec } = raw as unknown as IPAddress;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  const parent = spec?.parentRef;
  w.line('Parent Reference:');
  if (parent !== undefined) {
    w.field('Group', parent.group ?? '', 1);
    w.field('Resource', parent.resource, 1);
    w.field('Namespace', parent.namespace ?? '', 1);
    w.field('Name', parent.name, 1);
  }
  printEvents(w, events, context.nowUs);
  return w.text();
}
