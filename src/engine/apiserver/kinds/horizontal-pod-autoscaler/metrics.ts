import { type FieldPath, forbidden, invalid, notSupported, required } from '../../../../api/field-error.ts';
import type {
  CrossVersionObjectReference,
  HorizontalPodAutoscalerBehavior,
  HPAScalingRules,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
} from '../../../../api/generated/types.ts';
import { isDNS1123Label, isPathSegmentName } from '../../../../api/names.ts';
import { amountOf, cmpAmounts } from '../../../../api/quantity.ts';
import { type Errors, invalidEach, POSITIVE, type Unchecked } from '../common/validate.ts';

// Models pkg/apis/autoscaling/validation validateMetrics, validateBehavior (1.36).

const ZERO = amountOf('0');
const TARGETS: readonly string[] = ['Utilization', 'Value', 'AverageValue'];
const TYPES: readonly string[] = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];

export function checkReference(
  errors: Errors,
  reference: Partial<CrossVersionObjectReference>,
  path: FieldPath,
): void {
  for (const name of ['kind', 'name'] as const) {
    const value = reference[name];
    if (!value) errors.push(required(path.child(name)));
    else invalidEach(errors, path.child(name), value, isPathSegmentName(value));
  }
}

function checkMetric(errors: Errors, { name = '' }: Unchecked<MetricIdentifier>, path: FieldPath): void {
  const at = path.child('metric', 'name');
  if (name === '') errors.push(required(at, 'must specify a metric name'));
  else invalidEach(errors, at, name, isPathSegmentName(name));
}

function checkTarget(errors: Errors, target: Unchecked<MetricTarget>, path: FieldPath): void {
  const { type = '', averageUtilization } = target;
  if (type === '') errors.push(required(path.child('type'), 'must specify a metric target type'));
  if (!TARGETS.includes(type))
    errors.push(invalid(path.child('type'), type, 'must be either Utilization, Value, or AverageValue'));
  for (const name of ['value', 'averageValue'] as const) {
    const amount = target[name];
    if (amount !== undefined && cmpAmounts(amountOf(amount), ZERO) <= 0)
      errors.push(invalid(path.child(name), amount, 'must be positive'));
  }
  if (averageUtilization !== undefined && averageUtilization < 1)
    errors.push(invalid(path.child('averageUtilization'), averageUtilization, 'must be greater than 0'));
}

/** A resource is aimed at by its use or by its share of what is requested, not both. */
function checkResourceTarget(errors: Errors, target: Unchecked<MetricTarget>, path: FieldPath): void {
  checkTarget(errors, target, path);
  const { averageUtilization, averageValue } = target;
  if (averageUtilization === undefined && averageValue === undefined) {
    const message = 'must set either a target raw value or a target utilization';
    errors.push(required(path.child('averageUtilization'), message));
  }
  if (averageUtilization !== undefined && averageValue !== undefined) {
    const message = 'may not set both a target raw value and a target utilization';
    errors.push(forbidden(path.child('averageValue'), message));
  }
}

type Check = (errors: Errors, metric: MetricSpec, path: FieldPath) => void;

