import { invalid, notSupported, required } from '../../../../api/field-error.ts';
import type { DaemonSet, DaemonSetUpdateStrategy } from '../../../../api/generated/types.ts';
import { labelSelectorMatches } from '../../../../api/label-selector.ts';
import { internalForm, labelsForm } from '../common/internal/form.ts';
import { checkPodTemplate } from '../common/podspec/template.ts';
import {
  checkAtMost100Percent,
  checkIntOrPercent,
  checkLabelSelector,
  checkNotNegative,
  type Errors,
  isEmptySelector,
  percentOf,
  SPEC,
  STATUS,
  type Unchecked,
} from '../common/validate.ts';
import { checkRunsForever, checkSelectorImmutable } from '../common/workload.ts';

// Models pkg/apis/apps/validation ValidateDaemonSet, ValidateDaemonSetUpdate (1.36).

function isZero(value: number | string | undefined): boolean {
  return (typeof value === 'string' ? (percentOf(value) ?? 0) : (value ?? 0)) === 0;
}

function checkStrategy(errors: Errors, strategy: DaemonSetUpdateStrategy | undefined): void {
  const path = SPEC.child('updateStrategy');
  const { type = '', rollingUpdate } = strategy ?? {};
  if (type === 'OnDelete') return;
  if (type !== 'RollingUpdate') {
    errors.push(
      notSupported(path, internalForm('DeploymentStrategy', strategy ?? {}), ['RollingUpdate', 'OnDelete']),
    );
    return;
  }
  const at = path.child('rollingUpdate');
  if (!rollingUpdate) return void errors.push(required(at));
  const { maxUnavailable, maxSurge } = rollingUpdate;
  checkIntOrPercent(errors, maxUnavailable, at.child('maxUnavailable'));
  checkIntOrPercent(errors, maxSurge, at.child('maxSurge'));
  checkAtMost100Percent(errors, maxUnavailable, at.child('maxUnavailable'));
  checkAtMost100Percent(errors, maxSurge, at.child('maxSurge'));
  if (!isZero(maxUnavailable) && !isZero(maxSurge)) {
    errors.push(invalid(at.child('maxSurge'), maxSurge, 'may not be set when maxUnavailable is non-zero'));
  }
  if (isZero(maxUnavailable) && isZero(maxSurge)) {
    errors.push(required(at.child('maxUnavailable'), 'cannot be 0 when maxSurge is 0'));
  }
}

export function validateDaemonSet({
  spec = {} as NonNullable<DaemonSet['spec']>,
}: Unchecked<DaemonSet>): Errors {
  const errors: Errors = [];
  const { selector, template } = spec;
  const labels = template?.metadata?.labels;
  checkLabelSelector(errors, selector, SPEC.child('selector'));
  const empty = selector !== undefined && isEmptySelector(selector);
  if (errors.length === 0 && !empty && !labelSelectorMatches(selector, labels)) {
    const at = SPEC.child('template', 'metadata', 'labels');
    errors.push(invalid(at, labelsForm(labels), '`selector` does not match template `labels`'));
  }
  if (empty) errors.push(invalid(SPEC.child('selector'), {}, 'empty selector is invalid for daemonset'));
  checkPodTemplate(errors, template, SPEC.child('template'));
  checkRunsForever(errors, template, 'DaemonSet');
  checkNotNegative(errors, spec.minReadySeconds, SPEC.child('minReadySeconds'));
  checkStrategy(errors, spec.updateStrategy);
  checkNotNegative(errors, spec.revisionHistoryLimit, SPEC.child('revisionHistoryLimit'));
  return errors;
}

export function validateDaemonSetUpdate(set: DaemonSet, old: DaemonSet): Errors {
  const errors = validateDaemonSet(set);
  checkSelectorImmutable(errors, set.spec?.selector, old.spec?.selector);
  return errors;
}

const COUNTS = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
] as const;

export function validateDaemonSetStatus({ status }: DaemonSet): Errors {
  const errors: Errors = [];
  for (const name of COUNTS) checkNotNegative(errors, status?.[name], STATUS.child(name));
  return errors;
}
