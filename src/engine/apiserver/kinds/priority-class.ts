import { own } from '../../../base/own.ts';
import { fieldPath, forbidden } from '../../../api/field-error.ts';
import type { PriorityClass } from '../../../api/generated/types.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column } from './common/table.ts';
import { checkImmutable, checkWord, type Errors, METADATA } from './common/validate.ts';

// Models pkg/apis/scheduling/validation ValidatePriorityClass and printPriorityClass (1.36).

const SYSTEM_CLASSES: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
};
const MAX_USER_VALUE = 1_000_000_000;

/** Models scheduling.IsKnownSystemPriorityClass. */
function systemProblem({ metadata, value = 0, globalDefault = false }: PriorityClass): string | undefined {
  const { name } = metadata;
  const known = own(SYSTEM_CLASSES, name);
  if (known === undefined) return `${name} is not a known system priority class`;
  if (known !== value) return `value of ${name} PriorityClass must be ${known}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

function validateCreate(priorityClass: PriorityClass): Errors {
  const errors: Errors = [];
  const { metadata, value = 0, preemptionPolicy } = priorityClass;
  if (metadata.name.startsWith('system-')) {
    const problem = systemProblem(priorityClass);
    if (problem !== undefined) {
      const message = `priority class names with 'system-' prefix are reserved for system use only. error: ${problem}`;
      errors.push(forbidden(METADATA.child('name'), message));
    }
  } else if (value > MAX_USER_VALUE) {
    errors.push(
      forbidden(fieldPath('value'), `maximum allowed value of a user defined priority is ${MAX_USER_VALUE}`),
    );
  }
  if (preemptionPolicy !== undefined) {
    checkWord(errors, preemptionPolicy, fieldPath('preemptionPolicy'), ['PreemptLowerPriority', 'Never']);
  }
  return errors;
}

function validateUpdate(priorityClass: PriorityClass, old: PriorityClass): Errors {
  const errors: Errors = [];
  if ((priorityClass.value ?? 0) !== (old.value ?? 0)) {
    errors.push(forbidden(fieldPath('value'), 'may not be changed in an update.'));
  }
  checkImmutable(
    errors,
    [priorityClass.preemptionPolicy, old.preemptionPolicy],
    fieldPath('preemptionPolicy'),
  );
  return errors;
}

export const PRIORITY_CLASS = defineKind<PriorityClass>({
  resource: 'priorityclasses.scheduling.k8s.io',
  kind: 'PriorityClass',
  apiVersion: 'scheduling.k8s.io/v1',
  namespaced: false,
  default: (priorityClass) => {
    priorityClass.preemptionPolicy ??= 'PreemptLowerPriority';
  },
  validateCreate,
  validateUpdate,
  // It has a generation that never moves.
  generationOf: () => [],
  tableColumns: [
    NAME,
    column('Value', 'integer'),
    column('Global-Default', 'boolean'),
    AGE,
    column('PreemptionPolicy'),
  ],
  row: ({ metadata, value, globalDefault, preemptionPolicy }, { nowUs }) => [
    metadata.name,
    value ?? 0,
    globalDefault ?? false,
    ageOf(metadata.creationTimestamp, nowUs),
    preemptionPolicy ?? '',
  ],
});
