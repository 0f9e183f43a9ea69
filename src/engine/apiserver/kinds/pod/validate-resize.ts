import { type FieldPath, forbidden, invalid } from '../../../../api/field-error.ts';
import type { Container, Pod, PodSpec, ResourceRequirements } from '../../../../api/generated/types.ts';
import { computePodQos, podQos } from '../../../../api/qos.ts';
import { internalLines } from '../common/internal/form.ts';
import { unifiedDiff } from '../common/internal/diff.ts';
import { checkAnnotationUpdates } from '../common/podspec/annotations.ts';
import { type Errors, METADATA, semanticEqual, SPEC } from '../common/validate.ts';
import { checkPod } from './validate.ts';

// Models pkg/apis/core/validation ValidatePodResize, ValidatePodEphemeralContainersUpdate (1.36).

const MIRROR = 'kubernetes.io/config.mirror';

function alone(detail: string): Errors {
  return [{ type: 'FieldValueForbidden', field: '', value: '', detail }];
}

/** Renamed, added or moved containers make the lists incomparable. */
function checkSameContainers(errors: Errors, pod: Pod, old: Pod): boolean {
  const before = errors.length;
  for (const list of ['containers', 'initContainers'] as const) {
    const next = pod.spec[list] ?? [];
    const was = old.spec[list] ?? [];
    const at = SPEC.child(list);
    if (next.length !== was.length) {
      errors.push(forbidden(at, `${list} may not be added or removed on resize`));
      continue;
    }
    for (const [i, container] of was.entries()) {
      if (next[i]?.name !== container.name) {
        errors.push(
          forbidden(at.index(i).child('name'), `${list} may not be renamed or reordered on resize`),
        );
      }
    }
  }
  return errors.length === before;
}

type Amounts = Readonly<Record<string, string>>;

function lost(next: Amounts | undefined, old: Amounts | undefined): boolean {
  return Object.keys(old ?? {}).some((name) => next?.[name] === undefined);
}

function checkNotRemoved(
  errors: Errors,
  next: ResourceRequirements | undefined,
  old: ResourceRequirements | undefined,
  path: FieldPath,
): void {
  if (lost(next?.requests, old?.requests))
    errors.push(forbidden(path.child('requests'), 'resource requests cannot be removed'));
  if (lost(next?.limits, old?.limits))
    errors.push(forbidden(path.child('limits'), 'resource limits cannot be removed'));
}

function withoutCompute(next: Amounts | undefined, old: Amounts | undefined): Amounts {
  const { cpu: _cpu, memory: _memory, ...rest } = next ?? {};
  const { cpu, memory } = old ?? {};
  return { ...rest, ...(cpu === undefined ? {} : { cpu }), ...(memory === undefined ? {} : { memory }) };
}

function mask(
  next: ResourceRequirements | undefined,
  old: ResourceRequirements | undefined,
): ResourceRequirements {
  return {
    limits: withoutCompute(next?.limits, old?.limits),
    requests: withoutCompute(next?.requests, old?.requests),
  };
}

function maskAll(
  next: readonly Container[] | undefined,
  old: readonly Container[] | undefined,
): readonly Container[] {
  return (next ?? []).map((container, i) => ({
    ...container,
    resources: mask(container.resources, old?.[i]?.resources),
  }));
}

function checkOnlyCompute(errors: Errors, pod: Pod, old: Pod): PodSpec {
  const containers = maskAll(pod.spec.containers, old.spec.containers);
  const initContainers = maskAll(pod.spec.initContainers, old.spec.initContainers);
  for (const [i, container] of containers.entries()) {
    if (!semanticEqual(container, old.spec.containers[i])) {
      errors.push(forbidden(SPEC, 'only cpu and memory resources are mutable'));
    }
  }
  for (const [i, container] of (pod.spec.initContainers ?? []).entries()) {
    if (semanticEqual(container, old.spec.initContainers?.[i])) continue;
    if (container.restartPolicy !== 'Always') {
      errors.push(forbidden(SPEC, 'resources for non-sidecar init containers are immutable'));
    } else if (!semanticEqual(initContainers[i], old.spec.initContainers?.[i])) {
      const message = 'only cpu and memory resources for init or sidecar containers are mutable';
      errors.push(forbidden(SPEC.child('initContainers').index(i), message));
    }
  }
  return { ...pod.spec, containers, initContainers };
}

