import {
  duplicate,
  type FieldPath,
  invalid,
  notSupported,
  OMIT_VALUE,
  required,
  tooLong,
  tooMany,
} from '../../../../api/field-error.ts';
import type * as api from '../../../../api/generated/types.ts';
import { isQualifiedName } from '../../../../api/names.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { countIndexes } from './indexes.ts';
import { internalForm } from './internal/form.ts';
import { checkPodTemplate } from './podspec/template.ts';
import { checkDomainPrefixedPath, checkNotNegative, type Errors, invalidEach } from './validate.ts';

// What Jobs and the Jobs of CronJobs have in common. Models pkg/apis/batch/validation validateJobSpec (1.36).

const MODES: readonly string[] = ['NonIndexed', 'Indexed'];
const ACTIONS: readonly string[] = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const OPERATORS: readonly string[] = ['In', 'NotIn'];
const STATUSES: readonly string[] = ['False', 'True', 'Unknown'];
const MAX_INDEXED = 100_000;
const MAX_PARALLEL_LARGE = 10_000;
const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;
const MAX_INDEXES_TEXT = 65_536;
const MAX_MANAGED_BY = 63;

function listed(words: readonly string[]): string {
  return `[${words.map(goQuote).join(' ')}]`;
}

function checkListedWord(
  errors: Errors,
  word: string | undefined,
  path: FieldPath,
  words: readonly string[],
): void {
  if (!word) errors.push(required(path, `valid values: ${listed(words)}`));
  else if (!words.includes(word)) errors.push(notSupported(path, word, words));
}

function checkIndexed(errors: Errors, spec: api.JobSpec, path: FieldPath): void {
  const { completions, parallelism = 0, maxFailedIndexes, backoffLimitPerIndex } = spec;
  if (completions === undefined)
    errors.push(required(path.child('completions'), 'when completion mode is Indexed'));
  if (parallelism > MAX_INDEXED) {
    const message = `must be less than or equal to ${MAX_INDEXED} when completion mode is Indexed`;
    errors.push(invalid(path.child('parallelism'), parallelism, message));
  }
  if (completions !== undefined && maxFailedIndexes !== undefined && maxFailedIndexes > completions) {
    errors.push(
      invalid(path.child('maxFailedIndexes'), maxFailedIndexes, 'must be less than or equal to completions'),
    );
  }
  if (maxFailedIndexes !== undefined && maxFailedIndexes > MAX_INDEXED) {
    errors.push(
      invalid(
        path.child('maxFailedIndexes'),
        maxFailedIndexes,
        `must be less than or equal to ${MAX_INDEXED}`,
      ),
    );
  }
  if ((completions ?? 0) <= MAX_INDEXED || backoffLimitPerIndex === undefined) return;
  if (maxFailedIndexes === undefined) {
    errors.push(
      required(path.child('maxFailedIndexes'), `must be specified when completions is above ${MAX_INDEXED}`),
    );
  }
  if (parallelism > MAX_PARALLEL_LARGE) {
    const message = `must be less than or equal to ${MAX_PARALLEL_LARGE} when completions are above ${MAX_INDEXED} and used with backoff limit per index`;
    errors.push(invalid(path.child('parallelism'), parallelism, message));
  }
  if (maxFailedIndexes !== undefined && maxFailedIndexes > MAX_PARALLEL_LARGE) {
    const message = `must be less than or equal to ${MAX_PARALLEL_LARGE} when completions are above ${MAX_INDEXED} and used with backoff limit per index`;
    errors.push(invalid(path.child('maxFailedIndexes'), maxFailedIndexes, message));
  }
}

function checkMode(errors: Errors, spec: api.JobSpec, path: FieldPath): void {
  const mode = spec.completionMode;
  if (mode !== undefined && !MODES.includes(mode))
    errors.push(notSupported(path.child('completionMode'), mode, MODES));
  if (mode === 'Indexed') checkIndexed(errors, spec, path);
  if (mode === undefined || mode === 'NonIndexed') {
    for (const name of ['backoffLimitPerIndex', 'maxFailedIndexes'] as const) {
      if (spec[name] !== undefined)
        errors.push(invalid(path.child(name), spec[name], 'requires indexed completion mode'));
    }
  }
}

