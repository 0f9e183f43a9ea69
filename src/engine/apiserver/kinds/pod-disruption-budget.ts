import { invalid, notSupported } from '../../../api/field-error.ts';
import type { PodDisruptionBudget } from '../../../api/generated/types.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { internalForm } from './common/internal/form.ts';
import { AGE, NAME, column } from './common/table.ts';
import {
  checkAtMost100Percent,
  checkIntOrPercent,
  checkLabelSelector,
  type Errors,
  SPEC,
} from './common/validate.ts';

// Models pkg/apis/policy/validation ValidatePodDisruptionBudget and printPodDisruptionBudget (1.36).

const POLICIES: readonly string[] = ['AlwaysAllow', 'IfHealthyBudget'];

function validate({ spec }: PodDisruptionBudget): Errors {
  const errors: Errors = [];
  const { minAvailable, maxUnavailable, unhealthyPodEvictionPolicy: policy } = spec ?? {};
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    const shown = internalForm('PodDisruptionBudgetSpec', spec ?? {});
    errors.push(invalid(SPEC, shown, 'minAvailable and maxUnavailable cannot be both set'));
  }
  for (const name of ['minAvailable', 'maxUnavailable'] as const) {
    const value = spec?.[name];
    if (value === undefined) continue;
    checkIntOrPercent(errors, value, SPEC.child(name));
    checkAtMost100Percent(errors, value, SPEC.child(name));
  }
  checkLabelSelector(errors, spec?.selector, SPEC.child('selector'));
  if (policy !== undefined && !POLICIES.includes(policy)) {
    errors.push(notSupported(SPEC.child('unhealthyPodEvictionPolicy'), policy, POLICIES));
  }
  return errors;
}

function shown(value: number | string | undefined): string {
  return value === undefined ? 'N/A' : String(value);
}

export const POD_DISRUPTION_BUDGET = defineKind<PodDisruptionBudget>({
  resource: 'poddisruptionbudgets.policy',
  kind: 'PodDisruptionBudget',
  apiVersion: 'policy/v1',
  namespaced: true,
  prepareForCreate: (budget) => {
    budget.status = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
  },
  validateCreate: validate,
  validateUpdate: validate,
  generationOf: ({ spec }) => [spec],
  allowUnconditionalUpdate: false,
  subresources: { status: {} },
  tableColumns: [
    NAME,
    column('Min Available'),
    column('Max Unavailable'),
    column('Allowed Disruptions', 'integer'),
    AGE,
  ],
  row: ({ metadata, spec, status }, { nowUs }) => [
    metadata.name,
    shown(spec?.minAvailable),
    shown(spec?.maxUnavailable),
    status?.disruptionsAllowed ?? 0,
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});