function checkPodLevel(errors: Errors, pod: Pod, old: Pod): boolean {
  const { resources } = pod.spec;
  const was = old.spec.resources;
  if (!was) return true;
  const at = SPEC.child('resources');
  if (!resources) {
    errors.push(forbidden(at, 'pod-level resources cannot be removed'));
    return false;
  }
  if (lost(resources.requests, was.requests))
    errors.push(forbidden(at.child('requests'), 'pod-level resource requests cannot be removed'));
  if (lost(resources.limits, was.limits))
    errors.push(forbidden(at.child('limits'), 'pod-level resource limits cannot be removed'));
  if (!semanticEqual(mask(resources, was), { limits: was.limits, requests: was.requests })) {
    errors.push(forbidden(SPEC, 'only cpu and memory resources are mutable at pod-level'));
  }
  return true;
}

/** Through pods/resize. */
export function validatePodResize(pod: Pod, old: Pod): Errors {
  const errors: Errors = [];
  checkPod(errors, pod);
  if (old.metadata.annotations && MIRROR in old.metadata.annotations)
    return alone('static pods cannot be resized');
  if (old.spec.os?.name === 'windows') return alone('windows pods cannot be resized');
  if (podQos(old) !== computePodQos(pod)) {
    errors.push(
      invalid(SPEC, pod.status?.qosClass ?? '', 'Pod QOS Class may not change as a result of resizing'),
    );
  }
  const running = old.status?.containerStatuses?.find(({ state }) => state?.running);
  if (running && !running.resources)
    errors.push(forbidden(SPEC, 'Pod running on node without support for resize'));
  checkPodLevel(errors, pod, old);
  if (!checkSameContainers(errors, pod, old)) return errors;
  for (const list of ['initContainers', 'containers'] as const) {
    for (const [i, was] of (old.spec[list] ?? []).entries()) {
      if (list === 'initContainers' && was.restartPolicy !== 'Always') continue;
      checkNotRemoved(
        errors,
        pod.spec[list]?.[i]?.resources,
        was.resources,
        SPEC.child(list).index(i).child('resources'),
      );
    }
  }
  const masked = checkOnlyCompute(errors, pod, old);
  if (errors.length === 0 && !semanticEqual({ ...masked, resources: old.spec.resources }, old.spec)) {
    errors.push(forbidden(SPEC, 'only cpu and memory resources are mutable'));
  }
  return errors;
}

/** Through pods/ephemeralcontainers: they are only ever added. */
export function validateEphemeralContainers(pod: Pod, old: Pod): Errors {
  const errors: Errors = [];
  checkPod(errors, pod);
  checkAnnotationUpdates(
    errors,
    pod.metadata.annotations ?? {},
    old.metadata.annotations ?? {},
    METADATA.child('annotations'),
  );
  if (old.metadata.annotations && MIRROR in old.metadata.annotations) {
    return alone('static pods do not support ephemeral containers');
  }
  const at = SPEC.child('ephemeralContainers');
  const byName = new Map(pod.spec.ephemeralContainers?.map((container) => [container.name, container]));
  for (const was of old.spec.ephemeralContainers ?? []) {
    const now = byName.get(was.name);
    if (!now) errors.push(forbidden(at, `existing ephemeral containers "${was.name}" may not be removed\n`));
    else if (!semanticEqual(was, now)) {
      const diff = unifiedDiff(
        internalLines('EphemeralContainer', was),
        internalLines('EphemeralContainer', now),
      );
      errors.push(forbidden(at, `existing ephemeral containers "${was.name}" may not be changed\n${diff}`));
    }
  }
  return errors;
}