function checkExitCodes(
  errors: Errors,
  codes: api.PodFailurePolicyOnExitCodesRequirement,
  path: FieldPath,
  names: ReadonlySet<string>,
): void {
  checkListedWord(errors, codes.operator, path.child('operator'), OPERATORS);
  if (codes.containerName !== undefined && !names.has(codes.containerName)) {
    const message = 'must be one of the container or initContainer names in the pod template';
    errors.push(invalid(path.child('containerName'), codes.containerName, message));
  }
  const values = codes.values ?? [];
  const at = path.child('values');
  if (values.length === 0) errors.push(invalid(at, values, 'at least one value is required'));
  else if (values.length > MAX_EXIT_CODES) errors.push(tooMany(at, values.length, MAX_EXIT_CODES));
  const seen = new Set<number>();
  for (const [i, value] of values.entries()) {
    if (codes.operator === 'In' && value === 0)
      errors.push(invalid(at.index(i), value, 'must not be 0 for the In operator'));
    if (seen.has(value)) errors.push(duplicate(at.index(i), value));
    seen.add(value);
  }
  if (values.some((value, i) => i > 0 && (values[i - 1] ?? 0) > value))
    errors.push(invalid(at, values, 'must be ordered'));
}

function checkConditions(
  errors: Errors,
  patterns: readonly api.PodFailurePolicyOnPodConditionsPattern[],
  path: FieldPath,
): void {
  if (patterns.length > MAX_RULES) errors.push(tooMany(path, patterns.length, MAX_RULES));
  for (const [i, { type, status }] of patterns.entries()) {
    invalidEach(errors, path.index(i).child('type'), type ?? '', isQualifiedName(type ?? ''));
    checkListedWord(errors, status, path.index(i).child('status'), STATUSES);
  }
}

function checkRule(errors: Errors, rule: api.PodFailurePolicyRule, path: FieldPath, owner: Owner): void {
  const { action, onExitCodes, onPodConditions = [] } = rule;
  if (action === 'FailIndex') {
    if (owner.spec.backoffLimitPerIndex === undefined)
      errors.push(invalid(path.child('action'), action, 'requires the backoffLimitPerIndex to be set'));
  } else checkListedWord(errors, action, path.child('action'), ACTIONS);
  if (onExitCodes) checkExitCodes(errors, onExitCodes, path.child('onExitCodes'), owner.containers);
  if (onPodConditions.length > 0) checkConditions(errors, onPodConditions, path.child('onPodConditions'));
  const both = onExitCodes && onPodConditions.length > 0;
  const neither = !onExitCodes && onPodConditions.length === 0;
  if (both)
    errors.push(
      invalid(path, OMIT_VALUE, 'specifying both OnExitCodes and OnPodConditions is not supported'),
    );
  if (neither)
    errors.push(invalid(path, OMIT_VALUE, 'specifying one of OnExitCodes and OnPodConditions is required'));
}

interface Owner {
  readonly spec: api.JobSpec;
  readonly containers: ReadonlySet<string>;
}

function checkFailurePolicy(errors: Errors, spec: api.JobSpec, path: FieldPath): void {
  const rules = spec.podFailurePolicy?.rules ?? [];
  if (rules.length > MAX_RULES) errors.push(tooMany(path.child('rules'), rules.length, MAX_RULES));
  const pod = spec.template?.spec;
  const containers = new Set(
    [...(pod?.containers ?? []), ...(pod?.initContainers ?? [])].map(({ name }) => name),
  );
  for (const [i, rule] of rules.entries())
    checkRule(errors, rule, path.child('rules').index(i), { spec, containers });
}

function checkSuccessRule(
  errors: Errors,
  rule: api.SuccessPolicyRule,
  path: FieldPath,
  completions: number,
): void {
  const { succeededCount: count, succeededIndexes: indexes } = rule;
  if (count === undefined && indexes === undefined)
    errors.push(required(path, 'at least one of succeededCount or succeededIndexes must be specified'));
  let total = 0;
  if (indexes !== undefined) {
    const at = path.child('succeededIndexes');
    if (indexes.length > MAX_INDEXES_TEXT) errors.push(tooLong(at, MAX_INDEXES_TEXT));
    const parsed = countIndexes(indexes, completions);
    if (parsed.ok) total = parsed.value;
    else errors.push(invalid(at, indexes, `error parsing succeededIndexes: ${parsed.error}`));
  }
  if (count === undefined) return;
  const at = path.child('succeededCount');
  checkNotNegative(errors, count, at);
  const most = (limit: number, of: string) =>
    errors.push(invalid(at, count, `must be less than or equal to ${limit} (the number of ${of})`));
  if (count > completions) most(completions, 'specified completions');
  if (indexes !== undefined && count > total) most(total, 'indexes in the specified succeededIndexes field');
}

