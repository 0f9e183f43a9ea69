import type { LimitRangeItem, PersistentVolumeClaim, Pod } from '../../../../api/generated/types.ts';
import { podLimits, podRequests } from '../../../../api/pod-resources.ts';
import { cmpQuantities, quantityMilliValue, quantityValue } from '../../../../api/quantity.ts';
import { resourceListOf } from '../../../../api/resource-list.ts';
import type { PodDraft } from '../common/pods.ts';

type Quantities = Readonly<Record<string, string>>;

interface Usage {
  readonly requests: Quantities;
  readonly limits: Quantities;
}

/** Models PodValidateLimitFunc. With several resources upstream's order is chance; here it is by name. */
export function podErrors(pod: PodDraft, limits: readonly LimitRangeItem[]): readonly string[] {
  const errors: string[] = [];
  for (const item of limits) {
    if (item.type === 'Container') {
      for (const { resources } of [...pod.spec.containers, ...(pod.spec.initContainers ?? [])]) {
        errors.push(
          ...itemErrors(item, { requests: resources?.requests ?? {}, limits: resources?.limits ?? {} }),
        );
      }
    }
    if (item.type === 'Pod') {
      const whole = pod as unknown as Pod;
      errors.push(
        ...itemErrors(item, {
          requests: resourceListOf(podRequests(whole)),
          limits: resourceListOf(podLimits(whole)),
        }),
      );
    }
  }
  return errors;
}

/** Models PersistentVolumeClaimValidateLimitFunc. */
export function claimErrors(object: unknown, limits: readonly LimitRangeItem[]): readonly string[] {
  const requests = (object as PersistentVolumeClaim).spec?.resources?.requests ?? {};
  const errors: string[] = [];
  for (const item of limits) {
    if (item.type !== 'PersistentVolumeClaim') continue;
    for (const name of namesOf(item.min)) push(errors, minimum(item, name, { requests, limits: {} }));
    for (const name of namesOf(item.max)) push(errors, maximumRequest(item, name, requests));
  }
  return errors;
}

function itemErrors(item: LimitRangeItem, usage: Usage): readonly string[] {
  const errors: string[] = [];
  for (const name of namesOf(item.min)) push(errors, minimum(item, name, usage));
  for (const name of namesOf(item.max)) push(errors, maximum(item, name, usage));
  for (const name of namesOf(item.maxLimitRequestRatio)) push(errors, ratio(item, name, usage));
  return errors;
}

function namesOf(list: Quantities | undefined): readonly string[] {
  return Object.keys(list ?? {}).sort();
}

function push(errors: string[], error: string | undefined): void {
  if (error !== undefined) errors.push(error);
}

function minimum(item: LimitRangeItem, name: string, { requests, limits }: Usage): string | undefined {
  const enforced = item.min?.[name] ?? '0';
  const head = `minimum ${name} usage per ${item.type} is ${enforced}`;
  const request = requests[name];
  const limit = limits[name];
  if (request === undefined) return `${head}.  No request is specified`;
  if (cmpQuantities(request, enforced) < 0) return `${head}, but request is ${request}`;
  if (limit !== undefined && cmpQuantities(limit, enforced) < 0) return `${head}, but limit is ${limit}`;
  return undefined;
}

function maximum(item: LimitRangeItem, name: string, { requests, limits }: Usage): string | undefined {
  const enforced = item.max?.[name] ?? '0';
  const head = `maximum ${name} usage per ${item.type} is ${enforced}`;
  const request = requests[name];
  const limit = limits[name];
  if (limit === undefined) return `${head}.  No limit is specified`;
  if (cmpQuantities(limit, enforced) > 0) return `${head}, but limit is ${limit}`;
  if (request !== undefined && cmpQuantities(request, enforced) > 0)
    return `${head}, but request is ${request}`;
  return undefined;
}

function maximumRequest(item: LimitRangeItem, name: string, requests: Quantities): string | undefined {
  const enforced = item.max?.[name] ?? '0';
  const request = requests[name];
  const head = `maximum ${name} usage per ${item.type} is ${enforced}`;
  if (request === undefined) return `${head}.  No request is specified`;
  return cmpQuantities(request, enforced) > 0 ? `${head}, but request is ${request}` : undefined;
}

/** Above this many whole units upstream compares those, below it thousandths. */
const MAX_MILLI = 2 ** 63 / 1000;

function ratio(item: LimitRangeItem, name: string, { requests, limits }: Usage): string | undefined {
  const enforced = item.maxLimitRequestRatio?.[name] ?? '0';
  const head = `${name} max limit to request ratio per ${item.type} is ${enforced}`;
  const request = requests[name];
  const limit = limits[name];
  const exact = quantityValue(request ?? '0') <= MAX_MILLI && quantityValue(limit ?? '0') <= MAX_MILLI;
  const valueOf = exact ? quantityMilliValue : quantityValue;
  if (request === undefined || valueOf(request) === 0)
    return `${head}, but no request is specified or request is 0`;
  if (limit === undefined || valueOf(limit) === 0) return `${head}, but no limit is specified or limit is 0`;
  const observed = valueOf(limit) / valueOf(request);
  return observed * 1000 > quantityMilliValue(enforced)
    ? `${head}, but provided ratio is ${observed.toFixed(6)}`
    : undefined;
}
