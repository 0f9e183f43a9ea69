import type { ConfigMap, EnvVar, Node, Pod, Secret, Service } from '../../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import type { CachedResource, ObjectCache } from '../config/object-cache.ts';
import { decodeBase64 } from '../images/credentials.ts';
import type { AnyContainer } from '../pod.ts';
import { type EnvFiles, fileKey } from './env-file.ts';
import { expand, lookupIn } from './expand.ts';
import { fieldValue, resourceValue } from './field-ref.ts';
import { serviceEnv } from './service-env.ts';

// Models pkg/kubelet/kubelet_pods.go makeEnvironmentVariables (1.36).

export interface EnvInputs extends EnvFiles {
  readonly pod: Pod;
  readonly container: AnyContainer;
  readonly podIps: readonly string[];
  readonly hostIp: string;
  readonly node: Node | undefined;
  readonly objects: ObjectCache;
  /** Services known, or undefined while the first list is under way. */
  readonly services: Iterable<Service> | undefined;
  /** Where the Service `kubernetes` is. */
  readonly masterNamespace: string;
}

type Env = Map<string, string>;

/** A container's environment in order, or why it cannot be made. */
export function* makeEnv(inputs: EnvInputs): Task<Result<Env, string>> {
  const { pod, container } = inputs;
  if (inputs.services === undefined)
    return err('services have not yet been read at least once, cannot construct envvars');
  const links = pod.spec.enableServiceLinks ?? true;
  const { masterNamespace } = inputs;
  const fromServices = serviceEnv(inputs.services, {
    namespace: pod.metadata.namespace ?? '',
    links,
    masterNamespace,
  });
  const env: Env = new Map();
  const imported = yield* addEnvFrom(inputs, env);
  if (!imported.ok) return imported;
  const lookup = lookupIn(env, fromServices);
  for (const variable of container.env ?? []) {
    const value = yield* valueOf(variable, inputs, (text) => expand(text, lookup));
    if (!value.ok) return value;
    if (value.value !== undefined) env.set(variable.name, value.value);
  }
  for (const [name, value] of fromServices) if (!env.has(name)) env.set(name, value);
  return ok(env);
}

function* addEnvFrom({ pod, container, objects }: EnvInputs, env: Env): Task<Result<void, string>> {
  const namespace = pod.metadata.namespace ?? '';
  for (const source of container.envFrom ?? []) {
    const reference = source.configMapRef ?? source.secretRef;
    const resource: CachedResource = source.configMapRef === undefined ? 'secrets' : 'configmaps';
    if (reference === undefined) continue;
    const found = yield* objects.get(resource, namespace, reference.name ?? '');
    if (!found.ok) {
      if (found.error.notFound && reference.optional === true) continue;
      return err(found.error.message);
    }
    for (const [key, value] of Object.entries(textsOf(resource, found.value)))
      env.set((source.prefix ?? '') + key, value);
  }
  return ok();
}

/** Texts of a ConfigMap or Secret by key. */
function textsOf(resource: CachedResource, object: ConfigMap | Secret): Record<string, string> {
  const data = object.data ?? {};
  if (resource === 'configmaps') return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, decodeBase64(value)]));
}

/** Undefined leaves the variable out. */
function* valueOf(
  variable: EnvVar,
  inputs: EnvInputs,
  expanded: (text: string) => string,
): Task<Result<string | undefined, string>> {
  const { pod, container, podIps, hostIp, node } = inputs;
  if (variable.value !== undefined && variable.value !== '') return ok(expanded(variable.value));
  const from = variable.valueFrom;
  if (from === undefined) return ok('');
  if (from.fieldRef !== undefined) return fieldValue(from.fieldRef.fieldPath, { pod, podIps, hostIp });
  if (from.resourceFieldRef !== undefined) return resourceValue(from.resourceFieldRef, pod, container, node);
  if (from.configMapKeyRef !== undefined) return yield* keyOf(inputs, 'configmaps', from.configMapKeyRef);
  if (from.secretKeyRef !== undefined) return yield* keyOf(inputs, 'secrets', from.secretKeyRef);
  if (from.fileKeyRef !== undefined) return fileKey(from.fileKeyRef, inputs);
  return ok('');
}

function* keyOf(
  { pod, objects }: EnvInputs,
  resource: CachedResource,
  { name = '', key, optional }: { readonly name?: string; readonly key: string; readonly optional?: boolean },
): Task<Result<string | undefined, string>> {
  const namespace = pod.metadata.namespace ?? '';
  const found = yield* objects.get(resource, namespace, name);
  if (!found.ok) return found.error.notFound && optional === true ? ok(undefined) : err(found.error.message);
  const value = textsOf(resource, found.value)[key];
  if (value !== undefined) return ok(value);
  if (optional === true) return ok(undefined);
  return err(
    `couldn't find key ${key} in ${resource === 'secrets' ? 'Secret' : 'ConfigMap'} ${namespace}/${name}`,
  );
}
