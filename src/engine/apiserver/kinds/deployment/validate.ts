import { forbidden, invalid, notSupported, required } from '../../../../api/field-error.ts';
import type { Deployment, DeploymentStrategy } from '../../../../api/generated/types.ts';
import { internalForm } from '../common/internal/form.ts';
import {
  checkAtMost100Percent,
  checkIntOrPercent,
  checkNotNegative,
  type Errors,
  percentOf,
  SPEC,
  STATUS,
  type Unchecked,
} from '../common/validate.ts';
import { checkCounts, checkReplicaSetTemplate, checkSelectorImmutable } from '../common/workload.ts';

// Models pkg/apis/apps/validation ValidateDeployment, ValidateDeploymentUpdate (1.36).

function isZero(value: number | string | undefined): boolean {
  return (
    (typeof value === 'string' ? (percentOf(value) ?? (Number.parseInt(value, 10) || 0)) : (value ?? 0)) === 0
  );
}

function checkRollingUpdate(
  errors: Errors,
  { maxUnavailable, maxSurge }: NonNullable<DeploymentStrategy['rollingUpdate']>,
): void {
  const path = SPEC.child('strategy', 'rollingUpdate');
  checkIntOrPercent(errors, maxUnavailable, path.child('maxUnavailable'));
  checkIntOrPercent(errors, maxSurge, path.child('maxSurge'));
  if (isZero(maxUnavailable) && isZero(maxSurge)) {
    errors.push(
      invalid(path.child('maxUnavailable'), maxUnavailable ?? 0, 'may not be 0 when `maxSurge` is 0'),
    );
  }
  checkAtMost100Percent(errors, maxUnavailable, path.child('maxUnavailable'));
}

function checkStrategy(errors: Errors, strategy: DeploymentStrategy | undefined): void {
  const path = SPEC.child('strategy');
  const { type = '', rollingUpdate } = strategy ?? {};
  if (type === 'Recreate') {
    if (rollingUpdate)
      errors.push(
        forbidden(path.child('rollingUpdate'), "may not be specified when strategy `type` is 'Recreate'"),
      );
  } else if (type === 'RollingUpdate') {
    if (!rollingUpdate)
      errors.push(required(path.child('rollingUpdate'), 'this should be defaulted and never be nil'));
    else checkRollingUpdate(errors, rollingUpdate);
  } else
    errors.push(
      notSupported(path, internalForm('DeploymentStrategy', strategy ?? {}), ['Recreate', 'RollingUpdate']),
    );
}

export function validateDeployment({ spec = {} as Deployment['spec'] }: Unchecked<Deployment>): Errors {
  const errors: Errors = [];
  checkNotNegative(errors, spec.replicas, SPEC.child('replicas'));
  checkReplicaSetTemplate(errors, spec);
  checkStrategy(errors, spec.strategy);
  checkNotNegative(errors, spec.minReadySeconds, SPEC.child('minReadySeconds'));
  checkNotNegative(errors, spec.revisionHistoryLimit, SPEC.child('revisionHistoryLimit'));
  const deadline = spec.progressDeadlineSeconds;
  if (deadline === undefined) return errors;
  checkNotNegative(errors, deadline, SPEC.child('progressDeadlineSeconds'));
  if (deadline <= (spec.minReadySeconds ?? 0)) {
    errors.push(
      invalid(SPEC.child('progressDeadlineSeconds'), deadline, 'must be greater than minReadySeconds'),
    );
  }
  return errors;
}

export function validateDeploymentUpdate(deployment: Deployment, old: Deployment): Errors {
  const errors = validateDeployment(deployment);
  checkSelectorImmutable(errors, deployment.spec?.selector, old.spec?.selector);
  return errors;
}

export function validateDeploymentStatus({ status }: Deployment): Errors {
  const errors: Errors = [];
  checkCounts(errors, status, STATUS, ['updatedReplicas', 'readyReplicas', 'availableReplicas']);
  if ((status?.availableReplicas ?? 0) > (status?.readyReplicas ?? 0)) {
    errors.push(
      invalid(
        STATUS.child('availableReplicas'),
        status?.availableReplicas,
        'cannot be greater than readyReplicas',
      ),
    );
  }
  return errors;
}
