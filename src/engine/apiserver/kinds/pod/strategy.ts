import type { Draft } from '../../../../base/brand.ts';
import type { LabelSelector, Pod, PodCondition, PodSpec } from '../../../../api/generated/types.ts';
import { isDNS1123Label } from '../../../../api/names.ts';
import { computePodQos } from '../../../../api/qos.ts';
import { mirrorServiceAccount } from '../common/podspec/defaults.ts';
import { podSpecWarnings } from '../common/podspec/warnings.ts';
import type { StrategyContext } from '../kind.ts';

// Models pkg/registry/core/pod/strategy.go (1.36).

interface LabelKeys {
  labelSelector?: Draft<LabelSelector>;
  matchLabelKeys?: readonly string[];
  mismatchLabelKeys?: readonly string[];
}

/** The Pod's own values of the named labels join the selector. Models applyMatchLabelKeysAndMismatchLabelKeys. */
function applyLabelKeys(term: LabelKeys, labels: Readonly<Record<string, string>>): void {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  if (!labelSelector || matchLabelKeys.length + mismatchLabelKeys.length === 0) return;
  const expressions = (labelSelector.matchExpressions ??= []);
  const add = (keys: readonly string[], operator: 'In' | 'NotIn'): void => {
    for (const key of keys) {
      const value = labels[key];
      if (value !== undefined) expressions.push({ key, operator, values: [value] });
    }
  };
  add(matchLabelKeys, 'In');
  add(mismatchLabelKeys, 'NotIn');
}

function applyAllLabelKeys(spec: Draft<PodSpec>, labels: Readonly<Record<string, string>>): void {
  for (const affinity of [spec.affinity?.podAffinity, spec.affinity?.podAntiAffinity]) {
    for (const term of affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [])
      applyLabelKeys(term.podAffinityTerm, labels);
    for (const term of affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [])
      applyLabelKeys(term, labels);
  }
  for (const constraint of spec.topologySpreadConstraints ?? []) applyLabelKeys(constraint, labels);
}

/** Whatever status the client sent is gone; the class of service is fixed here for good. */
export function preparePodForCreate(pod: Draft<Pod>, ctx: StrategyContext): void {
  const { spec } = pod;
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1;
  mirrorServiceAccount(spec);
  pod.status = { phase: 'Pending', qosClass: computePodQos(pod) };
  if (spec.schedulingGates?.length) {
    pod.status.conditions = [
      {
        ...UNPROBED,
        type: 'PodScheduled',
        status: 'False',
        reason: 'SchedulingGated',
        message: 'Scheduling is blocked due to non-empty scheduling gates',
        lastTransitionTime: ctx.now,
      },
    ];
  }
  applyAllLabelKeys(spec, pod.metadata.labels ?? {});
}

/** Go leaves no time out that is no pointer: nothing sets this one, so it is null. */
function withProbeTimes(conditions: Draft<PodCondition>[]): Draft<PodCondition>[] {
  if (conditions.every(({ lastProbeTime }) => lastProbeTime !== undefined)) return conditions;
  return conditions.map((condition) =>
    condition.lastProbeTime === undefined ? Object.assign({ lastProbeTime: null }, condition) : condition,
  );
}

const UNPROBED = { lastProbeTime: null } as unknown as Draft<Pick<PodCondition, 'lastProbeTime'>>;

/** The kubelet and the scheduler write status; owners, spec and the moment of deletion stay as they are. */
export function preparePodStatus(pod: Draft<Pod>, old: Pod): void {
  pod.spec = old.spec as Draft<PodSpec>;
  pod.metadata.deletionTimestamp = old.metadata.deletionTimestamp;
  pod.metadata.ownerReferences = old.metadata.ownerReferences as Draft<Pod>['metadata']['ownerReferences'];
  if (pod.status?.conditions) pod.status.conditions = withProbeTimes(pod.status.conditions);
  if (pod.status && !pod.status.qosClass) pod.status.qosClass = old.status?.qosClass;
}

/** Only the amounts and resize policies of the containers come through. Models podResizeStrategy. */
export function preparePodResize(pod: Draft<Pod>, old: Pod): void {
  const wanted = pod.spec;
  const pick = (list: 'containers' | 'initContainers') =>
    old.spec[list]?.map((container, i) => {
      const next = wanted[list]?.[i];
      if (!next || next.name !== container.name) return next ?? container;
      return { ...container, resources: next.resources, resizePolicy: next.resizePolicy };
    });
  const same =
    wanted.containers?.length === old.spec.containers.length &&
    wanted.initContainers?.length === old.spec.initContainers?.length;
  pod.spec = {
    ...old.spec,
    resources: wanted.resources,
    containers: same ? pick('containers') : wanted.containers,
    ...(old.spec.initContainers || wanted.initContainers
      ? { initContainers: same ? pick('initContainers') : wanted.initContainers }
      : {}),
  } as Draft<PodSpec>;
  pod.status = old.status as Draft<Pod>['status'];
}

/** Only ephemeral containers come through. */
export function prepareEphemeralContainers(pod: Draft<Pod>, old: Pod): void {
  pod.spec = { ...old.spec, ephemeralContainers: pod.spec.ephemeralContainers } as Draft<PodSpec>;
  pod.status = old.status as Draft<Pod>['status'];
}

/** Seconds a delete leaves the Pod. Models CheckGracefulDelete. */
export function podGraceSeconds(pod: Pod, asked: number | undefined): number {
  const phase = pod.status?.phase;
  if (!pod.spec.nodeName || phase === 'Failed' || phase === 'Succeeded') return 0;
  const seconds = asked ?? pod.spec.terminationGracePeriodSeconds ?? 0;
  return seconds < 0 ? 1 : seconds;
}

/** On create only: updates come too often and seldom from people. */
export function podWarnings(pod: Pod): readonly string[] {
  const warnings = podSpecWarnings(pod.spec, pod.metadata.annotations);
  const messages = isDNS1123Label(pod.metadata.name);
  if (messages.length === 0) return warnings;
  const text =
    "this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended";
  return [`metadata.name: ${text}: [${messages.join(' ')}]`, ...warnings];
}
