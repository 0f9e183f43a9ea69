import {
  duplicate,
  type FieldPath,
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
} from '../../../../../api/field-error.ts';
import type { ResourceClaim, ResourceRequirements } from '../../../../../api/generated/types.ts';
import { amountOf, cmpQuantities } from '../../../../../api/quantity.ts';
import { own } from '../../../../../base/own.ts';
import { aggregateRequests, isHugePages, isOvercommitAllowed, isPodLevelResource } from '../resource-list.ts';
import { checkContainerResourceName, checkResourceAmount, checkResourceName } from '../resource-names.ts';
import { checkDnsLabel, type Errors } from '../validate.ts';
import type { PodCheck } from './check.ts';

// Models pkg/apis/core/validation validateResourceRequirements, validatePodResources (1.36). Where
// upstream walks a Go map in random order, the order here is that of the names as written.

type NameCheck = (errors: Errors, name: string, path: FieldPath) => void;

const POD_RESOURCES: readonly string[] = ['cpu', 'hugepages-', 'memory'];

function checkPodResourceName(errors: Errors, name: string, path: FieldPath): void {
  const before = errors.length;
  checkResourceName(errors, name, path);
  if (errors.length === before && !isPodLevelResource(name))
    errors.push(notSupported(path, name, POD_RESOURCES));
}

function checkHugePages(errors: Errors, name: string, amount: string, path: FieldPath): void {
  const page = amountOf(name.slice('hugepages-'.length)).nanos;
  const nanos = amountOf(amount).nanos;
  if (page === 0n || nanos % page !== 0n || nanos < 0n) {
    errors.push(invalid(path, amount, `${amount} is not positive integer multiple of ${name}`));
  }
}

function checkAmount(errors: Errors, name: string, amount: string, path: FieldPath): void {
  checkResourceAmount(errors, name, amount, path);
  if (isHugePages(name) && /^hugepages-[0-9.]+[A-Za-z]*$/.test(name))
    checkHugePages(errors, name, amount, path);
}

/** A request against its limit. `path` is that of the requirements. */
function checkAgainstLimit(
  errors: Errors,
  name: string,
  resources: ResourceRequirements,
  path: FieldPath,
): void {
  const request = own(resources.requests, name) ?? '0';
  const limit = own(resources.limits, name);
  const requests = path.child('requests');
  if (limit === undefined) {
    if (!isOvercommitAllowed(name)) {
      errors.push(required(path.child('limits'), 'Limit must be set for non overcommitable resources'));
    }
    return;
  }
  const order = cmpQuantities(request, limit);
  if (order !== 0 && !isOvercommitAllowed(name)) {
    errors.push(invalid(requests, request, `must be equal to ${name} limit of ${limit}`));
  } else if (order > 0)
    errors.push(invalid(requests, request, `must be less than or equal to ${name} limit of ${limit}`));
}

function checkClaims(check: PodCheck, claims: readonly ResourceClaim[], path: FieldPath): void {
  const { errors, claimNames } = check;
  const seen = new Set<string>();
  for (const [i, { name, request }] of claims.entries()) {
    const at = path.index(i);
    if (!name) {
      errors.push(required(at));
      continue;
    }
    const key = request ? `${name}/${request}` : name;
    if (request && !seen.has(name)) checkDnsLabel(errors, request, at.child('request'));
    const overlaps =
      seen.has(name) ||
      seen.has(key) ||
      (!request && [...seen].some((other) => other.startsWith(`${name}/`)));
    if (overlaps) errors.push(duplicate(at, seen.has(name) ? name : key));
    seen.add(key);
    if (claimNames.has(name)) continue;
    const known = claimNames.size === 0 ? ' which is empty' : `: ${[...claimNames].sort().join(', ')}`;
    errors.push({
      ...notFound(at, name),
      detail: `must be one of the names in pod.spec.resourceClaims${known}`,
    });
  }
}

function checkRequirements(
  check: PodCheck,
  resources: ResourceRequirements,
  path: FieldPath,
  checkName: NameCheck,
): void {
  const { errors } = check;
  const { limits = {}, requests = {} } = resources;
  let hasCompute = false;
  let hasHugePages = false;
  const note = (name: string): void => {
    hasCompute ||= name === 'cpu' || name === 'memory';
    hasHugePages ||= isHugePages(name);
  };
  for (const name in limits) {
    const at = path.child('limits').key(name);
    checkName(errors, name, at);
    checkAmount(errors, name, limits[name] ?? '0', at);
    note(name);
  }
  for (const name in requests) {
    const at = path.child('requests').key(name);
    checkName(errors, name, at);
    checkResourceAmount(errors, name, requests[name] ?? '0', at);
    checkAgainstLimit(errors, name, resources, path);
    if (isHugePages(name)) checkHugePages(errors, name, requests[name] ?? '0', at);
    note(name);
  }
  if (!hasCompute && hasHugePages) errors.push(forbidden(path, 'HugePages require cpu or memory'));
  if (resources.claims?.length) checkClaims(check, resources.claims, path.child('claims'));
}

/** Requests, limits and claims of a container. */
export function checkContainerResources(
  check: PodCheck,
  resources: ResourceRequirements | undefined,
  path: FieldPath,
): void {
  if (resources && (resources.limits || resources.requests || resources.claims)) {
    checkRequirements(check, resources, path, checkContainerResourceName);
  }
}

/** Overhead of a RuntimeClass: checked as limits. */
export function checkOverhead(
  check: PodCheck,
  overhead: Readonly<Record<string, string>>,
  path: FieldPath,
): void {
  checkRequirements(check, { limits: overhead }, path, checkContainerResourceName);
}

/** Pod-level resources against the containers'. Models validatePodResourceConsistency. */
function checkConsistency({ errors, spec }: PodCheck, pod: ResourceRequirements, path: FieldPath): void {
  const wanted = aggregateRequests(spec);
  for (const [name, amount] of Object.entries(wanted)) {
    const given = own(pod.requests, name);
    if (given === undefined || cmpQuantities(amount, given) <= 0) continue;
    const message = `must be greater than or equal to aggregate container requests of ${amount}`;
    errors.push(invalid(path.child('requests').key(name), given, message));
  }
  for (const [i, container] of (spec.containers ?? []).entries()) {
    for (const [name, amount] of Object.entries(container.resources?.limits ?? {})) {
      const limit = own(pod.limits, name);
      if (limit === undefined || cmpQuantities(amount, limit) <= 0) continue;
      const at = path.child('containers').index(i).key(name).child('limits');
      errors.push(invalid(at, amount, `must be less than or equal to pod limits of ${limit}`));
    }
  }
}

/** `path` is that of spec.resources. */
export function checkPodResources(check: PodCheck, path: FieldPath): void {
  const { errors, spec } = check;
  const { resources } = spec;
  if (!resources) return;
  if (spec.os?.name === 'windows')
    return void errors.push(forbidden(path, 'may not be set for a windows pod'));
  if (resources.claims)
    errors.push(forbidden(path.child('claims'), 'claims may not be set for Resources at pod-level'));
  checkRequirements(check, resources, path, checkPodResourceName);
  checkConsistency(check, resources, path);
}
