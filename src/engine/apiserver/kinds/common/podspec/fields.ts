import { type FieldPath, invalid, notSupported, required } from '../../../../../api/field-error.ts';
import type { ObjectFieldSelector, ResourceFieldSelector } from '../../../../../api/generated/types.ts';
import { isZeroAmount, amountOf } from '../../../../../api/quantity.ts';
import { checkQualifiedName, type Errors } from '../validate.ts';

// The downward API: fields of the Pod and resources of a container. Models pkg/apis/core/validation
// validateObjectFieldSelector, validateContainerResourceFieldSelector and pkg/apis/core/pods helpers (1.36).

/** Paths that environment variables may name. */
export const ENV_FIELD_PATHS: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

/** Paths that files of a volume may name. */
export const FILE_FIELD_PATHS: readonly string[] = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

const KNOWN_LABELS = new Set([
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.serviceAccountName',
  'spec.schedulerName',
  'status.phase',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]);

/** `metadata.labels['app']` in two parts. Models fieldpath.SplitMaybeSubscriptedPath. */
function splitSubscript(fieldPath: string): { readonly path: string; readonly subscript?: string } {
  if (!fieldPath.endsWith("']")) return { path: fieldPath };
  const inner = fieldPath.slice(0, -2);
  const open = inner.indexOf("['");
  if (open <= 0) return { path: fieldPath };
  return { path: inner.slice(0, open), subscript: inner.slice(open + 2) };
}

/** Models ConvertDownwardAPIFieldLabel: undefined when the path is one, else the complaint. */
function unknownLabel(apiVersion: string, fieldPath: string): string | undefined {
  if (apiVersion !== 'v1') return `unsupported pod version: ${apiVersion}`;
  const { path, subscript } = splitSubscript(fieldPath);
  if (subscript !== undefined) {
    return path === 'metadata.annotations' || path === 'metadata.labels'
      ? undefined
      : `field label does not support subscript: ${fieldPath}`;
  }
  if (fieldPath === 'spec.host' || KNOWN_LABELS.has(fieldPath)) return undefined;
  return `field label not supported: ${fieldPath}`;
}

export function checkFieldRef(
  errors: Errors,
  ref: ObjectFieldSelector,
  path: FieldPath,
  allowed: readonly string[],
): void {
  if (!ref.apiVersion) return void errors.push(required(path.child('apiVersion')));
  if (!ref.fieldPath) return void errors.push(required(path.child('fieldPath')));
  const unknown = unknownLabel(ref.apiVersion, ref.fieldPath);
  if (unknown !== undefined) {
    return void errors.push(
      invalid(path.child('fieldPath'), ref.fieldPath, `error converting fieldPath: ${unknown}`),
    );
  }
  const { path: name, subscript } = splitSubscript(
    ref.fieldPath === 'spec.host' ? 'spec.nodeName' : ref.fieldPath,
  );
  if (subscript !== undefined) {
    return checkQualifiedName(
      errors,
      name === 'metadata.annotations' ? subscript.toLowerCase() : subscript,
      path,
    );
  }
  if (!allowed.includes(name)) errors.push(notSupported(path.child('fieldPath'), name, allowed));
}

const RESOURCES: readonly string[] = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];
const CPU_DIVISORS: readonly string[] = ['1m', '1'];
const BYTE_DIVISORS: readonly string[] = [
  '1',
  '1k',
  '1M',
  '1G',
  '1T',
  '1P',
  '1E',
  '1Ki',
  '1Mi',
  '1Gi',
  '1Ti',
  '1Pi',
  '1Ei',
];

function divisorWords(
  resource: string,
): { readonly allowed: readonly string[]; readonly of: string } | undefined {
  const name = resource.slice(resource.indexOf('.') + 1);
  if (!RESOURCES.includes(resource)) {
    return /^(limits|requests)\.hugepages-/.test(resource)
      ? { allowed: BYTE_DIVISORS, of: 'hugepages' }
      : undefined;
  }
  if (name === 'cpu') return { allowed: CPU_DIVISORS, of: 'cpu' };
  return { allowed: BYTE_DIVISORS, of: name === 'memory' ? 'memory' : 'local ephemeral storage' };
}

function checkDivisor(errors: Errors, ref: ResourceFieldSelector, path: FieldPath): void {
  const divisor = ref.divisor ?? '0';
  if (isZeroAmount(amountOf(divisor))) return;
  const words = divisorWords(ref.resource ?? '');
  if (words === undefined || words.allowed.includes(divisor)) return;
  const list = words.of === 'cpu' ? '1m and 1' : words.allowed.join(', ');
  errors.push(
    invalid(
      path.child('divisor'),
      ref.resource,
      `only divisor's values ${list} are supported with the ${words.of} resource`,
    ),
  );
}

/** `inVolume`: a file has to name its container. */
export function checkResourceFieldRef(
  errors: Errors,
  ref: ResourceFieldSelector,
  path: FieldPath,
  inVolume: boolean,
): void {
  const resource = ref.resource ?? '';
  if (inVolume && !ref.containerName) errors.push(required(path.child('containerName')));
  else if (resource === '') errors.push(required(path.child('resource')));
  else if (!RESOURCES.includes(resource) && !/^(limits|requests)\.hugepages-/.test(resource)) {
    errors.push(notSupported(path.child('resource'), resource, RESOURCES));
  }
  checkDivisor(errors, ref, path);
}
