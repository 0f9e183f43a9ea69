import { type FieldPath, forbidden, invalid, required } from '../../../../api/field-error.ts';
import type {
  Container,
  NodeAffinity,
  NodeSelectorTerm,
  Pod,
  PodSpec,
  Toleration,
} from '../../../../api/generated/types.ts';
import { inclusiveRangeError } from '../../../../api/names.ts';
import { internalForm, internalLines } from '../common/internal/form.ts';
import { unifiedDiff } from '../common/internal/diff.ts';
import {
  checkAnnotationUpdates,
  checkPodAnnotations,
  checkProfilesAgree,
} from '../common/podspec/annotations.ts';
import { checkImageBlanks } from '../common/podspec/containers.ts';
import { checkTolerations } from '../common/podspec/scheduling.ts';
import { checkPodSpec } from '../common/podspec/spec.ts';
import { type Errors, MAX_INT32, METADATA, semanticEqual, SPEC } from '../common/validate.ts';

// Models pkg/apis/core/validation ValidatePodCreate, ValidatePodUpdate (1.36).

/** What only a Pod is asked, beyond what holds for templates too. Models validatePodMetadataAndSpec. */
export function checkPod(errors: Errors, pod: Pod): void {
  const { metadata, spec } = pod;
  checkPodAnnotations(errors, metadata.annotations, spec, METADATA.child('annotations'));
  checkPodSpec(errors, spec, SPEC, metadata);
  if (!spec.serviceAccountName) checkNoTokens(errors, spec);
  for (const list of ['containers', 'initContainers'] as const) {
    for (const [i, container] of (spec[list] ?? []).entries())
      checkImageBlanks(errors, container, SPEC.child(list).index(i));
  }
}

function checkNoTokens(errors: Errors, spec: PodSpec): void {
  for (const [i, volume] of (spec.volumes ?? []).entries()) {
    for (const [j, source] of (volume.projected?.sources ?? []).entries()) {
      if (!source.serviceAccountToken) continue;
      const at = SPEC.child('volumes')
        .index(i)
        .child('projected', 'sources')
        .index(j)
        .child('serviceAccountToken');
      errors.push(forbidden(at, 'must not be specified when serviceAccountName is not set'));
    }
  }
}

export function validatePodCreate(pod: Pod): Errors {
  const errors: Errors = [];
  const { metadata, spec } = pod;
  checkPod(errors, pod);
  if (spec.ephemeralContainers?.length) {
    errors.push(forbidden(SPEC.child('ephemeralContainers'), 'cannot be set on create'));
  }
  if (spec.nodeName && spec.schedulingGates?.length) {
    errors.push(
      forbidden(SPEC.child('nodeName'), 'cannot be set until all schedulingGates have been cleared'),
    );
  }
  checkProfilesAgree(errors, metadata, spec, SPEC);
  return errors;
}

/** Returns true when the lists cannot be compared further. */
function checkContainerUpdates(
  errors: Errors,
  next: readonly Container[],
  old: readonly Container[],
  path: FieldPath,
): boolean {
  if (next.length !== old.length) {
    errors.push(forbidden(path, 'pod updates may not add or remove containers'));
    return true;
  }
  for (const [i, container] of next.entries()) {
    if (!container.image) errors.push(required(path.index(i).child('image')));
    checkImageBlanks(errors, container, path.index(i));
  }
  return false;
}

/** Returns true when the deadline is so wrong that nothing else is looked at. */
function checkDeadline(errors: Errors, next: number | undefined, old: number | undefined): boolean {
  const at = SPEC.child('activeDeadlineSeconds');
  if (next === undefined) {
    if (old !== undefined)
      errors.push(invalid(at, null, 'must not update from a positive integer to nil value'));
    return false;
  }
  if (next < 0 || next > MAX_INT32) errors.push(invalid(at, next, inclusiveRangeError(0, MAX_INT32)));
  else if (old !== undefined && old < next)
    errors.push(invalid(at, next, 'must be less than or equal to previous value'));
  else return false;
  return true;
}

function tolerateTheSame(a: Toleration, b: Toleration): boolean {
  return (
    (a.key ?? '') === (b.key ?? '') &&
    (a.value ?? '') === (b.value ?? '') &&
    (a.effect ?? '') === (b.effect ?? '') &&
    (a.operator ?? '') === (b.operator ?? '')
  );
}

function checkTolerationUpdates(
  errors: Errors,
  next: readonly Toleration[],
  old: readonly Toleration[],
): void {
  const at = SPEC.child('tolerations');
  const lost = old.some((one) => !next.some((other) => tolerateTheSame(one, other)));
  if (lost)
    errors.push(forbidden(at, 'existing toleration can not be modified except its tolerationSeconds'));
  else checkTolerations(errors, next, at);
}

function checkGateUpdates(errors: Errors, next: PodSpec, old: PodSpec): void {
  const known = new Set(old.schedulingGates?.map(({ name }) => name));
  for (const [i, { name }] of (next.schedulingGates ?? []).entries()) {
    if (known.has(name)) continue;
    const at = SPEC.child('schedulingGates').index(i).child('name');
    errors.push(forbidden(at, `only deletion is allowed, but found new scheduling gate '${name}'`));
  }
}

function hasOnlyAdditions(next: NodeSelectorTerm, old: NodeSelectorTerm): boolean {
  const oldExpressions = old.matchExpressions ?? [];
  const oldFields = old.matchFields ?? [];
  const expressions = next.matchExpressions ?? [];
  const fields = next.matchFields ?? [];
  if (oldExpressions.length + oldFields.length === 0 && expressions.length + fields.length > 0) return false;
  return (
    semanticEqual(expressions.slice(0, oldExpressions.length), oldExpressions) &&
    semanticEqual(fields.slice(0, oldFields.length), oldFields)
  );
}

