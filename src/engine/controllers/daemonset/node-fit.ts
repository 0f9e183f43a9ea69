import type {
  Affinity,
  DaemonSet,
  Node,
  Pod,
  PodTemplateSpec,
  Toleration,
} from '../../../api/generated/types.ts';
import { requiredNodeAffinityMatches } from '../../../api/node-selector.ts';
import { findUntoleratedTaint, isSameToleration } from '../../../api/toleration.ts';
import { REVISION_LABEL } from '../common/history.ts';

const GENERATION_LABEL = 'pod-template-generation';
const GENERATION_ANNOTATION = 'deprecated.daemonset.template.generation';
const NODE_NAME_FIELD = 'metadata.name';

function exists(key: string, effect: 'NoExecute' | 'NoSchedule'): Toleration {
  return { key: `node.kubernetes.io/${key}`, operator: 'Exists', effect };
}

const TOLERATIONS: readonly Toleration[] = [
  exists('not-ready', 'NoExecute'),
  exists('unreachable', 'NoExecute'),
  exists('disk-pressure', 'NoSchedule'),
  exists('memory-pressure', 'NoSchedule'),
  exists('pid-pressure', 'NoSchedule'),
  exists('unschedulable', 'NoSchedule'),
];

/** Models daemon/util AddOrUpdateDaemonPodTolerations (1.36). */
function withTolerations(
  own: readonly Toleration[] | undefined,
  hostNetwork: boolean,
): readonly Toleration[] {
  const added = hostNetwork ? [...TOLERATIONS, exists('network-unavailable', 'NoSchedule')] : TOLERATIONS;
  const result = [...(own ?? [])];
  for (const toleration of added) {
    const at = result.findIndex((standing) => isSameToleration(standing, toleration));
    if (at < 0) result.push(toleration);
    else result[at] = toleration;
  }
  return result;
}

/** The template's generation, which Pods carry as a label; absent when nobody set it. */
export function templateGeneration({ metadata }: DaemonSet): string | undefined {
  return metadata.annotations?.[GENERATION_ANNOTATION];
}

/** The template of a daemon's Pods of one revision. Models CreatePodTemplate. */
export function podTemplate(set: DaemonSet, hash: string): PodTemplateSpec {
  const { template } = set.spec;
  const generation = templateGeneration(set);
  const labels = {
    ...template.metadata?.labels,
    ...(generation === undefined ? {} : { [GENERATION_LABEL]: generation }),
    ...(hash === '' ? {} : { [REVISION_LABEL]: hash }),
  };
  const tolerations = withTolerations(template.spec.tolerations, template.spec.hostNetwork === true);
  return { ...template, metadata: { ...template.metadata, labels }, spec: { ...template.spec, tolerations } };
}

/** The template for one node: every required term of its node affinity gives way to the node's name. Models ReplaceDaemonSetPodNodeNameNodeAffinity. */
export function templateFor(template: PodTemplateSpec, node: string): PodTemplateSpec {
  const term = { matchFields: [{ key: NODE_NAME_FIELD, operator: 'In' as const, values: [node] }] };
  const { affinity } = template.spec;
  const nodeAffinity = {
    ...affinity?.nodeAffinity,
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] },
  };
  return { ...template, spec: { ...template.spec, affinity: { ...affinity, nodeAffinity } } };
}

/** The node a daemon's Pod is for, bound or not. Models GetTargetNodeName. */
export function targetNode({ spec }: Pod): string | undefined {
  if (spec.nodeName !== undefined && spec.nodeName !== '') return spec.nodeName;
  return nodeInAffinity(spec.affinity);
}

function nodeInAffinity(affinity: Affinity | undefined): string | undefined {
  const terms =
    affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  for (const { matchFields } of terms) {
    const field = matchFields?.find(
      ({ key, operator, values }) => key === NODE_NAME_FIELD && operator === 'In' && values?.length === 1,
    );
    if (field !== undefined) return field.values?.[0];
  }
  return undefined;
}

/** Whether a daemon's Pod should run on a node, and whether one there may stay. Models NodeShouldRunDaemonPod (1.36). */
export function fitsNode(
  set: DaemonSet,
  node: Node,
): { readonly shouldRun: boolean; readonly mayStay: boolean } {
  const { spec } = set.spec.template;
  const { nodeName = '' } = spec;
  const NOT = { shouldRun: false, mayStay: false };
  if (nodeName !== '' && nodeName !== node.metadata.name) return NOT;
  if (!requiredNodeAffinityMatches({ spec } as Pod, node)) return NOT;
  const tolerations = withTolerations(spec.tolerations, spec.hostNetwork === true);
  const { taints } = node.spec ?? {};
  const repels = findUntoleratedTaint(
    taints,
    tolerations,
    ({ effect }) => effect === 'NoExecute' || effect === 'NoSchedule',
  );
  if (repels === undefined) return { shouldRun: true, mayStay: true };
  const evicts = findUntoleratedTaint(taints, tolerations, ({ effect }) => effect === 'NoExecute');
  return { shouldRun: false, mayStay: evicts === undefined };
}

/** Whether a Pod is of the newest template. Models IsPodUpdated. */
export function isUpdated(set: DaemonSet, pod: Pod, hash: string): boolean {
  const { labels = {} } = pod.metadata;
  const generation = templateGeneration(set);
  return (
    (hash !== '' && labels[REVISION_LABEL] === hash) ||
    (generation !== undefined && labels[GENERATION_LABEL] === generation)
  );
}
