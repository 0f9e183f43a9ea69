import type { Container, Event, Pod, PodTemplateSpec } from '../../../api/generated/types.ts';
import { podQos } from '../../../api/qos.ts';
import {
  printAnnotations,
  printController,
  printEvents,
  printLabels,
  printTolerations,
  printTopologySpread,
  rfc1123,
  since,
} from './common.ts';
import { describeContainers, describeResources } from './container.ts';
import { describeVolumes } from './volumes.ts';
import { DescribeWriter } from './writer.ts';

/** Models describePod (1.36). */
export function describePod(pod: Pod, events: readonly Event[] | undefined, nowUs: number): string {
  const w = new DescribeWriter();
  header(w, pod, nowUs);
  addresses(w, pod);
  printController(w, pod.metadata);
  if (filled(pod.status?.nominatedNodeName))
    w.field('NominatedNodeName', pod.status?.nominatedNodeName ?? '');
  if (pod.spec.resources !== undefined) {
    w.write(0, 'Resources:\n');
    describeResources(w, pod.spec.resources, 1);
  }
  allContainers(w, pod);
  conditions(w, pod);
  describeVolumes(w, pod.spec.volumes, '');
  w.field('QoS Class', podQos(pod));
  printLabels(w, 'Node-Selectors', pod.spec.nodeSelector);
  printTolerations(w, 'Tolerations', pod.spec.tolerations);
  printTopologySpread(w, pod.spec.topologySpreadConstraints, '');
  printEvents(w, events, nowUs);
  return w.text();
}

function filled(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

function header(w: DescribeWriter, pod: Pod, nowUs: number): void {
  const { metadata, spec, status } = pod;
  w.field('Name', metadata.name ?? '');
  w.field('Namespace', metadata.namespace ?? '');
  if (spec.priority !== undefined) w.field('Priority', spec.priority);
  if (filled(spec.priorityClassName)) w.field('Priority Class Name', spec.priorityClassName ?? '');
  if (filled(spec.runtimeClassName)) w.field('Runtime Class Name', spec.runtimeClassName ?? '');
  if (filled(spec.serviceAccountName)) w.field('Service Account', spec.serviceAccountName ?? '');
  w.field('Node', filled(spec.nodeName) ? `${spec.nodeName}/${status?.hostIP ?? ''}` : '<none>');
  if (status?.startTime !== undefined) w.field('Start Time', rfc1123(status.startTime));
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  const phase = status?.phase ?? '';
  if (metadata.deletionTimestamp !== undefined && phase !== 'Failed' && phase !== 'Succeeded') {
    w.field('Status', `Terminating (lasts ${since(metadata.deletionTimestamp, nowUs)})`);
    w.field('Termination Grace Period', `${metadata.deletionGracePeriodSeconds ?? 0}s`);
  } else w.field('Status', phase);
  if (filled(status?.reason)) w.field('Reason', status?.reason ?? '');
  if (filled(status?.message)) w.field('Message', status?.message ?? '');
  const profile = spec.securityContext?.seccompProfile;
  if (profile === undefined) return;
  w.field('SeccompProfile', profile.type);
  if (profile.type === 'Localhost') w.field('LocalhostProfile', profile.localhostProfile ?? '');
}

function addresses(w: DescribeWriter, { status }: Pod): void {
  w.field('IP', status?.podIP ?? '');
  const ips = status?.podIPs ?? [];
  w.write(0, ips.length === 0 ? 'IPs:\t<none>\n' : 'IPs:\n');
  for (const { ip } of ips) w.field('IP', ip, 1);
}

function allContainers(w: DescribeWriter, pod: Pod): void {
  const { spec, status } = pod;
  const resolve = (path: string): string => podField(pod, path);
  if ((spec.initContainers ?? []).length > 0) {
    describeContainers(w, 'Init Containers', spec.initContainers ?? [], {
      statuses: status?.initContainerStatuses ?? [],
      resolve,
      space: '',
    });
  }
  describeContainers(w, 'Containers', spec.containers, {
    statuses: status?.containerStatuses ?? [],
    resolve,
    space: '',
  });
  if ((spec.ephemeralContainers ?? []).length > 0) {
    const containers = (spec.ephemeralContainers ?? []) as unknown as readonly Container[];
    describeContainers(w, 'Ephemeral Containers', containers, {
      statuses: status?.ephemeralContainerStatuses ?? [],
      resolve,
      space: '',
    });
  }
}

function conditions(w: DescribeWriter, { spec, status }: Pod): void {
  const gates = spec.readinessGates ?? [];
  const held = status?.conditions ?? [];
  if (gates.length > 0) {
    w.write(0, 'Readiness Gates:\n  Type\tStatus\n');
    for (const { conditionType } of gates)
      w.write(
        1,
        `${conditionType} \t${held.find(({ type }) => type === conditionType)?.status ?? '<none>'} \n`,
      );
  }
  if (held.length === 0) return;
  w.write(0, 'Conditions:\n  Type\tStatus\n');
  for (const { type, status: value } of held) w.write(1, `${type} \t${value} \n`);
}

/** Models EnvValueRetriever and kubectl's own fieldpath.ExtractFieldPathAsString, which knows metadata only. */
function podField({ metadata }: Pod, path: string): string {
  const keyed = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(path);
  if (keyed !== null) return metadata[keyed[1] as 'labels' | 'annotations']?.[keyed[2] ?? ''] ?? '';
  switch (path) {
    case 'metadata.name':
      return metadata.name ?? '';
    case 'metadata.namespace':
      return metadata.namespace ?? '';
    case 'metadata.uid':
      return metadata.uid ?? '';
    case 'metadata.labels':
      return quotedPairs(metadata.labels);
    case 'metadata.annotations':
      return quotedPairs(metadata.annotations);
    default:
      return '';
  }
}

function quotedPairs(map: Readonly<Record<string, string>> | undefined): string {
  return Object.keys(map ?? {})
    .sort()
    .map((key) => `${key}=${JSON.stringify(map?.[key])}`)
    .join('\n');
}

/** Models DescribePodTemplate. */
export function describePodTemplate(w: DescribeWriter, template: PodTemplateSpec | undefined): void {
  w.write(0, 'Pod Template:\n');
  if (template === undefined) {
    w.write(1, '<unset>');
    return;
  }
  const { metadata, spec } = template;
  printLabels(w, '  Labels', metadata?.labels);
  if (Object.keys(metadata?.annotations ?? {}).length > 0)
    printAnnotations(w, '  Annotations', metadata?.annotations);
  if (filled(spec?.serviceAccountName)) w.field('Service Account', spec?.serviceAccountName ?? '', 1);
  if ((spec?.initContainers ?? []).length > 0)
    describeContainers(w, 'Init Containers', spec?.initContainers ?? [], { space: '  ' });
  describeContainers(w, 'Containers', spec?.containers ?? [], { space: '  ' });
  describeVolumes(w, spec?.volumes, '  ');
  printTopologySpread(w, spec?.topologySpreadConstraints, '  ');
  if (filled(spec?.priorityClassName)) w.field('Priority Class Name', spec?.priorityClassName ?? '', 1);
  printLabels(w, '  Node-Selectors', spec?.nodeSelector);
  printTolerations(w, '  Tolerations', spec?.tolerations);
}