const REQUIRED_TERMS = SPEC.child('affinity', 'nodeAffinity').child(
  'requiredDuringSchedulingIgnoredDuringExecution',
  'nodeSelectorTerms',
);

function checkNodeAffinityUpdate(
  errors: Errors,
  next: NodeAffinity | undefined,
  old: NodeAffinity | undefined,
): void {
  const oldTerms = old?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const terms = next?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const at = REQUIRED_TERMS;
  if (oldTerms.length > 0 && oldTerms.length !== terms.length) {
    const shown = terms.length === 0 ? null : terms.map((term) => internalForm('NodeSelectorTerm', term));
    return void errors.push(
      invalid(at, shown, 'no additions/deletions to non-empty NodeSelectorTerms list are allowed'),
    );
  }
  for (const [i, oldTerm] of oldTerms.entries()) {
    const term = terms[i] ?? {};
    if (hasOnlyAdditions(term, oldTerm)) continue;
    const shown = internalForm('NodeSelectorTerm', term);
    errors.push(invalid(at.index(i), shown, 'only additions are allowed (no mutations or deletions)'));
  }
}

/** A gated Pod may still be narrowed to fewer nodes; what it may change is put back in the returned spec. */
function checkGatedUpdate(errors: Errors, munged: PodSpec, old: PodSpec): PodSpec {
  let spec = munged;
  if (!semanticEqual(spec.nodeSelector, old.nodeSelector)) {
    const changed = Object.entries(old.nodeSelector ?? {}).some(
      ([key, value]) => spec.nodeSelector?.[key] !== value,
    );
    if (changed) {
      const message = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
      errors.push(invalid(SPEC.child('nodeSelector'), spec.nodeSelector ?? null, message));
    }
    spec = { ...spec, nodeSelector: old.nodeSelector };
  }
  const before = old.affinity?.nodeAffinity;
  if (semanticEqual(spec.affinity?.nodeAffinity, before)) return spec;
  checkNodeAffinityUpdate(errors, spec.affinity?.nodeAffinity, before);
  const affinity = { ...spec.affinity, nodeAffinity: before };
  const nothingElse = !affinity.podAffinity && !affinity.podAntiAffinity;
  return { ...spec, affinity: old.affinity === undefined && nothingElse ? undefined : affinity };
}

/** The new spec with everything that may change put back to what it was. */
function munge(next: PodSpec, old: PodSpec): PodSpec {
  const images = (list: readonly Container[] | undefined, olds: readonly Container[] | undefined) =>
    list?.map((container, i) => ({ ...container, image: olds?.[i]?.image }));
  const grace = old.terminationGracePeriodSeconds;
  const fixesGrace = grace !== undefined && grace < 0 && next.terminationGracePeriodSeconds === 1;
  return {
    ...next,
    containers: images(next.containers, old.containers) ?? [],
    initContainers: images(next.initContainers, old.initContainers),
    activeDeadlineSeconds: old.activeDeadlineSeconds,
    schedulingGates: old.schedulingGates,
    tolerations: old.tolerations,
    ...(fixesGrace ? { terminationGracePeriodSeconds: grace } : {}),
  };
}

const UPDATABLE = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',');

/** What may not change, with a diff of the whole spec. */
function checkFixedFields(errors: Errors, next: PodSpec, old: PodSpec): void {
  let spec = munge(next, old);
  if (old.schedulingGates?.length) spec = checkGatedUpdate(errors, spec, old);
  if (semanticEqual(spec, old)) return;
  const diff = unifiedDiff(internalLines('PodSpec', old), internalLines('PodSpec', spec));
  errors.push(forbidden(SPEC, `pod updates may not change fields other than ${UPDATABLE}\n${diff}`));
}

/** An update of the Pod itself; its status and the subresources have checks of their own. */
export function validatePodUpdate(pod: Pod, old: Pod): Errors {
  const errors: Errors = [];
  const { spec } = pod;
  const { annotations } = pod.metadata;
  // What was valid when it was stored need not be looked at again.
  const sameSpec = semanticEqual(spec, old.spec);
  if (sameSpec && semanticEqual(annotations, old.metadata.annotations)) return errors;
  const at = METADATA.child('annotations');
  if (sameSpec) checkPodAnnotations(errors, annotations, spec, at);
  else checkPod(errors, pod);
  checkAnnotationUpdates(errors, annotations ?? {}, old.metadata.annotations ?? {}, at);
  checkPodAnnotations(errors, annotations, spec, at);
  if (sameSpec) return errors;
  if (
    checkContainerUpdates(errors, spec.containers ?? [], old.spec.containers ?? [], SPEC.child('containers'))
  )
    return errors;
  const inits = SPEC.child('initContainers');
  if (checkContainerUpdates(errors, spec.initContainers ?? [], old.spec.initContainers ?? [], inits))
    return errors;
  if (checkDeadline(errors, spec.activeDeadlineSeconds, old.spec.activeDeadlineSeconds)) return errors;
  checkTolerationUpdates(errors, spec.tolerations ?? [], old.spec.tolerations ?? []);
  checkGateUpdates(errors, spec, old.spec);
  if (!semanticEqual(spec, old.spec)) checkFixedFields(errors, spec, old.spec);
  return errors;
}
