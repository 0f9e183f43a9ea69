import { type FieldPath, forbidden, invalid } from '../../../../../api/field-error.ts';
import type { ObjectMeta, PodSpec } from '../../../../../api/generated/types.ts';
import { goQuote } from '../../../../../api/go-text.ts';
import type { Errors, Labels } from '../validate.ts';
import { visitContainers } from './check.ts';
import { checkLocalDescendingPath } from './paths.ts';

// Annotations that mean something in a Pod. Models pkg/apis/core/validation ValidatePodSpecificAnnotations,
// ValidatePodSpecificAnnotationUpdates, validateSeccompAnnotationsAndFields (1.36).

const MIRROR = 'kubernetes.io/config.mirror';
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';

function isInt32(text: string): boolean {
  if (!/^(0|-?[1-9][0-9]*)$/.test(text)) return false;
  const value = Number(text);
  return value >= -2_147_483_648 && value <= 2_147_483_647;
}

function checkSeccompName(errors: Errors, profile: string, path: FieldPath): void {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return;
  if (profile.startsWith('localhost/'))
    checkLocalDescendingPath(errors, profile.slice('localhost/'.length), path);
  else errors.push(invalid(path, profile, 'must be a valid seccomp profile'));
}

function hasContainer(spec: PodSpec, name: string): boolean {
  return [spec.initContainers, spec.containers, spec.ephemeralContainers].some((list) =>
    list?.some((c) => c.name === name),
  );
}

function checkAppArmorName(
  errors: Errors,
  key: string,
  annotations: Labels,
  at: { readonly spec: PodSpec; readonly path: FieldPath },
): void {
  const container = key.slice(APPARMOR.length);
  const profile = annotations[key] ?? '';
  if (!hasContainer(at.spec, container))
    errors.push(invalid(at.path.key(key), container, 'container not found'));
  const known = ['', 'runtime/default', 'unconfined'].includes(profile) || profile.startsWith('localhost/');
  if (!known)
    errors.push(invalid(at.path.key(key), profile, `invalid AppArmor profile name: ${goQuote(profile)}`));
}

/** Of a Pod or a template; `path` is that of annotations. */
export function checkPodAnnotations(
  errors: Errors,
  annotations: Labels | undefined,
  spec: PodSpec,
  path: FieldPath,
): void {
  if (annotations === undefined) return;
  const mirror = annotations[MIRROR];
  if (mirror !== undefined && !spec.nodeName) {
    errors.push(invalid(path.key(MIRROR), mirror, 'must set spec.nodeName if mirror pod annotation is set'));
  }
  const cost = annotations[DELETION_COST];
  if (cost !== undefined && !isInt32(cost))
    errors.push(invalid(path.key(DELETION_COST), cost, 'must be a 32bit integer'));
  const keys = Object.keys(annotations);
  if (annotations[SECCOMP_POD] !== undefined)
    checkSeccompName(errors, annotations[SECCOMP_POD], path.child(SECCOMP_POD));
  for (const key of keys) {
    if (key.startsWith(SECCOMP_CONTAINER)) checkSeccompName(errors, annotations[key] ?? '', path.child(key));
  }
  for (const key of keys)
    if (key.startsWith(APPARMOR)) checkAppArmorName(errors, key, annotations, { spec, path });
}

/** What an update must leave alone. */
export function checkAnnotationUpdates(
  errors: Errors,
  annotations: Labels,
  old: Labels,
  path: FieldPath,
): void {
  for (const key of Object.keys(old)) {
    if (annotations[key] === old[key]) continue;
    if (key.startsWith(APPARMOR))
      errors.push(forbidden(path.key(key), 'may not remove or update AppArmor annotations'));
    if (key === MIRROR)
      errors.push(forbidden(path.key(key), 'may not remove or update mirror pod annotation'));
  }
  for (const key of Object.keys(annotations)) {
    if (Object.hasOwn(old, key)) continue;
    if (key.startsWith(APPARMOR)) errors.push(forbidden(path.key(key), 'may not add AppArmor annotations'));
    if (key === MIRROR) errors.push(forbidden(path.key(key), 'may not add mirror pod annotation'));
  }
}

interface Profile {
  readonly type?: string;
  readonly localhostProfile?: string;
}

function checkMatch(
  errors: Errors,
  pair: { readonly annotation: string; readonly profile: Profile; readonly what: string },
  path: FieldPath,
): void {
  const { annotation, profile, what } = pair;
  const name = annotation.startsWith('localhost/') ? annotation.slice('localhost/'.length) : undefined;
  const type =
    name !== undefined ? 'Localhost' : annotation === 'unconfined' ? 'Unconfined' : 'RuntimeDefault';
  if (profile.type !== type)
    errors.push(forbidden(path.child('type'), `${what} type in annotation and field must match`));
  else if (name !== undefined && name !== profile.localhostProfile) {
    errors.push(
      forbidden(path.child('localhostProfile'), `${what} profile in annotation and field must match`),
    );
  }
}

/** Where an annotation and a field say the same thing, they must agree; `path` is that of spec. */
export function checkProfilesAgree(
  errors: Errors,
  metadata: Partial<ObjectMeta> | undefined,
  spec: PodSpec,
  path: FieldPath,
): void {
  const annotations = metadata?.annotations;
  if (annotations === undefined) return;
  const pod = annotations[SECCOMP_POD];
  if (pod !== undefined && spec.securityContext?.seccompProfile) {
    const pair = { annotation: pod, profile: spec.securityContext.seccompProfile, what: 'seccomp' };
    checkMatch(errors, pair, path.child('securityContext', 'seccompProfile'));
  }
  visitContainers(spec, path, (container, at) => {
    const annotation = annotations[SECCOMP_CONTAINER + container.name];
    const profile = container.securityContext?.seccompProfile;
    if (annotation === undefined || !profile) return;
    checkMatch(
      errors,
      { annotation, profile, what: 'seccomp' },
      at.child('securityContext', 'seccompProfile'),
    );
  });
  if (spec.os?.name === 'windows') return;
  visitContainers(spec, path, (container, at) => {
    const annotation = annotations[APPARMOR + container.name];
    const profile = container.securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile;
    if (annotation === undefined || !profile) return;
    checkMatch(
      errors,
      { annotation, profile, what: 'apparmor' },
      at.child('securityContext', 'appArmorProfile'),
    );
  });
}
