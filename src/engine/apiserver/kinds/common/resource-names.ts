import { type FieldPath, invalid } from '../../../../api/field-error.ts';
import { isQualifiedName } from '../../../../api/names.ts';
import { amountMilliValue, amountOf } from '../../../../api/quantity.ts';
import { isHugePages, isNativeResource } from './resource-list.ts';
import { type Errors, invalidEach, NOT_NEGATIVE } from './validate.ts';

// Names of resources and what their amounts may be. Models pkg/apis/core/helper helpers.go and
// pkg/apis/core/validation validateResourceName … ValidateResourceQuantityValue (1.36).

const OBJECT_COUNTS: readonly string[] = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];
const COMPUTE: readonly string[] = ['cpu', 'memory', 'ephemeral-storage'];
const QUOTA = new Set([
  ...COMPUTE,
  ...COMPUTE.map((name) => `requests.${name}`),
  ...COMPUTE.map((name) => `limits.${name}`),
  'requests.storage',
  ...OBJECT_COUNTS,
]);
const STANDARD = new Set([...QUOTA, 'storage']);
const CONTAINER = new Set(COMPUTE);
const INTEGERS = new Set(OBJECT_COUNTS);

function isQuotaHugePages(name: string): boolean {
  return isHugePages(name) || name.startsWith('requests.hugepages-');
}

export function isStandardQuotaResource(name: string): boolean {
  return QUOTA.has(name) || isQuotaHugePages(name);
}

/** A resource of a vendor (`nvidia.com/gpu`). Models helper.IsExtendedResourceName. */
export function isExtendedResource(name: string): boolean {
  return (
    !isNativeResource(name) &&
    !name.startsWith('requests.') &&
    isQualifiedName(`requests.${name}`).length === 0
  );
}

/** Models validateResourceName. */
export function checkResourceName(errors: Errors, name: string, path: FieldPath): void {
  if (CONTAINER.has(name)) return;
  const messages = isQualifiedName(name);
  if (messages.length > 0) return invalidEach(errors, path, name, messages);
  if (!name.includes('/') && !STANDARD.has(name) && !isQuotaHugePages(name)) {
    errors.push(invalid(path, name, 'must be a standard resource type or fully qualified'));
  }
}

/** Models validateContainerResourceName. */
export function checkContainerResourceName(errors: Errors, name: string, path: FieldPath): void {
  if (CONTAINER.has(name)) return;
  checkResourceName(errors, name, path);
  if (!name.includes('/')) {
    if (!isHugePages(name)) errors.push(invalid(path, name, 'must be a standard resource for containers'));
  } else if (!isNativeResource(name) && !isExtendedResource(name)) {
    errors.push(invalid(path, name, "doesn't follow extended resource name standard"));
  }
}

/** Models ValidateResourceQuotaResourceName. */
export function checkQuotaResourceName(errors: Errors, name: string, path: FieldPath): void {
  checkResourceName(errors, name, path);
  if (!name.includes('/') && !isStandardQuotaResource(name)) {
    errors.push(invalid(path, name, 'must be a standard resource for quota'));
  }
}

/** Not negative, and whole where only whole ones exist. Models ValidateResourceQuantityValue. */
export function checkResourceAmount(errors: Errors, name: string, text: string, path: FieldPath): void {
  if (text.startsWith('-') && amountOf(text).nanos < 0n) errors.push(invalid(path, text, NOT_NEGATIVE));
  if (CONTAINER.has(name)) return;
  if ((INTEGERS.has(name) || isExtendedResource(name)) && amountMilliValue(amountOf(text)) % 1000 !== 0) {
    errors.push(invalid(path, text, 'must be an integer'));
  }
}
