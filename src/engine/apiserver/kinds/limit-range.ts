import { own } from '../../../base/own.ts';
import type { Draft } from '../../../base/brand.ts';
import { duplicate, type FieldPath, forbidden, invalid, required } from '../../../api/field-error.ts';
import type { LimitRange, LimitRangeItem } from '../../../api/generated/types.ts';
import { isQualifiedName } from '../../../api/names.ts';
import { amountMilliValue, amountOf, cmpQuantities } from '../../../api/quantity.ts';
import { formatTime, parseTime } from '../../../api/time.ts';
import { defineKind } from './common/define.ts';
import { defaultResourceList, isOvercommitAllowed } from './common/resource-list.ts';
import { checkContainerResourceName, checkResourceName } from './common/resource-names.ts';
import { NAME, column } from './common/table.ts';
import { type Errors, invalidEach, SPEC } from './common/validate.ts';

// Models pkg/apis/core/validation ValidateLimitRange, SetDefaults_LimitRangeItem and printLimitRange (1.36).

const TYPES: readonly string[] = ['Pod', 'Container', 'PersistentVolumeClaim'];

/** Of a container's limits, what is not said follows from what is: default from max, request from default, then from min. */
function defaultItem(item: Draft<LimitRangeItem>): void {
  for (const name of ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const)
    defaultResourceList(item[name]);
  if (item.type !== 'Container') return;
  const defaults = (item.default ??= {});
  const requests = (item.defaultRequest ??= {});
  for (const [name, amount] of Object.entries(item.max ?? {})) defaults[name] ??= amount;
  for (const [name, amount] of Object.entries(defaults)) requests[name] ??= amount;
  for (const [name, amount] of Object.entries(item.min ?? {})) requests[name] ??= amount;
  if (Object.keys(defaults).length === 0) delete item.default;
  if (Object.keys(requests).length === 0) delete item.defaultRequest;
}

function checkType(errors: Errors, type: string, path: FieldPath): void {
  const messages = isQualifiedName(type);
  if (messages.length > 0) invalidEach(errors, path, type, messages);
  else if (!type.includes('/') && !TYPES.includes(type)) {
    errors.push(invalid(path, type, 'must be a standard limit type or fully qualified'));
  }
}

function checkNames(
  errors: Errors,
  item: LimitRangeItem,
  part: keyof LimitRangeItem & ('max' | 'min' | 'default' | 'defaultRequest' | 'maxLimitRequestRatio'),
  path: FieldPath,
): void {
  const check =
    item.type === 'Pod' || item.type === 'Container' ? checkContainerResourceName : checkResourceName;
  for (const name of Object.keys(item[part] ?? {})) check(errors, name, path.child(part).key(name));
}

interface Bounds {
  readonly min?: string;
  readonly max?: string;
  readonly default?: string;
  readonly request?: string;
  readonly ratio?: string;
}

/** `[field, shown, why]` of each broken order among the five amounts of one resource, as upstream compares them. */
function disorders({
  min,
  max,
  default: limit,
  request,
  ratio,
}: Bounds): readonly (readonly [string, string, string])[] {
  const found: (readonly [string, string, string])[] = [];
  const above = (a: string | undefined, b: string | undefined): boolean =>
    a !== undefined && b !== undefined && cmpQuantities(a, b) > 0;
  if (above(min, max)) found.push(['min', min ?? '', `min value ${min} is greater than max value ${max}`]);
  if (above(min, request))
    found.push([
      'defaultRequest',
      request ?? '',
      `min value ${min} is greater than default request value ${request}`,
    ]);
  if (above(request, max))
    found.push([
      'defaultRequest',
      request ?? '',
      `default request value ${request} is greater than max value ${max}`,
    ]);
  if (above(request, limit)) {
    found.push([
      'defaultRequest',
      request ?? '',
      `default request value ${request} is greater than default limit value ${limit}`,
    ]);
  }
  if (above(min, limit))
    found.push(['default', min ?? '', `min value ${min} is greater than default value ${limit}`]);
  if (above(limit, max))
    found.push(['default', max ?? '', `default value ${limit} is greater than max value ${max}`]);
  if (ratio !== undefined && cmpQuantities(ratio, '1') < 0)
    found.push(['maxLimitRequestRatio', ratio, `ratio ${ratio} is less than 1`]);
  if (ratio !== undefined && min !== undefined && max !== undefined) {
    const most = amountMilliValue(amountOf(max)) / amountMilliValue(amountOf(min));
    if (amountMilliValue(amountOf(ratio)) / 1000 > most) {
      found.push([
        'maxLimitRequestRatio',
        ratio,
        `ratio ${ratio} is greater than max/min = ${most.toFixed(6)}`,
      ]);
    }
  }
  return found;
}

function checkItem(errors: Errors, item: LimitRangeItem, path: FieldPath): void {
  checkNames(errors, item, 'max', path);
  checkNames(errors, item, 'min', path);
  for (const part of ['default', 'defaultRequest'] as const) {
    const given = Object.keys(item[part] ?? {}).length > 0;
    if (item.type !== 'Pod') checkNames(errors, item, part, path);
    else if (given) errors.push(forbidden(path.child(part), "may not be specified when `type` is 'Pod'"));
  }
  if (item.type === 'PersistentVolumeClaim' && !item.min?.['storage'] && !item.max?.['storage']) {
    errors.push(
      required(
        path.child('limits'),
        'either minimum or maximum storage value is required, but neither was provided',
      ),
    );
  }
  checkNames(errors, item, 'maxLimitRequestRatio', path);
  const parts = item.type === 'Pod' ? { ...item, default: {}, defaultRequest: {} } : item;
  const names = new Set(
    [parts.max, parts.min, parts.default, parts.defaultRequest, parts.maxLimitRequestRatio].flatMap((list) =>
      Object.keys(list ?? {}),
    ),
  );
  for (const name of names) {
    const bounds = {
      min: own(parts.min, name),
      max: own(parts.max, name),
      default: own(parts.default, name),
      request: own(parts.defaultRequest, name),
      ratio: own(parts.maxLimitRequestRatio, name),
    };
    for (const [field, shown, why] of disorders(bounds))
      errors.push(invalid(path.child(field).key(name), shown, why));
    const { default: limit, request } = bounds;
    if (
      !isOvercommitAllowed(name) &&
      limit !== undefined &&
      request !== undefined &&
      cmpQuantities(limit, request) !== 0
    ) {
      const why = `default value ${limit} must equal to defaultRequest value ${request} in ${name}`;
      errors.push(invalid(path.child('defaultRequest').key(name), request, why));
    }
  }
}

function validate({ spec }: LimitRange): Errors {
  const errors: Errors = [];
  const seen = new Set<string>();
  for (const [i, item] of (spec?.limits ?? []).entries()) {
    const path = SPEC.child('limits').index(i);
    const type = item.type ?? '';
    checkType(errors, type, path.child('type'));
    if (seen.has(type)) errors.push(duplicate(path.child('type'), type));
    seen.add(type);
    checkItem(errors, item, path);
  }
  return errors;
}

export const LIMIT_RANGE = defineKind<LimitRange>({
  resource: 'limitranges',
  kind: 'LimitRange',
  apiVersion: 'v1',
  namespaced: true,
  default: ({ spec }) => {
    for (const item of spec?.limits ?? []) defaultItem(item);
  },
  validateCreate: validate,
  validateUpdate: validate,
  tableColumns: [NAME, column('Created At')],
  row: ({ metadata }) => [metadata.name, formatTime(parseTime(metadata.creationTimestamp ?? '') ?? 0)],
});
