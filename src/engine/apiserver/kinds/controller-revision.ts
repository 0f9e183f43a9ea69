import { fieldPath, required } from '../../../api/field-error.ts';
import type { ControllerRevision } from '../../../api/generated/types.ts';
import { controllerOf } from '../../../api/owner.ts';
import { splitApiVersion } from '../../../api/resources.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column } from './common/table.ts';
import { checkImmutable, checkNotNegative, type Errors } from './common/validate.ts';

// Models pkg/apis/apps/validation ValidateControllerRevision and printControllerRevision (1.36).

function validateCreate({ data, revision }: ControllerRevision): Errors {
  const errors: Errors = [];
  if (data === undefined) errors.push(required(fieldPath('data'), 'data is mandatory'));
  checkNotNegative(errors, revision, fieldPath('revision'));
  return errors;
}

/** `statefulset.apps/web` */
function controllerText({ metadata }: ControllerRevision): string {
  const owner = controllerOf(metadata);
  if (!owner) return '<none>';
  const { group } = splitApiVersion(owner.apiVersion);
  return `${owner.kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${owner.name}`;
}

export const CONTROLLER_REVISION = defineKind<ControllerRevision>({
  resource: 'controllerrevisions.apps',
  kind: 'ControllerRevision',
  apiVersion: 'apps/v1',
  namespaced: true,
  validateCreate,
  validateUpdate: (revision, old) => {
    const errors = validateCreate(revision);
    checkImmutable(errors, [revision.data, old.data], fieldPath('data'));
    return errors;
  },
  tableColumns: [NAME, column('Controller'), column('Revision', 'integer'), AGE],
  row: (revision, { nowUs }) => [
    revision.metadata.name,
    controllerText(revision),
    revision.revision ?? 0,
    ageOf(revision.metadata.creationTimestamp, nowUs),
  ],
});