function checkSuccessPolicy(errors: Errors, spec: api.JobSpec, path: FieldPath): void {
  const rules = spec.successPolicy?.rules ?? [];
  if (spec.completionMode !== 'Indexed') {
    const shown = internalForm('SuccessPolicy', spec.successPolicy ?? {});
    return void errors.push(invalid(path, shown, 'requires indexed completion mode'));
  }
  if (rules.length === 0)
    errors.push(
      required(
        path.child('rules'),
        'at least one rules must be specified when the successPolicy is specified',
      ),
    );
  if (rules.length > MAX_RULES) errors.push(tooMany(path.child('rules'), rules.length, MAX_RULES));
  for (const [i, rule] of rules.entries())
    checkSuccessRule(errors, rule, path.child('rules').index(i), spec.completions ?? 0);
}

function checkManagedBy(errors: Errors, name: string, path: FieldPath): void {
  checkDomainPrefixedPath(errors, name, path);
  if (name.length > MAX_MANAGED_BY) errors.push(tooLong(path, MAX_MANAGED_BY));
}

const REPLACEMENTS: readonly string[] = ['Failed', 'TerminatingOrFailed'];

function checkReplacement(errors: Errors, spec: api.JobSpec, path: FieldPath): void {
  const policy = spec.podReplacementPolicy;
  if (policy === undefined) return;
  const allowed = spec.podFailurePolicy ? ['Failed'] : REPLACEMENTS;
  if (!allowed.includes(policy)) errors.push(notSupported(path, policy, allowed));
}

const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const;

/** Everything but the selector; `path` is that of the Job's spec. */
export function checkJobSpec(errors: Errors, spec: api.JobSpec, path: FieldPath): void {
  for (const name of COUNTS) checkNotNegative(errors, spec[name], path.child(name));
  if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined)
    errors.push(required(path.child('backoffLimitPerIndex'), 'when maxFailedIndexes is specified'));
  if (spec.managedBy !== undefined) checkManagedBy(errors, spec.managedBy, path.child('managedBy'));
  checkMode(errors, spec, path);
  if (spec.podFailurePolicy) checkFailurePolicy(errors, spec, path.child('podFailurePolicy'));
  if (spec.successPolicy) checkSuccessPolicy(errors, spec, path.child('successPolicy'));
  checkReplacement(errors, spec, path.child('podReplacementPolicy'));
  checkPodTemplate(errors, spec.template, path.child('template'));
  const at = path.child('template', 'spec', 'restartPolicy');
  const policy = spec.template?.spec?.restartPolicy;
  if (!policy || policy === 'Always') errors.push(required(at, 'valid values: "OnFailure", "Never"'));
  else if (policy !== 'OnFailure' && policy !== 'Never')
    errors.push(notSupported(at, policy, ['OnFailure', 'Never']));
  else if (spec.podFailurePolicy && policy !== 'Never')
    errors.push(invalid(at, policy, 'only "Never" is supported when podFailurePolicy is specified'));
}

const MANY_COMPLETIONS = 100_000;
const MANY_AT_ONCE = 10_000;
const MANY_INDEXES =
  'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail';

/** Models pkg/api/job/warnings.go WarningsForJobSpec, without those of the template. */
export function manyIndexesWarnings(spec: api.JobSpec | undefined, path: FieldPath): readonly string[] {
  const many =
    spec?.completionMode === 'Indexed' &&
    (spec.completions ?? 0) > MANY_COMPLETIONS &&
    (spec.parallelism ?? 0) > MANY_AT_ONCE;
  return many ? [`${path.toString()}: ${MANY_INDEXES}`] : [];
}