// In the order upstream looks at them: only the first is checked.
const SOURCES: readonly (readonly [field: Exclude<keyof MetricSpec, 'type'>, check: Check])[] = [
  [
    'object',
    (errors, { object }, path) => {
      const target = object?.target ?? {};
      checkReference(errors, object?.describedObject ?? {}, path.child('describedObject'));
      checkMetric(errors, object?.metric ?? {}, path);
      checkTarget(errors, target, path.child('target'));
      if ('value' in target || 'averageValue' in target) return;
      const message = 'must set either a target value or averageValue';
      errors.push(required(path.child('target', 'averageValue'), message));
    },
  ],
  [
    'external',
    (errors, { external }, path) => {
      const target = external?.target ?? {};
      const at = path.child('target');
      checkMetric(errors, external?.metric ?? {}, path);
      checkTarget(errors, target, at);
      const [value, average] = ['value' in target, 'averageValue' in target];
      if (!value && !average) {
        const message = 'must set either a target value for metric or a per-pod target';
        errors.push(required(at.child('averageValue'), message));
      }
      if (!value || !average) return;
      const message = 'may not set both a target value for metric and a per-pod target';
      errors.push(forbidden(at.child('value'), message));
    },
  ],
  [
    'pods',
    (errors, { pods }, path) => {
      const target = pods?.target ?? {};
      checkMetric(errors, pods?.metric ?? {}, path);
      checkTarget(errors, target, path.child('target'));
      if ('averageValue' in target) return;
      const message = 'must specify a positive target averageValue';
      errors.push(required(path.child('target', 'averageValue'), message));
    },
  ],
  [
    'resource',
    (errors, { resource }, path) => {
      if (!resource?.name) errors.push(required(path.child('name'), 'must specify a resource name'));
      checkResourceTarget(errors, resource?.target ?? {}, path.child('target'));
    },
  ],
  [
    'containerResource',
    (errors, { containerResource }, path) => {
      const { name, container, target } = containerResource ?? {};
      if (!name) errors.push(required(path.child('name'), 'must specify a resource name'));
      const at = path.child('container');
      if (!container) errors.push(required(at, 'must specify a container'));
      else invalidEach(errors, at, container, isDNS1123Label(container));
      checkResourceTarget(errors, target ?? {}, path.child('target'));
    },
  ],
];

function checkMetricSpec(errors: Errors, metric: MetricSpec, path: FieldPath): void {
  const type: string = metric.type ?? '';
  if (type === '') errors.push(required(path.child('type'), 'must specify a metric source type'));
  const known = TYPES.includes(type);
  if (!known) errors.push(notSupported(path.child('type'), type, TYPES));
  const present = SOURCES.filter(([field]) => metric[field] !== undefined);
  const [first] = present;
  if (first) first[1](errors, metric, path.child(first[0]));
  const expected = type.charAt(0).toLowerCase() + type.slice(1);
  if (known && !present.some(([field]) => field === expected))
    errors.push(required(path.child(expected), 'must populate information for the given metric source'));
  if (present.length === 1) return;
  for (const [field] of present) {
    if (field !== expected)
      errors.push(forbidden(path.child(field), 'must populate the given metric source only'));
  }
}

export function checkMetrics(errors: Errors, metrics: readonly MetricSpec[], path: FieldPath): void {
  for (const [i, metric] of metrics.entries()) checkMetricSpec(errors, metric, path.index(i));
}

const MAX_WINDOW = 3600;
const MAX_PERIOD = 1800;
const SELECT: readonly string[] = ['Disabled', 'Max', 'Min'];
const POLICIES: readonly string[] = ['Percent', 'Pods'];

function checkRules(errors: Errors, rules: HPAScalingRules, path: FieldPath): void {
  const { stabilizationWindowSeconds: window = 0, selectPolicy, policies = [] } = rules;
  const at = path.child('stabilizationWindowSeconds');
  if (window < 0) errors.push(invalid(at, window, 'must be greater than or equal to zero'));
  if (window > MAX_WINDOW) errors.push(invalid(at, window, `must be less than or equal to ${MAX_WINDOW}`));
  if (selectPolicy !== undefined && !SELECT.includes(selectPolicy))
    errors.push(notSupported(path.child('selectPolicy'), selectPolicy, SELECT));
  if (policies.length === 0)
    errors.push(required(path.child('policies'), 'must specify at least one Policy'));
  for (const [i, { type, value, periodSeconds }] of policies.entries()) {
    const one = path.child('policies').index(i);
    if (!POLICIES.includes(type)) errors.push(notSupported(one.child('type'), type, POLICIES));
    if (value <= 0) errors.push(invalid(one.child('value'), value, POSITIVE));
    const period = one.child('periodSeconds');
    if (periodSeconds <= 0) errors.push(invalid(period, periodSeconds, POSITIVE));
    if (periodSeconds > MAX_PERIOD)
      errors.push(invalid(period, periodSeconds, `must be less than or equal to ${MAX_PERIOD}`));
  }
}

export function checkBehavior(
  errors: Errors,
  behavior: HorizontalPodAutoscalerBehavior,
  path: FieldPath,
): void {
  if (behavior.scaleUp) checkRules(errors, behavior.scaleUp, path.child('scaleUp'));
  if (behavior.scaleDown) checkRules(errors, behavior.scaleDown, path.child('scaleDown'));
}
