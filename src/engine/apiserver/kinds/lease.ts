import type { Lease } from '../../../api/generated/types.ts';
import { invalid } from '../../../api/field-error.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column } from './common/table.ts';
import { type Errors, SPEC } from './common/validate.ts';

/** Models pkg/apis/coordination/validation ValidateLeaseSpec (1.36). */
function validate({ spec }: Lease): Errors {
  const errors: Errors = [];
  const seconds = spec?.leaseDurationSeconds;
  if (seconds !== undefined && seconds <= 0)
    errors.push(invalid(SPEC.child('leaseDurationSeconds'), seconds, 'must be greater than 0'));
  const transitions = spec?.leaseTransitions;
  if (transitions !== undefined && transitions < 0) {
    errors.push(invalid(SPEC.child('leaseTransitions'), transitions, 'must be greater than or equal to 0'));
  }
  return errors;
}

export const LEASE = defineKind<Lease>({
  resource: 'leases.coordination.k8s.io',
  kind: 'Lease',
  apiVersion: 'coordination.k8s.io/v1',
  namespaced: true,
  validateCreate: validate,
  validateUpdate: validate,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  tableColumns: [NAME, column('Holder'), AGE],
  row: ({ metadata, spec }, { nowUs }) => [
    metadata.name,
    spec?.holderIdentity ?? '',
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});
