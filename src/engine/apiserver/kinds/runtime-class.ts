import { fieldPath } from '../../../api/field-error.ts';
import type { RuntimeClass } from '../../../api/generated/types.ts';
import { nameIsDNSLabel } from '../../../api/names.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { podCheck } from './common/podspec/check.ts';
import { checkOverhead } from './common/podspec/resources.ts';
import { checkTolerations } from './common/podspec/scheduling.ts';
import { defaultResourceList } from './common/resource-list.ts';
import { AGE, NAME, column } from './common/table.ts';
import { checkImmutable, checkLabels, type Errors, invalidEach, type Unchecked } from './common/validate.ts';

// Models pkg/apis/node/validation ValidateRuntimeClass and printRuntimeClass (1.36).

function validateCreate({ handler = '', overhead, scheduling }: Unchecked<RuntimeClass>): Errors {
  const errors: Errors = [];
  invalidEach(errors, fieldPath('handler'), handler, nameIsDNSLabel(handler));
  if (overhead)
    checkOverhead(
      podCheck(errors, { containers: [] }),
      overhead.podFixed ?? {},
      fieldPath('overhead', 'podFixed'),
    );
  if (!scheduling) return errors;
  checkLabels(errors, scheduling.nodeSelector, fieldPath('scheduling', 'nodeSelector'));
  checkTolerations(errors, scheduling.tolerations, fieldPath('scheduling', 'tolerations'));
  return errors;
}

export const RUNTIME_CLASS = defineKind<RuntimeClass>({
  resource: 'runtimeclasses.node.k8s.io',
  kind: 'RuntimeClass',
  apiVersion: 'node.k8s.io/v1',
  namespaced: false,
  default: ({ overhead }) => defaultResourceList(overhead?.podFixed),
  validateCreate,
  validateUpdate: ({ handler }, old) => {
    const errors: Errors = [];
    checkImmutable(errors, [handler, old.handler], fieldPath('handler'));
    return errors;
  },
  tableColumns: [NAME, column('Handler'), AGE],
  row: ({ metadata, handler }, { nowUs }) => [
    metadata.name,
    handler,
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});
