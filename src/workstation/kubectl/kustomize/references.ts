import { type Json, asObject, isObject } from '../../../base/json.ts';
import { kindOf, nameOf, namespaceOf } from '../object.ts';
import { type Part, changedAt } from './part.ts';

// Models kustomize's name reference transformer and its field specs: where a kind's name stands in other objects.

const POD_SPECS = ['spec', 'spec/template/spec', 'spec/jobTemplate/spec/template/spec'];
const CONTAINERS = ['containers[]', 'initContainers[]'];

const inPods = (...paths: readonly string[]): string[] =>
  POD_SPECS.flatMap((spec) => paths.map((path) => `${spec}/${path}`));
const inEnvironment = (key: string, from: string): string[] =>
  inPods(
    ...CONTAINERS.flatMap((list) => [
      `${list}/env[]/valueFrom/${key}/name`,
      `${list}/envFrom[]/${from}/name`,
    ]),
  );

const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: [
    ...inPods('volumes[]/configMap/name', 'volumes[]/projected/sources[]/configMap/name'),
    ...inEnvironment('configMapKeyRef', 'configMapRef'),
  ],
  Secret: [
    ...inPods(
      'volumes[]/secret/secretName',
      'volumes[]/projected/sources[]/secret/name',
      'imagePullSecrets[]/name',
    ),
    ...inEnvironment('secretKeyRef', 'secretRef'),
    'spec/tls[]/secretName',
    'secrets[]/name',
    'imagePullSecrets[]/name',
  ],
  Service: [
    'spec/serviceName',
    'spec/rules[]/http/paths[]/backend/service/name',
    'spec/defaultBackend/service/name',
  ],
  ServiceAccount: [...inPods('serviceAccountName')],
  PersistentVolumeClaim: [...inPods('volumes[]/persistentVolumeClaim/claimName')],
  PersistentVolume: ['spec/volumeName'],
  StorageClass: ['spec/storageClassName', 'spec/volumeClaimTemplates[]/spec/storageClassName'],
  PriorityClass: [...inPods('priorityClassName')],
  IngressClass: ['spec/ingressClassName'],
};

/** Which of the kinds with a field of these names it may be. */
const TYPED = ['spec/scaleTargetRef', 'roleRef', 'subjects[]'];

/** Every reference by the name that what it means has in the end. */
export function withReferences(parts: readonly Part[]): readonly Part[] {
  return parts.map((part) => {
    let object: Json = part.object;
    for (const [kind, paths] of Object.entries(REFERENCES)) {
      const targets = parts.filter((other) => kindOf(other.object) === kind && other.names.length > 1);
      if (targets.length === 0) continue;
      for (const path of paths)
        object = changedAt(object, path, (held) => renamedReference(targets, held, part)) ?? object;
    }
    for (const path of TYPED) object = changedAt(object, path, (held) => typed(parts, held, part)) ?? object;
    return { ...part, object: asObject(object) };
  });
}

function renamedReference(targets: readonly Part[], held: Json | undefined, from: Part): Json | undefined {
  if (typeof held !== 'string') return held;
  const near = targets.filter(({ names }) => names.includes(held));
  const same = near.find(({ object }) => namespaceOf(object) === namespaceOf(from.object)) ?? near[0];
  return same === undefined ? held : nameOf(same.object);
}

function typed(parts: readonly Part[], held: Json | undefined, from: Part): Json | undefined {
  if (!isObject(held)) return held;
  const targets = parts.filter(({ object }) => kindOf(object) === held['kind']);
  const name = renamedReference(targets, held['name'], from);
  return { ...held, ...(name === undefined ? {} : { name }) };
}
