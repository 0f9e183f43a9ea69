import { type FieldPath, invalid, required } from '../../../../../api/field-error.ts';
import type { EnvFromSource, EnvVar, EnvVarSource } from '../../../../../api/generated/types.ts';
import { isConfigMapKey, isRelaxedEnvVarName, nameIsDNSSubdomain } from '../../../../../api/names.ts';
import { checkDnsLabel, type Errors, invalidEach } from '../validate.ts';
import { ENV_FIELD_PATHS, checkFieldRef, checkResourceFieldRef } from './fields.ts';
import { checkNoBacksteps } from './paths.ts';

// Models pkg/apis/core/validation ValidateEnv, ValidateEnvFrom (1.36).

function checkKeyRef(
  errors: Errors,
  ref: { readonly name?: string; readonly key?: string },
  path: FieldPath,
): void {
  invalidEach(errors, path.child('name'), ref.name ?? '', nameIsDNSSubdomain(ref.name ?? ''));
  if (!ref.key) errors.push(required(path.child('key')));
  else invalidEach(errors, path.child('key'), ref.key, isConfigMapKey(ref.key));
}

function checkFileKeyRef(
  errors: Errors,
  ref: NonNullable<EnvVarSource['fileKeyRef']>,
  path: FieldPath,
): void {
  if (!ref.key) errors.push(required(path.child('key')));
  else invalidEach(errors, path.child('key'), ref.key, isRelaxedEnvVarName(ref.key));
  if (!ref.volumeName) errors.push(required(path.child('volumeName')));
  else checkDnsLabel(errors, ref.volumeName, path.child('volumeName'));
  if (!ref.path) errors.push(required(path.child('path')));
  else checkNoBacksteps(errors, ref.path, path.child('path'));
}

function checkValueFrom(errors: Errors, env: EnvVar, path: FieldPath): void {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = env.valueFrom ?? {};
  if (fieldRef) checkFieldRef(errors, fieldRef, path.child('fieldRef'), ENV_FIELD_PATHS);
  if (resourceFieldRef)
    checkResourceFieldRef(errors, resourceFieldRef, path.child('resourceFieldRef'), false);
  if (configMapKeyRef) checkKeyRef(errors, configMapKeyRef, path.child('configMapKeyRef'));
  if (secretKeyRef) checkKeyRef(errors, secretKeyRef, path.child('secretKeyRef'));
  if (fileKeyRef) checkFileKeyRef(errors, fileKeyRef, path.child('fileKeyRef'));
  const sources = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef].filter(
    Boolean,
  ).length;
  if (sources === 0) {
    const message =
      'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
    errors.push(invalid(path, '', message));
  } else if (env.value) errors.push(invalid(path, '', 'may not be specified when `value` is not empty'));
  else if (sources > 1)
    errors.push(invalid(path, '', 'may not have more than one field specified at a time'));
}

export function checkEnv(errors: Errors, vars: readonly EnvVar[] | undefined, path: FieldPath): void {
  if (vars === undefined) return;
  for (const [i, env] of vars.entries()) {
    if (!env.name) errors.push(required(path.index(i).child('name')));
    else {
      const messages = isRelaxedEnvVarName(env.name);
      if (messages.length > 0) invalidEach(errors, path.index(i).child('name'), env.name, messages);
    }
    if (env.valueFrom) checkValueFrom(errors, env, path.index(i).child('valueFrom'));
  }
}

function checkSourceName(errors: Errors, name: string | undefined, path: FieldPath): void {
  if (!name) errors.push(required(path.child('name')));
  else invalidEach(errors, path.child('name'), name, nameIsDNSSubdomain(name, true));
}

export function checkEnvFrom(
  errors: Errors,
  sources: readonly EnvFromSource[] | undefined,
  path: FieldPath,
): void {
  if (sources === undefined) return;
  for (const [i, { prefix, configMapRef, secretRef }] of sources.entries()) {
    if (prefix) invalidEach(errors, path.index(i).child('prefix'), prefix, isRelaxedEnvVarName(prefix));
    if (configMapRef) checkSourceName(errors, configMapRef.name, path.index(i).child('configMapRef'));
    if (secretRef) checkSourceName(errors, secretRef.name, path.index(i).child('secretRef'));
    if (!configMapRef && !secretRef)
      errors.push(invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`'));
    else if (configMapRef && secretRef)
      errors.push(invalid(path, '', 'may not have more than one field specified at a time'));
  }
}
